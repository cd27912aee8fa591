/** Larger texts are rare; keeping the memory for them would cost every host. */
const MAXIMUM_KEPT = 4 * 1024 * 1024;

let kept = Buffer.alloc(0);

/**
 * At least `size` bytes of memory, with the next call's at the same place: use them before anything else can run.
 * Fresh memory for half a megabyte costs more than filling it: 0.26 ms against 0.02 ms, measured with Node 20.
 */
export function scratchBuffer(size: number): Buffer {
  if (size > MAXIMUM_KEPT) return Buffer.allocUnsafeSlow(size);
  if (kept.length < size) kept = Buffer.allocUnsafeSlow(Math.min(MAXIMUM_KEPT, size * 2));
  return kept;
}

/** The bytes of a text, valid until the next use of the scratch buffer. */
export function scratchBytesOf(text: string): Buffer {
  // No code unit of UTF-16 takes more than three bytes of UTF-8.
  const buffer = scratchBuffer(text.length * 3);
  return buffer.subarray(0, buffer.write(text, "utf8"));
}
