import { matchesOf } from "../matches.js";
import { type SourceKind, secretVariables, sourcesIn } from "./secrets.js";
import type { Statement } from "./statement.js";

const ASSIGNMENT =
  /^\s*(?:export\s+|local\s+|readonly\s+|const\s+|let\s+|var\s+|my\s+|async\s+)*\$?([A-Za-z_]\w{0,60})(?:\s*:\s*[\w[\]<>., |]{1,60})?\s*\+?=\s*(?![=>])(.+)$/s;
const DESTRUCTURED = /^\s*(?:const|let|var)\s+[{[]\s*([^}\]=]{1,200})[}\]]\s*=\s*(.+)$/s;
const OPENED = /\bwith\s+(.{1,300}?)\s+as\s+(\w{1,60})/s;
const LOOPED = /\bfor\s+(?:const\s+|let\s+)?[([]?\s*([\w\s,]{1,100}?)[)\]]?\s+(?:in|of)\s+(.+)$/s;
const FUNCTION =
  /^\s*(?:async\s+)?(?:def|function)\s+(\w{1,60})\s*\(|^\s*(?:const|let|var)\s+(\w{1,60})\s*=\s*(?:async\s*)?(?:\([^)]{0,200}\)|\w+)\s*=>/;
const RETURNED = /^\s*return\b(.+)$/s;
const WRITTEN =
  /(?:>>?|\btee\s+(?:-a\s+)?|-o\s+|--output\s+|-O\s+|-OutFile\s+|\b(?:tar|zip)\s+-?[a-z]*\s+)\s*["']?([\w~$./{}-]{3,120})/gi;
const COPIED =
  /\b(?:copy2?|copyfile|copyFile(?:Sync)?|move|cp|Copy-Item)\b\s*\(?\s*[^\s,]{1,200}[\s,]+["']?([\w~$./{}-]{1,120})/;
/** Something is fetched. */
export const READS_NETWORK =
  /\b(?:requests|httpx)\.(?:get|post)\s*\(|\burlopen\s*\(|\bfetch\s*\(|\baxios\b|\b(?:curl|wget)\s+[^|]*(?:https?:|\$)|urlretrieve|DownloadString|Invoke-WebRequest|\bhttps?["']?\)?\.get\s*\(|["'`]wss?:\/\//i;
/** Something hidden is made readable. */
export const DECODES =
  /b64decode\s*\(|\batob\s*\(|["']base64["']\s*\)|\bfromhex\s*\(|unhexlify\s*\(|base64\s+(?:-d|-D|--decode)|decompress\s*\(|FromBase64String|\[::-1\]|rot_?13|fromCharCode/i;

/** What the names of a script hold. */
export interface Taint {
  /** Which names hold what. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<SourceKind>>;
  /** Which secret variables a name was read from. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
}

/** Where nothing is taken, no name holds anything. */
export const UNTAINTED: Taint = { kinds: new Map(), secrets: new Map() };

/** Which names hold what. Two rounds, so that a helper defined below its use is seen. */
export function taintOf(block: readonly Statement[]): Taint {
  const kinds = new Map<string, Set<SourceKind>>();
  const secrets = new Map<string, readonly string[]>();
  const taint: Taint = { kinds, secrets };
  if (block.length > 4000) return taint;
  const add = (name: string, found: ReadonlySet<SourceKind>) => {
    if (found.size === 0 || name.length < 1) return;
    const known = kinds.get(name) ?? new Set();
    for (const kind of found) known.add(kind);
    kinds.set(name, known);
  };
  const parts = block.map(({ text }) => partsOf(text));
  for (let round = 0; round < 2; round += 1) {
    let within = "";
    for (const { text, direct, assigned, opens, ownSecrets, words } of parts) {
      if (opens !== "") within = opens;
      if (assigned !== null && (ownSecrets.length > 0 || secrets.size > 0)) {
        const names = [...ownSecrets, ...secretsNamed(assigned[2] ?? "", taint)];
        if (names.length > 0) secrets.set(assigned[1] ?? "", names);
      }
      const found = kinds.size === 0 ? direct : withWords(direct, words(), taint);
      if (found.size === 0) continue;
      if (assigned !== null) add(assigned[1] ?? "", kindsOf(assigned[2] ?? "", taint));
      const pattern = DESTRUCTURED.exec(text);
      if (pattern !== null) for (const name of (pattern[1] ?? "").split(/\W+/)) add(name, found);
      const file = OPENED.exec(text);
      if (file !== null) add(file[2] ?? "", kindsOf(file[1] ?? "", taint));
      const loop = LOOPED.exec(text);
      if (loop !== null)
        for (const name of (loop[1] ?? "").split(/\W+/)) add(name, kindsOf(loop[2] ?? "", taint));
      for (const written of matchesOf(text, WRITTEN)) add(written[1] ?? "", found);
      const copied = COPIED.exec(text);
      if (copied !== null) add(copied[1] ?? "", found);
      if (within !== "" && RETURNED.test(text)) add(within, found);
      const pushed = /\b(\w{1,60})\.(?:append|push|update|add|write|extend)\s*\(/.exec(text);
      if (pushed !== null) add(pushed[1] ?? "", found);
      const keyed = /^\s*(\w{1,60})\s*\[[^\]]{1,80}\]\s*=(?!=)/.exec(text);
      if (keyed !== null) add(keyed[1] ?? "", found);
    }
  }
  return taint;
}

/** What both rounds want to know of a statement, found once. */
function partsOf(text: string) {
  const assigned = text.includes("=") ? ASSIGNMENT.exec(text) : null;
  const opened = /def |function|=>/.test(text) ? FUNCTION.exec(text) : null;
  let split: readonly string[] | undefined;
  return {
    text,
    direct: directKinds(text),
    assigned,
    opens: opened?.[1] ?? opened?.[2] ?? "",
    ownSecrets: assigned === null ? [] : secretVariables(assigned[2] ?? ""),
    words: () => {
      split ??= wordsOf(text);
      return split;
    },
  };
}

/** What a text takes by itself and through the names it uses. */
export function kindsOf(text: string, taint: Taint): ReadonlySet<SourceKind> {
  const direct = directKinds(text);
  return taint.kinds.size === 0 ? direct : withWords(direct, wordsOf(text), taint);
}

/** What a text takes by itself. */
function directKinds(text: string): ReadonlySet<SourceKind> {
  const found = new Set(sourcesIn(text));
  if (READS_NETWORK.test(text)) found.add("network");
  if (DECODES.test(text)) found.add("decoded");
  return found;
}

/** The same, and what it takes through the names it uses. */
function withWords(
  direct: ReadonlySet<SourceKind>,
  words: readonly string[],
  taint: Taint,
): ReadonlySet<SourceKind> {
  const found = new Set(direct);
  for (const word of words) for (const kind of taint.kinds.get(word) ?? []) found.add(kind);
  return found;
}

/** Secret variables that reach a text through the names it uses. */
export function secretsNamed(text: string, taint: Taint): readonly string[] {
  if (taint.secrets.size === 0) return [];
  return wordsOf(text).flatMap((word) => taint.secrets.get(word) ?? []);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\w~$./{}-]+|(?<=\w)\.(?=\w)|[${}]/);
}
