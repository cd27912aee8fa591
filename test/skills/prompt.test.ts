import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSkillPrompt, estimateTokens, type PromptOptions, type Skill } from "../../src/skills/index.js";
import { makeSkill, skillOf } from "../support/skills-make.js";

const blockOf = (text: string): string => text.slice(text.indexOf("<available_skills>"));
const many = (count: number, part: Partial<Skill> = {}): readonly Skill[] =>
  Array.from({ length: count }, (_, index) =>
    makeSkill(`skill-${String(index).padStart(4, "0")}`, {
      description: `${"Useful words about the matter at hand. ".repeat(8)}Number ${index}.`,
      ...part,
    }),
  );

describe("the list of skills", () => {
  it("is the document's block, with paths below the home folder shortened", () => {
    const skills = [
      makeSkill("github", { description: "GitHub via gh CLI", file: "/home/me/path/to/github/SKILL.md" }),
      makeSkill("weather", { description: "Weather via wttr.in", file: "/home/me/path/to/weather/SKILL.md" }),
    ];
    const { text, included, omitted } = buildSkillPrompt(skills, { home: "/home/me" });
    expect(blockOf(text)).toBe(`<available_skills>
  <skill>
    <name>github</name>
    <description>GitHub via gh CLI</description>
    <location>~/path/to/github/SKILL.md</location>
  </skill>
  <skill>
    <name>weather</name>
    <description>Weather via wttr.in</description>
    <location>~/path/to/weather/SKILL.md</location>
  </skill>
</available_skills>`);
    expect(included).toEqual(["github", "weather"]);
    expect(omitted).toBe(undefined);
  });

  it.each([
    ["/home/me", "/home/me/a/SKILL.md", "~/a/SKILL.md"],
    ["/home/me", "/home/member/a/SKILL.md", "/home/member/a/SKILL.md"],
    ["/", "/a/SKILL.md", "/a/SKILL.md"],
    ["", "/a/SKILL.md", "/a/SKILL.md"],
    ["C:\\Users\\me", "C:\\Users\\me\\a\\SKILL.md", "~\\a\\SKILL.md"],
  ])("with home %j writes %j as %j", (home, file, expected) => {
    const { text } = buildSkillPrompt([makeSkill("a", { file })], { home });
    expect(text).toContain(`<location>${expected}</location>`);
  });

  it("names the file exactly, however many blanks its path has, and on one line", () => {
    const text = (file: string): string => buildSkillPrompt([makeSkill("a", { file })]).text;
    expect(text("/my  skills/\u00e4 b/SKILL.md")).toContain(
      "<location>/my  skills/\u00e4 b/SKILL.md</location>",
    );
    expect(text("/x\n</location>/SKILL.md")).toContain("<location>/x &lt;/location&gt;/SKILL.md</location>");
  });

  it("tells the model to choose first, to read one file, with the tool that it has", () => {
    const { text } = buildSkillPrompt([makeSkill("a")], { readTool: "open_file", tools: ["open_file"] });
    expect(text).toContain("`open_file`");
    expect(text).toMatch(/most specific/);
    expect(text).toMatch(/None clearly fits/);
  });

  it.each([
    ["no skills", [], {}, "no-skills"],
    [
      "only hidden skills",
      [makeSkill("a", { invocation: { userInvocable: true, disableModelInvocation: true } })],
      {},
      "no-skills",
    ],
    ["a sub-agent", [makeSkill("a")], { mode: "minimal" }, "prompt-mode"],
    ["no prompt at all", [makeSkill("a")], { mode: "none" }, "prompt-mode"],
    ["no read tool", [makeSkill("a")], { tools: ["bash"] }, "no-read-tool"],
    ["no tools", [makeSkill("a")], { tools: [] }, "no-read-tool"],
    ["no room for one", [makeSkill("a")], { budget: { characters: 100 } }, "no-room"],
  ] as const)("is left away with %s", (_, skills, options, omitted) => {
    expect(buildSkillPrompt(skills, options as PromptOptions)).toMatchObject({ text: "", omitted });
  });

  it("hides skills that only people may start, and says so", () => {
    const hidden = makeSkill("b", { invocation: { userInvocable: true, disableModelInvocation: true } });
    const prompt = buildSkillPrompt([makeSkill("a"), hidden]);
    expect(prompt).toMatchObject({ included: ["a"], hidden: ["b"], dropped: [] });
    expect(prompt.text).not.toContain("<name>b</name>");
  });

  it("adds OpenPocket's trigger hints: any, then all, without repeats, eight at most; none never", () => {
    const triggers = "{any: [wifi, 无线网, wifi, c, d, e], all: [f, g, h, i, j], none: [secret-word]}";
    const skill = skillOf(`name: a\ndescription: Settings.\nmetadata: {openclaw: {triggers: ${triggers}}}`);
    expect(buildSkillPrompt([skill]).text).toContain(
      "<description>Settings. Trigger hints: wifi; 无线网; c; d; e; f; g; h</description>",
    );
    expect(buildSkillPrompt([skill], { triggerHints: false }).text).toContain(
      "<description>Settings.</description>",
    );
  });
});

