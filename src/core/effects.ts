import type { Batch, By, RunResult } from "./facts.js";
import type { Pin, SkillKey } from "./identity.js";
import type { Inspection, Listing, Plan, ScoredListing } from "./listing.js";
import type { MemoryView } from "./memory-view.js";
import type { Notice, Question } from "./questions.js";

/**
 * Consent as data. Only `transition` writes one, from a human or host answer that
 * names the question, or from a delivered, uncancelled notice. The runtime turns it
 * into a single-use Approval; a grant found in a resumed flow is not consent any more.
 */
export interface Grant {
  /** The effect id of the question or notice that was answered. */
  readonly questionId: string;
  readonly by: By | "notice";
  readonly at: number;
  readonly expiresAt: number;
  readonly scope:
    | { readonly kind: "install"; readonly pin: Pin; readonly sideEffects: readonly string[] }
    | { readonly kind: "provision"; readonly argv: readonly (readonly string[])[] };
}

/** Every effect and what answers it, in one table. */
export interface Effects {
  recall: {
    ask: { readonly task: string };
    answer: { readonly view: MemoryView; readonly installed: readonly SkillKey[]; readonly seed: number };
  };
  search: {
    ask: { readonly registry: number; readonly query: string };
    answer: { readonly listings: readonly ScoredListing[] };
  };
  inspect: {
    ask: { readonly skills: readonly Listing[] };
    answer: { readonly inspections: readonly Inspection[] };
  };
  confirm: {
    ask: { readonly question: Question };
    answer: {
      readonly choice: string;
      readonly keys?: readonly SkillKey[];
      readonly by: By;
      readonly view: MemoryView;
    };
  };
  notify: {
    ask: { readonly notice: Notice; readonly until: number };
    answer: { readonly outcome: "proceed" | "cancel" | "undeliverable" };
  };
  install: {
    ask: { readonly pin: Pin; readonly grant: Grant };
    answer: { readonly pin: Pin };
  };
  prepare: {
    ask: { readonly pin: Pin };
    answer: { readonly plan: Plan };
  };
  provision: {
    ask: { readonly argv: readonly (readonly string[])[]; readonly grant: Grant };
    answer: { readonly installed: readonly string[] };
  };
  execute: {
    ask: { readonly pin: Pin; readonly plan: Plan; readonly attempt: number };
    answer: {
      readonly result: RunResult;
      /** Names of missing dependencies, with `dependency_missing`. */
      readonly missing?: readonly string[];
      /** Observed side effects. */
      readonly sideEffects: readonly string[];
      readonly by: By;
    };
  };
  wait: {
    ask: { readonly until: number };
    answer: Readonly<Record<never, never>>;
  };
  release: {
    ask: { readonly pin: Pin; readonly keep: boolean };
    answer: { readonly removed: boolean };
  };
  commit: {
    ask: { readonly batch: Batch };
    answer: { readonly saved: boolean; readonly view: MemoryView };
  };
}

export type EffectKind = keyof Effects;

/** `{ kind: "install", pin, grant }` and so on. */
export type Effect = { [Kind in EffectKind]: { readonly kind: Kind } & Effects[Kind]["ask"] }[EffectKind];

/** `{ kind: "install", pin }` and so on: the kind repeats what was asked. */
export type Answer = { [Kind in EffectKind]: { readonly kind: Kind } & Effects[Kind]["answer"] }[EffectKind];

export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;
export type AnswerOf<Kind extends EffectKind> = Extract<Answer, { kind: Kind }>;
