import { CortexError } from "../core/errors.js";
import type { Report } from "../core/flow-types.js";
import { type Drive, drive, storeCall, unwrapOutcome } from "./drive.js";
import { forgetFlow, listFlows, readFlow } from "./flow-documents.js";

/** Ends what is too old, and gives back skills whose flow no longer exists. */
export async function sweepFlows(
  sweeping: Drive,
  driveOf: (flowId: string) => Drive,
): Promise<readonly Report[]> {
  const { session } = sweeping;
  const { store, clock } = session.options;
  const reports: Report[] = [];
  const open = new Set<string>();
  for (const flowId of unwrapOutcome(await storeCall(session, (context) => listFlows(store, context)))) {
    const found = await storeCall(session, (context) => readFlow(store, flowId, context));
    if (found.kind === "failed" && found.failure.code === "flow-schema-unknown") {
      // Another release's flow: its leases are given back below; its document goes, because nobody can finish it.
      const revision = String(found.failure.details?.revision ?? "");
      await storeCall(session, (context) => forgetFlow(store, flowId, revision, context));
      continue;
    }
    if (found.kind !== "answered" || found.value === undefined) continue;
    const { flow } = found.value;
    const at = clock.now();
    if (at - flow.startedAt < flow.limits.flowLifetimeMs) {
      open.add(flowId);
      continue;
    }
    const step = await expire(driveOf(flowId), found.value, at);
    if (step?.kind === "done") reports.push(step.report);
  }
  await releaseOrphans(sweeping, open);
  return reports;
}

async function expire(driving: Drive, document: Parameters<typeof drive>[1], at: number) {
  try {
    return await drive(driving, document, { kind: "expired", at });
  } catch (reason) {
    // Somebody else went on with it at this very moment: then it is theirs.
    if (CortexError.is(reason) && reason.code === "flow-not-waiting") return undefined;
    throw reason;
  }
}

/** A lease whose flow is gone belongs to nobody: the process died between finishing and releasing. */
async function releaseOrphans({ session, volatile }: Drive, open: ReadonlySet<string>): Promise<void> {
  const { installer } = session.options;
  const listed = await storeCall(session, (context) => installer.list(context));
  if (listed.kind !== "answered") return;
  for (const { ours, key, version, digest, leases } of listed.value) {
    if (!ours) continue;
    for (const lease of leases.filter((flowId) => !open.has(flowId) && !volatile.has(flowId)))
      await storeCall(session, (context) =>
        installer.release({ pin: { key, version, digest: digest ?? "" }, lease, keep: false }, context),
      );
  }
}