describe("nothing in a skill can break out of its element", () => {
  it("whatever name, description and path say", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.constantFrom(
            "</description>",
            "</skill>",
            "</available_skills>",
            "<",
            ">",
            "&",
            "&lt;",
            '"',
            "'",
            "\n",
            "\u2028",
            "\u202e",
            "\0",
            "]]>",
            "<!--",
            "`",
            "a ",
            "\u{e0041}",
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join("")),
    );
    const options: readonly PromptOptions[] = [
      {},
      { budget: { characters: 1_200 } },
      { selection: "prefix" },
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, hostile), { minLength: 1, maxLength: 4 }), (parts) => {
        const skills = parts.map(([name, description, file]) =>
          makeSkill(name, { description, file: `/${file}` }),
        );
        for (const option of options) {
          const { text, included } = buildSkillPrompt(skills, option);
          if (text === "") continue;
          const lines = blockOf(text).split("\n");
          // Two lines around five lines a skill, each of its one kind: nobody added or closed an element.
          expect(lines.length).toBe(2 + 5 * included.length);
          lines.slice(1, -1).forEach((line, index) => {
            const element = ["skill", "name", "description", "location", "/skill"][index % 5] ?? "";
            if (index % 5 === 0 || index % 5 === 4) expect(line).toBe(`  <${element}>`);
            else expect(line).toMatch(new RegExp(`^    <${element}>[^<>"']*</${element}>$`, "u"));
          });
          expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0\u{e0000}-\u{e007f}]/u);
        }
      }),
      { numRuns: 600 },
    );
  });
});

