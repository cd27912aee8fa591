import { CortexError, type CortexFailure, failure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { redactAddresses, redactSecrets, safeText } from "../text/index.js";
import { foreignMessage } from "./foreign-message.js";

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

/**
 * Anything thrown, as data: no stack, no secret, one line. A `CortexError` is a sentence that an adapter wrote for
 * people; whatever else was thrown may quote anything, and keeps only its plain words.
 */
export function toFailure(reason: unknown): CortexFailure {
  if (CortexError.is(reason)) return clean(failure(reason.code, reason.message, reason.details));
  const message =
    reason instanceof Error ? foreignMessage(String(reason.message)) : "The port failed without an error.";
  return clean(failure("port-failed", message));
}

/** Failures reach progress listeners, reports and stored flows: no secret and no address in any of their texts. */
function clean({ details, ...value }: CortexFailure): CortexFailure {
  const cleaned = { ...value, message: cleanText(value.message) };
  if (details === undefined) return cleaned;
  const entries = Object.entries(details).map(([name, detail]) => [name, cleanDetail(detail)] as const);
  return { ...cleaned, details: Object.fromEntries(entries) };
}

type Detail = NonNullable<CortexFailure["details"]>[string];

/** Details are for programs: what is not secret in them stays as it is. */
function cleanDetail(detail: Detail): Detail {
  if (typeof detail === "string") return withoutSecrets(detail);
  return typeof detail === "object" ? detail.map(withoutSecrets) : detail;
}

/** More of a message is not shown anyway. */
const LOOKED_AT = 4000;

function withoutSecrets(text: string): string {
  return redactAddresses(redactSecrets(text).text);
}

/** In normal form before the look for secrets, so that none appears only afterwards. */
function cleanText(text: string): string {
  return safeText(withoutSecrets(safeText(text, LOOKED_AT)), 300);
}
