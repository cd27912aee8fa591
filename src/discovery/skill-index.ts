import { CortexError, type CortexFailure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Embedder } from "../ports/embedder.js";
import { type Background, backgroundOf, NO_BACKGROUND } from "./background.js";
import { type Calibration, DEFAULT_WEIGHTS } from "./calibration.js";
import { confirmedSkill } from "./confirmed-skill.js";
import { embedderFailure } from "./embedder-failure.js";
import { type EntryTexts, entryTexts } from "./entry.js";
import { fitCalibration, type LabelledAnswer } from "./fit-calibration.js";
import { type Prepared, prepareRequest } from "./prepare-request.js";
import { explained, noneProbability, type RankedHit, rankRequest } from "./rank-request.js";
import type { PreparedRequest } from "./score-request.js";
import { Shelf } from "./shelf.js";
import { copySkill, isSameSkill } from "./skill-copy.js";
import { createStaticEmbedder } from "./static-embedder.js";
import type {
  Basis,
  DiscoverableSkill,
  ExportedIndex,
  LabelledRequest,
  Ranking,
  RankOptions,
  Selection,
  SelectOptions,
  SkillIndex,
  SkillIndexOptions,
} from "./types.js";
import { type EmbeddedEntry, VectorSpace } from "./vector-space.js";

const EMBEDDED_AT_ONCE = 512;
const DEFAULT_HITS = 10;
const DEFAULT_SELECTED = 3;
const DEFAULT_PROBABILITY = 0.5;
/** Hits of one labelled request that `fit` learns from. */
const FITTED_HITS = 3;

/** An empty index; `loadSkillIndex` makes one from a saved one. */
export function createSkillIndex(options: SkillIndexOptions = {}): SkillIndex {
  return new Index(options);
}

/** An index with vectors that the chosen embedder made before. */
export function createIndexFrom(options: SkillIndexOptions, exported?: ExportedIndex): SkillIndex {
  return new Index(options, exported);
}

/** @internal Its constructor is `createSkillIndex`. */
export class Index implements SkillIndex {
  readonly #chosen: Embedder;
  readonly #fallback: Embedder;
  readonly #onDegraded: (failure: CortexFailure) => void;
  readonly #shelf = new Shelf();
  #space: VectorSpace;
  #degraded: CortexFailure | undefined;
  #fitted: Calibration | undefined;
  /** Worked out again after a change: they depend on all skills. */
  #slots: readonly number[] | undefined;
  #background: Background | undefined;
  /** Changes wait for each other, and answers wait for the changes asked for before them. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: SkillIndexOptions, exported?: ExportedIndex) {
    this.#chosen = options.embedder ?? createStaticEmbedder();
    this.#fallback = options.fallback ?? createStaticEmbedder();
    this.#onDegraded = options.onDegraded ?? (() => undefined);
    this.#space = new VectorSpace(this.#chosen);
    this.#fitted = options.calibration ?? exported?.calibration;
    for (const { skill, vectors } of exported?.skills ?? []) this.#store(entryTexts(skill), vectors);
  }

  get size(): number {
    return this.#shelf.size;
  }

  get degraded(): CortexFailure | undefined {
    return this.#degraded;
  }

  get calibration(): Calibration {
    const embedder = this.#space.embedder.id;
    return this.#fitted?.embedder === embedder ? this.#fitted : { embedder, ...DEFAULT_WEIGHTS, cases: 0 };
  }

  ids(): readonly string[] {
    return this.#shelf.ids();
  }

  get(id: string): DiscoverableSkill | undefined {
    return this.#shelf.entryOf(id)?.skill;
  }

  put(skills: readonly DiscoverableSkill[], context?: PortContext): Promise<void> {
    // Copied now: the caller may go on changing its objects.
    const latest = new Map(skills.map((skill) => [skill.id, copySkill(skill)]));
    return this.#change(async () => {
      const changed = [...latest.values()]
        .filter((skill) => !isSameSkill(this.get(skill.id), skill))
        .map(entryTexts);
      this.#space.reserve(this.size + changed.length);
      for (let begin = 0; begin < changed.length; begin += EMBEDDED_AT_ONCE) {
        const part = changed.slice(begin, begin + EMBEDDED_AT_ONCE);
        const vectors = await this.#embedEntries(part, context);
        part.forEach((entry, index) => {
          this.#store(entry, vectors[index] as EmbeddedEntry);
        });
      }
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    const gone = [...ids];
    return this.#change(async () => {
      for (const id of gone) this.#drop(id);
    });
  }

  async confirm(id: string, message: string, context?: PortContext): Promise<void> {
    await this.#changes;
    const skill = this.get(id);
    if (skill === undefined) throw new CortexError("skill-not-found", `The index holds no skill ${id}.`);
    const confirmed = confirmedSkill(skill, message);
    if (confirmed !== undefined) await this.put([confirmed], context);
  }

  async rank(message: string, options: RankOptions = {}, context?: PortContext): Promise<Ranking> {
    const { ranked, basis, request } = await this.#answer(message, options, context);
    const free = ranked.filter(({ suppressed }) => suppressed === undefined);
    const hits = free.slice(0, options.max ?? DEFAULT_HITS);
    return {
      ...basis,
      hits: hits.map((hit) => explained({ shelf: this.#shelf, request }, hit)),
      noneProbability: noneProbability(free),
    };
  }

  async select(message: string, options: SelectOptions = {}, context?: PortContext): Promise<Selection> {
    const { ranked, basis, request } = await this.#answer(message, options, context);
    const free = ranked.filter(({ suppressed }) => suppressed === undefined);
    const hits = free
      .filter(({ probability }) => probability >= (options.minProbability ?? DEFAULT_PROBABILITY))
      .filter(({ cosine }) => options.minCosine === undefined || cosine >= options.minCosine)
      .slice(0, options.max ?? DEFAULT_SELECTED);
    return {
      ...basis,
      hits: hits.map((hit) => explained({ shelf: this.#shelf, request }, hit)),
      none: hits.length === 0,
      noneProbability: noneProbability(free),
      suppressed: ranked.flatMap(({ id, suppressed: phrase }) =>
        phrase === undefined ? [] : [{ id, phrase }],
      ),
    };
  }

  async fit(examples: readonly LabelledRequest[], context?: PortContext): Promise<Calibration> {
    this.#fitted = fitCalibration(this.calibration, await this.answersOf(examples, context));
    return this.#fitted;
  }

  /** @internal What `fit` learns from. */
  async answersOf(
    examples: readonly LabelledRequest[],
    context?: PortContext,
  ): Promise<readonly LabelledAnswer[]> {
    const answers: LabelledAnswer[] = [];
    for (const { message, skill } of examples) {
      const { ranked, basis } = await this.#answer(message, {}, context);
      if (basis.evidence === "lexical") continue;
      const hits = ranked
        .slice(0, FITTED_HITS)
        .map(({ id, features }) => ({ features, right: id === skill }));
      answers.push({ answerable: skill !== undefined && this.get(skill) !== undefined, hits });
    }
    return answers;
  }

