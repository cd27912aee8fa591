/** Time and chance, so that a test can own both. */
export interface Clock {
  readonly specificationVersion: "v1";
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after the time or rejects when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface Randomness {
  readonly specificationVersion: "v1";
  /** A fresh, unguessable identifier of lower-case letters, digits and hyphens. */
  id(): string;
  /** 0 <= x < 1 */
  number(): number;
}
