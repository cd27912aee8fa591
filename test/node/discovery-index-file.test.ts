import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSkillIndexFile } from "../../src/node/discovery-index-file.js";
import { netclaw } from "../support/discovery-fixtures.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skill-cortex-index-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("is empty at first, and the same again after saving", async () => {
  const file = join(folder, "deep", "skills.index");
  const first = await openSkillIndexFile(file);
  expect(first.index.size).toBe(0);
  await first.index.put(netclaw.skills);
  await first.save();
  await first.save();
  const second = await openSkillIndexFile(file);
  expect(second.diagnostics).toEqual([]);
  const message = netclaw.cases[0]?.query ?? "";
  expect(await second.index.rank(message)).toEqual(await first.index.rank(message));
  expect(await readdir(join(folder, "deep"))).toEqual(["skills.index"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("says which file is damaged, and starts empty", async () => {
  const file = join(folder, "skills.index");
  await writeFile(file, "no index");
  const { index, diagnostics } = await openSkillIndexFile(file);
  expect(index.size).toBe(0);
  expect(diagnostics).toMatchObject([{ code: "index-invalid", file }]);
});

it("a file that can't be read is an error, not an empty index", async () => {
  await expect(openSkillIndexFile(folder)).rejects.toMatchObject({ code: "EISDIR" });
});
