import { Inflate } from "fflate";
import { CortexError } from "../core/errors.js";

/** A deflate stream grows at most 1,032 times, so one step never makes more than eight megabytes. */
const STEP = 8 * 1024;

/** Inflates raw deflate data and stops as soon as the output exceeds `maximum`. */
export function inflateBounded(packed: Uint8Array, maximum: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((chunk) => {
    length += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let start = 0; start < packed.length || start === 0; start += STEP) {
      inflate.push(packed.subarray(start, start + STEP), start + STEP >= packed.length);
      if (length > maximum) break;
    }
  } catch (cause) {
    throw new CortexError("archive-invalid", "The compressed data is damaged.", { cause });
  }
  if (length > maximum) {
    throw new CortexError(
      "archive-too-large",
      "The archive unpacks to more than it declares or is allowed.",
      {
        details: { maximum },
      },
    );
  }
  return concatenate(chunks, length);
}

/** Joins chunks whose total length is known. */
export function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const only = chunks[0];
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
