import type { CortexFailure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Embedder } from "../ports/embedder.js";
import type { Calibration } from "./calibration.js";
import type { EmbeddedEntry } from "./vector-space.js";

/** Phrases of a skill's author: `any` and `all` are example requests, `none` keeps the skill out. */
export interface TriggerPhrases {
  readonly any?: readonly string[];
  readonly all?: readonly string[];
  readonly none?: readonly string[];
}

/** What discovery needs to know of a skill. Only the description is needed. */
export interface DiscoverableSkill {
  readonly id: string;
  readonly name?: string;
  readonly description: string;
  readonly triggers?: TriggerPhrases;
  /** Word sets of requests that this skill served; see `exampleWords`. */
  readonly examples?: readonly (readonly string[])[];
  /** Optional further text. Only its words count, and less than the description's. */
  readonly body?: string;
}

/** Why a skill was found. */
export interface Reason {
  /** The part of the description or the trigger that is nearest in meaning, when it is nearer than the whole. */
  readonly clause?: string;
  /** Words of the request that the skill has too, in some form, the rarest first. */
  readonly words: readonly string[];
  /** The learned word set that came nearest, when learning decided. */
  readonly example?: readonly string[];
  /** The trigger phrase that the request contains. */
  readonly trigger?: string;
}

/** One ranked skill. */
export interface Hit {
  readonly id: string;
  /** What the ranking is by; comparable inside one answer only. */
  readonly score: number;
  /** Cosine of request and description; zero when the answer is lexical. */
  readonly cosine: number;
  /** Calibrated probability that this is the skill that the request is for, 0..1; rivals share it. */
  readonly probability: number;
  /** Calibrated probability that a skill as near as this one serves the request, 0..1, whatever rivals it has. */
  readonly fit: number;
  /** Distance to the best other skill: positive for the first hit only. */
  readonly margin: number;
  readonly reason: Reason;
}

/** What an answer rests on. */
export interface Basis {
  /** Id of the embedder that was used. */
  readonly embedder: string;
  /** `lexical` when the model can't read the request: then only words were compared. */
  readonly evidence: "semantic" | "lexical";
  /** Set while another embedder than the chosen one answers, with the reason. */
  readonly degraded?: CortexFailure;
}

/** All skills that come into question, best first. */
export interface Ranking extends Basis {
  readonly hits: readonly Hit[];
  /** Probability that no skill of the index serves the request; low also when two serve it equally well. */
  readonly noneProbability: number;
}

/** The skills to load. */
export interface Selection extends Basis {
  readonly hits: readonly Hit[];
  /** True when the right answer is "none of these". */
  readonly none: boolean;
  readonly noneProbability: number;
  /** Skills that a `triggers.none` phrase kept out, with the phrase. */
  readonly suppressed: readonly { readonly id: string; readonly phrase: string }[];
}

/** Bounds of a ranking. */
export interface RankOptions {
  /** Hits at most. @defaultValue 10 */
  readonly max?: number;
  /** Only these skills compete. */
  readonly candidates?: readonly string[];
}

/** When a skill is worth loading. */
export interface SelectOptions {
  /** @defaultValue 0.5 */
  readonly minProbability?: number;
  /** An absolute floor; off by default, since no cosine means the same in two registries. */
  readonly minCosine?: number;
  /** @defaultValue 3 */
  readonly max?: number;
  /** Only these skills compete. */
  readonly candidates?: readonly string[];
}

/** A labelled request: the skill that served it, or none. */
export interface LabelledRequest {
  readonly message: string;
  readonly skill: string | undefined;
}

/** Choices of an index. */
export interface SkillIndexOptions {
  /** @defaultValue the embedded static model */
  readonly embedder?: Embedder;
  /** Takes over when `embedder` fails. @defaultValue the embedded static model */
  readonly fallback?: Embedder;
  /** From an earlier `fit`; ignored when it belongs to another embedder. */
  readonly calibration?: Calibration;
  /** Told whenever the chosen embedder has failed and the fallback takes over; must not throw. */
  readonly onDegraded?: (failure: CortexFailure) => void;
}

/** Skills that can be found by what a user says. */
export interface SkillIndex {
  readonly size: number;
  /** Adds or updates; what has not changed is not embedded again. */
  put(skills: readonly DiscoverableSkill[], context?: PortContext): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  get(id: string): DiscoverableSkill | undefined;
  /** All ids, sorted. */
  ids(): readonly string[];
  /** The best skills, with scores, probabilities and reasons. */
  rank(message: string, options?: RankOptions, context?: PortContext): Promise<Ranking>;
  /** The skills worth loading, or none. */
  select(message: string, options?: SelectOptions, context?: PortContext): Promise<Selection>;
  /** Remembers that the skill served this request, by the words that the entity filter lets through. */
  confirm(id: string, message: string, context?: PortContext): Promise<void>;
  /** Calibrates on labelled requests; a few cases move the default only a little. */
  fit(examples: readonly LabelledRequest[], context?: PortContext): Promise<Calibration>;
  readonly calibration: Calibration;
  /** Why another embedder than the chosen one answers; undefined in good order. */
  readonly degraded: CortexFailure | undefined;
  /** Tries the chosen embedder again after a failure; false when it fails still. */
  restore(context?: PortContext): Promise<boolean>;
  /** Everything with its vectors; `saveSkillIndex` makes bytes of it. */
  export(): Promise<ExportedIndex>;
}

/** An index as data: skills in the order of their ids, with their vectors. */
export interface ExportedIndex {
  readonly embedder: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly skills: readonly { readonly skill: DiscoverableSkill; readonly vectors: EmbeddedEntry }[];
}
