import { err, ok, type Result } from "neverthrow";
import { z } from "zod";
import { type CortexFailure, failure } from "../core/errors.js";

/** How the workshop behaves in one workspace. Ranges are inclusive. */
export interface WorkshopConfig {
  /** False makes the tool unavailable and the turn hook inert. @defaultValue true */
  readonly enabled: boolean;
  /** Capture and review after successful turns. @defaultValue true */
  readonly autoCapture: boolean;
  /** Queue every proposal, or write the clean ones. @defaultValue "pending" */
  readonly approvalPolicy: "pending" | "auto";
  /** Correction phrases, the reviewer, both, or neither. @defaultValue "hybrid" */
  readonly reviewMode: "off" | "heuristic" | "llm" | "hybrid";
  /** Successful turns until a review, 1..200. @defaultValue 15 */
  readonly reviewInterval: number;
  /** Tool calls until a review, 1..500. @defaultValue 8 */
  readonly reviewMinToolCalls: number;
  /** Time limit of a review, 5000..180000. @defaultValue 45000 */
  readonly reviewTimeoutMs: number;
  /** Pending and quarantined proposals together, 1..200. @defaultValue 50 */
  readonly maxPending: number;
  /** Size of one written file in bytes, 1024..200000. @defaultValue 40000 */
  readonly maxSkillBytes: number;
  /** How often a correction must be seen before it is captured, 1..10; 1 means at once. @defaultValue 1 */
  readonly captureRecurrence: number;
  /** How long a correction that was seen too rarely is remembered, in days, 1..365. @defaultValue 30 */
  readonly watchDays: number;
  /** Unused days until a workshop skill is stale, 1..3650. @defaultValue 14 */
  readonly staleAfterDays: number;
  /** Unused days until a workshop skill is archived, 1..3650. @defaultValue 30 */
  readonly archiveAfterDays: number;
  /** How long a person may take to answer, 1000..3600000. @defaultValue 600000 */
  readonly approvalTimeoutMs: number;
}

/** The documented defaults. */
export const DEFAULT_WORKSHOP_CONFIG: WorkshopConfig = Object.freeze({
  enabled: true,
  autoCapture: true,
  approvalPolicy: "pending",
  reviewMode: "hybrid",
  reviewInterval: 15,
  reviewMinToolCalls: 8,
  reviewTimeoutMs: 45_000,
  maxPending: 50,
  maxSkillBytes: 40_000,
  captureRecurrence: 1,
  watchDays: 30,
  staleAfterDays: 14,
  archiveAfterDays: 30,
  approvalTimeoutMs: 600_000,
});

const range = (minimum: number, maximum: number) => {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.int({ error }).min(minimum, { error }).max(maximum, { error });
};
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.map((value) => `"${value}"`).join(", ")}` });
const flag = z.boolean({ error: "must be true or false" });

const schema = z
  .strictObject({
    enabled: flag,
    autoCapture: flag,
    approvalPolicy: oneOf(["pending", "auto"]),
    reviewMode: oneOf(["off", "heuristic", "llm", "hybrid"]),
    reviewInterval: range(1, 200),
    reviewMinToolCalls: range(1, 500),
    reviewTimeoutMs: range(5000, 180_000),
    maxPending: range(1, 200),
    maxSkillBytes: range(1024, 200_000),
    captureRecurrence: range(1, 10),
    watchDays: range(1, 365),
    staleAfterDays: range(1, 3650),
    archiveAfterDays: range(1, 3650),
    approvalTimeoutMs: range(1000, 3_600_000),
  })
  .refine((config) => config.archiveAfterDays >= config.staleAfterDays, {
    path: ["archiveAfterDays"],
    error: "must not be smaller than staleAfterDays",
  });

/** Fills in the defaults; anything out of range is `config-invalid` and names the path and the range. */
export function resolveWorkshopConfig(
  options: Readonly<Partial<WorkshopConfig>> = {},
): Result<WorkshopConfig, CortexFailure> {
  const given = Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse({ ...DEFAULT_WORKSHOP_CONFIG, ...given });
  if (parsed.success) return ok(Object.freeze(parsed.data));
  const problems = parsed.error.issues.map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${issue.keys.join(", ")}: unknown; known keys are ${Object.keys(DEFAULT_WORKSHOP_CONFIG).join(", ")}`
      : `${issue.path.join(".") || "config"}: ${issue.message}`,
  );
  return err(failure("config-invalid", `Workshop configuration: ${problems.join("; ")}.`, { problems }));
}
