import type { Cortex } from "./cortex.js";
import { type CortexOptions, resolveOptions } from "./cortex-options.js";

/**
 * The front door: a cortex over the given ports. Options are checked at once; the protocol and the runtime are loaded
 * with the first call, so that a harness which only might need a skill starts no slower.
 */
export function createCortex(input: CortexOptions): Cortex {
  const options = resolveOptions(input);
  let engine: Promise<Cortex> | undefined;
  const load = (): Promise<Cortex> => {
    engine ??= import("./engine.js").then(({ createEngine }) => createEngine(options));
    return engine;
  };
  return {
    run: async (...call) => (await load()).run(...call),
    begin: async (...call) => (await load()).begin(...call),
    answer: async (...call) => (await load()).answer(...call),
    reportExecution: async (...call) => (await load()).reportExecution(...call),
    resume: async (...call) => (await load()).resume(...call),
    cancel: async (...call) => (await load()).cancel(...call),
    flows: async () => (await load()).flows(),
    sweep: async () => (await load()).sweep(),
    preview: async (...call) => (await load()).preview(...call),
    memory: {
      explain: async () => (await load()).memory.explain(),
      forget: async (...call) => (await load()).memory.forget(...call),
      blacklist: async (...call) => (await load()).memory.blacklist(...call),
      export: async () => (await load()).memory.export(),
      import: async (...call) => (await load()).memory.import(...call),
    },
    close: async () => (await load()).close(),
  };
}
