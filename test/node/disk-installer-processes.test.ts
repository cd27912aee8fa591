import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { portContext, temporaryFolder } from "../support/installer-world.js";

const run = promisify(execFile);
const WORKER = join(import.meta.dirname, "../support/installer-process.ts");

test("five processes that install and release at once lose nothing (the CLI loses lock entries with three)", async () => {
  const directory = temporaryFolder();
  const names = ["ann", "ben", "cleo", "dan", "eve"];
  const outputs = await Promise.all(
    names.map((name) => run(process.execPath, ["--import", "tsx", WORKER, directory, name, "9"])),
  );
  const expected = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]).sort();
  expect(expected).toHaveLength(5 * 6);
  const lock = JSON.parse(readFileSync(join(directory, ".clawhub/lock.json"), "utf8"));
  expect(Object.keys(lock.skills).sort()).toEqual(expected);
  const listed = await createDiskInstaller({ directory }).list(portContext());
  expect(listed.map((skill) => skill.key.replace("clawhub:", "")).sort()).toEqual(expected);
  expect(listed.every((skill) => skill.ours && skill.leases.length === 1)).toBe(true);
});