  async restore(context?: PortContext): Promise<boolean> {
    return this.#change(async () => {
      if (this.#degraded === undefined) return true;
      try {
        await this.#moveTo(new VectorSpace(this.#chosen), context);
        this.#degraded = undefined;
        return true;
      } catch (cause) {
        this.#degraded = embedderFailure(this.#chosen, cause);
        return false;
      }
    });
  }

  async export(): Promise<ExportedIndex> {
    await this.#changes;
    const { embedder, dimensions } = this.#space;
    const skills = this.#shelf.slots().map((slot) => ({
      skill: this.#shelf.entryAt(slot).skill,
      vectors: this.#space.at(slot),
    }));
    return { embedder: embedder.id, dimensions, calibration: this.calibration, skills };
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#changes.then(work);
    this.#changes = result.catch(() => undefined);
    return result;
  }

  #store(entry: EntryTexts, vectors: EmbeddedEntry): void {
    this.#drop(entry.skill.id);
    this.#space.set(this.#shelf.store(entry), vectors);
    this.#changed();
  }

  #drop(id: string): void {
    const slot = this.#shelf.drop(id);
    if (slot === undefined) return;
    this.#space.remove(slot);
    this.#changed();
  }

  /** Embeds with the current embedder; when that fails, moves everything to the fallback and says so. */
  async #embedEntries(
    entries: readonly EntryTexts[],
    context?: PortContext,
  ): Promise<readonly EmbeddedEntry[]> {
    const space = this.#space;
    try {
      return await space.embedEntries(entries, context);
    } catch (cause) {
      await this.#fallBack(space, cause, context);
      return this.#space.embedEntries(entries, context);
    }
  }

  async #fallBack(failed: VectorSpace, cause: unknown, context?: PortContext): Promise<void> {
    if (context?.signal.aborted === true || failed.embedder === this.#fallback) throw cause;
    // Another request may have moved on already.
    if (this.#space !== failed) return;
    await this.#moveTo(new VectorSpace(this.#fallback), context);
    this.#degraded = embedderFailure(failed.embedder, cause);
    this.#onDegraded(this.#degraded);
  }

  async #moveTo(space: VectorSpace, context?: PortContext): Promise<void> {
    const slots = this.#shelf.slots();
    const vectors = await space.embedEntries(
      slots.map((slot) => this.#shelf.entryAt(slot)),
      context,
    );
    slots.forEach((slot, index) => {
      space.set(slot, vectors[index] as EmbeddedEntry);
    });
    this.#space = space;
    this.#changed();
  }

  async #answer(
    message: string,
    { candidates, max = DEFAULT_HITS }: RankOptions,
    context: PortContext | undefined,
  ): Promise<{
    readonly ranked: readonly RankedHit[];
    readonly basis: Basis;
    readonly request: PreparedRequest;
  }> {
    await this.#changes;
    const { request, answered } = await this.#prepared(message, context);
    this.#slots ??= this.#shelf.slots();
    const slots = candidates === undefined ? this.#slots : this.#shelf.slotsOf(candidates);
    const { calibration } = this;
    const ranked = rankRequest({
      shelf: this.#shelf,
      space: this.#space,
      background: this.#backgroundOf(this.#slots, answered),
      calibration,
      slots,
      request,
      wanted: max,
    });
    const basis: Basis = {
      embedder: this.#space.embedder.id,
      evidence: request.vector === undefined ? "lexical" : "semantic",
      ...(this.#degraded === undefined ? {} : { degraded: this.#degraded }),
    };
    return { ranked, basis, request };
  }

  /** Requests are embedded side by side; one that was embedded for a space that is gone is embedded again. */
  async #prepared(message: string, context?: PortContext): Promise<Prepared> {
    for (;;) {
      const space = this.#space;
      try {
        const prepared = await prepareRequest(message, { space, shelf: this.#shelf }, context);
        if (space === this.#space) return prepared;
      } catch (cause) {
        await this.#change(() => this.#fallBack(space, cause, context));
      }
    }
  }

  #backgroundOf(slots: readonly number[], answered: readonly Float32Array[] | undefined): Background {
    if (answered === undefined) return NO_BACKGROUND;
    this.#background ??= backgroundOf({ shelf: this.#shelf, space: this.#space, slots }, answered);
    return this.#background;
  }

  #changed(): void {
    this.#slots = undefined;
    this.#background = undefined;
  }
}
