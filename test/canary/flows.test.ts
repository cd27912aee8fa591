import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { afterEach, describe, expect, it } from "vitest";
import { createFunctionRunner } from "../../src/in-memory/index.js";
import {
  CANARIES,
  createCanaryWorld,
  everyByte,
  KEYS,
  leaks,
  PASSWORDS,
  PEOPLE,
  SPELLINGS,
} from "../support/canary-world.js";

const TASK = "Show my todo list for today";
const spelling = fc.constantFrom(...Object.keys(SPELLINGS));
const spelled = (name: string, text: string) => SPELLINGS[name]?.(text) ?? text;
const planted: string[] = [];

afterEach(() => {
  for (const name of planted.splice(0)) delete process.env[name];
});

/** Quick runs: the child process is only needed where its environment is looked at. */
const quick = (outcome: "success" | "runtime_error" | "task_mismatch" = "success") => ({
  runner: createFunctionRunner(() => ({ result: outcome })),
});

describe("a planted secret leaves a flow by no exit", () => {
  it("from the environment: a real child doesn't see it, and nothing of it is written or said", async () => {
    for (const [index, canary] of CANARIES.entries()) {
      for (const name of [`CANARY_${index}`, `MY_API_KEY_${index}`, `npm_config_token_${index}`]) {
        process.env[name] = canary.text;
        planted.push(name);
      }
    }
    for (const script of ["process.exit(0)", "process.exit(1)"]) {
      const world = createCanaryWorld({ script });
      const { exits } = await world.runAndListen(CANARIES, { task: TASK });
      expect(exits.childEnvironments).toContain("PATH");
    }
  });

  test.prop(
    [
      fc.constantFrom(...CANARIES),
      spelling,
      fc.constantFrom("before", "after", "inside"),
      fc.boolean(),
      fc.boolean(),
    ],
    { numRuns: 60 },
  )(
    "from the task, the keywords and the region, wherever they stand",
    async (canary, how, where, succeeds, helped) => {
      const text = spelled(how, canary.text);
      const task = {
        before: `${text} ${TASK}`,
        after: `${TASK} for ${text}`,
        inside: `Show my todo list ${text} for today`,
      }[where];
      const world = createCanaryWorld(quick(succeeds ? "success" : "task_mismatch"));
      const { exits } = await world.runAndListen([canary], {
        task,
        // Without a model's help the query is made of the task alone.
        ...(helped ? { keywords: ["todo", "list", "show", text], region: text } : {}),
      });
      if (helped) expect(exits.documents).toContain("todo");
    },
  );

  const IN_SKILL: Readonly<
    Record<string, (text: string) => { skill?: string; files?: Record<string, string> }>
  > = {
    description: (text) => ({
      skill: `---\nname: todo-list\ndescription: ${JSON.stringify(`Show the todo list ${text}`)}\n---\n\n- Read.\n`,
    }),
    prose: (text) => ({
      skill: `---\nname: todo-list\ndescription: Show the todo list\n---\n\n- Read with ${text}.\n`,
    }),
    "an assignment": (text) => ({
      skill: `---\nname: todo-list\ndescription: Show the todo list\n---\n\n\`\`\`bash\nTODO="${text.replaceAll('"', "")}"\necho "${text.replaceAll('"', "")}" > out.txt\n\`\`\`\n`,
    }),
    "a header": (text) => ({
      skill: `---\nname: todo-list\ndescription: Show the todo list\n---\n\n\`\`\`bash\ncurl -X POST -H "Authorization: Bearer ${text.replaceAll('"', "")}" https://api.example.com/todo\n\`\`\`\n`,
    }),
    "a script": (text) => ({
      files: {
        "run.py": `import os\nopen(${JSON.stringify(text)}, "w")\nos.remove(${JSON.stringify(text)})\n`,
      },
    }),
    "broken frontmatter": (text) => ({
      skill: `---\nname: todo-list\ndescription: [${text}\nfoo: {${text}\n---\n\n- Read.\n`,
    }),
    "a key of the frontmatter": (text) => ({
      skill: `---\nname: todo-list\ndescription: Show the todo list\n${JSON.stringify(text)}: 1\nmetadata: ${JSON.stringify({ openclaw: { requires: { env: [text], bins: [text] } } })}\n---\n\n- Read.\n`,
    }),
  };

  test.prop(
    [
      fc.constantFrom(...KEYS, ...PASSWORDS),
      fc.constantFrom("plain", "quoted", "in brackets", "in a link"),
      fc.constantFrom(...Object.keys(IN_SKILL)),
      fc.boolean(),
    ],
    { numRuns: 80 },
  )("from a skill's text, front matter and code", async (canary, how, where, succeeds) => {
    const world = createCanaryWorld({
      ...IN_SKILL[where]?.(spelled(how, canary.text)),
      ...quick(succeeds ? "success" : "runtime_error"),
    });
    await world.runAndListen([canary], { task: TASK });
  });

  it.each(["description", "prose", "broken frontmatter"])(
    "names and addresses from a skill's %s",
    async (where) => {
      for (const canary of PEOPLE) {
        const world = createCanaryWorld({ ...IN_SKILL[where]?.(canary.text), ...quick() });
        await world.runAndListen([canary], { task: TASK });
      }
    },
  );

  test.prop(
    [
      fc.constantFrom(...KEYS, ...PASSWORDS, ...PEOPLE.slice(0, 1)),
      fc.constantFrom("network:", "read:", "write:/home/marisol/", "delete:", "shell:", ""),
      fc.constantFrom("plain", "in a link", "in brackets"),
    ],
    { numRuns: 40 },
  )("from the effects and names that a runner reports", async (canary, prefix, how) => {
    const text = canary.kind === "person" ? "m.quintanilla@zyxmail.example" : spelled(how, canary.text);
    const missing = canary.kind === "key" ? [canary.text] : [];
    for (const result of ["success", "dependency_missing"] as const) {
      const runner = createFunctionRunner(() => ({
        result,
        sideEffects: [`${prefix}${text}`],
        missing: result === "success" ? [] : missing,
      }));
      const world = createCanaryWorld({ runner });
      await world.cortex.run({ task: TASK });
      await world.cortex.run({ task: TASK });
      const stored = everyByte(join(world.folder, "store"));
      expect(leaks(canary, stored)).toEqual([]);
      expect(stored).not.toContain("/home/marisol");
    }
  });
});

