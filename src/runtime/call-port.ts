import { CortexError, type CortexFailure, failure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { redactSecrets, safeText } from "../text/index.js";

/** How a port call ended: what it answered, why it failed, or that the user cancelled it. */
export type PortOutcome<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed"; readonly failure: CortexFailure }
  | { readonly kind: "cancelled" };

/** What a call needs to know of its flow. */
export interface CallScope {
  readonly flowId: string;
  readonly agentId: string | undefined;
  readonly locale: string | undefined;
  /** The caller's own cancellation; absent for cleaning up, which a cancel must not stop. */
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
}

/**
 * Calls a port whatever it does: throws, rejects, hangs, answers after its time. The outcome
 * comes once; anything later is swallowed, so that no rejection stays unhandled.
 */
export async function callPort<T>(
  scope: CallScope,
  timeoutMs: number,
  call: (context: PortContext) => Promise<T>,
): Promise<PortOutcome<T>> {
  if (scope.signal?.aborted) return { kind: "cancelled" };
  const controller = new AbortController();
  let settle: (outcome: PortOutcome<T>) => void = () => {};
  const settled = new Promise<PortOutcome<T>>((resolve) => {
    settle = resolve;
  });
  const cancel = () => {
    controller.abort();
    settle({ kind: "cancelled" });
  };
  scope.signal?.addEventListener("abort", cancel, { once: true });
  const timer = setTimeout(() => {
    controller.abort();
    settle({ kind: "failed", failure: failure("port-timeout", `No answer within ${timeoutMs} ms.`) });
  }, timeoutMs);
  try {
    const context = portContext(scope, controller.signal, scope.now() + timeoutMs);
    call(context).then(
      (value) => settle({ kind: "answered", value }),
      (reason: unknown) => settle({ kind: "failed", failure: toFailure(reason) }),
    );
  } catch (reason) {
    settle({ kind: "failed", failure: toFailure(reason) });
  }
  try {
    return await settled;
  } finally {
    clearTimeout(timer);
    scope.signal?.removeEventListener("abort", cancel);
  }
}

function portContext(scope: CallScope, signal: AbortSignal, deadline: number): PortContext {
  return {
    signal,
    deadline,
    flowId: scope.flowId,
    ...(scope.agentId === undefined ? {} : { agentId: scope.agentId }),
    ...(scope.locale === undefined ? {} : { locale: scope.locale }),
  };
}

/** Anything thrown, as data: no stack, no secret, one line. */
export function toFailure(reason: unknown): CortexFailure {
  if (CortexError.is(reason)) return clean(failure(reason.code, reason.message, reason.details));
  const message = reason instanceof Error ? reason.message : "The port failed without an error.";
  return clean(failure("port-failed", message));
}

function clean(value: CortexFailure): CortexFailure {
  return { ...value, message: safeText(redactSecrets(value.message).text, 300) };
}
