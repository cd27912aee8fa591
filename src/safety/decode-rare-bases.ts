import { matchesOf } from "./matches.js";

/** A word that is longer than anybody writes, of any printable signs. */
const LONG_RUN = /[!-~]{40,}/g;

const BASE32 = /(?<![A-Za-z0-9])[A-Z2-7]{40,}(?![A-Za-z0-9])/;
const BASE85_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const OF_BASE85 = valuesOf(BASE85_SIGNS);
const OF_ASCII85 = valuesOf(
  Array.from({ length: 85 }, (_, value) => String.fromCharCode(33 + value)).join(""),
);
const OF_BASE32 = valuesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");

/** The bytes of every long word of a line that may be written in base 32 or base 85, with the name of the base. */
export function rareBases(text: string): readonly (readonly [Buffer, string])[] {
  const found: (readonly [Buffer, string])[] = [];
  for (const [run] of matchesOf(text, LONG_RUN)) {
    const inBase32 = BASE32.exec(run)?.[0];
    if (inBase32 !== undefined) found.push([fromBase32(inBase32), "base32"]);
    for (const quoted of candidates(run)) {
      for (const values of [OF_BASE85, OF_ASCII85]) {
        const bytes = fromBase85(quoted, values);
        if (bytes !== undefined) found.push([bytes, "base85"]);
      }
    }
  }
  return found;
}

/** Quotes and brackets are signs of these bases too: so the run itself, and what stands between its outermost quotes. */
function candidates(run: string): readonly string[] {
  const inner = /(["'`])([^"'`]{40,})\1/.exec(run)?.[2] ?? /<~(.{40,})~>/.exec(run)?.[1];
  return inner === undefined ? [run] : [inner];
}

function fromBase85(run: string, values: Uint8Array): Buffer | undefined {
  const bytes = Buffer.alloc(Math.ceil((run.length * 4) / 5));
  let length = 0;
  for (let at = 0; at < run.length; at += 5) {
    const size = Math.min(5, run.length - at);
    if (size === 1) return undefined;
    let word = 0;
    for (let index = 0; index < 5; index += 1) {
      // A last group that is too short is filled with the highest value.
      const value = index < size ? (values[run.charCodeAt(at + index)] ?? 255) : 84;
      if (value === 255) return undefined;
      word = word * 85 + value;
    }
    if (word > 0xffffffff) return undefined;
    for (let index = 0; index < size - 1; index += 1) bytes[length++] = (word >>> (24 - 8 * index)) & 255;
    // Text, or no text: the first group decides for nearly every word that is none.
    if (at === 0 && bytes.subarray(0, length).some((byte) => byte < 9 || byte > 126)) return undefined;
  }
  return bytes.subarray(0, length);
}

function fromBase32(run: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const sign of run) {
    held = ((held << 5) | (OF_BASE32[sign.charCodeAt(0)] ?? 0)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(255);
  for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;
  return values;
}
