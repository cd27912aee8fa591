import {
  createFunctionRunner,
  createInMemoryInstaller,
  createInMemoryRegistry,
  createInMemoryStore,
  createRuleConfirmer,
  textBundle,
} from "../src/in-memory/index.js";
import { type Cortex, createCortex } from "../src/index.js";
import { createSimulatedClock } from "../src/testing/simulated-clock.js";

/** What the measured flow is asked for. */
export const FLOW_TASK = "Show my todo list for today";

const DAY = 86_400_000;

/** A cortex over in-memory ports, used once a day, whose user agrees to everything but keeping the skill. */
export function createFlowWorld(): Cortex {
  const clock = createSimulatedClock();
  const text =
    "---\nname: todo-list\ndescription: Show and query the todo list.\n---\n\n# Todo\n\n- Read the list.\n- Answer.\n";
  const bundle = textBundle({ "SKILL.md": text });
  const skill = {
    key: "clawhub:@alice/todo-list",
    name: "todo-list",
    description: "Show and query the todo list.",
    versions: [{ version: "1.0.0", bundle }],
  };
  return createCortex({
    store: createInMemoryStore(),
    installer: createInMemoryInstaller({ now: clock.now }),
    registries: [createInMemoryRegistry({ id: "clawhub", skills: () => [skill] })],
    confirmer: createRuleConfirmer(({ kind, choices }) => ({
      choice: kind === "retain" ? "release" : (choices[0] ?? ""),
    })),
    runner: createFunctionRunner(() => {
      clock.advance(DAY);
      return { result: "success" };
    }),
    clock,
    declaredSideEffects: () => ["read:todo-list"],
  });
}
