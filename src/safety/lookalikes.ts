import { editDistance } from "../text/index.js";
import { skeleton } from "./skeleton.js";

/** More names than this in one warning help nobody. */
const MAXIMUM = 3;
/** Random tails seen on cloned names have four to seven characters; ten leaves room. */
const RANDOM_TAIL = /^[a-z0-9]{3,10}$/;
/** Words that clones add so that a name looks official or like a variant. */
const DECORATION = new Set(
  "official pro plus new best latest v2 v3 2 real free ultimate premium secure safe update updated fixed final original beta agent ai".split(
    " ",
  ),
);

/**
 * Known names that this name could be mistaken for: a typo away, the same after
 * look-alike letters and separators are levelled, or a known name with a random or
 * decorative tail. The name itself is not its own look-alike.
 */
export function lookalikes(name: string, knownNames: Iterable<string>): readonly string[] {
  const own = slugOf(name);
  const candidates = new Map<string, number>();
  for (const known of knownNames) {
    const other = slugOf(known);
    if (sameName(name, known) || other.length < 3) continue;
    const rank = resemblance(own, other);
    const best = candidates.get(known);
    if (rank !== undefined && (best === undefined || rank < best)) candidates.set(known, rank);
  }
  return [...candidates]
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAXIMUM)
    .map(([known]) => known);
}

/** Smaller is closer; undefined means that nobody would confuse them. */
function resemblance(own: string, other: string): number | undefined {
  const a = level(own);
  const b = level(other);
  if (a === b) return 0;
  if (isDecorated(own, other)) return 1;
  // One edit turns `git` into `gif`: short names must be closer than long ones.
  const limit = Math.min(a.length, b.length) >= 8 ? 2 : Math.min(a.length, b.length) >= 5 ? 1 : 0;
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return undefined;
  const distance = editDistance(a, b, limit);
  return distance <= limit ? 1 + distance : undefined;
}

function isDecorated(own: string, other: string): boolean {
  if (own.length <= other.length) return false;
  const tail = own.startsWith(`${other}-`)
    ? own.slice(other.length + 1)
    : own.endsWith(`-${other}`)
      ? own.slice(0, own.length - other.length - 1)
      : undefined;
  if (tail === undefined) return false;
  return DECORATION.has(tail) || (RANDOM_TAIL.test(tail) && looksRandom(tail));
}

/** A tail that no person would choose: digits inside letters, or letters without a vowel. */
function looksRandom(tail: string): boolean {
  const digits = /[0-9]/.test(tail);
  const letters = /[a-z]/.test(tail);
  if (digits && letters) return !/^v[0-9]+$/.test(tail);
  if (digits) return tail.length >= 4;
  return !/[aeiouy]/.test(tail) || /[bcdfghjklmnpqrstvwxz]{4}/.test(tail);
}

function sameName(left: string, right: string): boolean {
  return lastPart(left) === lastPart(right);
}

function slugOf(name: string): string {
  return lastPart(name).replace(/[_.\s]+/g, "-");
}

function lastPart(name: string): string {
  const reference = name.slice(name.indexOf(":") + 1);
  return (reference.split("/").at(-1) ?? reference).toLowerCase();
}

function level(slug: string): string {
  return skeleton(slug)
    .replace(/-/g, "")
    .replace(/0/g, "o")
    .replace(/[1|]/g, "l")
    .replace(/i/g, "l")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w");
}
