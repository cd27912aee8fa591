const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Gives an object another face for `JSON.stringify` and for Node's `console.log`, so that a log line can't tell what it holds.
 * Its properties stay as they are; both faces are not enumerable, so copies and `spawn` don't see them.
 */
export function withPublicFace<T extends object>(value: T, face: () => unknown): T {
  Object.defineProperty(value, "toJSON", { value: face });
  Object.defineProperty(value, INSPECT, { value: face });
  return value;
}

/** Names with `[set]` instead of their values. */
export function namesOnly(record: Readonly<Record<string, unknown>>): Record<string, "[set]"> {
  return Object.fromEntries(Object.keys(record).map((name) => [name, "[set]" as const]));
}
