import type { Bundle } from "../ports/bundle.js";
import type { Progress } from "../ports/progress.js";
import type { CallScope } from "./call-port.js";
import type { ResolvedOptions } from "./cortex-options.js";

/** What one process holds while it drives one flow; nothing here outlives the process. */
export interface Session {
  readonly options: ResolvedOptions;
  readonly scope: CallScope;
  /** Bytes that `inspect` fetched, by digest, so that `install` need not fetch them again. */
  readonly bundles: Map<string, Bundle>;
  report(progress: Progress): void;
}

export function createSession(
  options: ResolvedOptions,
  flowId: string,
  signal: AbortSignal | undefined,
): Session {
  return {
    options,
    scope: {
      flowId,
      agentId: options.agentId,
      locale: options.locale,
      signal,
      now: () => options.clock.now(),
    },
    bundles: new Map(),
    report: (progress) => options.onProgress?.(progress),
  };
}
