import { CortexError } from "../core/errors.js";
import type { Leaning } from "../ports/embedder.js";
import { createWordPiece, type WordPiece } from "./word-piece.js";

/** The distilled model: one vector a token and a frequent pair of tokens, read from the file that models/ makes. */
export interface StaticTable {
  /** Changes with every byte of the table. */
  readonly id: string;
  readonly dimensions: number;
  readonly wordPiece: WordPiece;
  readonly leaning: Leaning;
  embedText(text: string): Float32Array;
  /** Share of the text's tokens that the table has a vector for, 0..1. */
  knownShare(text: string): number;
}

interface Header {
  readonly dimensions: number;
  readonly vocabulary: number;
  readonly vocabularyBytes: number;
  readonly tokenRows: number;
  readonly pairRows: number;
  /** What the sixteen values of a nibble stand for, before a row's scale. */
  readonly levels: readonly number[];
  readonly leaning: Leaning;
  readonly digest: string;
}

const MAGIC = "SCST";
const NO_ROW = 65_535;
const FORMAT = 3;
const LEVELS = 16;

/** Reads the layout that models/pack.py documents. Nothing is decoded before a text needs it. */
export function parseStaticTable(bytes: Uint8Array): StaticTable {
  const header = readHeader(bytes);
  const { dimensions, tokenRows, pairRows } = header;
  const rows = tokenRows + pairRows;
  const rowBytes = dimensions / 2;
  const levels = Float64Array.from(header.levels);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 8 + view.getUint32(4, true);
  const section = (length: number): Uint8Array => {
    // A copy is aligned whatever the reader's buffer was (and a Node Buffer's own `slice` makes none).
    const part = Uint8Array.from(bytes.subarray(offset, offset + length));
    offset += length;
    return part;
  };
  const words = new TextDecoder().decode(section(header.vocabularyBytes));
  const rowOfToken = new Uint16Array(section(header.vocabulary * 2).buffer);
  const pairs = new Uint32Array(section(pairRows * 4).buffer);
  const scales = new Float32Array(section(rows * 4).buffer);
  const values = bytes.subarray(offset, offset + rows * rowBytes);
  const wordPiece = createWordPiece(words.split("\n", header.vocabulary));

  function addRow(row: number, sums: Float32Array): void {
    const scale = scales[row] ?? 0;
    const begin = row * rowBytes;
    for (let index = 0; index < rowBytes; index += 1) {
      const byte = values[begin + index] as number;
      sums[index * 2] = (sums[index * 2] as number) + (levels[byte & 15] as number) * scale;
      sums[index * 2 + 1] = (sums[index * 2 + 1] as number) + (levels[byte >> 4] as number) * scale;
    }
  }

  function addTokens(tokens: readonly number[], sums: Float32Array): void {
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] as number;
      const row = rowOfToken[token] ?? NO_ROW;
      if (row !== NO_ROW) addRow(row, sums);
      const next = tokens[index + 1];
      const pair = next === undefined ? -1 : find(pairs, token * 65_536 + next);
      if (pair >= 0) addRow(tokenRows + pair, sums);
    }
  }

  return {
    id: `static-en-${header.digest}`,
    dimensions,
    wordPiece,
    leaning: header.leaning,
    // Unit length, or all zeros when the table knows nothing of the text.
    embedText(text) {
      const vector = new Float32Array(dimensions);
      addTokens(wordPiece.encode(text), vector);
      return normalise(vector);
    },
    knownShare(text) {
      const tokens = wordPiece.encode(text);
      const known = tokens.filter((token) => rowOfToken[token] !== NO_ROW).length;
      return tokens.length === 0 ? 0 : known / tokens.length;
    },
  };
}

function readHeader(bytes: Uint8Array): Header {
  const broken = (why: string) =>
    new CortexError(
      "embedder-failed",
      `The embedded model's file is damaged: ${why}. Reinstall the package.`,
    );
  const decoder = new TextDecoder();
  if (bytes.length < 8 || decoder.decode(bytes.subarray(0, 4)) !== MAGIC)
    throw broken("it does not begin as one");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  let header: Header & { readonly format: number };
  try {
    header = JSON.parse(decoder.decode(bytes.subarray(8, 8 + length)));
  } catch {
    throw broken("its header is unreadable");
  }
  const { dimensions, vocabulary, vocabularyBytes, tokenRows, pairRows } = header;
  const rows = tokenRows + pairRows;
  const expected = 8 + length + vocabularyBytes + vocabulary * 2 + pairRows * 4 + rows * (4 + dimensions / 2);
  const { format, levels, leaning } = header;
  if (format !== FORMAT || levels?.length !== LEVELS || leaning?.direction?.length !== dimensions)
    throw broken("its format is another");
  if (expected !== bytes.length) throw broken("its size is wrong");
  return header;
}

/** Binary search in ascending codes; -1 when absent. */
function find(codes: Uint32Array, code: number): number {
  let low = 0;
  let high = codes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = codes[middle] as number;
    if (value === code) return middle;
    if (value < code) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Scales to unit length in place; a zero vector stays zero. */
export function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0 || !Number.isFinite(sum)) return sum === 0 ? vector : vector.fill(0);
  const factor = 1 / Math.sqrt(sum);
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] as number) * factor;
  return vector;
}
