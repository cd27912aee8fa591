import { parseSkillKey, type SkillKey, sameSkill } from "./identity.js";

/** Longest region name, signal word or example word. */
export const NAME_CHARS = 64;

/** Longest version or digest. */
const PIN_CHARS = 128;

const SPACE = 32;

/** Latest time that a four-digit year can write: 9999-12-31T23:59:59.999Z. */
export const LATEST_TIME = 253_402_300_799_999;

const PRINTABLE = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u;
/** The characters of almost every name there is, looked up and not matched: files hold thousands of words. */
const PLAIN = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-:@/") {
  PLAIN[character.charCodeAt(0)] = 1;
}
const LESSON_KEY = /^[A-Za-z0-9_.+-]{1,64}$/;

/** A region's name, a signal or an example word: short, printable, without spaces at its ends. */
export function isName(value: unknown): value is string {
  if (typeof value !== "string" || value.length === 0 || value.length > NAME_CHARS) return false;
  return isPlain(value) || PRINTABLE.test(value);
}

/** The same for a string that is known to hold printable ASCII only. */
export function isAsciiName(value: string): boolean {
  return value.length > 0 && value.length <= NAME_CHARS && isTrimmed(value);
}

/** The same as `isPinText` for a string that is known to hold printable ASCII only. */
export function isAsciiPinText(value: string): boolean {
  return value.length <= PIN_CHARS && isTrimmed(value);
}

function isTrimmed(value: string): boolean {
  return value.charCodeAt(0) !== SPACE && value.charCodeAt(value.length - 1) !== SPACE;
}

/** The name of a binary or variable that a lesson may hold; never a value, never a sentence. */
export function isLessonKey(value: unknown): value is string {
  return typeof value === "string" && LESSON_KEY.test(value);
}

/** A version or digest: short printable text; empty means unknown. */
export function isPinText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length <= PIN_CHARS &&
    (value === "" || isPlain(value) || PRINTABLE.test(value))
  );
}

/** Milliseconds since the epoch that the file can hold. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= LATEST_TIME;
}

/** True for keys that follow their source's pattern. */
export function isSkillKey(value: unknown): value is SkillKey {
  return typeof value === "string" && value.length <= 512 && parseSkillKey(value) !== undefined;
}

/** True when the list holds this skill, also under its bare slug. */
export function listsSkill(list: readonly SkillKey[], key: SkillKey): boolean {
  if (list.length === 0) return false;
  if (list.includes(key)) return true;
  // Only entries with the same last segment can be the same skill: this spares the patterns for all others.
  const slug = key.slice(Math.max(key.lastIndexOf("/"), key.indexOf(":")) + 1);
  return list.some((entry) => entry.endsWith(slug) && sameSkill(entry, key));
}

function isPlain(value: string): boolean {
  for (let index = 0; index < value.length; index += 1)
    if (PLAIN[value.charCodeAt(index)] !== 1) return false;
  return true;
}
