import { CortexError } from "../core/errors.js";
import { concatenate } from "./inflate-bounded.js";

/** Reads a body in pieces and stops as soon as it is larger than allowed, whatever Content-Length says. */
export async function readBody(
  response: Response,
  maximum: number,
  onBytes?: (received: number, total: number | undefined) => void,
): Promise<Uint8Array> {
  const declared = Number(response.headers.get("content-length") ?? "");
  const total = Number.isSafeInteger(declared) && declared > 0 ? declared : undefined;
  if (total !== undefined && total > maximum) {
    await response.body?.cancel();
    throw tooLarge(maximum);
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.length;
    if (received > maximum) {
      await reader.cancel();
      throw tooLarge(maximum);
    }
    chunks.push(value);
    onBytes?.(received, total);
  }
  return concatenate(chunks, received);
}

function tooLarge(maximum: number): CortexError {
  return new CortexError("archive-too-large", `The answer is larger than ${maximum} bytes.`, {
    details: { maximum },
  });
}
