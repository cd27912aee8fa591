import { textDigest } from "../safety/tree-digest.js";
import { redactSecrets } from "../text/redact-secrets.js";
import { transliterate } from "../workshop/transliterate.js";

/** Where a draft is written: one file, or a folder that also passes strict validation. */
export type DraftLayout = "legacy" | "mixed" | "strict";

const LONGEST = 42;
const HASH_LENGTH = 6;
const MARKS = /\[redacted:[a-z-]*\]/g;

/**
 * The readable part of a draft's name: lower-case letters and digits (Chinese characters too, unless strict), at most 42.
 * A name that had to lose something carries six digits of the task's digest, so that two tasks never share it.
 */
export function taskSlug(task: string, layout: DraftLayout): string {
  const plain = task.replace(MARKS, " ");
  const spelled = transliterate(plain.slice(0, 2000)).toLowerCase();
  const kept = layout === "strict" ? /[^a-z0-9]+/g : /[^a-z0-9\u4e00-\u9fa5]+/g;
  const whole = trimmed(spelled.replace(kept, "-"));
  const isLossy =
    whole.length > LONGEST || (spelled.match(kept) ?? []).some((gap) => /[\p{L}\p{N}]/u.test(gap));
  const hash = textDigest(plain.replace(/\s+/g, " ").trim()).slice("sha256:".length).slice(0, HASH_LENGTH);
  const slug = isLossy
    ? `${trimmed(whole.slice(0, LONGEST - HASH_LENGTH - 1)) || "task"}-${hash}`
    : whole || "task";
  // Lower case and hyphens can make a key's shape of ordinary words; no name may look like one.
  return redactSecrets(slug).redactions.length > 0 ? `task-${hash}` : slug;
}

/** `YYYYMMDD-HHMMSS`, in UTC: the same run has the same name everywhere, and no hour happens twice. */
export function stampOf(at: number): string {
  const [day = "", time = ""] = new Date(at).toISOString().split("T");
  return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}

function trimmed(text: string): string {
  return text.replace(/^-+|-+$/g, "");
}
