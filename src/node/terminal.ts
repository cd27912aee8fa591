import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { CortexError } from "../core/errors.js";

/** Where a person sits. */
export interface TerminalOptions {
  /** @defaultValue process.stdin */
  readonly input?: Readable & { readonly isTTY?: boolean };
  /** @defaultValue process.stderr, so that what a program prints stays clean */
  readonly output?: Writable & { readonly isTTY?: boolean };
}

/** Keys pressed before a question was on the screen are not an answer to it. */
const TYPED_AHEAD_MS = 50;

/** What became of waiting for a line. */
export type TypedLine =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "ended" }
  | { readonly kind: "expired" }
  | { readonly kind: "aborted" };

/** A terminal that shows text and reads one line, whole lines only: the system's own line editing stays in charge. */
export class Terminal {
  readonly #input: NonNullable<TerminalOptions["input"]>;
  readonly #output: NonNullable<TerminalOptions["output"]>;

  constructor(options: TerminalOptions) {
    this.#input = options.input ?? process.stdin;
    this.#output = options.output ?? process.stderr;
  }

  /** False when nobody could read or answer. */
  get present(): boolean {
    return (
      this.#input.isTTY === true && this.#output.isTTY === true && !this.#input.destroyed && !this.#ended()
    );
  }

  /** Fails clearly where a program waits for an answer that can't come. */
  require(): void {
    if (this.present) return;
    throw new CortexError(
      "port-missing",
      "Nobody can be asked: this is not a terminal. Run it in one, or configure a confirmer of your own.",
    );
  }

  show(text: string): void {
    this.#output.write(`${text}\n`);
  }

  /** Shows a prompt and waits for one line. */
  async readLine(
    prompt: string,
    limits: {
      readonly signal: AbortSignal;
      readonly waitMs?: number;
      /** Lines that it refuses are passed over. */
      readonly accept?: (text: string) => boolean;
    },
  ): Promise<TypedLine> {
    if (limits.signal.aborted) return { kind: "aborted" };
    if (this.#ended()) return { kind: "ended" };
    this.#output.write(prompt);
    const lines = createInterface({ input: this.#input, terminal: false });
    let timer: NodeJS.Timeout | undefined;
    let onAbort = () => {};
    try {
      return await new Promise<TypedLine>((resolve) => {
        onAbort = () => resolve({ kind: "aborted" });
        limits.signal.addEventListener("abort", onAbort, { once: true });
        lines.on("line", (text) => {
          if (limits.accept?.(text) !== false) resolve({ kind: "line", text });
        });
        lines.once("close", () => resolve({ kind: "ended" }));
        if (limits.waitMs !== undefined)
          timer = setTimeout(() => resolve({ kind: "expired" }), Math.max(0, limits.waitMs));
      });
    } finally {
      clearTimeout(timer);
      limits.signal.removeEventListener("abort", onAbort);
      lines.close();
      this.#input.pause();
    }
  }

  #ended(): boolean {
    return this.#input.readableEnded;
  }

  /** Throws away what was typed before a question is shown. */
  async discardTypedAhead(): Promise<void> {
    const discard = () => {};
    this.#input.on("data", discard);
    await new Promise((resolve) => setTimeout(resolve, TYPED_AHEAD_MS));
    this.#input.off("data", discard);
    this.#input.pause();
  }
}
