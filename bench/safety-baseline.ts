import type { Bundle } from "../src/safety/index.js";

/** Keyword rules as the source document describes them: what a first draft of a scanner looks like. */
const CRITICAL: readonly RegExp[] = [
  /ignore (?:all|any|previous|prior|above) instructions/i,
  /system prompt|developer message|hidden instructions/i,
  /(?:run|use|call|execute)\b.{0,80}\bwithout (?:permission|approval|asking)/i,
  /\b(?:curl|wget)\b[^\n|]*\|\s*(?:sh|bash|zsh)\b/i,
  /(?:process\.env|\benv\b)[^\n]{0,120}(?:fetch|curl|wget|https?:)/i,
];
const WARN: readonly RegExp[] = [/\brm\s+-rf\b/i, /\bchmod\s+777\b/i];

/** What those rules say of a bundle. */
export function baselineVerdict(bundle: Bundle): "blocked" | "warned" | "silent" {
  const texts = bundle.files.map(({ bytes }) => new TextDecoder().decode(bytes));
  if (texts.some((text) => CRITICAL.some((rule) => rule.test(text)))) return "blocked";
  return texts.some((text) => WARN.some((rule) => rule.test(text))) ? "warned" : "silent";
}
