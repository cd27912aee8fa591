/** Something that must always hold, as a value: no test runner is imported, any can run it. */
export interface Law {
  readonly name: string;
  /** Throws when the law is broken, with the smallest counterexample that was found. */
  run(options?: LawOptions): void;
}

/** How hard to look for a counterexample. */
export interface LawOptions {
  /** @defaultValue 1000 */
  readonly runs?: number;
  /** Repeats an earlier run. */
  readonly seed?: number;
}
