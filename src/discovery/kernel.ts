/** Dot product of two rows; four accumulators, because one would wait for itself. */
export function dotRow(matrix: Float32Array, begin: number, query: Float32Array): number {
  const length = query.length;
  const whole = length - (length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let index = 0; index < whole; index += 4) {
    a += (matrix[begin + index] as number) * (query[index] as number);
    b += (matrix[begin + index + 1] as number) * (query[index + 1] as number);
    c += (matrix[begin + index + 2] as number) * (query[index + 2] as number);
    d += (matrix[begin + index + 3] as number) * (query[index + 3] as number);
  }
  for (let index = whole; index < length; index += 1)
    a += (matrix[begin + index] as number) * (query[index] as number);
  return a + b + (c + d);
}

/** A vector in one byte a value. Clauses and examples are many, and only compared among the best few. */
export interface CompactVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/** Rounds a vector to 127 steps of its largest value. */
export function compact(vector: Float32Array): CompactVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return { values: new Int8Array(vector.length), scale: 0 };
  // Rounded to float32 at once, so that a stored and loaded scale is the same number.
  const scale = Math.fround(largest / 127);
  return { values: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** Dot product of a query with a compact vector. */
export function dotCompact(vector: CompactVector, query: Float32Array): number {
  const { values } = vector;
  let a = 0;
  let b = 0;
  for (let index = 0; index + 1 < values.length; index += 2) {
    a += (values[index] as number) * (query[index] as number);
    b += (values[index + 1] as number) * (query[index + 1] as number);
  }
  if (values.length % 2 === 1) a += (values.at(-1) ?? 0) * (query.at(-1) ?? 0);
  return (a + b) * vector.scale;
}
