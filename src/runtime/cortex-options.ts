import { z } from "zod";
import type { EffectKind } from "../core/effects.js";
import { CortexError } from "../core/errors.js";
import type { SkillKey } from "../core/identity.js";
import { DEFAULT_LIMITS, type Limits, limitsSchema } from "../core/limits.js";
import type { Policy } from "../core/memory-view.js";
import { once } from "../core/once.js";
import { classicPolicy } from "../core/policies/classic-policy.js";
import type { Catalog } from "../ports/catalog.js";
import type { Clock, Randomness } from "../ports/clock.js";
import type { Confirmer } from "../ports/confirmer.js";
import type { Installer } from "../ports/installer.js";
import type { Matcher } from "../ports/matcher.js";
import type { Notifier } from "../ports/notifier.js";
import type { Planner } from "../ports/planner.js";
import type { ProgressListener } from "../ports/progress.js";
import type { Provisioner } from "../ports/provisioner.js";
import type { Registry } from "../ports/registry.js";
import type { Runner } from "../ports/runner.js";
import type { Store } from "../ports/store.js";
import { safeText } from "../text/safe-text.js";
import { systemClock, systemRandomness } from "./system.js";

/** How long the runtime waits for a port, per effect, in milliseconds. */
export type Timeouts = Readonly<Record<EffectKind, number>>;

/** What a harness gives to `createCortex`. Only the first three are needed. */
export interface CortexOptions {
  readonly store: Store;
  /** Searched in this order; the next is asked when fewer than two relevant skills were found. */
  readonly registries: readonly Registry[];
  readonly installer: Installer;
  /** Asks the user during `run`. Without one every question of `run` is denied. */
  readonly confirmer?: Confirmer;
  /** Delivers reflex notices. Without one a reflex asks like everything else. */
  readonly notifier?: Notifier;
  /** Runs skills during `run`. Without one the execution is handed to the caller of `begin`. */
  readonly runner?: Runner;
  readonly provisioner?: Provisioner;
  /** The skills the user already has: named first, never touched. */
  readonly catalog?: Catalog;
  /** Matching by meaning. Without one the built-in lexical matching is used. */
  readonly matcher?: Matcher;
  readonly planner?: Planner;
  readonly clock?: Clock;
  readonly randomness?: Randomness;
  readonly limits?: Partial<Limits>;
  /** The first is used for new flows. @defaultValue the classic policy */
  readonly policies?: readonly [Policy, ...Policy[]];
  readonly timeouts?: Partial<Timeouts>;
  /** Side effects that the host knows of, for example of the tools a skill will use. They are added, never removed. */
  readonly declaredSideEffects?: (key: SkillKey) => readonly string[];
  /** Names that a look-alike might imitate, besides those in memory. */
  readonly popularNames?: readonly string[];
  readonly onProgress?: ProgressListener;
  readonly agentId?: string;
  readonly locale?: string;
}

const DAY = 86_400_000;

export const DEFAULT_TIMEOUTS: Timeouts = Object.freeze({
  recall: 15_000,
  search: 30_000,
  inspect: 120_000,
  confirm: DAY,
  notify: 60_000,
  install: 120_000,
  prepare: 30_000,
  provision: 900_000,
  execute: 3_600_000,
  wait: 600_000,
  release: 60_000,
  commit: 30_000,
});

/** The options with every default filled in. */
export interface ResolvedOptions extends CortexOptions {
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly limits: Limits;
  readonly policies: readonly [Policy, ...Policy[]];
  readonly timeouts: Timeouts;
}

const timeoutsSchema = once(() => {
  const milliseconds = z
    .int()
    .min(1)
    .max(DAY * 7);
  return z.strictObject(
    Object.fromEntries(Object.keys(DEFAULT_TIMEOUTS).map((name) => [name, milliseconds])) as Record<
      EffectKind,
      typeof milliseconds
    >,
  );
});

/** Checks and completes the options; a wrong one is an error that names its path and what is allowed. */
export function resolveOptions(options: CortexOptions): ResolvedOptions {
  if (typeof options !== "object" || options === null)
    throw new CortexError("config-invalid", "createCortex needs options: store, installer and registries.");
  checkNames(options);
  checkPorts(options);
  const { onProgress } = options;
  return {
    ...options,
    ...(onProgress && { onProgress: quietListener(onProgress) }),
    clock: options.clock ?? systemClock,
    randomness: options.randomness ?? systemRandomness,
    limits: checked("limits", limitsSchema(), { ...DEFAULT_LIMITS, ...options.limits }),
    policies: options.policies ?? [classicPolicy],
    timeouts: checked("timeouts", timeoutsSchema(), { ...DEFAULT_TIMEOUTS, ...options.timeouts }),
  };
}

const NEEDED = ["store", "installer", "registries"] as const;
const OPTIONAL = ["confirmer", "notifier", "runner", "provisioner", "catalog", "matcher", "planner"] as const;
const OTHERS = [
  "clock",
  "randomness",
  "limits",
  "policies",
  "timeouts",
  "declaredSideEffects",
  "popularNames",
  "onProgress",
  "agentId",
  "locale",
] as const;

/** A misspelt option would otherwise be one that was silently left out. */
function checkNames(options: CortexOptions): void {
  const known: readonly string[] = [...NEEDED, ...OPTIONAL, ...OTHERS] satisfies (keyof CortexOptions)[];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CortexError(
      "config-invalid",
      `There is no option "${safeText(unknown, 60)}". There are: ${known.join(", ")}.`,
      { details: { path: unknown } },
    );
}

function checkPorts(options: CortexOptions): void {
  for (const name of NEEDED)
    if (options[name] === undefined)
      throw new CortexError("config-invalid", `createCortex needs the option "${name}".`);
  if (!Array.isArray(options.registries))
    throw new CortexError("config-invalid", 'The option "registries" is a list of registries.');
  checkPort("store", options.store);
  checkPort("installer", options.installer);
  for (const registry of options.registries) checkPort("registry", registry);
  for (const name of OPTIONAL) if (options[name] !== undefined) checkPort(name, options[name]);
}

function checkPort(name: string, port: unknown): void {
  const version = (port as { readonly specificationVersion?: unknown } | null)?.specificationVersion;
  if (version !== "v1")
    throw new CortexError("config-invalid", `The port "${name}" does not say specificationVersion "v1".`);
}

/** A listener is for show only: whatever it throws, now or later, must not touch the flow. */
function quietListener(listener: ProgressListener): ProgressListener {
  return (progress) => {
    try {
      const result: unknown = listener(progress);
      if (result instanceof Promise) result.catch(() => {});
    } catch {}
  };
}

function checked<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [name, ...(issue?.path ?? [])].join(".");
  throw new CortexError("config-invalid", `Option "${path}": ${issue?.message ?? "invalid"}.`, {
    details: { path },
  });
}
