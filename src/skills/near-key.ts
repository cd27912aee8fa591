import { editDistance } from "../text/edit-distance.js";

/** The block's current key and its two predecessors; all three are found in published skills. */
export const NAMESPACES = ["openclaw", "clawdbot", "clawdis"] as const;
const NEAR_NAMESPACE = /(?:^|[^a-z0-9])(?:openclaw|clawdbot|clawdis)(?:$|[^a-z0-9])/i;

/** Keys by which a skill is restricted. */
const RESTRICTING = [
  ...NAMESPACES,
  "metadata",
  "requires",
  "os",
  "bins",
  "anyBins",
  "env",
  "config",
] as const;

/** One of the keys by which a skill is restricted. */
export type RestrictingKey = (typeof RESTRICTING)[number];

interface KeyMeaning {
  readonly near: readonly RestrictingKey[];
  /** Nobody could have meant to restrict something by it. */
  readonly ordinary: boolean;
  readonly exact: boolean;
}

/** Thousands of skills share a few dozen keys. */
const meanings = new Map<string, KeyMeaning>();
const MEANINGS_MAXIMUM = 1_000;

function meaningOf(key: string): KeyMeaning {
  const known = meanings.get(key);
  if (known !== undefined) return known;
  const near = RESTRICTING.filter((restricting) => isSlipOf(key, restricting));
  const exact = near.some((name) => name === key);
  const meaning = { near, exact, ordinary: near.length === 0 && !namesNamespace(key) };
  if (meanings.size >= MEANINGS_MAXIMUM) meanings.clear();
  meanings.set(key, meaning);
  return meaning;
}

/**
 * Equal but for case, punctuation and, in longer words, a slip of the pen. Only keys that restrict are read this
 * generously: a misspelt `requires` must not set a skill free.
 */
export function isNear(key: string, name: RestrictingKey): boolean {
  return key === name || meaningOf(key).near.includes(name);
}

/** True for a key that has nothing to do with restrictions, however generously it is read. */
export function isOrdinary(key: string): boolean {
  return meaningOf(key).ordinary;
}

/** True for a key that is nearly, but not exactly, one that restricts. */
export function isSlip(key: string): boolean {
  const { near, exact } = meaningOf(key);
  return near.length > 0 && !exact;
}

/** True for text that has one of the block's names as a word in it. */
export function namesNamespace(text: string): boolean {
  return NEAR_NAMESPACE.test(text);
}

function isSlipOf(key: string, name: RestrictingKey): boolean {
  if (Math.abs(key.length - name.length) > 6) return false;
  const folded = key.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const wanted = name.toLowerCase();
  if (folded === wanted) return true;
  const slips = wanted.length >= 8 ? 2 : Math.max(folded.length, wanted.length) >= 4 ? 1 : 0;
  return slips > 0 && editDistance(folded, wanted, slips) <= slips;
}
