import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { DEFAULT_SKILLS_CONFIG, parseSkillsConfig, redactSkillsConfig } from "../../src/skills/index.js";

const SECRET = "ghp_0123456789abcdefghij";
const read = (input: unknown) => parseSkillsConfig(input)._unsafeUnwrap().value;

describe("the skills configuration", () => {
  it("fills in every default, and says nothing about an absent one", () => {
    expect(read(undefined)).toEqual(DEFAULT_SKILLS_CONFIG);
    expect(read({})).toEqual(DEFAULT_SKILLS_CONFIG);
    expect(DEFAULT_SKILLS_CONFIG).toMatchObject({
      allowBundled: [],
      load: { extraDirs: [], watch: true, debounceMs: 250 },
      install: { preferBrew: true, nodeManager: "npm" },
      limits: {
        maxCandidatesPerRoot: 300,
        maxSkillsLoadedPerSource: 200,
        maxSkillsInPrompt: 150,
        maxSkillsPromptChars: 30_000,
        maxSkillFileBytes: 256_000,
      },
    });
  });

  it("takes the document's whole example", () => {
    const config = read({
      allowBundled: ["github", "weather"],
      load: { extraDirs: ["/path/to/more/skills"], watch: true, debounceMs: 250 },
      install: { preferBrew: true, nodeManager: "bun" },
      limits: { maxSkillsInPrompt: 10 },
      entries: {
        github: { enabled: true, apiKey: SECRET, env: { EXTRA_VAR: "value" }, config: { a: 1 } },
        weather: { enabled: false },
      },
    });
    expect(config.install.nodeManager).toBe("bun");
    expect(config.limits).toMatchObject({ maxSkillsInPrompt: 10, maxSkillsPromptChars: 30_000 });
    expect(config.entries.github).toMatchObject({
      enabled: true,
      apiKey: SECRET,
      env: { EXTRA_VAR: "value" },
    });
    expect(config.entries.weather?.enabled).toBe(false);
  });

  it("also knows the real key of the debounce, and prefers the document's", () => {
    expect(read({ load: { watchDebounceMs: 100 } }).load.debounceMs).toBe(100);
    expect(read({ load: { watchDebounceMs: 100, debounceMs: 50 } }).load.debounceMs).toBe(50);
  });

  it("takes a key by reference, which only the host can resolve", () => {
    const { entries } = read({
      entries: { a: { apiKey: { source: "env", id: "X" } }, b: { apiKey: " " } },
    });
    expect(entries.a).toMatchObject({ apiKey: undefined, apiKeyByReference: true });
    expect(entries.b).toMatchObject({ apiKey: undefined, apiKeyByReference: false });
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ["a list that is a word", { allowBundled: "github" }, "skills.allowBundled: expected a list"],
    [
      "an unknown manager",
      { install: { nodeManager: "deno" } },
      "skills.install.nodeManager: allowed are npm, pnpm, yarn, bun",
    ],
    [
      "a negative limit",
      { limits: { maxSkillsInPrompt: -1 } },
      "skills.limits.maxSkillsInPrompt: expected a whole number that is not negative",
    ],
    [
      "a broken limit",
      { limits: { maxSkillsInPrompt: 1.5 } },
      "skills.limits.maxSkillsInPrompt: expected a whole number that is not negative",
    ],
    [
      "a limit as text",
      { limits: { maxSkillFileBytes: "1" } },
      "skills.limits.maxSkillFileBytes: expected a whole number that is not negative",
    ],
    [
      "a key that is a number",
      { entries: { gh: { apiKey: 5 } } },
      "skills.entries.gh.apiKey: expected text, or a reference to a secret",
    ],
    [
      "a switch as text",
      { entries: { gh: { enabled: "no" } } },
      "skills.entries.gh.enabled: expected true or false",
    ],
    [
      "a variable that is a number",
      { entries: { gh: { env: { PORT: 1 } } } },
      "skills.entries.gh.env.PORT: expected text",
    ],
    ["a list as section", { entries: [] }, "skills.entries: expected a map"],
    ["a word as everything", "none", "skills: expected a map"],
  ];
  it.each(wrong)("%s is an error that names the path and what is allowed", (_, input, sentence) => {
    const failure = parseSkillsConfig(input)._unsafeUnwrapErr();
    expect(failure).toMatchObject({ code: "config-invalid", category: "input" });
    expect(failure.message).toContain(sentence);
    expect(failure.details?.problems).toContain(sentence);
  });

  it("names every wrong path at once", () => {
    const { details } = parseSkillsConfig({ allowBundled: 1, load: { watch: "yes" } })._unsafeUnwrapErr();
    expect(details?.problems).toHaveLength(2);
  });

  it("warns about settings that have no effect", () => {
    const { diagnostics } = parseSkillsConfig({
      load: { extraDir: [] },
      limits: { maxSkills: 3 },
    })._unsafeUnwrap();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "skills.load.extraDir is not a known setting and has no effect.",
      "skills.limits.maxSkills is not a known setting and has no effect.",
    ]);
  });

  it.each([
    ["a section, which would lift a restriction", { allowBundle: ["github"] }, "skills.allowBundle is not"],
    [
      "a setting of a skill, which would leave it on",
      { entries: { x: { enable: false } } },
      "skills.entries.x.enable is not",
    ],
  ])("warns about a misspelt name of %s", (_, input, sentence) => {
    const { diagnostics } = parseSkillsConfig(input)._unsafeUnwrap();
    expect(diagnostics).toMatchObject([
      { code: "config-unknown-key", severity: "warning", fix: expect.any(String) },
    ]);
    expect(diagnostics[0]?.message).toContain(sentence);
  });

  it("says nothing about OpenClaw's other sections", () => {
    expect(parseSkillsConfig({ workshop: { autonomous: {} } })._unsafeUnwrap().diagnostics).toEqual([]);
  });

  it("never prints a secret: neither in errors nor in the printable form", () => {
    const wrongShape = { entries: { gh: { apiKey: SECRET, env: { TOKEN: [SECRET] }, config: SECRET } } };
    expect(JSON.stringify(parseSkillsConfig(wrongShape)._unsafeUnwrapErr())).not.toContain(SECRET);
    const config = read({
      entries: { gh: { apiKey: SECRET, env: { TOKEN: SECRET }, config: { deep: SECRET } } },
    });
    const printed = JSON.stringify(redactSkillsConfig(config));
    expect(printed).not.toContain(SECRET);
    expect(printed).toContain('"apiKey":"[set]"');
    expect(printed).toContain("TOKEN");
  });

  it("does not tell a secret to a careless log line", () => {
    const config = read({
      entries: { gh: { apiKey: SECRET, env: { TOKEN: SECRET }, config: { deep: SECRET } } },
    });
    expect(JSON.stringify(config)).not.toContain(SECRET);
    expect(inspect(config, { depth: 9 })).not.toContain(SECRET);
    expect(inspect(config.entries.gh)).toContain("TOKEN");
    expect(config.entries.gh?.apiKey).toBe(SECRET);
    expect(structuredClone({ ...config.entries.gh })?.apiKey).toBe(SECRET);
  });

  it("keeps names such as __proto__ from meaning anything", () => {
    const config = read(
      JSON.parse('{"entries": {"__proto__": {"enabled": false}, "constructor": {"enabled": false}}}'),
    );
    expect(Object.getPrototypeOf(config.entries)).toBe(null);
    expect(({} as { enabled?: boolean }).enabled).toBe(undefined);
  });
});
