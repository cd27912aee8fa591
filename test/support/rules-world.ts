import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { createWorld, DAY, skill } from "./flow-world.js";

export const TASK = "Show my todo list for today";

/** A harmless skill that fits TASK. */
export const todo = (version?: string, extra?: string) =>
  skill("todo-list", "Show and query the todo list", version, extra);

export const context = (flowId = "test") => ({
  signal: new AbortController().signal,
  deadline: Number.MAX_SAFE_INTEGER,
  flowId,
});

/** A world that says yes to everything but keeping, and writes down what its ports were asked, in order. */
export function createTracedWorld(overrides: Partial<CortexOptions> = {}, skills = [todo()]) {
  const trace: string[] = [];
  const world = createWorld(
    {
      ...overrides,
      onProgress: (event) => {
        if (event.kind === "effect-started") trace.push(event.effect);
        if (event.kind === "decided") trace.push(`${event.question}=${event.choice}`);
        overrides.onProgress?.(event);
      },
    },
    skills,
  );
  world.world.answer = (question) => ({
    choice: question.kind === "retain" ? "release" : question.choices[0],
  });
  const use = async (weeks: number) => {
    const modes: (string | undefined)[] = [];
    for (let week = 0; week < weeks; week += 1) {
      modes.push((await world.cortex.run({ task: TASK })).mode);
      world.clock.advance(7 * DAY);
    }
    trace.length = 0;
    world.questions.length = 0;
    world.notices.length = 0;
    return modes;
  };
  const installed = async () => world.installer.list(context());
  const record = async () => {
    const { regions } = await world.cortex.memory.explain();
    return regions.flatMap(({ candidates }) => candidates)[0];
  };
  return { ...world, trace, use, installed, record };
}

/** Weeks of flawless use after which the classic policy trusts a skill as a reflex. */
export const WEEKS_TO_REFLEX = 14;
