import type { Answer, Effect, EffectKind } from "./effects.js";
import type { CortexFailure } from "./errors.js";
import type { By, Fact, Failure } from "./facts.js";
import type { Pin, SkillKey } from "./identity.js";
import type { Limits } from "./limits.js";
import type { Inspection, Plan, ScoredListing } from "./listing.js";
import type { MemoryView, Policy } from "./memory-view.js";
import type { CandidateCard } from "./questions.js";

/** What a harness asks for. */
export interface AbilityRequest {
  readonly task: string;
  /** Search words from the calling model; entity-filtered before use. */
  readonly keywords?: readonly string[];
  /** Where the ability belongs, for example `task-management`; entity-filtered before use. */
  readonly region?: string;
  /** False makes every install ask, whatever was learned. @defaultValue true */
  readonly allowReflex?: boolean;
}

/** What `begin` and `transition` go by. */
export interface Rules {
  readonly limits: Limits;
  /** The first is used for new flows; a flow finds its own by id. */
  readonly policies: readonly [Policy, ...Policy[]];
  /** How many registries can be searched, in order. */
  readonly registries: number;
}

export type Phase = "perception" | "validation" | "execution" | "learning";

export interface LogEntry {
  readonly at: number;
  readonly event: FlowEvent["kind"] | "began";
  /** The effect that the flow asked for next, or `done`. */
  readonly next: EffectKind | "done";
}

/** A vetted candidate with everything the user was, or will be, shown. */
export interface Candidate {
  readonly listing: ScoredListing;
  readonly inspection: Inspection & { readonly pin: Pin };
  readonly card: CandidateCard;
  readonly region: string;
}

/** The candidate being tried now. */
export interface Trial {
  readonly candidate: Candidate;
  readonly mode: "reflex" | "standard";
  readonly plan: Plan | undefined;
  readonly planApproved: boolean;
  /** Runs so far. */
  readonly runs: number;
  readonly apiRetried: boolean;
  readonly dependenciesAsked: boolean;
  readonly credentialsAsked: boolean;
  /** Names that a run reported missing. */
  readonly missing: readonly string[];
  readonly observed: readonly string[];
  readonly state: "open" | "succeeded" | "failed";
  /** The user saw a run fail, so going on needs a new yes; install failures switch by themselves. */
  readonly switchNeedsConsent: boolean;
  readonly released: boolean;
  readonly retentionAsked: boolean;
  readonly keep: boolean;
}

/** Who approved which candidates, and by which question. */
export interface ShortlistConsent {
  readonly questionId: string;
  readonly by: By | "notice";
  /** `shortlist`: install failures may switch inside it by themselves; `one`: every other candidate is asked for. */
  readonly covers: "shortlist" | "one";
}

export type Outcome =
  | "succeeded"
  | "failed"
  | "declined"
  | "cancelled"
  | "expired"
  | "none-found"
  | "refused"
  | "interrupted"
  /** The user already has a skill for it; no flow was started. */
  | "owned";

export type Stage =
  | "search"
  | "inspect"
  | "confirm"
  | "install"
  | "prepare"
  | "provision"
  | "execute"
  | "release"
  | "recall";

/** One thing that went wrong, why, and what can be done. Codes; a renderer makes sentences. */
export interface Attempt {
  readonly stage: Stage;
  readonly key: SkillKey | undefined;
  readonly reason: Failure | CortexFailure["code"];
  readonly remedy: Remedy;
  readonly detail: string;
}

export type Remedy =
  | "try-again-later"
  | "check-credentials"
  | "install-dependency"
  | "choose-another-skill"
  | "rephrase-task"
  | "report-to-registry"
  | "check-store"
  | "remove-by-hand"
  | "none";

export interface Work {
  readonly view: MemoryView;
  readonly installed: readonly SkillKey[];
  readonly seed: number;
  /** Found in memory (a hit) rather than by search. */
  readonly hit: boolean;
  /** The next registry to search. */
  readonly registry: number;
  readonly searched: boolean;
  readonly listings: readonly ScoredListing[];
  readonly shortlist: readonly Candidate[];
  readonly refused: readonly { readonly key: SkillKey; readonly reason: CortexFailure }[];
  readonly consent: ShortlistConsent | undefined;
  /** Not yet tried, in the order to try them; `consent` says whether they are approved. */
  readonly queue: readonly Candidate[];
  readonly trial: Trial | undefined;
  readonly switches: number;
  readonly attempts: readonly Attempt[];
  readonly batches: number;
  readonly facts: readonly Fact[];
  readonly unsaved: CortexFailure | undefined;
  readonly leftovers: readonly Pin[];
  readonly ending: Outcome | undefined;
  readonly retained: boolean;
}

/** How a flow ended. */
export interface Report {
  readonly flowId: string;
  readonly task: string;
  readonly outcome: Outcome;
  /** The skill that did it, or the last one tried. */
  readonly pin: Pin | undefined;
  readonly region: string | undefined;
  readonly mode: "reflex" | "standard" | undefined;
  readonly attempts: readonly Attempt[];
  /** Refused candidates, with the reason. */
  readonly refused: readonly { readonly key: SkillKey; readonly reason: CortexFailure }[];
  readonly switches: number;
  /** Whether the outcome reached memory, and why not. */
  readonly learning: { readonly saved: boolean; readonly failure: CortexFailure | undefined };
  readonly retained: boolean;
  /** Installed skills that could not be removed. */
  readonly leftovers: readonly Pin[];
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface FlowHead {
  readonly schema: 1;
  readonly id: string;
  readonly seq: number;
  readonly startedAt: number;
  readonly task: string;
  readonly request: AbilityRequest;
  readonly limits: Limits;
  readonly policy: string;
  readonly log: readonly LogEntry[];
}

export interface Pending {
  /** `${flow.id}:${seq}`; an answer to any other id changes nothing. */
  readonly id: string;
  readonly started: boolean;
  readonly effect: Effect;
}

export interface OpenFlow extends FlowHead {
  readonly phase: Phase;
  readonly pending: Pending;
  readonly work: Work;
}

export interface DoneFlow extends FlowHead {
  readonly phase: "done";
  readonly report: Report;
}

/** The whole state of one request for an ability: JSON, resumable in another process at any point. */
export type Flow = OpenFlow | DoneFlow;

export type FlowEvent =
  | { readonly kind: "answered"; readonly effectId: string; readonly at: number; readonly answer: Answer }
  /** Written before an effect that can't be repeated blindly is performed. */
  | { readonly kind: "started"; readonly effectId: string; readonly at: number }
  /** A resumed process found the effect pending and can't know whether it happened. */
  | { readonly kind: "interrupted"; readonly effectId: string; readonly at: number }
  | {
      readonly kind: "failed";
      readonly effectId: string;
      readonly at: number;
      readonly failure: CortexFailure;
    }
  | { readonly kind: "cancelled"; readonly at: number }
  | { readonly kind: "expired"; readonly at: number };

/** What every phase function gets: the flow as it was, the rules, and when the event happened. */
export interface Moment {
  readonly rules: Rules;
  readonly flow: OpenFlow;
  readonly policy: Policy;
  readonly event: LogEntry["event"];
  readonly at: number;
}