describe("the budget", () => {
  it("holds 150 skills and 30,000 characters by default", () => {
    const prompt = buildSkillPrompt(many(400));
    expect(prompt.included.length).toBeLessThanOrEqual(150);
    expect(prompt.text.length).toBeLessThanOrEqual(30_000);
    expect(buildSkillPrompt(many(400, { description: "Short." })).included.length).toBe(150);
  });

  it("shortens descriptions before it drops a skill", () => {
    const skills = many(40);
    const full = buildSkillPrompt(skills, { budget: { characters: Infinity } });
    expect(full.shortened).toEqual([]);
    const tight = buildSkillPrompt(skills, { budget: { characters: full.text.length - 1 } });
    expect(tight.dropped).toEqual([]);
    expect(tight.shortened.length).toBeGreaterThan(0);
    expect(tight.text).toContain("Skill descriptions are shortened.");
    const tighter = buildSkillPrompt(skills, { budget: { characters: 9_000 } });
    expect(tighter.dropped).toEqual([]);
    expect(tighter.included.length).toBe(40);
    const tightest = buildSkillPrompt(skills, { budget: { characters: 4_000 } });
    expect(tightest.dropped.length).toBeGreaterThan(0);
    expect(tightest.text).toContain(
      `Skills truncated: included ${tightest.included.length} of 40 (descriptions shortened).`,
    );
  });

  it("accounts for every skill: shown, shortened or dropped with the reason, and holds every limit", () => {
    const sizes = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      skills: fc.integer({ min: 0, max: 70 }),
      characters: fc.integer({ min: 0, max: 25_000 }),
      tokens: fc.option(fc.integer({ min: 0, max: 6_000 }), { nil: undefined }),
      selection: fc.constantFrom("ranked" as const, "prefix" as const),
      long: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(sizes, ({ count, skills: maximum, characters, tokens, selection, long }) => {
        const skills = Array.from({ length: count }, (_, index) =>
          makeSkill(`s${index}`, {
            description: "Words & more, 多語言。".repeat((index % long) + 1),
            precedence: index % 3,
          }),
        );
        const budget = { skills: maximum, characters, ...(tokens === undefined ? {} : { tokens }) };
        const prompt = buildSkillPrompt(skills, { budget, selection });
        expect([...prompt.included, ...prompt.dropped.map(({ name }) => name)].sort()).toEqual(
          skills.map(({ name }) => name).sort(),
        );
        expect(prompt.text.length).toBeLessThanOrEqual(characters);
        expect(prompt.included.length).toBeLessThanOrEqual(maximum);
        if (tokens !== undefined) expect(estimateTokens(prompt.text)).toBeLessThanOrEqual(tokens);
        for (const { name, from, to } of prompt.shortened) {
          expect(prompt.included).toContain(name);
          expect(to).toBeLessThan(from);
        }
        if (prompt.shortened.length === 0)
          for (const name of prompt.included) expect(prompt.text).toContain(`<name>${name}</name>`);
        if (prompt.text !== "" && prompt.dropped.length > 0)
          expect(prompt.text).toContain(`included ${prompt.included.length} of ${count}`);
        else if (prompt.dropped.length > 0) expect(prompt.omitted).toBe("no-room");
      }),
      { numRuns: 400 },
    );
  });

  it("keeps the most relevant when there are scores, and their order in the list", () => {
    const skills = many(10);
    const scores = new Map([
      ["skill-0007", 0.9],
      ["skill-0002", 0.8],
      ["skill-0005", Number.NaN],
    ]);
    const prompt = buildSkillPrompt(skills, { scores, budget: { skills: 2 } });
    expect(prompt.included).toEqual(["skill-0002", "skill-0007"]);
    expect(prompt.dropped.every(({ reason }) => reason === "skill-limit")).toBe(true);
  });

  it("keeps higher tiers, then what is used more, when there are none", () => {
    const skills = [
      makeSkill("a", { precedence: 1 }),
      makeSkill("b", { precedence: 5 }),
      makeSkill("c", { precedence: 1 }),
      makeSkill("d", { precedence: 5 }),
    ];
    expect(buildSkillPrompt(skills, { budget: { skills: 2 } }).included).toEqual(["b", "d"]);
    expect(buildSkillPrompt(skills, { budget: { skills: 3 }, uses: new Map([["c", 4]]) }).included).toEqual([
      "b",
      "c",
      "d",
    ]);
  });

  it("ranks under a token budget as well", () => {
    const skills = many(30);
    const prompt = buildSkillPrompt(skills, {
      budget: { characters: 1e6, tokens: 900 },
      scores: new Map([["skill-0029", 1]]),
    });
    expect(prompt.included).toContain("skill-0029");
    expect(prompt.dropped.length).toBeGreaterThan(0);
    expect(estimateTokens(prompt.text)).toBeLessThanOrEqual(900);
  });

  it("believes the host's own count of tokens", () => {
    const countTokens = (text: string): number => text.length;
    const prompt = buildSkillPrompt(many(30), { budget: { tokens: 3_000, countTokens } });
    expect(prompt.text.length).toBeLessThanOrEqual(3_000);
    expect(prompt.included.length).toBeGreaterThan(0);
  });

  it("cuts at words, never through a character", () => {
    const skills = many(60, { description: "😀".repeat(200) });
    const { text } = buildSkillPrompt(skills, { budget: { characters: 16_000 } });
    expect(text).toContain("…");
    expect(Buffer.from(text).toString()).toBe(text);
  });

  it("gives the document's largest prefix when asked for", () => {
    const skills = many(200);
    const prompt = buildSkillPrompt(skills, { selection: "prefix" });
    expect(prompt.included).toEqual(skills.slice(0, prompt.included.length).map(({ name }) => name));
    expect(prompt.shortened).toEqual([]);
    const next = buildSkillPrompt(skills.slice(0, prompt.included.length + 1), { selection: "prefix" });
    expect(next.dropped.length).toBe(1);
  });

  it("does not drop an own skill first because it sorts last (defect of OpenClaw 2026.2.26)", () => {
    const bundled = many(150, { tier: "bundled", precedence: 1 });
    const own = makeSkill("zz-own", { tier: "workspace", precedence: 6 });
    const prompt = buildSkillPrompt([...bundled, own], { budget: { characters: 8_000 } });
    expect(prompt.included).toContain("zz-own");
  });

  it("measures paths as they are shown (defect of OpenClaw 2026.2.26)", () => {
    const skills = many(20).map((skill) => ({
      ...skill,
      file: `/home/${"deep/".repeat(20)}${skill.name}/SKILL.md`,
    }));
    const home = `/home/${"deep/".repeat(19)}deep`;
    const { length } = buildSkillPrompt(skills, { home, budget: { characters: Infinity } }).text;
    expect(buildSkillPrompt(skills, { home, budget: { characters: length } })).toMatchObject({
      dropped: [],
      shortened: [],
    });
  });
});