describe("the live flow's own document is the one exception, and it ends with the flow", () => {
  it("holds the task while it waits, for its owner's eyes only, and leaves no byte behind", async () => {
    const [canary] = KEYS;
    if (canary === undefined) throw new Error("no canary");
    const world = createCanaryWorld(quick());
    const step = await world.cortex.begin({ task: `${TASK} with ${canary.text}` });
    if (step.kind !== "question") throw new Error("expected a question");
    const flows = join(world.folder, "store", "flow");
    const waiting = readdirSync(flows).filter(
      (name) => leaks(canary, readFileSync(join(flows, name), "utf8")).length > 0,
    );
    expect(waiting).toHaveLength(1);
    expect(statSync(join(flows, waiting[0] ?? "")).mode & 0o077).toBe(0);
    let next = await world.cortex.answer(step.flowId, {
      questionId: step.questionId,
      choice: "approve",
      by: "human",
    });
    while (next.kind === "question") {
      const { questionId, question } = next;
      next = await world.cortex.answer(step.flowId, { questionId, choice: question.choices[0], by: "human" });
    }
    expect(next.kind).toBe("done");
    expect(leaks(canary, everyByte(world.folder))).toEqual([]);
  });

  it.each(["cancel", "decline", "expire"] as const)("also after %s", async (how) => {
    const [, canary] = KEYS;
    if (canary === undefined) throw new Error("no canary");
    const world = createCanaryWorld({ ...quick(), limits: { flowLifetimeMs: 1000 } });
    const step = await world.cortex.begin({ task: `${TASK} with ${canary.text}` });
    if (step.kind !== "question") throw new Error("expected a question");
    if (how === "cancel") await world.cortex.cancel(step.flowId);
    else if (how === "decline")
      await world.cortex.answer(step.flowId, { questionId: step.questionId, choice: "decline", by: "human" });
    else {
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect(await world.cortex.sweep()).toMatchObject([{ outcome: "expired" }]);
    }
    expect(leaks(canary, everyByte(world.folder))).toEqual([]);
  });
});
