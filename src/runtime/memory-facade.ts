import { CortexError } from "../core/errors.js";
import { forget } from "../core/forget.js";
import { parseSkillKey } from "../core/identity.js";
import { parseSnapshot, serialiseSnapshot } from "../core/snapshot.js";
import type { CortexState } from "../core/state.js";
import { effectiveWeight } from "../core/weights.js";
import type { PortContext } from "../ports/context.js";
import type { Cortex } from "./cortex.js";
import { storeCall, unwrapOutcome } from "./drive.js";
import { applyBatch, loadMemory, updateMemory } from "./memory.js";
import type { Session } from "./session.js";

/** What a person can do with memory: look, forget, block, take along. */
export function createMemoryFacade(session: () => Session): Cortex["memory"] {
  const load = async () => {
    const current = session();
    return unwrapOutcome(await storeCall(current, (context) => loadMemory(current.options, context)));
  };
  const update = async (change: (state: CortexState) => CortexState): Promise<CortexState> => {
    const current = session();
    const call = (context: PortContext) => updateMemory(current.options, context, change);
    const { saved, state, failure } = unwrapOutcome(await storeCall(current, call));
    if (!saved)
      throw new CortexError(failure?.code ?? "store-conflict", failure?.message ?? "Memory was not saved.");
    return state;
  };
  return {
    async explain() {
      const { state, diagnostics } = await load();
      const at = session().options.clock.now();
      return {
        regions: state.regions.map(({ region, signals, lastUsed, candidates }) => ({
          region,
          signals,
          lastUsed,
          candidates: candidates.map((record) => ({
            ...record,
            effectiveWeight: effectiveWeight(record, lastUsed, at),
          })),
        })),
        lessons: state.lessons,
        blacklist: state.blacklist,
        retained: state.retained,
        stats: state.stats,
        diagnostics,
      };
    },
    async forget(what) {
      let found = false;
      await update((state) => {
        const next = forget(state, what);
        found = next !== state;
        return next;
      });
      return found;
    },
    async blacklist(key, on) {
      if (parseSkillKey(key) === undefined)
        throw new CortexError(
          "input-invalid",
          `"${key}" is no skill key; write for example clawhub:@owner/name.`,
        );
      const { options } = session();
      const at = options.clock.now();
      const batch = {
        id: `host-${options.randomness.id()}#1`,
        at,
        facts: [{ kind: "blacklist", key, on }],
      } as const;
      await update(applyBatch(options, batch));
    },
    async export() {
      return serialiseSnapshot((await load()).state);
    },
    async import(text, importOptions = {}) {
      const { options } = session();
      const parsed = parseSnapshot(text, { at: options.clock.now(), limits: options.limits });
      if (parsed.status === "corrupt" || parsed.status === "newer")
        throw new CortexError(
          "input-invalid",
          "This text is no cortex.json that this release can take over.",
        );
      await update((state) => {
        if (holdsAnything(state) && importOptions.replace !== true)
          throw new CortexError(
            "input-invalid",
            "Memory is not empty; pass { replace: true } to replace it.",
            { details: { occupied: true } },
          );
        return parsed.state;
      });
      return parsed.diagnostics;
    },
  };
}

/** True when replacing it would lose something: also a block or a kept skill alone. */
function holdsAnything({ regions, lessons, blacklist, retained }: CortexState): boolean {
  return [regions, lessons, blacklist, retained].some(({ length }) => length > 0);
}
