import { describe, expect, it } from "vitest";
import { openPocketMode, readSkill, type SpecMode } from "../../src/skills/index.js";
import { place, skillOf } from "../support/skills-make.js";

describe("fields of a skill", () => {
  it("are all read, and unknown ones kept", () => {
    const skill = skillOf(
      [
        "name: spotify-player",
        'description: "Control Spotify playback"',
        "homepage: https://example.org",
        "license: MIT",
        "compatibility: Needs a terminal",
        "allowed-tools: Bash(git add:*) Read, Write",
        "x-own: {deep: [1, two]}",
        "metadata:",
        "  author: somebody",
        "  openclaw:",
        '    emoji: "🎵"',
        "    always: yes",
        "    skillKey: custom-key",
        "    primaryEnv: SPOTIFY_API_KEY",
        "    os: [macos, linux]",
        "    requires: {bins: gh, anyBins: [spogo, spotify_player], env: [A, B], config: channels.slack}",
        "    install:",
        "      - {id: brew, kind: brew, formula: gh, bins: [gh], label: Install GitHub CLI (brew)}",
      ].join("\n"),
    );
    expect(skill).toMatchObject({
      name: "spotify-player",
      homepage: "https://example.org",
      license: "MIT",
      compatibility: "Needs a terminal",
      allowedTools: ["Bash(git add:*)", "Read", "Write"],
      metadata: {
        emoji: "🎵",
        always: true,
        skillKey: "custom-key",
        primaryEnv: "SPOTIFY_API_KEY",
        os: ["darwin", "linux"],
        requires: {
          bins: ["gh"],
          anyBins: ["spogo", "spotify_player"],
          env: ["A", "B"],
          config: ["channels.slack"],
        },
        install: [
          { id: "brew", kind: "brew", package: "gh", bins: ["gh"], label: "Install GitHub CLI (brew)" },
        ],
      },
    });
    expect(skill.frontmatter["x-own"]).toEqual({ deep: [1, "two"] });
    expect((skill.frontmatter.metadata as { author?: unknown }).author).toBe("somebody");
  });

  it("take the homepage from the metadata where there is no other", () => {
    expect(
      skillOf("name: a\ndescription: b\nmetadata: {openclaw: {homepage: 'https://x.org'}}").homepage,
    ).toBe("https://x.org");
  });

  it.each([
    [
      "a requirement that nobody knows",
      "metadata: {openclaw: {requires: {tools: [x]}}}",
      "metadata-unknown-requirement",
    ],
    ["requirements in the wrong place", "requires: {bins: [gh]}", "metadata-misplaced"],
    ["two blocks", "metadata: {openclaw: {emoji: x}, clawdbot: {emoji: y}}", "metadata-second-block"],
    ["a slip in a key", "metadata: {openclaw: {requires: {bin: [gh]}}}", "metadata-spelling"],
    ["always that is neither", "metadata: {openclaw: {always: perhaps}}", "metadata-invalid"],
  ])("are reported with file and line: %s", (_, line, code) => {
    const { skill, diagnostics } = readSkill(`---\nname: a\ndescription: b\n${line}\n---\n`, place());
    expect(skill).toBeDefined();
    expect(diagnostics).toMatchObject([{ code, severity: "warning", file: "/skills/a/SKILL.md", line: 4 }]);
  });

  it.each(["metadata: {requires: {bins: [gh]}}", "requires: {bins: [gh]}"])(
    "apply requirements that stand outside of the block: %s",
    (line) => {
      const skill = skillOf(`name: a\ndescription: b\n${line}`);
      expect(skill.metadata.requires.bins).toEqual(["gh"]);
    },
  );

  it("leave requirements to the block where there is one, and to others what is not ours", () => {
    expect(
      skillOf(
        "name: a\ndescription: b\nrequires: {bins: [x]}\nmetadata: {openclaw: {requires: {bins: [gh]}}}",
      ).metadata.requires.bins,
    ).toEqual(["gh"]);
    expect(skillOf("name: a\ndescription: b\nrequires: python>=3.10").metadata.requires.bins).toEqual([]);
  });

  it.each([
    ["no list", "metadata: {openclaw: {requires: {bins: {gh: 1}}}}"],
    ["an empty list", "metadata: {openclaw: {requires: {bins: }}}"],
    ["empty requirements", "metadata: {openclaw: {requires: }}"],
    ["platforms of no kind", "metadata: {openclaw: {os: {linux: true}}}"],
    ["a block that is a list", "metadata: {openclaw: [requires]}"],
    ["dotted keys", "metadata.openclaw.requires.bins: gh"],
    ["dotted keys below", "metadata: {openclaw.requires: {bins: [gh]}}"],
    ["a block in the wrong place", "meta: {openclaw: {requires: {bins: [gh]}}}"],
    [
      "a second block that restricts more",
      "metadata: {openclaw: {emoji: x}, clawdbot: {requires: {bins: [gh]}}}",
    ],
    ["requirements that lost their indentation", "metadata:\nrequires: {bins: [gh]}"],
  ])("that restrict and can't be read leave the skill out: %s", (_, lines) => {
    const { skill, rejected, diagnostics } = readSkill(
      `---\nname: a\ndescription: b\n${lines}\n---\n`,
      place(),
    );
    expect(skill).toBe(undefined);
    expect(rejected?.code).toMatch(/invalid$/);
    expect(diagnostics.find(({ severity }) => severity === "error")?.line).toBeGreaterThanOrEqual(4);
  });
});

