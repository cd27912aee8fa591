// Turns labelled texts into the sentences and features that the scanner sees, one JSON object a skill or passage.
// Usage: npx tsx models/safety/windows.ts <output.jsonl> [folder of real skills...]
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { goesOut, isAddressed } from "../../src/safety/detectors/outward.js";
import { isToldOrAsked } from "../../src/safety/detectors/paragraph-signs.js";
import { passageFeatures } from "../../src/safety/detectors/passage-features.js";
import { sentencesOf } from "../../src/safety/detectors/sentence.js";
import { type Bundle, scanBundle } from "../../src/safety/index.js";
import { mergeProfiles, profileOf } from "../../src/safety/profile.js";
import { readBundle } from "../../src/safety/read-bundle.js";
import { corpusFiles, loadCorpusFile } from "../../test/support/safety-corpus.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const [output = "windows.jsonl", ...folders] = process.argv.slice(2);
const rows: string[] = [];

interface Source {
  /** Who wrote it, or which package it is from. */
  readonly source: string;
  readonly family: string;
  readonly label: string;
}

function add({ source, family, label }: Source, bundle: Bundle): void {
  const { documents } = readBundle(bundle);
  const profile = mergeProfiles(documents.map(({ lines }) => profileOf(lines)));
  const sentences: unknown[] = [];
  let paragraph = 0;
  let last: unknown;
  for (const document of documents) {
    const subject = { ...document, profile };
    for (const sentence of sentencesOf(document.lines, { codeToo: false })) {
      if (sentence.isData || sentence.text.startsWith("|")) continue;
      if (sentence.paragraph !== last) paragraph += 1;
      last = sentence.paragraph;
      const { entries, entryCount, wordCount } = passageFeatures(sentence.text);
      const points = /@|:\/\/|[a-z0-9-]\.[a-z]/.test(sentence.text);
      const direction = points ? goesOut(sentence.text, subject) : "nowhere";
      const outward = direction === "stranger" || direction === "mailbox";
      sentences.push([
        paragraph,
        wordCount,
        points && (outward || isAddressed(sentence.text, subject)) ? 1 : 0,
        [...entries.subarray(0, entryCount)],
        isToldOrAsked(sentence.text, sentence) ? 1 : 0,
      ]);
    }
  }
  const found = scanBundle(bundle).findings.some(({ why }) => !why.includes("statistical"));
  rows.push(JSON.stringify({ source, family, label, found, spoken: profile.spoken, sentences }));
}

function textBundle(text: string): Bundle {
  return { files: [{ path: "SKILL.md", bytes: new TextEncoder().encode(text) }] };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      return stat.isDirectory() ? filesBelow(path) : [path];
    });
}

for (const name of readdirSync(here)
  .filter((file) => file.endsWith(".jsonl"))
  .sort()) {
  for (const line of readFileSync(join(here, name), "utf8").trim().split("\n")) {
    const { label, family, text } = JSON.parse(line) as Record<"label" | "family" | "text", string>;
    add({ source: name.replace(/\.jsonl$/, ""), family, label }, textBundle(text));
  }
}
for (const file of corpusFiles()) {
  for (const { label, family, half, text } of loadCorpusFile(file)) {
    // The other half only measures.
    if (half === "tune") add({ source: file.replace(/\.txt$/, ""), family, label }, textBundle(text));
  }
}
for (const path of filesBelow(join(here, "../../test/fixtures/safety/bases"))) {
  add({ source: "bases", family: "ordinary", label: "benign" }, textBundle(readFileSync(path, "utf8")));
}
for (const folder of folders) {
  const skills = filesBelow(folder).filter((path) => path.endsWith("/SKILL.md"));
  for (const directory of skills.map(dirname)) {
    const files = filesBelow(directory)
      .filter((path) => statSync(path).size < 300_000)
      .slice(0, 60)
      .map((path) => ({ path: relative(directory, path), bytes: new Uint8Array(readFileSync(path)) }));
    // Folders are named <package>--<skill>.
    const group = relative(folder, directory).split("/").at(-1)?.split("--")[0] ?? "";
    add({ source: `real:${group}`, family: "", label: "benign" }, { files });
  }
}
writeFileSync(output, `${rows.join("\n")}\n`);
console.log(`${rows.length} texts`);
