import type { Question } from "../../src/core/questions.js";
import {
  createFunctionRunner,
  createInMemoryInstaller,
  createInMemoryRegistry,
  createInMemoryStore,
  createRuleConfirmer,
  createRuleNotifier,
  type InMemorySkill,
  textBundle,
} from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import type { ExecutionOutcome } from "../../src/ports/runner.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { createSeededRandomness, createSimulatedClock } from "../../src/testing/simulated-clock.js";

export const DAY = 86_400_000;

export function skill(slug: string, description: string, version = "1.0.0", extra = ""): InMemorySkill {
  const text = `---\nname: ${slug}\ndescription: ${description}\n---\n\n# ${slug}\n\n- Read the list.\n- Answer.\n${extra}`;
  return {
    key: `clawhub:@alice/${slug}`,
    name: slug,
    description,
    versions: [{ version, bundle: textBundle({ "SKILL.md": text }) }],
    stars: 3,
    downloads: 40,
  };
}

/** Whole flows over in-memory ports: every question is recorded and answered by a rule. */
export function createWorld(overrides: Partial<CortexOptions> = {}, start: readonly InMemorySkill[] = []) {
  const clock = createSimulatedClock();
  const skills: InMemorySkill[] = [...start];
  const questions: Question[] = [];
  const notices: string[] = [];
  const installer = createInMemoryInstaller({ now: clock.now });
  const store = createInMemoryStore();
  const world = {
    clock,
    skills,
    questions,
    notices,
    installer,
    store,
    answer: (question: Question): { choice: string; keys?: readonly string[] } => ({
      choice: question.choices[0],
    }),
    outcome: (): ExecutionOutcome => ({ result: "success" }),
  };
  const options: CortexOptions = {
    store,
    installer,
    registries: [createInMemoryRegistry({ id: "clawhub", skills: () => skills })],
    confirmer: createRuleConfirmer((question) => {
      questions.push(question);
      return world.answer(question);
    }, "human"),
    notifier: createRuleNotifier((notice) => {
      notices.push(notice.pin.version);
      return "proceed";
    }),
    runner: createFunctionRunner(() => world.outcome()),
    clock,
    randomness: createSeededRandomness(),
    declaredSideEffects: () => ["read:todo-list"],
    ...overrides,
  };
  return { ...world, world, options, cortex: createCortex(options) };
}
