import { scalarText } from "./scalar-text.js";
import { isSecretKey, namesAccount, namesSecret } from "./secret-words.js";
import type { TraceAction, UiContext } from "./trace.js";

/** One action with what is known around it. */
export interface Act {
  readonly action: TraceAction;
  readonly uiContext?: UiContext | undefined;
  readonly thought: string;
  readonly currentApp: string;
}

/**
 * What an action gives away: `text` types a secret, `key` is one character of it (a key, a tap on a PIN pad, a
 * pattern), `account` types the public half of a login, `open` nothing.
 */
export type Entry = "open" | "text" | "key" | "account";

/** Arguments that carry what was typed, in the actions of the usual agents. */
export const ENTRY_KEYS: ReadonlySet<string> = new Set(
  "text value values content contents input inputText characters chars keys string data answer".split(" "),
);
const POINTERS = /tap|click|press|touch|swipe|drag|gesture/i;
const CHARACTER_KEY =
  /^(?:KEYCODE_(?:NUMPAD_)?[0-9A-Z]|[0-9A-Za-z]|[7-9]|1[0-6]|29|[34][0-9]|5[0-4]|14[4-9]|15[0-3])$/;
const NAMES_A_CONTROL =
  /\b(?:field|box|button|link|next|submit|continue|sign ?in|log ?in|forgot|show|toggle|icon|menu|tab|option|settings?|input)\b/i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Follows the focus through a run and tells which actions enter something that must not be kept. */
export function createEntryWatcher(): (act: Act) => Entry {
  let isFocusSecret = false;
  /** A field for a secret has the focus and nothing was typed yet: taps may be the typing. */
  let isAwaited = false;
  let sinceLogin = Number.POSITIVE_INFINITY;
  return (act) => {
    const { action, uiContext, thought } = act;
    const isField =
      [...fieldTexts(uiContext), ...argumentTexts(action)].some(namesSecret) || hasSecretFlag(action);
    const isTold = isField || namesSecret(thought) || namesSecret(act.currentApp);
    const typed = typedText(action);
    sinceLogin += 1;
    if (typed !== undefined) {
      const isDescribed = fieldTexts(uiContext).length > 0;
      const followsLogin = sinceLogin <= 3 && !isDescribed && !/\s/.test(typed);
      if (EMAIL.test(typed)) sinceLogin = 0;
      isAwaited = false;
      if (isTold || (isFocusSecret && !isDescribed) || followsLogin || looksLikePassword(typed))
        return typed.length < 3 ? "key" : "text";
      return fieldTexts(uiContext).some(namesAccount) || argumentTexts(action).some(namesAccount)
        ? "account"
        : "open";
    }
    if (isCharacterKey(action)) return isTold || isFocusSecret ? "key" : "open";
    if (POINTERS.test(action.type)) {
      const label = labelOf(uiContext);
      const isPad = label !== undefined && [...label].length === 1 && (isTold || isFocusSecret);
      const isBlind =
        label === undefined &&
        !isField &&
        (namesSecret(thought) || isAwaited) &&
        !NAMES_A_CONTROL.test(thought);
      isFocusSecret = isTold || isPad || isBlind;
      isAwaited = isFocusSecret;
      return isPad || isBlind ? "key" : "open";
    }
    if (!/^(?:wait|sleep|screenshot|observe)/i.test(action.type)) {
      isFocusSecret = isTold;
      isAwaited = isTold;
    }
    return "open";
  };
}

const TEXT_FIELD = /edit|input|text_?(?:field|box|area)|password/i;

/** What a field for a secret shows: not its hint ("Password"), not dots. */
export function heldSecret({ action, uiContext }: Pick<Act, "action" | "uiContext">): string | undefined {
  const { text, ...about } = uiContext ?? {};
  if (text === undefined || namesSecret(text) || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const isField = TEXT_FIELD.test(about.className ?? "") || typedText(action) !== undefined;
  return isField && fieldTexts(about).some(namesSecret) ? text : undefined;
}

/** The text that an action types; `input text` in a command counts. */
export function typedText(action: TraceAction): string | undefined {
  for (const [key, value] of Object.entries(action)) {
    if (key === "type" || !ENTRY_KEYS.has(key)) continue;
    if (typeof value === "string" || typeof value === "number") return String(value);
    if (Array.isArray(value) && value.some((item) => scalarText(item) !== ""))
      return value.map(scalarText).join(" ");
  }
  for (const key of ["command", "script"]) {
    const command = action[key];
    const typed =
      typeof command === "string" ? /\binput\s+(?:\w+\s+)?text\s+(.+)/s.exec(command)?.[1] : undefined;
    if (typed !== undefined) return typed;
  }
  return undefined;
}

/** Four kinds of characters in one word: nobody writes that but as a password. */
function looksLikePassword(text: string): boolean {
  return (
    /^\S{8,64}$/.test(text) &&
    [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].every((kind) => kind.test(text)) &&
    !/^(?:[a-z][a-z0-9+.-]*:\/\/|[./~]|www\.)/i.test(text) &&
    !EMAIL.test(text)
  );
}

function isCharacterKey(action: TraceAction): boolean {
  return ["keycode", "keyCode", "key"].some((name) => CHARACTER_KEY.test(scalarText(action[name])));
}

function hasSecretFlag(action: TraceAction): boolean {
  return Object.entries(action).some(
    ([key, value]) =>
      value === true && (isSecretKey(key) || /^(?:sensitive|secure|masked|obscured)/i.test(key)),
  );
}

function labelOf(uiContext: UiContext | undefined): string | undefined {
  return uiContext?.text ?? uiContext?.label ?? uiContext?.contentDesc;
}

function fieldTexts(uiContext: UiContext | undefined): readonly string[] {
  const { label, resourceId, text, contentDesc, className, elementId } = uiContext ?? {};
  return [label, resourceId, text, contentDesc, className, elementId].filter(
    (value) => value !== undefined && value !== "",
  ) as string[];
}

/** Everything an action says about its target; not what it types. */
function argumentTexts(action: TraceAction): readonly string[] {
  return Object.entries(action)
    .filter(
      ([key, value]) =>
        typeof value === "string" && !ENTRY_KEYS.has(key) && key !== "command" && key !== "script",
    )
    .map(([, value]) => String(value));
}
