import { describe, expect, it } from "vitest";
import { isReadOnly, severityMarks } from "../../src/core/side-effects.js";
import { deriveSideEffects } from "../../src/safety/index.js";

const bundle = (files: Readonly<Record<string, string>>) => ({
  files: Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
});
const effects = (files: Readonly<Record<string, string>>) =>
  deriveSideEffects(bundle(files)).map(({ effect }) => effect);
const shell = (text: string) => ({ "SKILL.md": `# x\n\n\`\`\`bash\n${text}\n\`\`\`\n` });

describe("side effects", () => {
  it.each([
    ["a host", "curl -s https://api.example.com/v1", "network:api.example.com"],
    ["a variable", 'echo "$DEMO_TOKEN"', "read:env:DEMO_TOKEN"],
    ["a file that is written", "echo hi > out.txt", "write:out.txt"],
    ["a file that is appended to", "date | tee -a log.txt", "write:log.txt"],
    ["a file that is deleted", "rm -rf build", "delete:build"],
    ["a key that is read", "cat ~/.ssh/config", "read:~/.ssh/config"],
    ["a shell block", "ls", "shell:bash"],
  ])("names %s", (_, text, effect) => {
    expect(effects(shell(text))).toContain(effect);
  });

  it.each([
    [
      "python",
      "scripts/a.py",
      'import os\nprint(os.environ["DEMO_TOKEN"])\nopen("x", "w")\n',
      ["read:env:DEMO_TOKEN", "write:x", "shell:scripts/a.py"],
    ],
    [
      "JavaScript",
      "a.mjs",
      'fetch("https://h.example.com", { method: "DELETE" });\nprocess.env.K_TOKEN;\n',
      ["network:h.example.com", "read:env:K_TOKEN", "shell:a.mjs"],
    ],
  ])("reads %s", (_, path, text, expected) => {
    expect(effects({ "SKILL.md": "# x\n", [path]: text })).toEqual(expect.arrayContaining([...expected]));
  });

  it("carries the line that says so, as safe text", () => {
    const found = deriveSideEffects(bundle(shell("echo ok\nrm -rf build # \u001b[31m\u202e")));
    expect(found).toContainEqual(
      expect.objectContaining({ effect: "delete:build", file: "SKILL.md", line: 5 }),
    );
    for (const { excerpt } of found) expect(excerpt).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("takes declared variables from the frontmatter", () => {
    const text = '---\nname: x\nmetadata: {"openclaw":{"requires":{"env":["ACME_API_KEY"]}}}\n---\n# x\n';
    expect(effects({ "SKILL.md": text })).toEqual(["read:env:ACME_API_KEY"]);
  });

  it("a skill with scripts or shell blocks is never read-only", () => {
    expect(isReadOnly(effects(shell("ls")))).toBe(false);
    expect(isReadOnly(effects({ "SKILL.md": "# x\n", "run.sh": "ls\n" }))).toBe(false);
    expect(isReadOnly(effects({ "SKILL.md": "# x\n", "run.py": "print(1)\n" }))).toBe(false);
  });

  it("nothing known counts as shell", () => {
    expect(effects({ "SKILL.md": "# x\n\nBe kind.\n" })).toEqual([]);
    expect(severityMarks([])).toContain("shell");
  });

  it("prose that only names a file has no effect", () => {
    expect(effects({ "SKILL.md": "# x\n\nNever run `rm` on the build folder by hand.\n" })).toEqual([]);
  });
});
