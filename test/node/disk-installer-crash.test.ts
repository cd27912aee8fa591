import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { type InstallerFiles, nodeInstallerFiles } from "../../src/node/installer-files.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import {
  approvalFor,
  bundleOf,
  pinOf,
  portContext,
  temporaryFolder,
  tree,
} from "../support/installer-world.js";

const BUNDLE = bundleOf({ "SKILL.md": "Hello", "a/b.txt": "b", "a/c.txt": "c" });
const OLD = bundleOf({ "SKILL.md": "Old" });
const KEY = "clawhub:@alice/todo";
const PIN = pinOf(KEY, "1.0.0", BUNDLE);
const OLD_PIN = pinOf(KEY, "0.9.0", OLD);
const context = portContext();

/** Without waiting for the disk, which a killed process does not need: only a power loss would. */
const quickFiles: InstallerFiles = {
  ...nodeInstallerFiles,
  replace: async (path, text) => {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  },
};

/** Works `budget` times, then fails for ever: what a killed process does. `late` lets the last step happen first. */
function dyingFiles(
  budget: number,
  late: boolean,
): { readonly files: InstallerFiles; readonly died: () => boolean } {
  let left = budget;
  let dead = false;
  const guard = <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (dead) throw Object.assign(new Error("dead"), { code: "EIO" });
      left -= 1;
      if (left >= 0) return work(...args);
      dead = true;
      if (late) await work(...args).catch(() => {});
      throw Object.assign(new Error("dead"), { code: "EIO" });
    };
  };
  const files: InstallerFiles = {
    makeFolder: guard(quickFiles.makeFolder),
    createFile: guard(quickFiles.createFile),
    replace: guard(quickFiles.replace),
    rename: guard(quickFiles.rename),
    remove: guard(quickFiles.remove),
    removeEmpty: guard(quickFiles.removeEmpty),
    read: guard(quickFiles.read),
    kindOf: guard(quickFiles.kindOf),
    list: guard(quickFiles.list),
  };
  return { files, died: () => dead };
}

/** Whole or not there at all, and every record says the same. */
async function expectConsistent(directory: string): Promise<"installed" | "absent"> {
  const installer = createDiskInstaller({ directory, files: quickFiles });
  const listed = await installer.list(context);
  const folder = join(directory, "skills/@alice/todo");
  const lockPath = join(directory, ".clawhub/lock.json");
  const locked = existsSync(lockPath)
    ? Object.entries(JSON.parse(readFileSync(lockPath, "utf8")).skills)
    : [];
  if (listed.length === 0) {
    expect(existsSync(folder)).toBe(false);
    expect(locked).toEqual([]);
    return "absent";
  }
  const pin = listed[0]?.version === "1.0.0" ? PIN : OLD_PIN;
  expect(listed).toMatchObject([{ key: KEY, version: pin.version, ours: true }]);
  const read = await installer.read({ pin }, context);
  expect(read === undefined ? "" : treeDigest(read.bundle)).toBe(pin.digest);
  expect(locked).toMatchObject([["@alice/todo", { version: pin.version }]]);
  return "installed";
}

/** After any crash the next process can install, and release leaves an empty folder. */
async function expectUsable(directory: string): Promise<void> {
  const installer = createDiskInstaller({ directory, files: quickFiles });
  await installer.install({ pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE }, context);
  expect(await expectConsistent(directory)).toBe("installed");
  await installer.release({ pin: PIN, lease: "flow", keep: false }, context);
  expect(await tree(join(directory, "skills"))).toEqual([]);
  expect((await tree(join(directory, ".clawhub"))).every((name) => !name.includes("tmp"))).toBe(true);
}

