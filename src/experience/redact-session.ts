import { normaliseText } from "../text/normalise.js";
import type { Redaction } from "../text/redact-secrets.js";
import { type Act, createEntryWatcher, type Entry, heldSecret } from "./entry-watcher.js";
import { createMask } from "./known-values.js";
import { maskEntries } from "./mask-entries.js";
import { PROBES } from "./probes.js";
import { type Mark, markOf, redactProse, wellFormed } from "./redact-text.js";
import type { Session, TraceAction, TraceStep, UiContext } from "./trace.js";

declare const redactedBrand: unique symbol;

/** A step of which everything secret is gone. */
export interface RedactedStep extends TraceStep {
  /** True when something of the action was taken out: it can be described, and not be replayed. */
  readonly hidden: boolean;
}

/** A run without secrets: the only form that anything but the redaction ever sees. */
export interface RedactedSession extends Omit<Session, "traces"> {
  readonly [redactedBrand]: true;
  readonly traces: readonly RedactedStep[];
  /** Kinds of what was taken out, with counts. */
  readonly redactions: readonly Redaction[];
}

/**
 * Takes out of a run what must never be written: issued credentials anywhere, what was typed into fields for secrets
 * (also key by key), and every other place where such a value turns up: thoughts, results, the task, the final message.
 */
export function redactSession(session: Session): RedactedSession {
  const counts = new Map<string, number>();
  const mark: Mark = (kind) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return markOf(kind);
  };
  const { masked, values } = maskSteps(session.traces, mark);
  const mask = createMask(values);
  const clean = (text: string): string => {
    const raw = wellFormed(text);
    // Looked at in normal form, so that no spelling of a secret appears only later; kept as written when nothing is found.
    const normal = normaliseText(raw);
    const cleaned = redactProse(mask(normal, mark), mark);
    return cleaned === normal ? raw : cleaned;
  };
  const traces = masked.map(({ step, entry }) => cleanStep(step, entry, clean, mark));
  const redacted: Omit<RedactedSession, typeof redactedBrand> = {
    task: clean(session.task),
    sessionPath: clean(session.sessionPath),
    ok: session.ok,
    finalMessage: clean(session.finalMessage),
    at: session.at,
    traces,
    redactions: [...counts].map(([kind, count]) => ({ kind, count })),
  };
  return redacted as RedactedSession;
}

interface MaskedStep {
  readonly step: TraceStep;
  readonly entry: Entry;
}

/** Shorter ones are pieces of a secret that is entered bit by bit. */
const WHOLE_SECRET = 3;

/** First pass: what is entered as a secret leaves its action, and is remembered so that it can leave everything else. */
function maskSteps(
  traces: readonly TraceStep[],
  mark: Mark,
): { readonly masked: readonly MaskedStep[]; readonly values: ReadonlyMap<string, string> } {
  const watch = createEntryWatcher();
  const entries = traces.map((step) => entryOf(step, watch));
  const isLogin = entries.includes("text") || entries.includes("key");
  const values = new Map<string, string>();
  let spelled = "";
  const masked = traces.map((step, index): MaskedStep => {
    const found = entries[index] ?? "open";
    // An account name alone is an ordinary word; beside a password it is half of a credential.
    const entry = found === "account" && !isLogin ? "open" : found;
    const action = maskEntries(step.action, entry, mark, (value) => {
      if (entry === "key" && value.length < WHOLE_SECRET) spelled += value;
      else values.set(value, entry === "account" ? "account" : "password");
    });
    const held = heldSecret(step);
    if (held !== undefined) values.set(held, "password");
    if (entry === "key") spelled += step.uiContext?.text ?? step.uiContext?.label ?? "";
    else if (spelled !== "") {
      values.set(spelled, "code");
      spelled = "";
    }
    return { step: { ...step, action }, entry };
  });
  if (spelled !== "") values.set(spelled, "code");
  return { masked, values };
}

/** A batch gives away what the worst of its actions gives away. */
function entryOf(step: TraceStep, watch: (act: Act) => Entry): Entry {
  const batch = step.action.actions;
  if (!Array.isArray(batch)) return watch(step);
  const found = batch.filter(isAction).map((action) => watch({ ...step, action, uiContext: undefined }));
  return (["key", "text", "account"] as const).find((entry) => found.includes(entry)) ?? "open";
}

function isAction(value: unknown): value is TraceAction {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

function cleanStep(step: TraceStep, entry: Entry, clean: (text: string) => string, mark: Mark): RedactedStep {
  const action = { ...(deeply(step.action, clean) as object), type: clean(step.action.type) };
  const isKey = entry === "key";
  return {
    ...(step.step === undefined ? {} : { step: step.step }),
    action,
    // "Tap 4", "tap 8": one digit a step would still spell the secret.
    result: isKey ? PROBES.filter((probe) => step.result.includes(probe)).join(" ") : clean(step.result),
    thought: isKey ? `Enter one character of ${mark("code")}` : clean(step.thought),
    currentApp: clean(step.currentApp),
    ...(step.uiContext === undefined ? {} : { uiContext: isKey ? {} : cleanContext(step.uiContext, clean) }),
    hidden: entry !== "open" || JSON.stringify(action).includes("[redacted:"),
  };
}

function cleanContext(uiContext: UiContext, clean: (text: string) => string): UiContext {
  return Object.fromEntries(
    Object.entries(uiContext).map(([key, value]) => [key, typeof value === "string" ? clean(value) : value]),
  );
}

/** Deeper arguments say nothing about a procedure. */
const DEEPEST = 8;

/** Cleans every text of a JSON value, names of fields included. */
function deeply(value: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return clean(value);
  if (typeof value === "number") {
    const text = String(value);
    const cleaned = clean(text);
    return cleaned === text ? value : cleaned;
  }
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth >= DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((item) => deeply(item, clean, depth + 1) ?? null);
  const copy: [string, unknown][] = Object.entries(value).map(([key, item]) => [
    clean(key),
    deeply(item, clean, depth + 1),
  ]);
  return Object.fromEntries(copy.filter(([, item]) => item !== undefined));
}
