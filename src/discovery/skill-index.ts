import { CortexError, type CortexFailure, failure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Embedder } from "../ports/embedder.js";
import {
  type Background,
  backgroundOf,
  type Calibration,
  calibrationFeatures,
  DEFAULT_WEIGHTS,
  type HitShape,
  LEXICAL_WEIGHTS,
} from "./calibration.js";
import { type EntryTexts, entryTexts, entryWords } from "./entry.js";
import { exampleKey, exampleWords } from "./example-words.js";
import { LexicalIndex } from "./lexical-index.js";
import { fitLogistic, type LogisticCase, logistic } from "./logistic.js";
import { containsPhrase } from "./phrases.js";
import { firstScores, fullScore, type PreparedRequest, type SlotScore } from "./score-request.js";
import { createStaticEmbedder } from "./static-embedder.js";
import { requestTerms } from "./terms.js";
import { topPlaces } from "./top-places.js";
import type {
  Basis,
  DiscoverableSkill,
  Hit,
  LabelledRequest,
  RankOptions,
  Ranking,
  Reason,
  Selection,
  SelectOptions,
} from "./types.js";
import { type EmbeddedEntry, VectorSpace } from "./vector-space.js";

/** Choices of an index. */
export interface SkillIndexOptions {
  /** @defaultValue the embedded static model */
  readonly embedder?: Embedder;
  /** Takes over when `embedder` fails. @defaultValue the embedded static model */
  readonly fallback?: Embedder;
  /** From an earlier `fit`; ignored when it belongs to another embedder. */
  readonly calibration?: Calibration;
}

/** Skills that can be found by what a user says. */
export interface SkillIndex {
  readonly size: number;
  /** Adds or updates; what has not changed is not embedded again. */
  put(skills: readonly DiscoverableSkill[], context?: PortContext): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  get(id: string): DiscoverableSkill | undefined;
  ids(): readonly string[];
  /** The best skills, with scores, probabilities and reasons. */
  rank(message: string, options?: RankOptions, context?: PortContext): Promise<Ranking>;
  /** The skills worth loading, or none. */
  select(message: string, options?: SelectOptions, context?: PortContext): Promise<Selection>;
  /** Remembers that the skill served this request. */
  confirm(id: string, message: string, context?: PortContext): Promise<void>;
  /** Calibrates on labelled requests; a few cases move the default only a little. */
  fit(examples: readonly LabelledRequest[], context?: PortContext): Promise<Calibration>;
  readonly calibration: Calibration;
  /** Why another embedder than the chosen one answers; undefined in good order. */
  readonly degraded: CortexFailure | undefined;
  /** Tries the chosen embedder again after a failure; false when it fails still. */
  restore(context?: PortContext): Promise<boolean>;
  /** Everything with its vectors, for `loadSkillIndex`. */
  export(): Promise<ExportedIndex>;
}

/** An index as data: skills in the order of their ids, with their vectors. */
export interface ExportedIndex {
  readonly embedder: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly skills: readonly { readonly skill: DiscoverableSkill; readonly vectors: EmbeddedEntry }[];
}

/** Examples kept a skill when `confirm` adds one, as in the cortex's own memory. */
const EXAMPLES_KEPT = 5;
/** Competitors that get the second, dearer look. */
const SECOND_LOOK = 64;
const BACKGROUND_SAMPLE = 96;
const DEFAULT_HITS = 10;
const DEFAULT_SELECTED = 3;
const DEFAULT_PROBABILITY = 0.5;
const EMBEDDED_AT_ONCE = 512;
/** Hits of one labelled request that `fit` learns from. */
const FITTED_HITS = 3;
const PRIOR_STRENGTH = 4;

/** An empty index; `loadSkillIndex` makes one from a snapshot. */
export function createSkillIndex(options: SkillIndexOptions = {}): SkillIndex {
  return new Index(options);
}

/** @internal For `loadSkillIndex`. */
export function importSkillIndex(exported: ExportedIndex, options: SkillIndexOptions): SkillIndex {
  const index = new Index({ ...options, calibration: options.calibration ?? exported.calibration });
  index.import(exported);
  return index;
}

