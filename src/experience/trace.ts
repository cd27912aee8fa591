import { err, ok, type Result } from "neverthrow";
import { z } from "zod";
import { type CortexFailure, failure } from "../core/errors.js";

/** Longer runs are not procedures; the limit keeps a hostile trace cheap. */
const MOST_STEPS = 2000;
const LONGEST_TEXT = 200_000;
const LONGEST_NAME = 1000;
/** End of the year 9999: what a file name's stamp can still hold. */
const LATEST = 253_402_300_799_999;

const text = z.string().max(LONGEST_TEXT);
const name = z.string().max(LONGEST_NAME);

const uiContextSchema = z.object({
  elementId: z.union([name, z.number().transform(String)]).optional(),
  label: name.optional(),
  resourceId: name.optional(),
  text: name.optional(),
  contentDesc: name.optional(),
  className: name.optional(),
  clickable: z.boolean().optional(),
});

const stepSchema = z.object({
  step: z.number().int().optional(),
  action: z.looseObject({ type: name.min(1) }),
  result: text.default(""),
  thought: text.default(""),
  currentApp: name.default(""),
  uiContext: uiContextSchema.optional(),
});

const sessionSchema = z.object({
  task: text,
  sessionPath: name.default(""),
  ok: z.boolean(),
  finalMessage: text.default(""),
  at: z.number().int().min(0).max(LATEST),
  traces: z.array(stepSchema).max(MOST_STEPS),
});

/** What the agent acted on, as far as the platform could say. */
export interface UiContext {
  readonly elementId?: string | undefined;
  readonly label?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly text?: string | undefined;
  readonly contentDesc?: string | undefined;
  readonly className?: string | undefined;
  readonly clickable?: boolean | undefined;
}

/** One action of any agent: a kind, and whatever arguments that kind has. */
export interface TraceAction {
  readonly type: string;
  readonly [argument: string]: unknown;
}

/** One step of a run: what was done, why, where, and what came of it. */
export interface TraceStep {
  readonly step?: number | undefined;
  readonly action: TraceAction;
  readonly result: string;
  readonly thought: string;
  /** Package, site or program in which the step happened. */
  readonly currentApp: string;
  readonly uiContext?: UiContext | undefined;
}

/** One run of a task, from the request to the final message. */
export interface Session {
  readonly task: string;
  /** Where the host keeps the full record of the run. */
  readonly sessionPath: string;
  /** Only successful runs become drafts. */
  readonly ok: boolean;
  readonly finalMessage: string;
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number;
  readonly traces: readonly TraceStep[];
}

/** Reads a recorded run. Missing texts are empty; anything of a wrong kind is an error that names its place. */
export function parseSession(value: unknown): Result<Session, CortexFailure> {
  const parsed = sessionSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  // zod's message names the expected kind, never the value: nothing that was typed gets into an error.
  return err(
    failure(
      "input-invalid",
      `The trace can't be read: ${path || "it"} is wrong (${issue?.code ?? "invalid"}).`,
      {
        path,
      },
    ),
  );
}
