import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNodeCortex } from "../../src/node/create-node-cortex.js";
import { runCommand } from "../support/cli-run.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skill-cortex-cli-"));
});
afterEach(() => vi.unstubAllEnvs());
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, { workingDirectory: folder });

const memory = (...args: string[]) => run("memory", ...args, "--directory", join(folder, "memory"));

const ORIGINAL_FILE = fileURLToPath(new URL("../fixtures/core/original-v1.json", import.meta.url));

describe("skill-cortex memory", () => {
  it("says that nothing was learned, and writes nothing to say so", async () => {
    expect(await memory()).toMatchObject({ code: 0, stdout: "Nothing was learned yet.\n" });
    expect(await memory("forget", "weather-query")).toMatchObject({ code: 1 });
    expect(await readdir(folder)).toEqual([]);
  });

  it("blocks, shows and unblocks", async () => {
    expect(await memory("block", "clawhub:@acme/weather")).toMatchObject({ code: 0 });
    expect((await memory("show")).stdout).toContain("Blocked: clawhub:@acme/weather");
    await memory("unblock", "clawhub:@acme/weather");
    expect((await memory()).stdout).not.toContain("Blocked");
  });

  it("exports what it imports, and does not replace memory unasked", async () => {
    expect(await memory("import", ORIGINAL_FILE)).toMatchObject({ code: 0 });
    const exported = await memory("export");
    expect(JSON.parse(exported.stdout)).toMatchObject({ version: 1 });
    await writeFile(join(folder, "again.json"), exported.stdout);
    const refused = await memory("import", "again.json");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("Add --replace to replace it");
    expect(await memory("import", "again.json", "--replace")).toMatchObject({ code: 0 });
  });

  it("does not lose a block to an import that nobody asked to replace anything", async () => {
    await memory("block", "clawhub:@acme/weather");
    expect(await memory("import", ORIGINAL_FILE)).toMatchObject({ code: 1 });
    expect((await memory()).stdout).toContain("Blocked: clawhub:@acme/weather");
  });

  it("says that a file is no memory, and leaves memory as it was", async () => {
    await writeFile(join(folder, "notes.txt"), "not a cortex");
    expect(await memory("import", "notes.txt")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no cortex.json"),
    });
    const told = await memory("import", "notes.txt", "--json");
    expect(JSON.parse(told.stdout)).toMatchObject({ imported: false });
  });

  it("tells what happened in all", async () => {
    await memory("import", ORIGINAL_FILE);
    expect((await memory()).stdout).toContain("In all: searches 12, remembered 5, installs 8, reflexes 3.");
  });

  it.each([
    [["nonsense"], 2, 'There is no "memory nonsense".'],
    [["exprot"], 2, 'Did you mean "export"?'],
    [["forget"], 2, "Name the region or skill to forget."],
    [["block"], 2, "Name the skill by its key."],
    [["import"], 2, "Name the file to import."],
    [["show", "weather"], 2, '"memory show" has no use for "weather".'],
    [
      ["block", "no key at all"],
      2,
      '"no key at all" is no skill key; write for example clawhub:@owner/name.',
    ],
    [["unblock", "todo"], 2, "is no skill key"],
    [["--nope"], 2, "--help"],
    [["import", "missing.json"], 3, "missing.json"],
  ])("answers %j with exit code %i and the way out", async (args, code, words) => {
    const answer = await memory(...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(words);
  });
});

it("memory is looked for where the environment says", async () => {
  const environment = { HOME: join(folder, "home"), OPENCLAW_STATE_DIR: join(folder, "state") };
  await runCommand(["memory", "block", "clawhub:@acme/weather"], { workingDirectory: folder, environment });
  expect(await readdir(folder)).toEqual(["state"]);
  vi.stubEnv("OPENCLAW_STATE_DIR", join(folder, "state"));
  const cortex = createNodeCortex({ publicRegistries: false });
  expect((await cortex.memory.explain()).blacklist).toEqual(["clawhub:@acme/weather"]);
  await cortex.close();
});

describe("skill-cortex", () => {
  it("tells its version", async () => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    for (const option of ["--version", "-v"])
      expect(await run(option)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("offers the nearest command, and names an unknown option without a lecture", async () => {
    expect((await run("skils")).stderr).toContain('There is no command "skils". Did you mean "skills"?');
    expect((await run("memory", "--bogus")).stderr).toBe(
      "Unknown option '--bogus'\nSee: skill-cortex memory --help\n",
    );
  });

  it("lists its commands, and names the one it does not know without its escape sequences", async () => {
    expect(await run("--help")).toMatchObject({ code: 0 });
    const unknown = await run("\u001b[31mred");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).not.toContain("\u001b");
  });
});