/** @internal Its constructor is `createSkillIndex`. */
export class Index implements SkillIndex {
  readonly #chosen: Embedder;
  readonly #fallback: Embedder;
  #space: VectorSpace;
  #degraded: CortexFailure | undefined;
  #fitted: Calibration | undefined;
  readonly #slots = new Map<string, number>();
  readonly #entries: (EntryTexts | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #words = new LexicalIndex();
  /** Skills with learned examples: always looked at twice, however far their description is. */
  readonly #learned = new Set<number>();
  #live: { readonly slots: readonly number[]; readonly background: Background } | undefined;
  /** Changes wait for each other, and answers wait for the changes asked for before them. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: SkillIndexOptions) {
    this.#chosen = options.embedder ?? createStaticEmbedder();
    this.#fallback = options.fallback ?? createStaticEmbedder();
    this.#space = new VectorSpace(this.#chosen);
    this.#fitted = options.calibration;
  }

  get size(): number {
    return this.#slots.size;
  }

  get degraded(): CortexFailure | undefined {
    return this.#degraded;
  }

  get calibration(): Calibration {
    const embedder = this.#space.embedder.id;
    return this.#fitted?.embedder === embedder ? this.#fitted : { embedder, weights: DEFAULT_WEIGHTS, cases: 0 };
  }

  ids(): readonly string[] {
    return [...this.#slots.keys()].sort();
  }

  get(id: string): DiscoverableSkill | undefined {
    return this.#entryOf(id)?.skill;
  }

  put(skills: readonly DiscoverableSkill[], context?: PortContext): Promise<void> {
    // Copied now: the caller may go on changing its objects.
    const latest = new Map(skills.map((skill) => [skill.id, structuredClone(skill)]));
    return this.#change(async () => {
      const changed = [...latest.values()]
        .filter((skill) => JSON.stringify(this.get(skill.id)) !== JSON.stringify(skill))
        .map(entryTexts);
      for (let begin = 0; begin < changed.length; begin += EMBEDDED_AT_ONCE) {
        const part = changed.slice(begin, begin + EMBEDDED_AT_ONCE);
        const vectors = await this.#embedEntries(part, context);
        part.forEach((entry, index) => {
          const own = vectors[index];
          if (own !== undefined) this.#store(entry, own);
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
    const words = exampleWords(message);
    const key = exampleKey(words);
    const others = (skill.examples ?? []).filter((own) => exampleKey(own) !== key);
    if (words.length > 0) await this.put([{ ...skill, examples: [...others, words].slice(-EXAMPLES_KEPT) }], context);
  }

  async rank(message: string, options: RankOptions = {}, context?: PortContext): Promise<Ranking> {
    const { ranked, basis } = await this.#answer(message, options.candidates, context);
    const hits = ranked.filter(({ suppressed }) => suppressed === undefined).map(({ hit }) => hit);
    return { ...basis, hits: hits.slice(0, options.max ?? DEFAULT_HITS), noneProbability: noneProbability(hits) };
  }

  async select(message: string, options: SelectOptions = {}, context?: PortContext): Promise<Selection> {
    const { ranked, basis } = await this.#answer(message, options.candidates, context);
    const suppressed = ranked.flatMap(({ hit, suppressed: phrase }) => (phrase === undefined ? [] : [{ id: hit.id, phrase }]));
    const free = ranked.filter((one) => one.suppressed === undefined).map(({ hit }) => hit);
    const hits = free
      .filter((hit) => hit.probability >= (options.minProbability ?? DEFAULT_PROBABILITY))
      .filter((hit) => options.minCosine === undefined || hit.cosine >= options.minCosine)
      .slice(0, options.max ?? DEFAULT_SELECTED);
    return { ...basis, hits, none: hits.length === 0, noneProbability: noneProbability(free), suppressed };
  }

  async fit(examples: readonly LabelledRequest[], context?: PortContext): Promise<Calibration> {
    const cases = await this.casesOf(examples, context);
    this.#fitted = {
      embedder: this.#space.embedder.id,
      weights: fitLogistic(cases, { prior: this.calibration.weights, strength: PRIOR_STRENGTH }),
      cases: cases.length,
    };
    return this.#fitted;
  }

  /** @internal What `fit` learns from. */
  async casesOf(examples: readonly LabelledRequest[], context?: PortContext): Promise<readonly LogisticCase[]> {
    const cases: LogisticCase[] = [];
    for (const { message, skill } of examples) {
      const { ranked, basis } = await this.#answer(message, undefined, context);
      if (basis.evidence === "lexical") continue;
      for (const { hit, features } of ranked.slice(0, FITTED_HITS)) cases.push({ features, label: hit.id === skill });
    }
    return cases;
  }

