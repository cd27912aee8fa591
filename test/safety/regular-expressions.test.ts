import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSync, type Diagnostics } from "recheck";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));
const FOLDERS = ["safety", "text", "skills", "workshop"];

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Repetitions that the checker can't decide (lookaheads, back-references, many alternatives), each with the reason
 * why it has one way to match only.
 */
const DECIDED_BY_HAND: Readonly<Record<string, string>> = {
  "(?:\\s+(?:to|about|of|": "every round starts with white space, which no round holds elsewhere",
  "(?:\\s+-{1,2}[\\w=-]+": "every round starts with white space and a hyphen; the lookahead takes nothing",
  "(?:[\\s({$>!\"'`]|(?:sudo|":
    "alternatives start with different signs; used with replace from the start of a string",
  "(?:[\\s,]+(?:and|or|the|any|all|given|user|":
    "every round starts with white space or a comma, which no word holds",
  "(?:(?![\\p{Script=Han}": "one letter with its marks a round",
  "(?:['’](?:(?![\\p{Script=Han}": "every round starts with an apostrophe, and holds no other",
  "(?:(?!\\1)[^\\r\\n])": "one character a round",
  "(?:[^\\s\"'`,;&|<>)}\\]]|&": "one character a round, and the two alternatives exclude each other",
};

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

function literalsIn(path: string): readonly Pattern[] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const where = `${path.slice(SOURCE.length)}:${line}`;
      found.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Patterns that are put together at run time, caught while the modules load. */
async function assembled(): Promise<readonly Pattern[]> {
  const found: Pattern[] = [];
  const Original = globalThis.RegExp;
  const Recording = new Proxy(Original, {
    construct(target, [source, flags]: [unknown, string | undefined]) {
      const made = Reflect.construct(target, [source, flags]) as RegExp;
      // The first frame outside this file made the pattern; a library that a module imports is not ours.
      const frames = (new Error("who calls").stack ?? "").split("\n").slice(1);
      const caller = frames.find((line) => !line.includes("regular-expressions.test"));
      if (typeof source === "string" && caller?.includes("/src/") === true) {
        found.push({ where: caller.replace(/^.*\/src\//, ""), source: made.source, flags: made.flags });
      }
      return made;
    },
  });
  globalThis.RegExp = Recording;
  try {
    await import("../../src/text/index.js");
    await import("../../src/skills/index.js");
    await import("../../src/safety/index.js");
    await import("../../src/workshop/index.js");
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

/** Groups that are repeated three times or more: without one, no pattern takes exponential time. */
function repeatedGroups(source: string): readonly string[] {
  const found: string[] = [];
  const open: number[] = [];
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === "\\") at += 1;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") open.push(at);
    else if (sign === ")") {
      const start = open.pop() ?? 0;
      const times = /^(?:[*+]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at + 1));
      if (times === null) continue;
      const most =
        times[1] === undefined || (times[2] === "," && times[3] === "")
          ? Infinity
          : Number(times[3] || times[1]);
      if (most >= 3) found.push(source.slice(start, at + 1));
    }
  }
  return found;
}

/** Long bounded repetitions become unbounded ones: what is safe then is safe with a bound. */
function unbounded(group: string): string {
  return group.replace(/\{(\d+),(\d+)\}/g, (whole, least: string, most: string) =>
    Number(most) <= 3 ? whole : Number(least) > 0 ? "+" : "*",
  );
}

function complexityOf(checked: Diagnostics): string {
  return checked.status === "unknown" ? "undecided" : checked.complexity.type;
}

describe("no pattern backtracks catastrophically", () => {
  let patterns: readonly Pattern[] = [];
  beforeAll(async () => {
    process.env.RECHECK_BACKEND = "pure";
    const literals = FOLDERS.flatMap((folder) => filesBelow(join(SOURCE, folder))).flatMap(literalsIn);
    patterns = [...literals, ...(await assembled())];
  });

  it("finds the patterns of all four folders, the assembled ones too", () => {
    expect(patterns.length).toBeGreaterThan(500);
    for (const folder of FOLDERS) expect(patterns.some(({ where }) => where.startsWith(folder))).toBe(true);
    expect(patterns.some(({ source }) => source.includes("pay no attention to"))).toBe(true);
  });

  it("the checker knows a bad one", () => {
    expect(repeatedGroups("^x(?:a+b?)*$")).toEqual(["(?:a+b?)"]);
    expect(complexityOf(checkSync("^(?:a+b?)+$", "", { checker: "automaton", timeout: 5_000 }))).toBe(
      "exponential",
    );
  });

  it("every repeated group has one way to match", { timeout: 120_000 }, () => {
    const seen = new Set<string>();
    const problems: string[] = [];
    for (const { where, source, flags } of patterns) {
      for (const group of repeatedGroups(source)) {
        const key = `${group}/${flags}`;
        if (seen.has(key) || Object.keys(DECIDED_BY_HAND).some((start) => group.startsWith(start))) continue;
        seen.add(key);
        const checked = checkSync(`^${unbounded(group)}+$`, flags.replace(/[gvy]/g, ""), {
          checker: "automaton",
          timeout: 5_000,
        });
        const harmless = checked.status === "safe" || complexityOf(checked) === "polynomial";
        if (!harmless) problems.push(`${where} ${checked.status} ${complexityOf(checked)} ${group}`);
      }
    }
    expect(problems).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });
});
