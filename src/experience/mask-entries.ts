import { ENTRY_KEYS, type Entry, typedText } from "./entry-watcher.js";
import type { Mark } from "./redact-text.js";
import { scalarText } from "./scalar-text.js";
import { isSecretKey, namesSecret } from "./secret-words.js";
import type { TraceAction } from "./trace.js";

/** Deeper values are dropped later, so nothing below is looked at. */
const DEEPEST = 8;

/**
 * An action without what it enters. `found` gets every value that was taken out. Fields for secrets inside a form
 * (`{ name: "password", value: … }`, `{ password: … }`) are masked whatever the step as a whole looks like.
 */
export function maskEntries(
  action: TraceAction,
  entry: Entry,
  mark: Mark,
  found: (value: string) => void,
): TraceAction {
  if (entry === "key") {
    const batch = action.actions;
    for (const part of Array.isArray(batch) ? batch : [action]) found(characterOf(part));
    return { type: action.type };
  }
  const hide = (value: string): string => {
    found(value);
    return mark(entry === "account" ? "account" : "password");
  };
  return { ...maskObject(action, { isTold: entry !== "open", isWhole: false }, hide, 0), type: action.type };
}

type Hide = (value: string) => string;

/** What is known above a value. */
interface Above {
  /** Something said that what is entered here is secret. */
  readonly isTold: boolean;
  /** All of it is the secret: it stands under a name like `password`. */
  readonly isWhole: boolean;
}

function maskObject(
  value: Readonly<Record<string, unknown>>,
  above: Above,
  hide: Hide,
  depth: number,
): Readonly<Record<string, unknown>> {
  const isTold = above.isTold || (depth > 0 && speaksOfSecret(value));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, unknown] => {
      const command =
        key === "command" || key === "script" ? typedText({ type: "", [key]: item }) : undefined;
      if (isTold && command !== undefined) return [key, hide(unquoted(command))];
      const isWhole = above.isWhole || isSecretKey(key) || (isTold && ENTRY_KEYS.has(key));
      return [key, maskValue(item, { isTold, isWhole }, hide, depth + 1)];
    }),
  );
}

function maskValue(value: unknown, above: Above, hide: Hide, depth: number): unknown {
  if (above.isWhole && (typeof value === "string" || typeof value === "number")) return hide(String(value));
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, above, hide, depth + 1));
  return maskObject(value as Readonly<Record<string, unknown>>, above, hide, depth);
}

function speaksOfSecret(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).some(
    ([key, item]) => !ENTRY_KEYS.has(key) && typeof item === "string" && namesSecret(item),
  );
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, "$2");
}

/** The character that a key, or a text of one character, enters; `KEYCODE_5` types a 5. */
function characterOf(action: unknown): string {
  if (typeof action !== "object" || action === null) return "";
  const known = action as TraceAction;
  const key = scalarText(known.keycode ?? known.keyCode ?? known.key);
  return typedText(known) ?? /^(?:KEYCODE_(?:NUMPAD_)?)?([0-9A-Za-z])$/.exec(key)?.[1] ?? "";
}
