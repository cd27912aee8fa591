/** What a command may touch of the world: replaced by recordings in tests. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** Human tables on a terminal; plain lines elsewhere. */
  readonly isTerminal: boolean;
}

/** Exit codes: 0 done, 1 the answer is no (invalid, not found, not eligible), 2 wrong usage, 3 something failed. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The text of `--help`. */
  readonly usage: string;
  run(args: readonly string[], io: CliIo): Promise<number>;
}
