import { describe, expect, it } from "vitest";
import {
  mergeTiers,
  openClawTiers,
  openPocketTiers,
  pluginFolders,
  type Skill,
} from "../../src/skills/index.js";
import { makeSkill } from "../support/skills-make.js";

const content = (...skills: readonly Skill[]) => ({ skills, rejected: [], diagnostics: [] });
const from = (tier: string, name: string, file = `/${tier}/${name}`, id = name) =>
  makeSkill(name, { tier, file, id });

describe("OpenClaw's tiers", () => {
  it("are six in the document's order, plugins below extra folders", () => {
    const { tiers } = openClawTiers({
      extra: ["/e1", "/e2"],
      plugins: ["/p"],
      bundled: "/b",
      managed: "/m",
      personal: "/u",
      project: "/j",
      workspace: "/w",
    });
    expect(tiers.map(({ id, roots }) => [id, ...roots])).toEqual([
      ["plugin", "/p"],
      ["extra", "/e1", "/e2"],
      ["bundled", "/b"],
      ["managed", "/m"],
      ["personal", "/u"],
      ["project", "/j"],
      ["workspace", "/w"],
    ]);
    expect(tiers.filter(({ bundled }) => bundled === true).map(({ id }) => id)).toEqual(["bundled"]);
    expect(tiers.filter(({ links }) => links === "skill-folders").map(({ id }) => id)).toEqual([
      "managed",
      "personal",
    ]);
    expect(tiers.find(({ id }) => id === "extra")?.depth).toBe(2);
  });

  it("let the higher one win, and name winner and loser", () => {
    const merged = mergeTiers([
      content(from("extra", "a")),
      content(from("bundled", "a"), from("bundled", "b")),
      content(from("workspace", "a")),
    ]);
    expect(merged.skills.map(({ name, tier }) => [name, tier])).toEqual([
      ["a", "workspace"],
      ["b", "bundled"],
    ]);
    expect(merged.shadowed.map(({ winner, loser }) => [loser.tier, winner.tier])).toEqual([
      ["extra", "workspace"],
      ["bundled", "workspace"],
    ]);
    expect(merged.diagnostics.map(({ code, severity, file }) => [code, severity, file])).toEqual([
      ["skill-shadowed", "info", "/extra/a"],
      ["skill-shadowed", "info", "/bundled/a"],
    ]);
  });

  it("warn about two of one name in one tier, where the last one wins", () => {
    const merged = mergeTiers([content(from("extra", "a", "/d1/a"), from("extra", "a", "/d2/a"))]);
    expect(merged.skills[0]?.file).toBe("/d2/a");
    expect(merged.diagnostics).toMatchObject([{ severity: "warning", file: "/d1/a" }]);
  });

  it("are listed by name in English order", () => {
    const merged = mergeTiers([content(...["b", "Ä", "a", "Z", "é"].map((name) => from("w", name)))]);
    expect(merged.skills.map(({ name }) => name)).toEqual(["a", "Ä", "b", "é", "Z"]);
  });
});

describe("OpenPocket's sources", () => {
  it("are three, and the first one wins: bundled, local, workspace", () => {
    const plan = openPocketTiers({ bundled: "/b", local: "/l", workspace: "/w" });
    expect(plan).toMatchObject({ mode: "mixed", identity: "id", withinTier: "first-name" });
    const merged = mergeTiers(
      plan.tiers.map(({ id }) => content(from(id, "a"))),
      plan,
    );
    expect(merged.skills.map(({ tier }) => tier)).toEqual(["bundled"]);
    expect(merged.shadowed.map(({ loser }) => loser.tier)).toEqual(["workspace", "local"]);
  });

  it("tell skills apart by id; of two in one source the first by name is used", () => {
    const plan = openPocketTiers({ workspace: "/w" });
    const merged = mergeTiers(
      [
        content(
          from("w", "Zed", "/1", "same"),
          from("w", "Abe", "/2", "same"),
          from("w", "Abe", "/3", "other"),
        ),
      ],
      plan,
    );
    expect(merged.skills.map(({ id, file }) => [id, file])).toEqual([
      ["other", "/3"],
      ["same", "/2"],
    ]);
  });
});

describe("plugin folders", () => {
  const plugin = (id: string, kind?: string, enabled = true) => ({
    id,
    enabled,
    skills: [`/${id}`],
    ...(kind === undefined ? {} : { kind }),
  });
  const plugins = [
    plugin("tools"),
    plugin("off", undefined, false),
    plugin("m1", "memory"),
    plugin("m2", "memory"),
  ];

  it.each([
    [undefined, ["/tools", "/m1"]],
    ["m2", ["/tools", "/m2"]],
    ["none", ["/tools"]],
  ] as const)("of memory plugins only the one in the slot %j counts", (slot, expected) => {
    expect(pluginFolders(plugins, slot)).toEqual(expected);
  });
});
