import { describe, expect, it } from "vitest";
import { type AcceptedFinding, scanBundle, textDigest } from "../../src/safety/index.js";

const TEXT = "# Cleaner\n\n```sh\nrm -rf ~/Documents\nchmod 777 x\n```\n";
const SKILL = "clawhub:@ada/cleaner";
const bundle = { files: [{ path: "SKILL.md", bytes: new TextEncoder().encode(TEXT) }] };
const ACCEPTED: AcceptedFinding = {
  skill: SKILL,
  rule: "destructive-delete",
  contentHash: textDigest(TEXT),
};

const rules = (accepted: readonly AcceptedFinding[], skill = SKILL, scanned = bundle) => {
  const scan = scanBundle(scanned, { skill, accepted });
  return { left: scan.findings.map(({ rule }) => rule), set: scan.accepted.map(({ rule }) => rule) };
};

describe("an accepted finding", () => {
  it("is set aside for one skill, one rule and one content, and still returned", () => {
    expect(rules([ACCEPTED])).toEqual({ left: ["unsafe-permissions"], set: ["destructive-delete"] });
  });

  it.each<[string, AcceptedFinding]>([
    ["another skill", { ...ACCEPTED, skill: "clawhub:@eve/cleaner" }],
    ["another rule", { ...ACCEPTED, rule: "data-destruction" }],
    ["other content", { ...ACCEPTED, contentHash: textDigest(`${TEXT}\n`) }],
  ])("does not cover %s", (_, accepted) => {
    expect(rules([accepted]).left).toContain("destructive-delete");
  });

  it("ends with the first change of the file", () => {
    const changed = { files: [{ path: "SKILL.md", bytes: new TextEncoder().encode(`${TEXT}x`) }] };
    expect(rules([ACCEPTED], SKILL, changed).left).toContain("destructive-delete");
  });

  it("counts only together with the skill's key", () => {
    const scan = scanBundle(bundle, { accepted: [ACCEPTED] });
    expect(scan.findings.map(({ rule }) => rule)).toContain("destructive-delete");
  });
});
