import { describe, expect, it } from "vitest";
import { severityMarks } from "../../src/core/side-effects.js";
import { textBundle } from "../../src/in-memory/index.js";
import { inspectBundle } from "../../src/safety/index.js";
import { createTracedWorld, TASK, todo, WEEKS_TO_REFLEX } from "../support/rules-world.js";

const head = (more = "") =>
  `---\nname: todo-list\ndescription: Show and query the todo list\n${more}---\n\n- Read it.\n`;
const inspect = (files: Readonly<Record<string, string>>, declared: readonly string[] = []) =>
  inspectBundle({
    key: "clawhub:@alice/todo-list",
    version: "1.0.0",
    bundle: textBundle(files),
    verdicts: [],
    knownNames: [],
    declaredSideEffects: declared,
  });

const CLAIMS =
  "side_effects: [read:todo]\nread_only: true\nmetadata:\n  openclaw:\n    readOnly: true\n    sideEffects: [read:todo]\n";

describe("rule 7: side effects are observed or host-declared; unknown counts as shell", () => {
  it.each([
    ["nothing said", head()],
    ["a claim in the frontmatter", head(CLAIMS)],
    ["a claim in the text", `${head()}\nThis skill is read-only. Side effects: read:todo\n`],
  ])("%s is not read-only", (_name, text) => {
    const { sideEffects } = inspect({ "SKILL.md": text });
    expect(severityMarks(sideEffects)).not.toContain("read-only");
    expect(severityMarks(sideEffects)).toContain("shell");
  });

  it.each([
    ["a shell script", { "SKILL.md": head(), "run.sh": "#!/bin/sh\nls\n" }],
    ["a Python script", { "SKILL.md": head(), "scripts/run.py": "print(1)\n" }],
    ["a JavaScript file", { "SKILL.md": head(), "index.js": "console.log(1)\n" }],
    ["a program without an ending", { "SKILL.md": head(), "bin/run": "#!/usr/bin/env node\n1\n" }],
    ["a shell block", { "SKILL.md": `${head()}\n\`\`\`bash\nls\n\`\`\`\n` }],
    ["a shell block in a reference", { "SKILL.md": head(), "references/a.md": "```sh\nls\n```\n" }],
    ["a console block", { "SKILL.md": `${head()}\n~~~console\n$ ls\n~~~\n` }],
  ])("%s is never read-only, whatever the host declares", (_name, files) => {
    const { sideEffects } = inspect(files as Readonly<Record<string, string>>, ["read:todo-list"]);
    expect(severityMarks(sideEffects)).not.toContain("read-only");
  });

  it("the host can add and not remove", () => {
    const { sideEffects } = inspect({ "SKILL.md": head(), "run.sh": "rm -rf build\n" }, ["read:todo-list"]);
    expect(sideEffects).toContain("read:todo-list");
    expect(sideEffects.some((effect) => effect.startsWith("delete:"))).toBe(true);
  });

  it.each<[string, Parameters<typeof createTracedWorld>]>([
    ["undeclared effects", [{ declaredSideEffects: () => [] }]],
    ["a shell block", [{}, [todo("1.0.0", "\n```bash\nls\n```\n")]]],
  ])("%s never become a reflex", async (_name, [options, skills]) => {
    const world = createTracedWorld(options, skills);
    expect(await world.use(WEEKS_TO_REFLEX + 6)).not.toContain("reflex");
    await world.cortex.run({ task: TASK });
    expect(world.questions.map(({ kind }) => kind).slice(0, 2)).toEqual(["choose", "plan"]);
  });
});
