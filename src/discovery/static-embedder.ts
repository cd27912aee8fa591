import type { Embedder, Leaning } from "../ports/embedder.js";
import { STOP_WORDS, tokenise } from "../text/index.js";
import { readStaticFile } from "./static-file.js";
import { parseStaticTable, type StaticTable } from "./static-table.js";

/** The embedded default: in-process, synchronous inside, the same everywhere. */
export interface StaticEmbedder extends Embedder {
  understands(text: string): boolean;
  readonly leaning: Leaning;
}

/** Below this share of known tokens the text is in a script that the table has no vectors for. */
const MINIMUM_KNOWN = 0.5;
/** English words are 1.1 to 1.4 pieces long on average; other languages in Latin letters fall to more. */
const MAXIMUM_PIECES_PER_WORD = 1.6;
const ENOUGH_WORDS = 4;

let shared: StaticTable | undefined;

/** The default embedder. The table is read at the first use and shared by all of them. */
export function createStaticEmbedder(options: { readonly bytes?: Uint8Array } = {}): StaticEmbedder {
  let own: StaticTable | undefined;
  const table = (): StaticTable => {
    if (options.bytes !== undefined) {
      own ??= parseStaticTable(options.bytes);
      return own;
    }
    shared ??= parseStaticTable(readStaticFile());
    return shared;
  };
  return {
    specificationVersion: "v1",
    get id() {
      return table().id;
    },
    get dimensions() {
      return table().dimensions;
    },
    get leaning() {
      return table().leaning;
    },
    embed: async ({ texts }) => texts.map((text) => table().embedText(text)),
    understands: (text) => understands(table(), text),
  };
}

function understands(table: StaticTable, text: string): boolean {
  if (table.knownShare(text) < MINIMUM_KNOWN) return false;
  const words = tokenise(text);
  if (words.length < ENOUGH_WORDS || words.some((word) => STOP_WORDS.has(word))) return true;
  return table.wordPiece.encode(words.join(" ")).length <= MAXIMUM_PIECES_PER_WORD * words.length;
}
