import type { Skill } from "./skill.js";

/** Most trigger phrases that are added to one description. */
const HINTS_MAXIMUM = 8;
/** Characters that change how text looks or is read without being seen: bidi controls, zero-width blanks, tags. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|[^\P{Cc}\s]/gu;

/** One line of visible text: whitespace is one blank, invisible characters are gone. */
export function visibleLine(text: string): string {
  // Nearly all text is plain already.
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text;
  return text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

/** A path on one line. Blanks stay as they are: the model has to open exactly this file. */
export function visiblePath(path: string): string {
  if (/^[\x20-\x7e]+$/.test(path)) return path;
  return path.replace(INVISIBLE, "").replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, " ");
}

/** Text that can't end or open an element. */
export function escapeXml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** `~/…` for paths below the home folder. */
export function compactPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/" || !path.startsWith(home)) return path;
  const next = path[home.length];
  return next === "/" || next === "\\" ? `~${path.slice(home.length)}` : path;
}

/** The description with OpenPocket's hints: `any`, then `all`, without repeats, at most eight. */
export function describe(skill: Skill, options: { readonly triggerHints: boolean }): string {
  const description = visibleLine(skill.description);
  const { any, all } = skill.metadata.triggers;
  if (!options.triggerHints || (any.length === 0 && all.length === 0)) return description;
  const hints = [...new Set([...any, ...all].map(visibleLine))].slice(0, HINTS_MAXIMUM);
  return `${description} Trigger hints: ${hints.join("; ")}`;
}

/** Cut at a word where there is one near, with an ellipsis; never through a surrogate pair. */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const room = Math.max(0, maximum - 1);
  const cut = text.slice(0, room).replace(/[\ud800-\udbff]$/, "");
  const blank = cut.lastIndexOf(" ");
  return `${(blank > room * 0.6 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

/** One `<skill>` element, as the OpenClaw document and pi write it. */
export function renderEntry(name: string, description: string, location: string): string {
  return `  <skill>\n    <name>${escapeXml(name)}</name>\n    <description>${escapeXml(description)}</description>\n    <location>${escapeXml(location)}</location>\n  </skill>`;
}
