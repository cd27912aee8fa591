import { chmodSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createHostProbe } from "../../src/node/skill-probe.js";
import { skillsTree } from "../support/skills-tree.js";

function world() {
  const tree = skillsTree();
  mkdirSync(tree.path("one"));
  mkdirSync(tree.path("two"));
  const environment: Record<string, string | undefined> = {
    PATH: [tree.path("one"), tree.path("missing"), "", tree.path("two")].join(":"),
    SET: "value",
    BLANK: "  ",
  };
  const probe = createHostProbe({ environment, platform: "linux" });
  const bins = (...names: string[]): readonly string[] => probe.probeNow({ bins: names, env: [] }).bins;
  return { tree, environment, probe, bins };
}

describe("the host probe", () => {
  test("finds programs on the PATH, set variables and the platform", async () => {
    const { tree, probe } = world();
    tree.program("two/tool");
    tree.file("one/data", "no program");
    mkdirSync(tree.path("one/folder"));
    const answer = await probe.probe({
      bins: ["tool", "data", "folder", "absent", "../two/tool", "", tree.path("two/tool"), "a\0b"],
      env: ["SET", "BLANK", "ABSENT"],
    });
    expect(answer).toEqual({ platform: "linux", bins: ["tool", tree.path("two/tool")], env: ["SET"] });
  });

  /** Lets the folders' times become certain, so that misses are remembered. */
  const settle = async (bins: (...names: string[]) => unknown) => {
    await delay(80);
    bins("tool");
    bins("tool");
  };

  test("openclaw#91166: a program that was missing is found right after it is installed", async () => {
    const { tree, bins } = world();
    await settle(bins);
    expect(bins("tool")).toEqual([]);
    tree.program("two/tool");
    expect(bins("tool")).toEqual(["tool"]);
    tree.remove("two/tool");
    expect(bins("tool")).toEqual([]);
    tree.program("two/tool");
    expect(bins("tool")).toEqual(["tool"]);
  });

  test.each<[string, (tree: ReturnType<typeof world>["tree"]) => void]>([
    ["becomes executable", (tree) => chmodSync(tree.path("two/tool"), 0o755)],
    ["is a link whose target appears", (tree) => void tree.program("opt/tool")],
  ])("finds a program that %s although no folder of the PATH changes", async (what, act) => {
    const { tree, bins } = world();
    if (what.startsWith("is a link")) symlinkSync(tree.path("opt/tool"), tree.path("two/tool"));
    else tree.file("two/tool", "#!/bin/sh\n");
    await settle(bins);
    expect(bins("tool")).toEqual([]);
    act(tree);
    expect(bins("tool")).toEqual(["tool"]);
  });

  test("notices a program that stops being one", () => {
    const { tree, bins } = world();
    tree.program("two/tool");
    expect(bins("tool")).toEqual(["tool"]);
    chmodSync(tree.path("two/tool"), 0o644);
    expect(bins("tool")).toEqual([]);
  });

  test("notices folders that come, and another PATH", async () => {
    const { tree, environment, bins } = world();
    await settle(bins);
    tree.program("prepared/tool");
    renameSync(tree.path("prepared"), tree.path("missing"));
    expect(bins("tool")).toEqual(["tool"]);
    environment.PATH = tree.path("two");
    expect(bins("tool")).toEqual([]);
    environment.PATH = tree.path("missing");
    expect(bins("tool")).toEqual(["tool"]);
  });

  test("judges Windows by PATHEXT", () => {
    const tree = skillsTree();
    tree.program("bin/tool.CMD");
    const environment = { Path: tree.path("bin"), PATHEXT: ".EXE;.CMD" };
    const probe = createHostProbe({ environment, platform: "win32" });
    expect(probe.probeNow({ bins: ["tool", "other"], env: [] })).toEqual({
      platform: "win32",
      bins: ["tool"],
      env: [],
    });
  });

  test("does not look at every folder again for names that are known to be missing", async () => {
    const { tree, bins, environment } = world();
    for (let index = 0; index < 40; index += 1) mkdirSync(tree.path(`path-${index}`));
    environment.PATH = Array.from({ length: 40 }, (_, index) => tree.path(`path-${index}`)).join(":");
    const names = Array.from({ length: 400 }, (_, index) => `absent-${index}`);
    await delay(80);
    const time = (): number => {
      const start = performance.now();
      expect(bins(...names)).toEqual([]);
      return performance.now() - start;
    };
    const cold = time();
    const warm = Math.min(time(), time(), time(), time(), time());
    // 16,000 look-ups against 40.
    expect(warm).toBeLessThan(cold / 5);
  });
});
