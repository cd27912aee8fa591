// Writes what tune.py learns from as token ids: models/requests/*.jsonl, as the index will read them.
// Usage: npx tsx models/requests.ts <table.bin> <output.json>
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { documentText } from "../src/discovery/document-text.js";
import { exampleWords } from "../src/discovery/example-words.js";
import { parseStaticTable } from "../src/discovery/static-table.js";
import { EVERYDAY_REQUESTS, SELF_ANSWERED } from "../src/discovery/usual-requests.js";

/** A skill with six requests that it serves and its siblings don't, or a request that needs no skill. */
type Line =
  | {
      readonly family: string;
      readonly name: string;
      readonly description: string;
      readonly requests: readonly string[];
    }
  | { readonly none: string };

const MAXIMUM_TOKENS = 96;
const [table = "", output = ""] = process.argv.slice(2);
const { wordPiece } = parseStaticTable(readFileSync(table));
const folder = new URL("requests/", import.meta.url);
const encode = (text: string) => wordPiece.encode(text).slice(0, MAXIMUM_TOKENS);

const skills: object[] = [];
const none: number[][] = [];
for (const file of readdirSync(folder).sort())
  for (const line of readFileSync(new URL(file, folder), "utf8").trim().split("\n")) {
    const written = JSON.parse(line) as Line;
    if ("none" in written) {
      none.push(encode(written.none));
      continue;
    }
    const { family, name, description, requests } = written;
    skills.push({
      writer: file,
      family: `${file} ${family}`,
      described: encode(documentText({ id: name, description })),
      unnamed: encode(description),
      requests: requests.map(encode),
      remembered: requests.map((request) => encode(exampleWords(request).join(" "))),
    });
  }
const usual = { served: EVERYDAY_REQUESTS.map(encode), answered: SELF_ANSWERED.map(encode) };
writeFileSync(output, JSON.stringify({ skills, none, usual }));
console.log(`${skills.length} skills, ${none.length} requests that need none`);
