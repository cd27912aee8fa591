import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Bundle, BundleFile } from "../../src/safety/index.js";

/** One labelled skill: an attack, or something harmless that resembles one. */
export interface CorpusEntry {
  readonly label: "attack" | "benign";
  readonly family: string;
  /** Rules are tuned on one half of each family; the other half only measures. */
  readonly half: "tune" | "measure";
  readonly bundle: Bundle;
  /** The text that makes the entry what it is, without the skill around it. */
  readonly text: string;
  /** `file:line` of the entry, for whoever wants to look it up. */
  readonly origin: string;
}

const FOLDER = fileURLToPath(new URL("../fixtures/safety/", import.meta.url));

/** Reads every `attacks-*.txt` and `benign-*.txt` of the fixtures. */
export function loadCorpus(): readonly CorpusEntry[] {
  return corpusFiles().flatMap((name) => loadCorpusFile(name));
}

/** Reads one corpus file; its name says what its entries are. */
export function loadCorpusFile(name: string): readonly CorpusEntry[] {
  const label = name.startsWith("attacks") ? "attack" : "benign";
  const bases = loadBases();
  const seen = new Map<string, number>();
  return rawEntries(readFileSync(`${FOLDER}${name}`, "utf8"), [...bases.keys()]).map((raw) => {
    const count = seen.get(raw.family) ?? 0;
    seen.set(raw.family, count + 1);
    return {
      label,
      family: raw.family,
      half: count % 2 === 0 ? "tune" : "measure",
      bundle: bundleOf(raw, bases),
      text: raw.text,
      origin: `${name}:${raw.line}`,
    };
  });
}

export function corpusFiles(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^(?:attacks|benign)-[\w-]+\.txt$/.test(name))
    .sort();
}

interface RawEntry {
  readonly family: string;
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
  readonly line: number;
}

/** `@@ family …` opens one entry; `@@each family` makes every line below it an entry of its own. */
function rawEntries(source: string, baseNames: readonly string[]): readonly RawEntry[] {
  const entries: RawEntry[] = [];
  for (const chunk of chunksOf(source)) {
    const [, each, family = "", rest = ""] = /^@@(each)?\s+(\S+)\s*(.*)$/.exec(chunk.header) ?? [];
    const options = new Map(
      rest
        .split(/\s+/)
        .filter((part) => part !== "")
        .map((part) => {
          const [key = "", value = ""] = part.split("=");
          return [key, value] as const;
        }),
    );
    if (each === undefined) {
      entries.push({ family, options, text: expand(chunk.body.join("\n").trimEnd()), line: chunk.line });
      continue;
    }
    chunk.body.forEach((text, index) => {
      if (text.trim() === "") return;
      const into = options.get("into") ?? baseNames[entries.length % baseNames.length] ?? "";
      entries.push({
        family,
        options: new Map([...options, ["into", into]]),
        text: expand(text),
        line: chunk.line + index + 1,
      });
    });
  }
  return entries;
}

function chunksOf(
  source: string,
): readonly { readonly header: string; readonly body: string[]; readonly line: number }[] {
  const chunks: { readonly header: string; readonly body: string[]; readonly line: number }[] = [];
  source.split("\n").forEach((text, index) => {
    if (text.startsWith("@@")) chunks.push({ header: text, body: [], line: index + 1 });
    else chunks.at(-1)?.body.push(text);
  });
  return chunks;
}

function loadBases(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(`${FOLDER}bases`)
      .sort()
      .map((name) => [name.replace(/\.md$/, ""), readFileSync(`${FOLDER}bases/${name}`, "utf8")]),
  );
}

/** An entry stands in a harmless skill, beside it in a file of its own, or alone. */
function bundleOf(raw: RawEntry, bases: ReadonlyMap<string, string>): Bundle {
  const base = raw.options.get("into");
  const skill = base === undefined ? undefined : bases.get(base);
  if (base !== undefined && skill === undefined) throw new Error(`Unknown base ${base} at line ${raw.line}.`);
  const file = raw.options.get("file");
  if (raw.options.has("locked-zip")) {
    return { files: [textFile("SKILL.md", skill ?? ""), { path: file ?? "a.zip", bytes: lockedZip() }] };
  }
  const files: BundleFile[] = [];
  const [first = "", ...others] = raw.text.split(/^== (?=\S+$)/m);
  if (file !== undefined) files.push(textFile("SKILL.md", skill ?? ""), textFile(file, `${first}\n`));
  else files.push(textFile("SKILL.md", skill === undefined ? `${first}\n` : `${skill}\n${first}\n`));
  for (const other of others) {
    const end = other.indexOf("\n");
    files.push(textFile(other.slice(0, end), other.slice(end + 1)));
  }
  return { files };
}

function textFile(path: string, text: string): BundleFile {
  return { path, bytes: new TextEncoder().encode(text) };
}

/** A zip whose only member is marked as encrypted. */
function lockedZip(): Uint8Array {
  const bytes = new Uint8Array(30 + 8 + 16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, 20, true);
  view.setUint16(6, 1, true);
  view.setUint16(26, 8, true);
  bytes.set(new TextEncoder().encode("tool.exe"), 30);
  return bytes;
}

const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  utf16: (text) => Buffer.from(text, "utf16le").toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  url: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  codes: (text) => [...text].map((letter) => letter.charCodeAt(0)).join(","),
  entities: (text) => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join(""),
  reverse: (text) => [...text].reverse().join(""),
  rot13: (text) =>
    text.replace(/[a-z]/gi, (letter) => {
      const base = letter <= "Z" ? 65 : 97;
      return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
    }),
  tags: (text) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
  spaces: (text) => " ".repeat(Number(text)),
};

/** Expands `{{encoding text}}` and `\u{…}`. */
function expand(text: string): string {
  return text
    .replace(/\{\{(\w+) (.+?)\}\}(?!\})/g, (whole, name: string, inner: string) => {
      const encode = ENCODERS[name];
      return encode === undefined ? whole : encode(inner);
    })
    .replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
