import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { parseSkillKey } from "../../src/core/identity.js";
import { clawHubCliError } from "../../src/node/clawhub-cli-errors.js";
import { parseSearchTable } from "../../src/node/clawhub-cli-search.js";

const parse = (table: string) => {
  const reported: string[] = [];
  const listings = parseSearchTable(table, ({ message }) => reported.push(message));
  return { listings, reported };
};

describe("the search table", () => {
  test("of 0.23", () => {
    const { listings, reported } = parse(
      [
        "todoist-cli v1.2.0   @alice    Todoist CLI       4,210 downloads",
        "image-resize v2.0.0  @bob      Image  Resize     1 download",
        "hosted               @carol    Hosted            score 0.500",
        "trendy v0.1.0        @dave     Trendy            12 installs / 60d",
        "",
      ].join("\n"),
    );
    expect(listings.map(({ key, version, name, downloads }) => ({ key, version, name, downloads }))).toEqual([
      { key: "clawhub:@alice/todoist-cli", version: "1.2.0", name: "Todoist CLI", downloads: 4210 },
      { key: "clawhub:@bob/image-resize", version: "2.0.0", name: "Image  Resize", downloads: 1 },
      { key: "clawhub:@carol/hosted", version: "", name: "Hosted", downloads: undefined },
      { key: "clawhub:@dave/trendy", version: "0.1.0", name: "Trendy", downloads: undefined },
    ]);
    expect(reported).toEqual([]);
  });

  test("of 0.20", () => {
    expect(parse("todoist-cli v1.2.0  @alice  Todoist CLI  (1.000)\n").listings).toMatchObject([
      { key: "clawhub:@alice/todoist-cli", version: "1.2.0", name: "Todoist CLI" },
    ]);
  });

  test("rows of others, of no owner and of no shape", () => {
    const { listings, reported } = parse(
      [
        "skills-sh:acme/tool/x  @acme  Tool  5 downloads",
        "orphan v1.0.0  unknown owner  Orphan  5 downloads",
        "hello world",
        "a  b  c",
        "\u0007evil v1.0.0  @x  Evil  lots",
      ].join("\n"),
    );
    expect(listings.map(({ key }) => key)).toEqual(["clawhub:orphan"]);
    expect(reported).toHaveLength(4);
    expect(reported.join("")).not.toContain("\u0007");
  });

  propertyTest.prop([fc.array(fc.string(), { maxLength: 8 })], { numRuns: 3_000 })(
    "any text gives only keys that are keys",
    (lines) => {
      for (const { key } of parse(lines.join("\n")).listings) expect(parseSkillKey(key)).toBeDefined();
    },
  );
});

describe("what the program says on failure", () => {
  test.each([
    ["Error: This skill has been flagged as malware and cannot be installed.", "skill-blocked"],
    ["Error: Use --force to install suspicious skills in non-interactive mode", "skill-suspicious"],
    ["Version not found\nError: Version not found", "version-not-found"],
    ["Error: Could not resolve latest version", "version-not-found"],
    ["Error: Skill not found or unavailable to this account.", "skill-not-found"],
    ["Error: Skill not found", "skill-not-found"],
    ["Error: Rate limit exceeded (retry in 30s, remaining: 0/180)", "registry-rate-limited"],
    ["Error: HTTP 429", "registry-rate-limited"],
    [
      "Error: Authentication failed. Run `clawhub login` again. Deleted, banned, or disabled ClawHub accounts cannot use API tokens.",
      "registry-unauthorized",
    ],
    [
      "Error: Permission denied. This account does not have access to this operation, or the account is not in good standing.",
      "registry-forbidden",
    ],
    ["Error: Skill has been removed", "skill-removed"],
    ["Error: Security scan pending", "skill-pending-scan"],
    ["Error: fetch failed", "registry-unreachable"],
    [
      "Error: Network request failed: the registry was unreachable. connect ECONNREFUSED",
      "registry-unreachable",
    ],
    ["Error: HTTP 503", "registry-unavailable"],
    ["Error: invalid zip data", "archive-invalid"],
    ["Error: Already installed: /x (use --force)", "already-installed"],
    ["Error: Not installed: x", "not-installed"],
    ["Error: Invalid slug: a/b", "input-invalid"],
    ["Error: API response: skill must be an object (was a number)", "registry-answer-invalid"],
    ["Segmentation fault", "process-failed"],
    ["", "process-failed"],
  ])("%j is %s", (said, code) => {
    expect(clawHubCliError(said)).toMatchObject({ code });
  });

  test("names how long to wait, and which skills are meant", () => {
    expect(clawHubCliError("Error: Rate limit exceeded (retry in 30s)").details).toEqual({
      retryAfterSeconds: 30,
    });
    const choice =
      "\n  1.\n     Skill: a/x\n     Run:   clawhub install @a/x\n\n  2.\n     Run:   clawhub install @b/x\n";
    expect(clawHubCliError(`Several.\n${choice}Error: Several.\n${choice}`)).toMatchObject({
      code: "skill-ambiguous",
      details: { matches: ["clawhub:@a/x", "clawhub:@b/x"] },
    });
  });

  test("is shown as what it is: somebody else's words", () => {
    expect(clawHubCliError("Error: \u001b[2Jhello\u202e\nsecond line").message).toBe(
      'clawhub says: "\\u{1B}[2Jhello\\u{202E} second line"',
    );
  });
});
