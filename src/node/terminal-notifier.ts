import type { Notifier } from "../ports/notifier.js";
import { renderNotice } from "../runtime/render-question.js";
import { Terminal, type TerminalOptions } from "./terminal.js";

/** Options of `createTerminalNotifier`. */
export interface TerminalNotifierOptions extends TerminalOptions {
  /** The clock that the notice's window is measured by. @defaultValue Date.now */
  readonly now?: () => number;
}

/**
 * Shows the reflex notice and waits until its window closes; any word typed
 * meanwhile cancels. Where nobody can read it or object, it is `undeliverable`.
 */
export function createTerminalNotifier(options: TerminalNotifierOptions = {}): Notifier {
  const terminal = new Terminal(options);
  const now = options.now ?? Date.now;
  return {
    specificationVersion: "v1",
    async notify({ notice, until }, { signal }) {
      if (!terminal.present) return "undeliverable";
      terminal.show(`\n${renderNotice(notice)}`);
      const typed = await terminal.readLine("", {
        signal,
        waitMs: until - now(),
        accept: (text) => text.trim() !== "",
      });
      if (typed.kind === "ended") return "undeliverable";
      return typed.kind === "expired" ? "proceed" : "cancel";
    },
  };
}
