import { type Decoded, decodeAll } from "./decode.js";
import { codeHits } from "./detectors/code-signs.js";
import { commandHits } from "./detectors/commands.js";
import { downloadsThatRun } from "./detectors/downloads.js";
import { flows } from "./detectors/flows.js";
import { hiddenText } from "./detectors/hidden.js";
import { manifestPackages } from "./detectors/manifest-packages.js";
import { prerequisites } from "./detectors/prerequisites.js";
import { proseHits } from "./detectors/prose.js";
import { type Statement, statementsOf } from "./detectors/statement.js";
import type { Concealed } from "./normalise.js";
import { normalise } from "./normalise.js";
import type { SkillProfile } from "./profile.js";
import type { Hit } from "./rules.js";
import type { Line } from "./segment.js";
import { shiftedLetters } from "./shifted-letters.js";

/** One document with everything that detectors look at. */
export interface Subject {
  readonly file: string;
  readonly lines: readonly Line[];
  readonly concealed: readonly Concealed[];
  readonly profile: SkillProfile;
}

/** Encodings inside encodings; deeper ones are not worth anybody's time. */
const MAXIMUM_DEPTH = 3;
/** Matches kept per document: enough for any reader. */
const MAXIMUM_HITS = 200;

/** Looks at some documents for one kind of thing; the answer has an entry for each. */
type Detector = (
  subjects: readonly Subject[],
  statements: readonly (readonly Statement[])[],
) => readonly (readonly Hit[])[];

const COMMANDS: readonly Detector[] = [
  commandHits,
  flows,
  (subjects, statements) => subjects.map((subject, at) => downloadsThatRun(statements[at] ?? [], subject)),
];

function each(look: (subject: Subject) => readonly Hit[]): Detector {
  return (subjects) => subjects.map(look);
}

/** For what was decoded: nobody knows what is code in it and what is said. */
const DECODED: readonly Detector[] = [
  ...COMMANDS,
  (subjects) => proseHits(subjects, { codeToo: true }),
  each(prerequisites),
];

const DETECTORS: readonly Detector[] = [
  ...COMMANDS,
  (subjects) => proseHits(subjects, { codeToo: false }),
  each(prerequisites),
  codeHits,
  each(manifestPackages),
  each(hiddenText),
  each(smuggled),
  each((subject) => encoded(subject, 0)),
];

/**
 * Every match in each of some documents, in line order, the most severe of each rule and line. One detector after the
 * other looks at all documents: together they are too much code for the caches of a processor.
 */
export function detect(subjects: readonly Subject[]): readonly (readonly Hit[])[] {
  return hitsOf(DETECTORS, subjects).map(mostSevere);
}

function hitsOf(detectors: readonly Detector[], subjects: readonly Subject[]): readonly (readonly Hit[])[] {
  const statements = subjects.map(({ lines }) => statementsOf(lines));
  const found = detectors.map((look) => look(subjects, statements));
  return subjects.map((_, at) => found.flatMap((hits) => hits[at] ?? []));
}

function mostSevere(hits: readonly Hit[]): readonly Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) {
    const key = `${hit.rule}:${hit.line}`;
    const known = best.get(key);
    if (known === undefined || (known.severity === "warn" && hit.severity === "critical")) best.set(key, hit);
  }
  return [...best.values()].sort((left, right) => left.line - right.line).slice(0, MAXIMUM_HITS);
}

/** What invisible characters say, judged like any other text. */
function smuggled(subject: Subject): readonly Hit[] {
  return subject.concealed
    .filter(({ text }) => text.length >= 6)
    .flatMap(({ text, line, kind }) => rescan({ line, text, how: kind }, subject, "comment"));
}

function encoded(subject: Subject, depth: number): readonly Hit[] {
  const hits: Hit[] = [];
  for (const piece of [...decodeAll(subject.lines), ...shiftedLetters(subject.lines)]) {
    const inner = rescan(piece, subject, "code");
    hits.push(...inner);
    const isCipher = CIPHERS.has(piece.how);
    const severest = inner.some(({ severity }) => severity === "critical") ? "critical" : "warn";
    if (isCipher && (inner.length > 0 || piece.how === "shifted letters" || COMMAND.test(piece.text))) {
      hits.push({
        rule: "obfuscated-payload",
        severity: severest,
        line: piece.line,
        excerpt: piece.text,
        note: piece.how,
      });
    }
    if (depth + 1 < MAXIMUM_DEPTH && isCipher) {
      const nested = encoded({ ...subject, lines: linesOf(piece, "code") }, depth + 1);
      hits.push(...nested);
    }
  }
  return hits;
}

/** Ways to write that hide what is said; the others only split it. */
const CIPHERS = new Set([
  "base32",
  "base64",
  "base85",
  "character codes",
  "hexadecimal",
  "reversal",
  "ROT13",
  "shifted letters",
]);

/** A decoded text that is a command is a hidden command, whatever it does. */
const COMMAND =
  /(?:^|[\s;&|("'`])(?:curl|wget|bash|sh|zsh|powershell|nc|rm|chmod|eval|exec|python3?|osascript|sudo)\s+[-~/"'$\w]|\bimport\s+(?:os|subprocess|socket)\b|child_process|https?:\/\/\S+\.(?:sh|exe|ps1|zip|py)\b/;

function rescan(piece: Decoded, subject: Subject, region: Line["region"]): readonly Hit[] {
  const lines = linesOf(piece, region);
  const inner = { ...subject, lines, concealed: [] };
  const [hits = []] = hitsOf(DECODED, [inner]);
  return hits.map((hit) => ({
    ...hit,
    line: piece.line,
    note: piece.how,
  }));
}

function linesOf(piece: Decoded, region: Line["region"]): readonly Line[] {
  const { lines, marks } = normalise(piece.text);
  return lines.map((text, at) => ({
    number: piece.line,
    text,
    region,
    language: region === "code" ? "shell" : "text",
    block: 0,
    heading: "",
    marks: marks[at] ?? 0,
  }));
}