  async restore(context?: PortContext): Promise<boolean> {
    if (this.#degraded === undefined) return true;
    return this.#change(async () => {
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
    const skills = this.ids().flatMap((id) => {
      const slot = this.#slots.get(id);
      const entry = this.#entryOf(id);
      const small = slot === undefined ? undefined : this.#space.small(slot);
      if (slot === undefined || entry === undefined || small === undefined) return [];
      return [{ skill: entry.skill, vectors: { whole: this.#space.whole(slot), ...small } }];
    });
    const { embedder, dimensions } = this.#space;
    return { embedder: embedder.id, dimensions, calibration: this.calibration, skills };
  }

  /** @internal */
  import(exported: ExportedIndex): void {
    for (const { skill, vectors } of exported.skills) this.#store(entryTexts(skill), vectors);
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#changes.then(work);
    this.#changes = result.catch(() => undefined);
    return result;
  }

  #entryOf(id: string): EntryTexts | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#entries[slot];
  }

  #store(entry: EntryTexts, vectors: EmbeddedEntry): void {
    this.#drop(entry.skill.id);
    const slot = this.#free.pop() ?? this.#entries.length;
    this.#slots.set(entry.skill.id, slot);
    this.#entries[slot] = entry;
    this.#words.add(slot, entryWords(entry));
    this.#space.set(slot, vectors);
    if (entry.examples.length > 0) this.#learned.add(slot);
    this.#live = undefined;
  }

  #drop(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#entries[slot] = undefined;
    this.#words.remove(slot);
    this.#space.remove(slot);
    this.#learned.delete(slot);
    this.#free.push(slot);
    this.#live = undefined;
  }

  /** Embeds with the current embedder; when that fails, moves everything to the fallback and says so. */
  async #embedEntries(entries: readonly EntryTexts[], context?: PortContext): Promise<readonly EmbeddedEntry[]> {
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
  }

  /** Requests are embedded side by side; one that was embedded for a space that is gone is embedded again. */
  async #prepareWithFallback(message: string, context?: PortContext): Promise<PreparedRequest> {
    for (;;) {
      const space = this.#space;
      try {
        const request = await this.#prepare(space, message, context);
        if (space === this.#space) return request;
      } catch (cause) {
        await this.#change(() => this.#fallBack(space, cause, context));
      }
    }
  }

