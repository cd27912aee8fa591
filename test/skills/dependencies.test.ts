import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INSTALL_MANAGERS, parseSkillsConfig, planInstalls, readSkill } from "../../src/skills/index.js";
import { place, skillOf } from "../support/skills-make.js";

const config = (install: object = {}) => parseSkillsConfig({ install })._unsafeUnwrap().value;
const declared = (specs: string) =>
  skillOf(`name: My Tool\ndescription: b\nmetadata: {openclaw: {install: ${specs}}}`);
const machine = (bins: readonly string[] = INSTALL_MANAGERS, platform = "linux") => ({
  platform,
  bins: new Set(bins),
});
const plans = (specs: string, bins?: readonly string[], install?: object) =>
  planInstalls(declared(specs), machine(bins), config(install));

describe("an install plan", () => {
  it.each([
    ["{kind: brew, formula: gh}", {}, ["brew", "install", "gh"]],
    ["{kind: brew, cask: some/tap/tool}", {}, ["brew", "install", "some/tap/tool"]],
    [
      "{kind: node, package: '@scope/tool@1.2.3'}",
      {},
      ["npm", "install", "-g", "--ignore-scripts", "@scope/tool@1.2.3"],
    ],
    ["{kind: npm, package: tool}", {}, ["npm", "install", "-g", "--ignore-scripts", "tool"]],
    [
      "{kind: node, package: tool}",
      { nodeManager: "pnpm" },
      ["pnpm", "add", "-g", "--ignore-scripts", "tool"],
    ],
    [
      "{kind: node, package: tool}",
      { nodeManager: "yarn" },
      ["yarn", "global", "add", "--ignore-scripts", "tool"],
    ],
    ["{kind: node, package: tool}", { nodeManager: "bun" }, ["bun", "add", "-g", "--ignore-scripts", "tool"]],
    ["{kind: go, module: github.com/a/b/cmd/c}", {}, ["go", "install", "github.com/a/b/cmd/c@latest"]],
    ["{kind: go, module: github.com/a/b@v1.0.0}", {}, ["go", "install", "github.com/a/b@v1.0.0"]],
    ["{kind: uv, package: nano-pdf}", {}, ["uv", "tool", "install", "nano-pdf"]],
    ["{kind: apt, package: gh}", {}, ["apt-get", "install", "--yes", "--no-install-recommends", "gh"]],
    [
      `{kind: download, url: 'https://x.org/a.zip', sha256: '${"A".repeat(64)}', targetDir: bin}`,
      {},
      ["download", "https://x.org/a.zip", `sha256:${"a".repeat(64)}`, "my-tool/bin"],
    ],
    [
      "{kind: download, url: 'https://x.org/a.zip'}",
      {},
      ["download", "https://x.org/a.zip", "unverified", "my-tool"],
    ],
  ])("for %s", (spec, install, argv) => {
    expect(plans(`[${spec}]`, undefined, install).map((plan) => plan.argv)).toEqual([[argv]]);
  });

  it("prefers what is there, in OpenClaw's order with apt before downloads", () => {
    const all =
      "[{kind: download, url: 'https://x.org/a'}, {kind: apt, package: tool}, {kind: go, module: x.org/a}, {kind: node, package: a}, {kind: uv, package: a}, {kind: brew, formula: a}]";
    const order = (bins?: readonly string[], install?: object) =>
      plans(all, bins, install).map(({ spec }) => spec.kind);
    expect(order()).toEqual(["brew", "uv", "node", "go", "apt", "download"]);
    expect(order(undefined, { preferBrew: false })).toEqual(["uv", "node", "brew", "go", "apt", "download"]);
    expect(order(["go", "apt-get"])).toEqual(["go", "apt", "download", "brew", "uv", "node"]);
    expect(
      plans(all, [])
        .filter(({ available }) => available)
        .map(({ spec }) => spec.kind),
    ).toEqual(["download"]);
  });

  it("is only for the platforms that it names", () => {
    const specs = "[{kind: brew, formula: a, os: macos}, {kind: apt, package: tool, os: [linux]}]";
    expect(plans(specs).map(({ spec }) => spec.kind)).toEqual(["apt"]);
    expect(
      planInstalls(declared(specs), machine(undefined, "darwin"), config()).map(({ spec }) => spec.kind),
    ).toEqual(["brew"]);
  });

  it("says when it needs root, and what exists afterwards", () => {
    expect(plans("[{kind: apt, package: tool, bins: [tool], id: x, label: Get it}]")).toMatchObject([
      { needsRoot: true, manager: "apt-get", bins: ["tool"], spec: { id: "x", label: "Get it" } },
    ]);
    expect(plans("[{kind: brew, formula: a}]")[0]?.spec.id).toBe("brew-0");
  });

  it.each([
    "{kind: shell, command: rm}",
    "{kind: brew}",
    "{kind: brew, formula: --force}",
    "{kind: node, package: 'a; rm -rf /'}",
    "{kind: node, package: 'git+https://x.org/a'}",
    "{kind: node, package: '../a'}",
    "{kind: go, module: -mod=mod}",
    "{kind: uv, package: '--from x'}",
    "{kind: apt, package: 'a=b c'}",
    "{kind: download, url: 'http://x.org/a'}",
    "{kind: download, url: 'file:///etc/passwd'}",
    "{kind: download, url: 'https://x.org/a', sha256: abc}",
    "{kind: download, url: 'https://x.org/a', targetDir: ../../etc}",
    "{kind: download, url: 'https://x.org/a', targetDir: /etc}",
    "nonsense",
  ])("is not made from %s, which is reported and does not exclude the skill", (spec) => {
    const text = `---\nname: a\ndescription: b\nmetadata:\n  openclaw:\n    install: [${spec}]\n---\n`;
    const { skill, diagnostics } = readSkill(text, place());
    expect(skill?.metadata.install).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "install-spec-invalid", severity: "warning", line: 6 }]);
  });

  it("never has an argument that a program could take for an option", () => {
    const field = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-@./a-z0-9=+~^:]{1,12}$/));
    const kind = fc.constantFrom("brew", "node", "go", "uv", "apt");
    fc.assert(
      fc.property(kind, field, (kindName, value) => {
        const entry = JSON.stringify([{ kind: kindName, formula: value, package: value, module: value }]);
        const { skill } = readSkill(
          `---\nname: a\ndescription: b\nmetadata: {"openclaw":{"install":${entry}}}\n---\n`,
          place(),
        );
        if (skill === undefined) return;
        for (const { argv } of planInstalls(skill, machine(), config())) {
          const last = argv[0]?.at(-1) ?? "";
          expect(last).toMatch(/^[a-z0-9@][\w@./+~^=,[\]-]*$/i);
        }
      }),
      { numRuns: 1_500 },
    );
  });
});
