import { isPlaceholder, secretKindOf } from "./secret-names.js";
import { SECRET_PATTERNS } from "./secret-patterns.js";

/** How many secrets of one kind were taken out. */
export interface Redaction {
  readonly kind: string;
  readonly count: number;
}

/** A text without its secrets, and what was taken out. */
export interface Redacted {
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

type Mark = (kind: string) => string;

/**
 * Replaces keys, tokens, passwords and private keys with `[redacted:<kind>]`.
 * Commit ids, digests, UUIDs and placeholders (`<your-api-key>`, `$TOKEN`) stay.
 * A second pass changes nothing; the time is linear.
 */
export function redactSecrets(text: string): Redacted {
  const counts = new Map<string, number>();
  const mark: Mark = (kind) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return `[redacted:${kind}]`;
  };
  let clean = withoutPrivateKeys(text, mark);
  clean = withoutUserinfo(clean, mark);
  for (const { kind, pattern } of SECRET_PATTERNS) {
    clean = clean.replace(pattern, (found) => (isPlaceholder(found) ? found : mark(kind)));
  }
  clean = withoutCredentialsAfterScheme(clean, mark);
  clean = withoutNamedValues(clean, mark);
  return { text: clean, redactions: [...counts].map(([kind, count]) => ({ kind, count })) };
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** From BEGIN to END, or to the end of the text when the block was cut. */
function withoutPrivateKeys(text: string, mark: Mark): string {
  let clean = "";
  let from = 0;
  KEY_BEGIN.lastIndex = 0;
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    KEY_END.lastIndex = begin.index;
    const end = KEY_END.exec(text);
    const after = end === null ? text.length : KEY_END.lastIndex;
    clean += text.slice(from, begin.index) + mark("private-key");
    from = after;
    KEY_BEGIN.lastIndex = after;
  }
  return clean + text.slice(from);
}

const USERINFO =
  /(?<![A-Za-z0-9.-])([A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/)([^\s/?#@:"'<>`]{0,200})(?::([^\s/?#"'<>`]{1,200}))?@/g;

function withoutUserinfo(text: string, mark: Mark): string {
  return text.replace(
    USERINFO,
    (found: string, scheme: string, user: string, password: string | undefined) => {
      if (password !== undefined) {
        return isPlaceholder(password) ? found : `${scheme}${user}:${mark("password")}@`;
      }
      return user.length >= 20 && !isPlaceholder(user) ? `${scheme}${mark("token")}@` : found;
    },
  );
}

const AFTER_SCHEME = /(?<![\w-])(Bearer|Basic|Token|ApiKey)([ \t]{1,4})([A-Za-z0-9._~+/=-]{8,})/gi;
const CURL_USER = /(?<![\w-])(-u|--user)([ \t=]{1,4}["']?)([^\s:"']{1,100}):([^\s"']{1,200})/g;

function withoutCredentialsAfterScheme(text: string, mark: Mark): string {
  return text
    .replace(AFTER_SCHEME, (found: string, scheme: string, gap: string, value: string) =>
      isPlaceholder(value) || !looksRandom(value) ? found : `${scheme}${gap}${mark("credential")}`,
    )
    .replace(CURL_USER, (found: string, flag: string, gap: string, user: string, password: string) =>
      isPlaceholder(password) ? found : `${flag}${gap}${user}:${mark("password")}`,
    );
}

/** A name and what joins it to its value: `=`, `:`, `=>`, a closing tag bracket, the space after a flag (`+` and `%20` in a link), or "is". */
const NAME =
  /(?<!\[redacted:)(?<![\w.-])(?:(--[A-Za-z][\w-]{1,60})(?:=|[ \t+]{1,4}|%20)|([A-Za-z_][\w.-]{0,60})(?:\\?["'`]?\]?[ \t+]{0,4}(?::=|=>|==?|:(?!\/\/))(?:[ \t+]{0,4}|%20)|>|[ \t]{1,4}(?:is|was)[ \t]{1,4}))/g;
const VALUE =
  /(?:[A-Za-z]{0,2}(\\?["'`]))((?:(?!\1)[^\r\n]){0,400})|((?:[^\s"'`,;&|<>)}\]]|&(?![\w.-]{1,40}=)){1,400})/y;

function withoutNamedValues(text: string, mark: Mark): string {
  let clean = "";
  let from = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    const kind = secretKindOf(name[1] ?? name[2] ?? "");
    if (kind === undefined) continue;
    VALUE.lastIndex = NAME.lastIndex;
    const found = VALUE.exec(text);
    if (found === null) continue;
    const value = found[2] ?? found[3] ?? "";
    const start = found.index + found[0].length - value.length;
    const end = start + value.length;
    const joint = / (?:is|was) /.test(name[0])
      ? "prose"
      : found[2] !== undefined
        ? "quoted"
        : /:\s*$/.test(name[0])
          ? "colon"
          : "sign";
    if (!isSecretValue(value, kind, joint, restOfLine(text, end))) continue;
    clean += text.slice(from, start) + mark(kind);
    from = end;
    NAME.lastIndex = end;
  }
  return clean + text.slice(from);
}

function restOfLine(text: string, from: number): string {
  return /^[^\r\n]{0,3}/.exec(text.slice(from, from + 3))?.[0].trim() ?? "";
}

/** The looser the joint, the more a value must look like a secret: "token: expired", "the password is wrong". */
function isSecretValue(value: string, kind: "password" | "secret", joint: string, rest: string): boolean {
  if (value.length < 4 || isPlaceholder(value)) return false;
  if (looksRandom(value)) return true;
  if (joint === "prose") return kind === "password" && /[0-9\W_]/.test(value.replace(/[.,!?]+$/, ""));
  if (kind !== "password")
    return joint !== "colon" && value.length >= 8 && /[0-9_]/.test(value) && !/\s/.test(value);
  if (joint === "colon") return rest === "" || /^[#,;"'}]/.test(rest);
  return !/\s/.test(value) || value.length < 30;
}

/** Letters and digits mixed (or both cases) over enough length that no word or name explains it. */
function looksRandom(value: string): boolean {
  const head = value.slice(0, 400);
  if (head.length < 8 || /\s/.test(head)) return false;
  const digits = /[0-9]/.test(head);
  const lower = /[a-z]/.test(head);
  const upper = /[A-Z]/.test(head);
  if (digits && (lower || upper)) return true;
  return lower && upper && head.length >= 16 && new Set(head).size >= 10;
}
