import type { Diagnostic } from "./diagnostics.js";
import { isAsciiName, isAsciiPinText, isName, isPinText, isTime } from "./names.js";
import { explainPart, type SnapshotPart } from "./snapshot-explain.js";
import type { JsonValue } from "./state.js";

/** Diagnostics kept of one file; a hostile one could ask for millions. */
const DIAGNOSTICS_CAP = 100;

/** Unknown values nested deeper than this are not kept: writing them back could exhaust the stack. */
const UNKNOWN_DEPTH = 32;

/** An object of the file. Its own fields only are read; JSON gives it no others. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for what JSON calls an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * JSON holds no control characters in strings but escaped ones. So a text that passes this and has no backslash
 * has only strings of printable ASCII, and one fast look at it spares looking at every character of every name.
 */
const ASCII = /^[\x00-\x7e]*$/;

/** Judges the strings of a file and collects what had to be repaired while it is read. */
export class Repairs {
  readonly #ascii: boolean;
  readonly #diagnostics: Diagnostic[] = [];
  #left = 0;
  #damaged = false;
  #sound = true;

  constructor(text: string) {
    this.#ascii = !text.includes("\\") && ASCII.test(text);
  }

  /** As the function of that name, for strings of this file. */
  isName(value: unknown): value is string {
    return this.#ascii ? typeof value === "string" && isAsciiName(value) : isName(value);
  }

  /** As the function of that name, for strings of this file. */
  isPinText(value: unknown): value is string {
    return this.#ascii ? typeof value === "string" && isAsciiPinText(value) : isPinText(value);
  }

  /** True when something was dropped or replaced, so that a copy of the file should be kept. */
  get damaged(): boolean {
    return this.#damaged;
  }

  get diagnostics(): readonly Diagnostic[] {
    if (this.#left === 0) return this.#diagnostics;
    const more = `${this.#left} more parts of the file had to be repaired.`;
    return [...this.#diagnostics, { code: "snapshot-more", severity: "warning", message: more }];
  }

  /** Begins a part whose fields are judged together. */
  begin(): void {
    this.#sound = true;
  }

  /** Notes that a field of the part that was begun is wrong, and passes on what is used instead. */
  wrong<Safe>(safe: Safe): Safe {
    this.#sound = false;
    return safe;
  }

  /** False when a field of the part that was begun is wrong. */
  get sound(): boolean {
    return this.#sound;
  }

  /** A part is unusable and left out. */
  dropped(part: SnapshotPart, path: string, value: unknown): void {
    this.#damage("snapshot-part-dropped", part, path, value, "left out");
  }

  /** A part is used with safe values in place of wrong ones. */
  repaired(part: SnapshotPart, path: string, value: unknown): void {
    this.#damage("snapshot-part-repaired", part, path, value, "repaired");
  }

  /** More than any setting allows: only the best or newest stay. */
  truncated(path: string, from: number, to: number): void {
    this.#damaged = true;
    this.#add("snapshot-truncated", "warning", () => `${path} had ${from} entries; ${to} were kept.`);
  }

  /** Something worth knowing that harmed nothing. */
  noted(code: string, message: string): void {
    this.#add(code, "info", () => message);
  }

  #damage(code: string, part: SnapshotPart, path: string, value: unknown, what: string): void {
    this.#damaged = true;
    this.#add(code, "warning", () => `${path} was ${what}: ${explainPart(part, value)}`);
  }

  #add(code: string, severity: Diagnostic["severity"], message: () => string): void {
    if (this.#diagnostics.length >= DIAGNOSTICS_CAP) this.#left += 1;
    else this.#diagnostics.push({ code, severity, message: message() });
  }
}

/** A list that grows while fields are read. */
export type UnknownDraft = [place: string, name: string, value: JsonValue][];

/** Adds the fields of `value` that are not in `known`, which lists names in the order in which they are written. */
export function collectUnknown(
  value: Fields,
  known: readonly string[],
  place: string,
  into: UnknownDraft | undefined,
  repairs: Repairs,
): UnknownDraft | undefined {
  let found = into;
  let next = 0;
  for (const name in value) {
    // Names come in the written order almost always, so that one walk through the list finds them all.
    while (next < known.length && known[next] !== name) next += 1;
    if (next < known.length) {
      next += 1;
      continue;
    }
    next = known.indexOf(name) + 1;
    if (next > 0) continue;
    const field = value[name];
    if (isShallow(field, UNKNOWN_DEPTH)) {
      found ??= [];
      found.push([place, name, field]);
    } else {
      repairs.dropped("unknown", name.slice(0, 100), undefined);
    }
  }
  return found;
}

/** Values from JSON are JSON; only their depth can be wrong. */
function isShallow(value: unknown, depth: number): value is JsonValue {
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

/** A count as the file may hold it. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/**
 * The exact time where it agrees with the date beside it. Where it does not, a program that knows only the date
 * has written since, and the date is right.
 */
export function exactTime(exact: unknown, day: number | undefined): number | undefined {
  if (!isTime(exact)) return day;
  return day === undefined || (exact >= day && exact - day < 86_400_000) ? exact + 0 : day;
}
