import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fc, test as propertyTest } from "@fast-check/vitest";
import { expect } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { type InstallerFiles, nodeInstallerFiles } from "../../src/node/installer-files.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import { approvalFor, bundleOf, pinOf, portContext, tree } from "../support/installer-world.js";

/** Any order of what flows, people and the CLI do in one workspace. */

const PLACES: Readonly<Record<string, string>> = {
  "clawhub:@a/x": "@a/x",
  "clawhub:y": "y",
  "github:o/r/z": "+github+o+r/z",
};
const KEYS = Object.keys(PLACES);
const context = portContext({ deadline: Number.MAX_SAFE_INTEGER });
const quickFiles: InstallerFiles = {
  ...nodeInstallerFiles,
  replace: async (path, text) => {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  },
};

const key = fc.constantFrom(...KEYS);
const version = fc.constantFrom("1.0.0", "2.0.0");
const lease = fc.constantFrom("a", "b", "c");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("install" as const), key, version, lease }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("release" as const), key, version, lease }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("keep" as const), key, version, lease }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("somebody-puts" as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("somebody-deletes" as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lock-loses-a-line" as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lock-breaks" as const), key }) },
);

const pinAt = (of: string, at: string) => {
  const bundle = bundleOf({ "SKILL.md": `# ${of} ${at}\n`, "notes/a.md": at });
  return { bundle, pin: pinOf(of, at, bundle) };
};

propertyTest.prop([fc.array(step, { minLength: 5, maxLength: 25 })], { numRuns: 40 })(
  "what is not ours is never touched, what is leased is whole, what is released is gone",
  async (steps) => {
    const directory = mkdtempSync(join(tmpdir(), "skill-cortex-model-"));
    const skills = join(directory, "skills");
    const lockPath = join(directory, ".clawhub", "lock.json");
    /** Path of a file of somebody else, with its text. */
    const foreign = new Map<string, string>();
    /** `key version` with the leases that were given out and not ended. */
    const held = new Map<string, Set<string>>();
    const forget = (of: string) => {
      for (const name of [...held.keys()]) if (name.startsWith(`${of} `)) held.delete(name);
    };
    try {
      for (const [index, one] of steps.entries()) {
        // A new one every time: nothing may depend on what one process remembers.
        const installer = createDiskInstaller({ directory, files: quickFiles });
        const folder = join(skills, PLACES[one.key] ?? "");
        if (one.kind === "install") {
          const { bundle, pin } = pinAt(one.key, one.version);
          const request = { pin, approval: approvalFor(pin), lease: one.lease, bundle };
          const done = await installer.install(request, context).catch((error: unknown) => {
            if (CortexError.is(error) && error.code === "already-installed") return undefined;
            throw error;
          });
          if (done !== undefined) {
            const leases = held.get(`${one.key} ${one.version}`) ?? new Set();
            forget(one.key);
            held.set(`${one.key} ${one.version}`, leases.add(one.lease));
          }
        } else if (one.kind === "release" || one.kind === "keep") {
          const { pin } = pinAt(one.key, one.version);
          const leases = held.get(`${one.key} ${one.version}`);
          const had = leases?.has(one.lease) === true;
          const keep = one.kind === "keep";
          const { removed } = await installer.release({ pin, lease: one.lease, keep }, context);
          leases?.delete(one.lease);
          if (removed) expect([had, leases?.size, existsSync(folder)]).toEqual([true, 0, false]);
          if (leases?.size === 0) held.delete(`${one.key} ${one.version}`);
          if (had && keep) {
            forget(one.key);
            foreign.set(join(folder, "SKILL.md"), readFileSync(join(folder, "SKILL.md"), "utf8"));
          }
        } else if (one.kind === "somebody-puts") {
          rmSync(folder, { recursive: true, force: true });
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, "SKILL.md"), `somebody's, ${index}`);
          foreign.set(join(folder, "SKILL.md"), `somebody's, ${index}`);
          forget(one.key);
        } else if (one.kind === "somebody-deletes") {
          rmSync(folder, { recursive: true, force: true });
          foreign.delete(join(folder, "SKILL.md"));
          forget(one.key);
        } else if (existsSync(lockPath)) {
          const lock = JSON.parse(readFileSync(lockPath, "utf8"));
          delete lock.skills[PLACES[one.key] ?? ""];
          writeFileSync(lockPath, one.kind === "lock-breaks" ? "{ broken" : JSON.stringify(lock));
        }
        for (const [path, text] of foreign) expect(readFileSync(path, "utf8")).toBe(text);
        const listed = await createDiskInstaller({ directory, files: quickFiles }).list(context);
        const ours = listed.filter((skill) => skill.ours);
        expect(
          new Map(ours.map((skill) => [`${skill.key} ${skill.version}`, new Set(skill.leases)])),
        ).toEqual(held);
        for (const { key: of, version: at } of ours) {
          const { pin } = pinAt(of, at);
          const read = await installer.read({ pin }, context);
          expect(read === undefined ? "" : treeDigest(read.bundle)).toBe(pin.digest);
        }
      }
      for (const [name, leases] of held) {
        const [of = "", at = ""] = name.split(" ");
        const installer = createDiskInstaller({ directory, files: quickFiles });
        for (const one of leases)
          await installer.release({ pin: pinAt(of, at).pin, lease: one, keep: false }, context);
      }
      const left = existsSync(skills) ? (await tree(skills)).filter((path) => path.endsWith("SKILL.md")) : [];
      expect(left).toEqual([...foreign.keys()].map((path) => path.slice(skills.length + 1)).sort());
      for (const path of foreign.keys()) expect(existsSync(dirname(path))).toBe(true);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
