import assert from "node:assert/strict";
import { failure } from "../core/errors.js";
import type { Logger } from "../ports/logger.js";
import type { Progress, ProgressListener } from "../ports/progress.js";
import { type ContractCase, casesOf, type Make, versionCase } from "./contract.js";

/** What every logger promises: it never throws. */
export function loggerContract(makeLogger: Make<Logger>): readonly ContractCase[] {
  const define = casesOf(makeLogger);
  return [
    versionCase(makeLogger),
    define("takes any message at any level without throwing", async (logger) => {
      for (const level of ["debug", "info", "warn", "error"] as const)
        for (const message of ["", "plain", "%s %d %o", "\u001b[2J\u202e\0", "x".repeat(100_000)])
          assert.equal(logger.log(level, message), undefined);
    }),
  ];
}

/** What every progress listener promises: it never throws and answers at once. */
export function progressListenerContract(makeListener: Make<ProgressListener>): readonly ContractCase[] {
  const flowId = "contract";
  const started = { flowId, effectId: "contract:1", effect: "install", at: 1 } as const;
  const events: readonly Progress[] = [
    { kind: "flow-started", flowId, at: 1 },
    { kind: "effect-started", ...started },
    { kind: "bytes", flowId, effectId: "contract:1", key: "clawhub:@a/b", received: 1, total: undefined },
    { kind: "effect-ended", ...started, failure: failure("install-failed", "made up") },
    {
      kind: "decided",
      flowId,
      effectId: "contract:2",
      at: 2,
      question: "choose",
      keys: ["clawhub:@a/b"],
      choice: "decline",
      by: "human",
    },
    { kind: "flow-ended", flowId, at: 2, outcome: "failed" },
  ];
  return [
    casesOf(makeListener)(
      "hears every kind of event, also out of order, without throwing",
      async (listener) => {
        for (const event of [...events, ...events.toReversed()]) assert.equal(listener(event), undefined);
      },
    ),
  ];
}

/**
 * Checks what a listener heard of whole flows: every start has exactly one end with the same effect id,
 * nothing comes before the flow's start or after its end.
 */
export function assertPairedProgress(events: readonly Progress[]): void {
  const flows = new Map<string, { readonly open: Map<string, string>; ended: boolean }>();
  for (const event of events) {
    if (event.kind === "flow-started") {
      flows.set(event.flowId, { open: new Map(), ended: false });
      continue;
    }
    const flow = flows.get(event.flowId);
    assert.ok(flow !== undefined && !flow.ended, `${event.kind} outside of its flow`);
    if (event.kind === "effect-started") {
      assert.ok(!flow.open.has(event.effectId), `${event.effectId} started twice`);
      flow.open.set(event.effectId, event.effect);
    } else if (event.kind === "effect-ended") {
      assert.equal(flow.open.get(event.effectId), event.effect, `${event.effectId} ended without a start`);
      flow.open.delete(event.effectId);
    } else if (event.kind === "bytes") {
      assert.ok(flow.open.has(event.effectId), "bytes outside of their effect");
    } else if (event.kind === "flow-ended") {
      assert.deepEqual([...flow.open.keys()], [], "effects still open at the end of the flow");
      flow.ended = true;
    }
  }
}
