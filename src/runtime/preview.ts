import type { AbilityRequest } from "../core/flow-types.js";
import { searchQuery, usableCandidates } from "../core/perception.js";
import { reflexEligible } from "../core/reflex.js";
import { effectiveWeight } from "../core/weights.js";
import type { OwnedSkill } from "../ports/catalog.js";
import { isGenericWord } from "../text/index.js";
import type { Preview } from "./cortex.js";
import { storeCall, unwrapOutcome } from "./drive.js";
import { recall } from "./effects/recall.js";
import type { Session } from "./session.js";

/** What a run would do first. Reads memory; asks, searches and writes nothing. */
export async function previewRequest(
  session: Session,
  request: AbilityRequest,
  owned: readonly OwnedSkill[],
): Promise<Preview> {
  const { options } = session;
  const { limits, policies } = options;
  const effect = { kind: "recall", task: request.task } as const;
  const { view, installed, seed } = unwrapOutcome(
    await storeCall(session, (context) => recall(session, effect, context)),
  );
  const at = options.clock.now();
  const usable = usableCandidates({ limits, view, at, policy: policies[0], seed, installed });
  return {
    owned,
    candidates: usable.map(({ region, record }) => ({
      key: record.key,
      region,
      weight: effectiveWeight(record, record.lastUsed, at),
      mayReflex: request.allowReflex !== false && reflexEligible(record, limits, at, policies[0]),
    })),
    query: searchQuery(request.task, (request.keywords ?? []).filter(isGenericWord)),
  };
}
