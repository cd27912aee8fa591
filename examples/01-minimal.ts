// The smallest embedding: everything in memory, one skill, one question answered by a rule.

import {
  createFunctionRunner,
  createInMemoryInstaller,
  createInMemoryRegistry,
  createInMemoryStore,
  createRuleConfirmer,
  textBundle,
} from "../src/in-memory/index.js";
import { createCortex } from "../src/index.js";

const weather = {
  key: "local:weather",
  name: "weather",
  description: "Show the weather forecast",
  versions: [
    {
      version: "1.0.0",
      bundle: textBundle({
        "SKILL.md":
          "---\nname: weather\ndescription: Show the weather forecast\n---\n\n- Ask for the forecast.\n",
      }),
    },
  ],
};

const cortex = createCortex({
  store: createInMemoryStore(),
  installer: createInMemoryInstaller({ now: Date.now }),
  registries: [createInMemoryRegistry({ id: "local", skills: () => [weather] })],
  confirmer: createRuleConfirmer((question) => ({ choice: question.choices[0] })),
  runner: createFunctionRunner(() => ({ result: "success" })),
});
const report = await cortex.run({ task: "Show me the weather forecast" });
console.log(report.outcome, report.pin?.key);