  async #moveTo(space: VectorSpace, context?: PortContext): Promise<void> {
    const slots = [...this.#slots.values()];
    const entries = slots.map((slot) => this.#entries[slot]).filter((entry) => entry !== undefined);
    const vectors = await space.embedEntries(entries, context);
    slots.forEach((slot, index) => {
      const own = vectors[index];
      if (own !== undefined) space.set(slot, own);
    });
    this.#space = space;
    this.#live = undefined;
  }

  /** Slots in the order of their ids, and the registry's background: the same however the index came about. */
  #standing(): { readonly slots: readonly number[]; readonly background: Background } {
    if (this.#live !== undefined) return this.#live;
    const slots = this.ids().map((id) => this.#slots.get(id) as number);
    const step = Math.max(1, slots.length / BACKGROUND_SAMPLE);
    const sample: number[] = [];
    for (let place = 0; place < slots.length; place += step) sample.push(slots[Math.floor(place)] as number);
    const similarities: number[] = [];
    for (let i = 0; i < sample.length; i += 1)
      for (let j = i + 1; j < sample.length; j += 1)
        similarities.push(this.#space.between(sample[i] as number, sample[j] as number));
    this.#live = { slots, background: backgroundOf(similarities) };
    return this.#live;
  }

  async #answer(
    message: string,
    candidates: readonly string[] | undefined,
    context: PortContext | undefined,
  ): Promise<{ readonly ranked: readonly RankedHit[]; readonly basis: Basis }> {
    await this.#changes;
    const request = await this.#prepareWithFallback(message, context);
    const { slots: all, background } = this.#standing();
    const wanted = candidates === undefined ? undefined : new Set(candidates);
    const slots = wanted === undefined ? all : all.filter((slot) => wanted.has(this.#entries[slot]?.skill.id ?? ""));
    const first = firstScores(this.#space, request, slots);
    const scores = this.#secondLook(slots, first, request);
    const { mean, deviation } = spread(first);
    const ranked = scores.map((own, place): RankedHit => {
      const entry = this.#entries[own.slot] as EntryTexts;
      const rival = scores[place === 0 ? 1 : 0]?.score;
      const shape: HitShape = { ...own, rival, mean, deviation, competitors: slots.length };
      const features = calibrationFeatures(shape, background);
      const probability =
        request.vector === undefined
          ? lexicalProbability(own)
          : logistic(this.calibration.weights, features);
      return {
        features,
        suppressed: entry.suppressors.find((phrase) => containsPhrase(message, phrase)),
        hit: {
          id: entry.skill.id,
          score: own.score,
          cosine: own.cosine,
          probability,
          margin: rival === undefined ? own.score : own.score - rival,
          reason: this.#reason(entry, own, request, message),
        },
      };
    });
    return {
      ranked,
      basis: {
        embedder: this.#space.embedder.id,
        evidence: request.vector === undefined ? "lexical" : "semantic",
        ...(this.#degraded === undefined ? {} : { degraded: this.#degraded }),
      },
    };
  }

  async #prepare(space: VectorSpace, message: string, context: PortContext | undefined): Promise<PreparedRequest> {
    const words = exampleWords(message);
    const understood = space.embedder.understands?.(message) ?? true;
    const texts = understood ? [message, ...(this.#learned.size > 0 ? [words.join(" ")] : [])] : [];
    const [vector, wordsVector] = await space.embed(texts, "query", context);
    // All zeros: nothing in the text has a vector.
    const read = vector?.some((value) => value !== 0) === true;
    return {
      vector: read ? vector : undefined,
      wordsVector: read ? wordsVector : undefined,
      key: exampleKey(words),
      coverage: this.#words.cover(requestTerms(message)),
    };
  }

  #secondLook(slots: readonly number[], first: Float64Array, request: PreparedRequest): readonly SlotScore[] {
    const chosen = new Set(topPlaces(first, SECOND_LOOK).map((place) => slots[place] as number));
    if (this.#learned.size > 0) for (const slot of slots) if (this.#learned.has(slot)) chosen.add(slot);
    const scores = [...chosen].map((slot) => fullScore(this.#space, this.#entries[slot] as EntryTexts, slot, request));
    const id = (slot: number) => this.#entries[slot]?.skill.id ?? "";
    return scores.sort((a, b) => b.score - a.score || (id(a.slot) < id(b.slot) ? -1 : 1));
  }

  #reason(entry: EntryTexts, own: SlotScore, request: PreparedRequest, message: string): Reason {
    const clause = own.clause === undefined ? undefined : entry.clauses[own.clause];
    const example = own.example === undefined ? undefined : entry.examples[own.example];
    const contained = entry.triggers.find((phrase) => containsPhrase(message, phrase));
    const trigger = contained ?? (own.trigger === undefined ? undefined : entry.triggers[own.trigger]);
    return {
      words: own.coverage > 0 ? this.#words.shared(own.slot, request.coverage) : [],
      ...(clause === undefined ? {} : { clause }),
      ...(example === undefined ? {} : { example }),
      ...(trigger === undefined ? {} : { trigger }),
    };
  }
}

interface RankedHit {
  readonly hit: Hit;
  readonly features: readonly number[];
  readonly suppressed: string | undefined;
}

function lexicalProbability(own: SlotScore): number {
  return own.score > 1 ? 1 - (1 - logistic(LEXICAL_WEIGHTS, [1])) / 2 : logistic(LEXICAL_WEIGHTS, [own.coverage]);
}

function noneProbability(hits: readonly Hit[]): number {
  return 1 - Math.max(0, ...hits.slice(0, DEFAULT_HITS).map((hit) => hit.probability));
}

function embedderFailure(embedder: Embedder, cause: unknown): CortexFailure {
  const why = cause instanceof Error ? cause.message : String(cause);
  return failure("embedder-failed", `Embedder ${embedder.id} failed (${why}); the embedded model answers instead.`, {
    embedder: embedder.id,
  });
}

function spread(scores: Float64Array): { readonly mean: number; readonly deviation: number } {
  if (scores.length === 0) return { mean: 0, deviation: 0 };
  const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length;
  const variance = scores.reduce((sum, value) => sum + (value - mean) ** 2, 0) / scores.length;
  return { mean, deviation: Math.sqrt(variance) };
}
