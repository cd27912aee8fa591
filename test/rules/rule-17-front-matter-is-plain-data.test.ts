import { describe, expect, it } from "vitest";
import { parseFrontmatter } from "../../src/skills/frontmatter.js";
import { readSkill } from "../../src/skills/index.js";
import { place } from "../support/skills-make.js";

declare global {
  var ruleSeventeen: unknown;
}

const document = (yaml: string, open = "---") => `${open}\n${yaml}\n---\n\nBody\n`;
const EVIL = "globalThis.ruleSeventeen = 'ran'";

describe("rule 17: front matter is YAML of the core schema, small, without aliases, tags, merge keys or code", () => {
  it.each([
    "---js",
    "---javascript",
    "--- js",
    "---\tjs",
    "---JS",
    "---json5",
    "---coffee",
    "---cson",
    "---toml",
    "---eval",
    "---ts",
    "---node",
  ])("%j is refused and not run", (open) => {
    const { value, diagnostics } = parseFrontmatter(
      document(`${EVIL}\nmodule.exports = { name: "x" }`, open),
    );
    expect(globalThis.ruleSeventeen).toBeUndefined();
    expect(Object.keys(value.data)).toEqual([]);
    expect(diagnostics.length).toBeGreaterThan(0);
  });

  it.each([
    ["an alias", "a: &x [1]\nb: *x"],
    ["a merge key", "base: &b {x: 1}\nname: {<<: *b}"],
    ["a tag", "name: !!js/function 'function () {}'"],
    ["a local tag", "name: !evil x"],
    ["a binary tag", "name: !!binary aGk="],
  ])("%s yields no value from it", (_name, yaml) => {
    const { value, diagnostics } = parseFrontmatter(document(yaml));
    expect(diagnostics.length).toBeGreaterThan(0);
    // At most the words as they stand; nothing that they would have stood for.
    const words = Object.values(value.data).filter((part) => typeof part !== "string");
    expect(words.every((part) => part === null || Array.isArray(part) || typeof part === "object")).toBe(
      true,
    );
    expect(value.data.b).not.toEqual([1]);
    expect(JSON.stringify(value.data.name ?? null)).not.toContain('"x":1');
  });

  it("a bomb of aliases costs nothing", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) =>
        `l${n}: &l${n} [${
          n === 0
            ? "x"
            : Array(9)
                .fill(`*l${n - 1}`)
                .join(", ")
        }]`,
    );
    const began = performance.now();
    const { value } = parseFrontmatter(document(levels.join("\n")));
    expect(JSON.stringify(value.data).length).toBeLessThan(16_384);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it("more than 16 KB is refused", () => {
    const { value, diagnostics } = parseFrontmatter(document(`name: x\nlong: ${"a".repeat(17_000)}`));
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(value.data.long).toBeUndefined();
  });

  it.each(["yes", "no", "on", "off", "0o17", "2026-01-01", "1:30"])(
    "%s is what the core schema says",
    (scalar) => {
      const { value } = parseFrontmatter(document(`name: ${scalar}`));
      expect(["string", "number"]).toContain(typeof value.data.name);
    },
  );

  it.each([
    "__proto__: {polluted: true}",
    "constructor: {prototype: {polluted: true}}",
    "metadata: {__proto__: {polluted: true}}",
    "name: x\n__proto__:\n  polluted: true\n  description: y",
  ])("%j pollutes nothing", (yaml) => {
    const { value } = parseFrontmatter(document(yaml));
    expect(Object.getPrototypeOf(value.data)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((value.data as { polluted?: unknown }).polluted).toBeUndefined();
    const inner = value.data.metadata;
    if (typeof inner === "object" && inner !== null) expect(Object.getPrototypeOf(inner)).toBeNull();
  });

  it("JSON between the fences is held to the same", () => {
    const { value } = parseFrontmatter(document('{"name":"x","__proto__":{"polluted":true}}', "---json"));
    expect(Object.getPrototypeOf(value.data)).toBeNull();
    expect((value.data as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("two readings of one text share nothing that could be changed", () => {
    const text = document("name: x\nlist: [1]");
    const first = parseFrontmatter(text).value.data;
    (first.list as number[]).push(2);
    first.name = "changed";
    expect({ ...parseFrontmatter(text).value.data }).toEqual({ name: "x", list: [1] });
  });

  it("a skill with code for front matter is not loaded", () => {
    const { skill } = readSkill(
      document(`${EVIL}; module.exports={name:"x",description:"d"}`, "---js"),
      place({ id: "x" }),
    );
    expect(skill).toBeUndefined();
    expect(globalThis.ruleSeventeen).toBeUndefined();
  });
});
