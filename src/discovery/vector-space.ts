import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Embedder, Leaning } from "../ports/embedder.js";
import { centralityCost, centralityOf } from "./centrality.js";
import { documentText } from "./document-text.js";
import { type EntryTexts, type EntryVectors, entryClauses } from "./entry.js";
import { compact, dotRows, scanRows } from "./kernel.js";
import { leaningOf } from "./leaning.js";
import { learnedLength } from "./learned-meaning.js";
import { EVERYDAY_REQUESTS, SELF_ANSWERED } from "./usual-requests.js";

/** The vectors of one entry before they are stored. */
export interface EmbeddedEntry extends EntryVectors {
  readonly whole: Float32Array;
}

/** Everyday requests, questions that need no skill, and what tells the one from the other. */
export interface Usual {
  readonly requests: readonly Float32Array[];
  readonly answered: readonly Float32Array[];
  readonly leaning: Leaning;
}

const FIRST_CAPACITY = 64;
const GROWTH = 1.5;

/** All vectors of one embedder, by slot. Whole documents lie in one matrix that is scanned in full. */
export class VectorSpace {
  readonly embedder: Embedder;
  #matrix = new Float32Array(0);
  #dimensions: number | undefined;
  readonly #small = new Map<number, EntryVectors>();
  #usual: Usual | undefined;
  /** Worked out again after a change: it depends on all. */
  #cost: ReturnType<typeof centralityCost> | undefined;

  constructor(embedder: Embedder) {
    this.embedder = embedder;
  }

  /** Asked for only when there is something to embed: a model may be read from disk to know it. */
  get dimensions(): number {
    this.#dimensions ??= this.embedder.dimensions;
    return this.#dimensions;
  }

  set(slot: number, entry: EmbeddedEntry): void {
    if ((slot + 1) * this.dimensions > this.#matrix.length)
      this.reserve(Math.ceil(FIRST_CAPACITY + slot * GROWTH));
    this.#matrix.set(entry.whole, slot * this.dimensions);
    this.#cost = undefined;
    const { clauses, triggers, examples, learned, centrality } = entry;
    this.#small.set(slot, { clauses, triggers, examples, learned, centrality });
  }

  remove(slot: number): void {
    this.#matrix.fill(0, slot * this.dimensions, (slot + 1) * this.dimensions);
    this.#small.delete(slot);
    this.#cost = undefined;
  }

  small(slot: number): EntryVectors | undefined {
    return this.#small.get(slot);
  }

  /** What a description of this centrality loses among those that are stored. */
  centralityCost(centrality: number): number {
    this.#cost ??= centralityCost([...this.#small.values()].map((own) => own.centrality));
    return this.#cost(centrality);
  }

  /** All vectors of a stored entry. */
  at(slot: number): EmbeddedEntry {
    const small = this.#small.get(slot);
    if (small === undefined) throw new RangeError(`Slot ${slot} has no vectors.`);
    return { whole: this.#matrix.slice(slot * this.dimensions, (slot + 1) * this.dimensions), ...small };
  }

  /** Cosines of the query and the documents at `slots`, into `cosines`. */
  scan(slots: readonly number[], query: Float32Array, cosines: Float64Array): void {
    scanRows(this.#matrix, slots, query, cosines);
  }

  similarity(slot: number, query: Float32Array): number {
    const cosine = new Float64Array(1);
    scanRows(this.#matrix, [slot], query, cosine);
    return cosine[0] as number;
  }

  /** Makes room for this many slots at once, so that growing step by step wastes none. */
  reserve(slots: number): void {
    const needed = slots === 0 ? 0 : slots * this.dimensions;
    if (needed <= this.#matrix.length) return;
    const larger = new Float32Array(needed);
    larger.set(this.#matrix);
    this.#matrix = larger;
  }

  /** Cosine of two stored documents. */
  between(first: number, second: number): number {
    return dotRows(this.#matrix, first * this.dimensions, second * this.dimensions, this.dimensions);
  }

  /** Vectors for the texts, checked: a port may answer anything. */
  async embed(
    texts: readonly string[],
    kind: "query" | "document",
    context?: PortContext,
  ): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    const vectors = await this.embedder.embed({ texts, kind }, context);
    const fits =
      vectors.length === texts.length && vectors.every((vector) => vector.length === this.dimensions);
    if (!fits)
      throw new CortexError(
        "embedder-failed",
        `Embedder ${this.embedder.id} answered with vectors of another shape.`,
        {
          details: { expected: this.dimensions, texts: texts.length, vectors: vectors.length },
        },
      );
    if (vectors.some((vector) => !vector.every(Number.isFinite)))
      throw new CortexError(
        "embedder-failed",
        `Embedder ${this.embedder.id} answered with values that are no numbers.`,
      );
    return vectors;
  }

  /** What requests usually look like to this embedder; embedded once. */
  async usual(context?: PortContext): Promise<Usual> {
    if (this.#usual === undefined) {
      const requests = await this.embed(EVERYDAY_REQUESTS, "query", context);
      const answered = await this.embed(SELF_ANSWERED, "query", context);
      const leaning = this.embedder.leaning ?? leaningOf(requests, answered);
      if (leaning.direction.length !== this.dimensions)
        throw new CortexError(
          "embedder-failed",
          `Embedder ${this.embedder.id} has a leaning of another shape than its vectors.`,
          { details: { expected: this.dimensions, leaning: leaning.direction.length } },
        );
      this.#usual = { requests, answered, leaning };
    }
    return this.#usual;
  }

  /** Everything about the entries in two calls: documents with their clauses, then phrases and examples as queries. */
  async embedEntries(
    entries: readonly EntryTexts[],
    context?: PortContext,
  ): Promise<readonly EmbeddedEntry[]> {
    const { requests } = await this.usual(context);
    const clausesOfEntries = entries.map(entryClauses);
    const documents = await this.embed(
      entries.flatMap((entry, place) => [documentText(entry.skill), ...(clausesOfEntries[place] ?? [])]),
      "document",
      context,
    );
    const queries = await this.embed(
      entries.flatMap((entry) => [...entry.triggers, ...entry.examples.map((words) => words.join(" "))]),
      "query",
      context,
    );
    const document = documents[Symbol.iterator]();
    const query = queries[Symbol.iterator]();
    return entries.map((entry, place) => {
      const whole = next(document);
      const clauses = (clausesOfEntries[place] ?? []).map(() => next(document));
      const triggers = entry.triggers.map(() => next(query));
      const examples = entry.examples.map(() => next(query));
      const small = compact([...clauses, ...triggers, ...examples])[Symbol.iterator]();
      const kept = {
        clauses: clauses.map(() => next(small)),
        triggers: triggers.map(() => next(small)),
        examples: examples.map(() => next(small)),
      };
      return {
        whole,
        ...kept,
        learned: learnedLength(whole, kept.examples),
        centrality: centralityOf(whole, requests),
      };
    });
  }
}

/** The next of vectors that were counted before. */
function next<Vector>(vectors: Iterator<Vector>): Vector {
  const { value, done } = vectors.next();
  if (done === true) throw new RangeError("There are fewer vectors than texts.");
  return value;
}