describe.each([
  ["before", false],
  ["after", true],
] as const)("death %s each single file operation", (_when, late) => {
  test("of an install leaves the skill whole or absent", async () => {
    const outcomes = new Set<string>();
    let steps = 0;
    for (; ; steps += 1) {
      const directory = temporaryFolder();
      const { files, died } = dyingFiles(steps, late);
      const installer = createDiskInstaller({ directory, files });
      const request = { pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE };
      const done = await installer.install(request, context).then(
        () => true,
        () => false,
      );
      outcomes.add(await expectConsistent(directory));
      await expectUsable(directory);
      if (done && !died()) break;
    }
    expect(steps).toBeGreaterThan(20);
    expect([...outcomes].sort()).toEqual(["absent", "installed"]);
  });

  test("of a release leaves the skill whole or absent", async () => {
    for (let steps = 0; ; steps += 1) {
      const directory = temporaryFolder();
      const request = { pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE };
      await createDiskInstaller({ directory, files: quickFiles }).install(request, context);
      const { files, died } = dyingFiles(steps, late);
      const installer = createDiskInstaller({ directory, files });
      await installer.release({ pin: PIN, lease: "flow", keep: false }, context).catch(() => {});
      await expectConsistent(directory);
      await expectUsable(directory);
      if (!died()) break;
      expect(steps).toBeLessThan(100);
    }
  });

  test("of a change of version leaves one of the two whole, or neither", async () => {
    for (let steps = 0; ; steps += 1) {
      const directory = temporaryFolder();
      const first = { pin: OLD_PIN, approval: approvalFor(OLD_PIN), lease: "flow", bundle: OLD };
      await createDiskInstaller({ directory, files: quickFiles }).install(first, context);
      const { files, died } = dyingFiles(steps, late);
      const request = { pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE };
      await createDiskInstaller({ directory, files })
        .install(request, context)
        .catch(() => {});
      await expectConsistent(directory);
      await expectUsable(directory);
      if (!died()) break;
      expect(steps).toBeLessThan(200);
    }
  });

  test("of a handover leaves the skill whole, ours or the host's", async () => {
    const owners = new Set<boolean>();
    for (let steps = 0; ; steps += 1) {
      const directory = temporaryFolder();
      const request = { pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE };
      await createDiskInstaller({ directory, files: quickFiles }).install(request, context);
      const { files, died } = dyingFiles(steps, late);
      const dying = createDiskInstaller({ directory, files });
      await dying.release({ pin: PIN, lease: "flow", keep: true }, context).catch(() => {});
      const installer = createDiskInstaller({ directory, files: quickFiles });
      const [skill, ...others] = await installer.list(context);
      expect(skill).toMatchObject({ key: KEY, version: "1.0.0" });
      expect(others).toEqual([]);
      expect(readFileSync(join(directory, "skills/@alice/todo/a/c.txt"), "utf8")).toBe("c");
      owners.add(skill?.ours === true);
      await installer.release({ pin: PIN, lease: "flow", keep: true }, context);
      expect(await installer.list(context)).toMatchObject([{ key: KEY, ours: false }]);
      if (!died()) break;
      expect(steps).toBeLessThan(100);
    }
    expect(owners).toEqual(new Set([true, false]));
  });

  test("of an uninstall leaves it whole or absent, and a second one finishes it", async () => {
    for (let steps = 0; ; steps += 1) {
      const directory = temporaryFolder();
      const installer = createDiskInstaller({ directory, files: quickFiles });
      const request = { pin: PIN, approval: approvalFor(PIN), lease: "flow", bundle: BUNDLE };
      await installer.install(request, context);
      await installer.release({ pin: PIN, lease: "flow", keep: true }, context);
      const { files, died } = dyingFiles(steps, late);
      await createDiskInstaller({ directory, files })
        .uninstall({ key: KEY }, context)
        .catch(() => {});
      if (existsSync(join(directory, "skills/@alice/todo")))
        expect(readFileSync(join(directory, "skills/@alice/todo/a/c.txt"), "utf8")).toBe("c");
      await installer.uninstall({ key: KEY }, context).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "not-installed" });
      });
      expect(await installer.list(context)).toEqual([]);
      await expectUsable(directory);
      if (!died()) break;
      expect(steps).toBeLessThan(100);
    }
  });
});