describe("trigger phrases", () => {
  it.each([
    [
      "OpenPocket's map",
      "metadata: {openclaw: {triggers: {any: [打开, open app], all: [app], none: [web]}}}",
      { any: ["打开", "open app"], all: ["app"], none: ["web"] },
    ],
    [
      "Netclaw's list beside the block",
      "metadata: {triggers: [schedule reminders, set an alarm]}",
      { any: ["schedule reminders", "set an alarm"], all: [], none: [] },
    ],
    [
      "text, as the Agent Skills standard has metadata",
      "metadata: {triggers: 'schedule reminders, alarm'}",
      { any: ["schedule reminders", "alarm"], all: [], none: [] },
    ],
    [
      "a list inside the block",
      "metadata: {openclaw: {triggers: [open app]}}",
      { any: ["open app"], all: [], none: [] },
    ],
    [
      "both places",
      "metadata: {openclaw: {triggers: {any: [a b]}}, triggers: [a b, c d]}",
      { any: ["a b", "c d"], all: [], none: [] },
    ],
  ])("are read from %s", (_, line, triggers) => {
    expect(skillOf(`name: a\ndescription: b\n${line}`).metadata.triggers).toEqual(triggers);
  });

  it("that can't be read are warned about, and the skill loads", () => {
    const { skill, diagnostics } = readSkill(
      "---\nname: a\ndescription: b\nmetadata:\n  triggers: {any: 3, all: [x]}\n---\n",
      place(),
    );
    expect(skill?.metadata.triggers).toEqual({ any: [], all: ["x"], none: [] });
    expect(diagnostics).toMatchObject([
      {
        code: "metadata-triggers",
        severity: "warning",
        line: 5,
        message: expect.stringContaining("metadata.triggers.any"),
      },
    ]);
  });
});

it("a primaryEnv that is no text is not dropped silently", () => {
  const { diagnostics } = readSkill(
    "---\nname: a\ndescription: b\nmetadata: {openclaw: {primaryEnv: {x: 2}}}\n---\n",
    place(),
  );
  expect(diagnostics).toMatchObject([{ code: "metadata-invalid", severity: "warning", line: 4 }]);
});

describe("spec modes", () => {
  const read = (text: string, mode: SpecMode, file = "/skills/foo/SKILL.md") =>
    readSkill(text, place({ id: "foo", mode, file }));
  const template = "# Search App\n\nFind and open app quickly by name.\n\n## Trigger\nUse when …\n";

  it("take name and description from heading and first line in legacy and mixed only", () => {
    for (const mode of ["legacy", "mixed"] as const)
      expect(read(template, mode, "/skills/foo.md").skill).toMatchObject({
        name: "Search App",
        description: "Find and open app quickly by name.",
      });
    for (const mode of ["standard", "strict"] as const)
      expect(read(template, mode).rejected?.code).toBe("frontmatter-missing");
  });

  it.each([
    ["no heading", "Just text.\n", "foo", "Just text."],
    ["nothing at all", "", "foo", "(no description)"],
    ["a heading only", "# Only\n", "Only", "(no description)"],
    ["a heading in a code block", "```\n# not this\n```\n# This ##\ntext", "This", "text"],
    ["a long first line", `# A\n${"x".repeat(300)}`, "A", "x".repeat(180)],
    ["a long line of pairs", `# A\n${"😀".repeat(300)}`, "A", "😀".repeat(180)],
  ])("fall back sensibly with %s", (_, text, name, description) => {
    expect(read(text, "legacy", "/skills/foo.md").skill).toMatchObject({ name, description });
  });

  it("strict leaves out what mixed only warns about", () => {
    const text = "---\nname: Bar\ndescription: x\n---\nBody\n";
    expect(read(text, "strict").rejected).toMatchObject({ code: "not-strict" });
    const mixed = read(text, "mixed");
    expect(mixed.skill?.name).toBe("Bar");
    expect(mixed.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "warning NAME_INVALID",
      "warning NAME_PATH_MISMATCH",
    ]);
    expect(read(text, "legacy").diagnostics).toEqual([]);
    expect(read("---\nname: foo\ndescription: x\n---\nBody\n", "strict").skill?.name).toBe("foo");
  });

  it.each([
    ["strict", "strict"],
    [" Legacy ", "legacy"],
    ["mixed", "mixed"],
    ["anything", "mixed"],
    [undefined, "mixed"],
    [7, "mixed"],
  ])("%j means %s", (value, mode) => {
    expect(openPocketMode(value)).toBe(mode);
  });
});
