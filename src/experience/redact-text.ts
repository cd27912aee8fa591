import { redactSecrets } from "../text/redact-secrets.js";

/** Counts one removal and gives the mark that stands in its place. */
export type Mark = (kind: string) => string;

/** What stands where something was taken out; stable under every later redaction. */
export function markOf(kind: string): string {
  return `[redacted:${kind}]`;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text that survives UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

/**
 * Prose of a trace without secrets: what every text passes, and what people say in a run besides ("PIN 4821",
 * "the password swordfish1", card numbers).
 */
export function redactProse(text: string, mark: Mark): string {
  const { text: clean, redactions } = redactSecrets(text);
  for (const { kind, count } of redactions) for (let n = 0; n < count; n += 1) mark(kind);
  return withoutCards(withoutSpoken(clean, mark), mark);
}

const SPOKEN_CODE =
  /(?<![\p{L}\p{N}])((?:pin(?: ?code)?|passcode|otp|cvv|cvc|(?:security|verification|access|confirmation|login|sms|unlock|one[- ]time) code)[ \t]{0,3}(?:is|was|of|=|:)?[ \t"'“‘(]{0,3})([0-9][0-9 -]{1,10}[0-9])(?![0-9])/giu;
const BARE_CODE = /(?<![\p{L}\p{N}])(code[ \t]{0,3}(?:is|was|=|:)?[ \t"'“‘(]{0,3})([0-9]{6})(?![0-9])/giu;
const SPOKEN_PASSWORD =
  /((?:password|passwd|passphrase|passcode|pwd)[ \t]{1,3}(?:is |was |of )?)(["'“‘`]?)([^\s"'“”‘’`]{4,200})/giu;
const FOREIGN_PASSWORD =
  /((?:密码|密碼|口令|验证码|驗證碼|パスワード|暗証番号|비밀번호|인증번호|парол[ья])[ \t]{0,3}(?:是|为|為|は|[:=]|은|는)?[ \t"'“‘「]{0,3})([\x21-\x7e]{4,200})/giu;

function withoutSpoken(text: string, mark: Mark): string {
  return text
    .replace(SPOKEN_CODE, (_found, before: string) => `${before}${mark("code")}`)
    .replace(BARE_CODE, (_found, before: string) => `${before}${mark("code")}`)
    .replace(SPOKEN_PASSWORD, (found: string, before: string, quote: string, value: string) =>
      isSpokenSecret(value, quote !== "") ? `${before}${quote}${mark("password")}` : found,
    )
    .replace(FOREIGN_PASSWORD, (found: string, before: string, value: string) =>
      isSpokenSecret(value, false) ? `${before}${mark("password")}` : found,
    );
}

/** A word in quotes, or one that no sentence would hold at this place. */
function isSpokenSecret(value: string, quoted: boolean): boolean {
  if (value.startsWith("[redacted:")) return false;
  return quoted || /[0-9]|[^\p{L}\p{N}].*[\p{L}\p{N}]/u.test(value.replace(/[.,;:!?)\]]+$/, ""));
}

const DIGITS = /(?<![0-9])(?:[0-9][ -]?){12,18}[0-9](?![0-9])/g;

function withoutCards(text: string, mark: Mark): string {
  return text.replace(DIGITS, (found) => (passesLuhn(found.replace(/\D/g, "")) ? mark("card") : found));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return sum % 10 === 0;
}
