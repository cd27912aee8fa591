import type { CortexFailure } from "./errors.js";
import type { Failure } from "./facts.js";
import type { Finding, ScanStatus, Verdict } from "./findings.js";
import type { Pin, SkillKey } from "./identity.js";
import type { MissingDependency, SeverityMark } from "./listing.js";
import type { Lesson } from "./memory-view.js";

/** What the user must see of a candidate before saying yes. Facts first; name and description are untrusted. */
export interface CandidateCard {
  readonly pin: Pin;
  readonly source: string;
  readonly reviewed: boolean;
  readonly scan: ScanStatus;
  readonly stars: number | undefined;
  readonly downloads: number | undefined;
  readonly sideEffects: readonly string[];
  readonly marks: readonly SeverityMark[];
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
  readonly lookalikes: readonly string[];
  readonly history: CandidateHistory | undefined;
  /** Why a known skill is no longer trusted as before. */
  readonly changed: "republished" | "new-version" | "rollback" | undefined;
  readonly name: string;
  readonly description: string;
}

export interface CandidateHistory {
  readonly successes: number;
  readonly failures: number;
  readonly weight: number;
  readonly lastUsed: number;
}

/** Codes plus parameters; English is one renderer (`runtime/render-question.ts`). */
export type Question =
  | {
      readonly kind: "choose";
      readonly task: string;
      readonly region: string;
      readonly candidates: readonly CandidateCard[];
      readonly refused: readonly { readonly key: SkillKey; readonly reason: CortexFailure }[];
      readonly lessons: readonly Lesson[];
      readonly choices: readonly ["approve", "decline", "block"];
    }
  | {
      readonly kind: "plan";
      readonly task: string;
      readonly pin: Pin;
      readonly steps: readonly string[];
      readonly marks: readonly SeverityMark[];
      readonly sideEffects: readonly string[];
      readonly findings: readonly Finding[];
      readonly lessons: readonly Lesson[];
      /** What became of the programs that the lessons warn of; empty when nobody looked. */
      readonly lookups: readonly { readonly name: string; readonly present: boolean }[];
      readonly choices: readonly ["approve", "decline"];
    }
  | {
      readonly kind: "dependencies";
      readonly pin: Pin;
      readonly missing: readonly MissingDependency[];
      /** `install` runs exactly the commands shown; `ready` means that the user provided them. */
      readonly choices: readonly ("install" | "ready" | "decline")[];
    }
  | {
      readonly kind: "credentials";
      readonly pin: Pin;
      readonly env: readonly string[];
      readonly choices: readonly ["retry", "stop"];
    }
  | {
      readonly kind: "switch";
      readonly failed: Pin;
      /** How the run failed, or the code of what went wrong before there was one. */
      readonly failure: Failure | CortexFailure["code"];
      readonly next: CandidateCard;
      readonly choices: readonly ["switch", "stop"];
    }
  | {
      readonly kind: "interrupted";
      readonly pin: Pin;
      readonly during: "install" | "provision" | "execute";
      readonly choices: readonly ["continue", "stop"];
    }
  | {
      readonly kind: "retain";
      readonly pin: Pin;
      readonly successes: number;
      readonly weight: number;
      readonly choices: readonly ["keep", "release"];
    };

/** The reflex notice, with the fields and order of the protocol's two lines. */
export interface Notice {
  readonly kind: "reflex";
  readonly pin: Pin;
  /** 0..1 */
  readonly successRate: number;
  readonly task: string;
  readonly readOnly: boolean;
  readonly sideEffects: readonly string[];
}
