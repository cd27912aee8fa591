import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeWorkshop } from "../../src/node/create-node-workshop.js";
import { human } from "../support/workshop-desk.js";

const CHILD = fileURLToPath(new URL("../support/workshop-child.ts", import.meta.url));
const SHARED = "---\nname: shared\ndescription: d\n---\n\n## Workflow\n\n- My own step.\n";
const NAMES = ["ants", "bees", "cats", "dogs"];
const COUNT = 6;

let root = "";
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "workshop-processes-")));
  await mkdir(join(root, "workspace", "skills", "shared"), { recursive: true });
  await writeFile(join(root, "workspace", "skills", "shared", "SKILL.md"), SHARED);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("four processes propose and apply at once: no proposal, edit or line is lost, and everything comes off again", async () => {
  const [workspace, directory] = [join(root, "workspace"), join(root, "state")];
  const run = promisify(execFile);
  const outputs = await Promise.all(
    NAMES.map((name) =>
      run(process.execPath, ["--import", "tsx", CHILD, workspace, directory, name, String(COUNT)]),
    ),
  );
  const applied = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
  const workshop = createNodeWorkshop({ workspace, directory });
  const state = await workshop.state();
  expect(
    state.proposals
      .filter(({ status }) => status === "applied")
      .map(({ id }) => id)
      .sort(),
  ).toEqual(applied.sort());
  expect(state.edits).toHaveLength(applied.length);
  expect((await workshop.list("pending")).length).toBe(NAMES.length * COUNT);

  const shared = await readFile(join(workspace, "skills", "shared", "SKILL.md"), "utf8");
  expect(shared.startsWith(SHARED)).toBe(true);
  const lines = shared.slice(SHARED.length).trimEnd().split("\n");
  const expected = NAMES.flatMap((name) =>
    Array.from({ length: COUNT }, (_, index) => `- Step ${index} of ${name}, taken with care.`),
  );
  expect(lines.sort()).toEqual(expected.sort());

  for (const edit of [...state.edits].reverse()) await workshop.rollback(edit.id, human);
  expect(await readFile(join(workspace, "skills", "shared", "SKILL.md"), "utf8")).toBe(SHARED);
  expect(await readdir(join(workspace, "skills"))).toEqual(["shared"]);
  await workshop.close();
});

test("processes that are killed in the middle of their work leave nothing half done", async () => {
  const [workspace, directory] = [join(root, "workspace"), join(root, "state")];
  const shared = join(workspace, "skills", "shared", "SKILL.md");
  for (const [index, name] of NAMES.entries()) {
    const child = spawn(process.execPath, ["--import", "tsx", CHILD, workspace, directory, name, "60"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    await once(child.stderr, "data");
    await new Promise((resolve) => setTimeout(resolve, 40 + 37 * index));
    child.kill("SIGKILL");
    await once(child, "exit");

    const workshop = createNodeWorkshop({ workspace, directory });
    for (const { id } of await workshop.list("pending"))
      await workshop.approve(id, human).catch(() => undefined);
    const lines = (await readFile(shared, "utf8")).split("\n").filter((line) => line.startsWith("- Step"));
    const { proposals } = await workshop.state();
    const applied = proposals.filter(
      ({ status, skillName }) => status === "applied" && skillName === "shared",
    );
    expect(lines.length).toBe(applied.length);
    expect(new Set(lines).size).toBe(lines.length);
    await workshop.close();
  }
  const workshop = createNodeWorkshop({ workspace, directory });
  const { edits } = await workshop.state();
  expect(edits.length).toBeGreaterThan(0);
  for (const edit of [...edits].reverse()) await workshop.rollback(edit.id, human);
  expect(await readFile(shared, "utf8")).toBe(SHARED);
  expect(await readdir(join(workspace, "skills"))).toEqual(["shared"]);
  await workshop.close();
});
