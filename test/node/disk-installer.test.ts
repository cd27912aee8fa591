import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/core/diagnostics.js";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import {
  approvalFor,
  bundleOf,
  pinOf,
  portContext,
  temporaryFolder,
  tree,
} from "../support/installer-world.js";

const SKILL = bundleOf(
  { "SKILL.md": "---\nname: todo\n---\nDo it.\n", "scripts/run.sh": "echo hi\n", "_meta.json": "{}" },
  ["scripts/run.sh"],
);
const KEY = "clawhub:@alice/todoist-cli";
const PIN = pinOf(KEY, "1.2.0", SKILL);
const context = portContext();

function world() {
  const directory = temporaryFolder();
  const diagnostics: Diagnostic[] = [];
  const installer = createDiskInstaller({
    directory,
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
  });
  const install = (lease = "flow-1", pin = PIN, bundle = SKILL) =>
    installer.install({ pin, approval: approvalFor(pin), lease, bundle }, context);
  const lock = () => JSON.parse(readFileSync(join(directory, ".clawhub", "lock.json"), "utf8"));
  return { directory, diagnostics, installer, install, lock };
}

describe("install", () => {
  test("puts exactly the approved files where the CLI would, with the CLI's bookkeeping", async () => {
    const { directory, installer, install, lock } = world();
    const { location } = await install();
    expect(location).toBe(join(directory, "skills", "@alice", "todoist-cli"));
    expect(await tree(location)).toEqual([
      ".clawhub/",
      ".clawhub/origin.json",
      ".clawhub/skill-cortex.json",
      "SKILL.md",
      "_meta.json",
      "scripts/",
      "scripts/run.sh",
    ]);
    expect(statSync(join(location, "scripts/run.sh")).mode & 0o777).toBe(0o755);
    expect(lock()).toEqual({
      version: 1,
      skills: {
        "@alice/todoist-cli": { version: "1.2.0", installedAt: expect.any(Number), ownerHandle: "alice" },
      },
    });
    expect(JSON.parse(readFileSync(join(location, ".clawhub/origin.json"), "utf8"))).toMatchObject({
      version: 1,
      registry: "https://clawhub.ai",
      slug: "todoist-cli",
      ownerHandle: "alice",
      installedVersion: "1.2.0",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const read = await installer.read({ pin: PIN }, context);
    expect(read === undefined ? "" : treeDigest(read.bundle)).toBe(PIN.digest);
  });

  test("refuses without, with a used, an expired and a foreign approval", async () => {
    const { directory, installer } = world();
    const approval = approvalFor(PIN);
    await installer.install({ pin: PIN, approval, lease: "a", bundle: SKILL }, context);
    const other = bundleOf({ "SKILL.md": "Other" });
    const attempts = [
      { pin: PIN, approval, lease: "b", bundle: SKILL },
      { pin: PIN, approval: approvalFor(PIN, 5), lease: "b", bundle: SKILL },
      { pin: PIN, approval: approvalFor(pinOf(KEY, "1.2.1", SKILL)), lease: "b", bundle: SKILL },
      { pin: pinOf(KEY, "1.2.0", other), approval: approvalFor(PIN), lease: "b", bundle: other },
      { pin: PIN, approval: JSON.parse(JSON.stringify(approvalFor(PIN))), lease: "b", bundle: SKILL },
      { pin: PIN, approval: undefined as never, lease: "b", bundle: SKILL },
    ];
    for (const attempt of attempts) {
      await expect(installer.install(attempt, context)).rejects.toMatchObject({ code: "approval-invalid" });
    }
    expect((await installer.list(context)).map((skill) => skill.leases)).toEqual([["a"]]);
    expect(existsSync(join(directory, "skills", ".skill-cortex-staging"))).toBe(false);
  });

  test.each([
    ["other bytes than approved", bundleOf({ "SKILL.md": "changed" }), "digest-mismatch"],
    ["no SKILL.md", bundleOf({ "README.md": "x" }), "skill-invalid"],
    ["a path that climbs", bundleOf({ "SKILL.md": "x", "../evil": "x" }), "archive-unsafe"],
    ["its own bookkeeping", bundleOf({ "SKILL.md": "x", ".clawhub/origin.json": "{}" }), "archive-unsafe"],
    ["names that clash", bundleOf({ "SKILL.md": "x", "a.txt": "1", "A.txt": "2" }), "archive-unsafe"],
  ])("refuses %s and leaves nothing", async (name, bundle, code) => {
    const { directory, installer } = world();
    const pin = name.startsWith("other") ? PIN : pinOf(KEY, "1.2.0", bundle);
    const attempt = installer.install({ pin, approval: approvalFor(pin), lease: "a", bundle }, context);
    await expect(attempt).rejects.toMatchObject({ code });
    expect(existsSync(join(directory, "skills"))).toBe(false);
  });

  test("without a bundle it says that it does not download", async () => {
    const { installer } = world();
    await expect(
      installer.install({ pin: PIN, approval: approvalFor(PIN), lease: "a" }, context),
    ).rejects.toMatchObject({ code: "input-invalid" });
  });

  test.each([
    ["clawhub:todoist-cli", "skills/todoist-cli", ["todoist-cli"]],
    ["github:Alice/tools/skills/todo", "skills/+github+Alice+tools+skills/todo", []],
    ["well-known:example.com:8443/todo", "skills/+well-known+example.com+8443/todo", []],
    ["local:todo", "skills/+local/todo", []],
    ["local:@team/todo", "skills/+local+@team/todo", []],
  ])("%s lies in %s, and the CLI's lock file names only ClawHub skills", async (key, path, locked) => {
    const { directory, install, installer } = world();
    const pin = pinOf(key, "1.0.0", SKILL);
    const { location } = await install("a", pin);
    expect(location).toBe(join(directory, path));
    const lockFile = join(directory, ".clawhub/lock.json");
    expect(
      existsSync(lockFile) ? Object.keys(JSON.parse(readFileSync(lockFile, "utf8")).skills) : [],
    ).toEqual(locked);
    expect(await installer.release({ pin, lease: "a", keep: false }, context)).toEqual({ removed: true });
    expect(await tree(join(directory, "skills"))).toEqual([]);
  });
});

describe("leases", () => {
  test("the last one removes everything, also the owner's folder and the lock entry", async () => {
    const { directory, installer, install, lock } = world();
    await install("flow-1");
    await install("flow-2");
    await install("flow-2");
    expect((await installer.list(context))[0]?.leases).toEqual(["flow-1", "flow-2"]);
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(await installer.release({ pin: PIN, lease: "flow-2", keep: false }, context)).toEqual({
      removed: true,
    });
    expect(await installer.release({ pin: PIN, lease: "flow-2", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(await tree(join(directory, "skills"))).toEqual([]);
    expect(lock().skills).toEqual({});
    expect(await installer.read({ pin: PIN }, context)).toBeUndefined();
  });

  test("keep hands over: it stays tracked by the CLI, and no later lease can remove it", async () => {
    const { installer, install, lock } = world();
    const { location } = await install("flow-1");
    await install("flow-2");
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: true }, context)).toEqual({
      removed: false,
    });
    expect(await installer.release({ pin: PIN, lease: "flow-2", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(existsSync(join(location, "SKILL.md"))).toBe(true);
    expect(existsSync(join(location, ".clawhub/skill-cortex.json"))).toBe(false);
    expect(Object.keys(lock().skills)).toEqual(["@alice/todoist-cli"]);
    expect(await installer.list(context)).toEqual([
      { key: KEY, version: "1.2.0", location, ours: false, leases: [] },
    ]);
    await expect(install("flow-3")).rejects.toMatchObject({ code: "already-installed" });
  });

  test("another version waits for other leases, and replaces its own", async () => {
    const { installer, install } = world();
    const next = bundleOf({ "SKILL.md": "Version two" });
    const nextPin = pinOf(KEY, "2.0.0", next);
    await install("flow-1");
    await expect(install("flow-2", nextPin, next)).rejects.toMatchObject({ code: "already-installed" });
    const { location } = await install("flow-1", nextPin, next);
    expect(readFileSync(join(location, "SKILL.md"), "utf8")).toBe("Version two");
    expect(existsSync(join(location, "scripts"))).toBe(false);
    expect((await installer.list(context)).map((skill) => skill.version)).toEqual(["2.0.0"]);
  });
});

describe("what others installed is never touched", () => {
  test("a folder that was there before", async () => {
    const { directory, install, installer } = world();
    const theirs = join(directory, "skills/@alice/todoist-cli");
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, "SKILL.md"), "mine");
    await expect(install()).rejects.toMatchObject({ code: "already-installed" });
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(readFileSync(join(theirs, "SKILL.md"), "utf8")).toBe("mine");
    expect(await installer.list(context)).toMatchObject([{ key: "manual:todoist-cli", ours: false }]);
  });

  test("the same skill, installed by the CLI under its bare name", async () => {
    const { directory, install } = world();
    const theirs = join(directory, "skills/todoist-cli");
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, "SKILL.md"), "mine");
    mkdirSync(join(directory, ".clawhub"));
    const entry = { version: "1.0.0", installedAt: 1, ownerHandle: "alice", pinned: true };
    writeFileSync(
      join(directory, ".clawhub/lock.json"),
      JSON.stringify({ version: 1, skills: { "todoist-cli": entry } }),
    );
    await expect(install()).rejects.toMatchObject({ code: "already-installed" });
  });

  test("a folder that somebody put in the place of ours", async () => {
    const { install, installer, lock } = world();
    const { location } = await install();
    rmSync(location, { recursive: true });
    mkdirSync(location);
    writeFileSync(join(location, "SKILL.md"), "mine now");
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(readFileSync(join(location, "SKILL.md"), "utf8")).toBe("mine now");
    expect(lock().skills).toEqual({});
  });

  test("a copy of a skill of ours that somebody brought from elsewhere", async () => {
    const { directory, installer, install } = world();
    const { location } = await install();
    const elsewhere = world();
    await elsewhere.install();
    rmSync(location, { recursive: true });
    cpSync(join(elsewhere.directory, "skills/@alice/todoist-cli"), location, { recursive: true });
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(existsSync(join(directory, "skills/@alice/todoist-cli/SKILL.md"))).toBe(true);
  });

  test("an owner's folder that is a link: nothing is written through it", async () => {
    const { directory, install } = world();
    const elsewhere = temporaryFolder();
    mkdirSync(join(directory, "skills"));
    symlinkSync(elsewhere, join(directory, "skills/@alice"));
    await expect(install()).rejects.toMatchObject({ code: "path-unsafe" });
    expect(await tree(elsewhere)).toEqual([]);
  });

  test("entries and fields of other programs in lock.json survive", async () => {
    const { directory, install, installer, lock } = world();
    mkdirSync(join(directory, ".clawhub"));
    const others = {
      other: { version: null, installedAt: 7, pinned: true, pinReason: "why", custom: { a: 1 } },
    };
    writeFileSync(
      join(directory, ".clawhub/lock.json"),
      JSON.stringify({ version: 1, skills: others, extra: 1 }),
    );
    await install();
    expect(lock()).toMatchObject({ version: 1, extra: 1, skills: others });
    await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context);
    expect(lock()).toEqual({ version: 1, skills: others, extra: 1 });
  });
});

describe("damage", () => {
  test("a corrupt lock.json is set aside, said so and rebuilt; the CLI would forget every skill (facts: weakness b)", async () => {
    const { directory, install, installer, lock, diagnostics } = world();
    await install();
    const path = join(directory, ".clawhub/lock.json");
    writeFileSync(path, '{"version":1,"skills":{"todo');
    await install("flow-2", pinOf("clawhub:@bob/other", "1.0.0", SKILL));
    expect(Object.keys(lock().skills)).toEqual(["@alice/todoist-cli", "@bob/other"]);
    expect(diagnostics).toMatchObject([{ code: "lock-corrupt", severity: "warning", file: path }]);
    expect((await tree(join(directory, ".clawhub"))).filter((name) => name.includes("corrupt"))).toHaveLength(
      1,
    );
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: true,
    });
  });

  test("a corrupt ledger is set aside and said so; skills stay", async () => {
    const { directory, install, installer, diagnostics } = world();
    const { location } = await install();
    writeFileSync(join(directory, ".clawhub/skill-cortex.json"), "not json");
    expect(await installer.list(context)).toMatchObject([{ key: KEY, ours: false }]);
    expect(await installer.release({ pin: PIN, lease: "flow-1", keep: false }, context)).toEqual({
      removed: false,
    });
    expect(existsSync(location)).toBe(true);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["ledger-corrupt"]);
  });

  test("a lock entry that the CLI's unlocked write lost comes back (facts: weakness a)", async () => {
    const { directory, install, lock } = world();
    await install("flow-1");
    writeFileSync(join(directory, ".clawhub/lock.json"), JSON.stringify({ version: 1, skills: {} }));
    await install("flow-2");
    expect(Object.keys(lock().skills)).toEqual(["@alice/todoist-cli"]);
  });

  test("changed files are replaced by the approved ones at the next install", async () => {
    const { install } = world();
    const { location } = await install("flow-1");
    writeFileSync(join(location, "SKILL.md"), "tampered");
    await install("flow-2");
    expect(readFileSync(join(location, "SKILL.md"), "utf8")).toContain("Do it.");
  });

  test("read shows what is on disk now, so that prepare notices tampering, also by links", async () => {
    const { install, installer } = world();
    const { location } = await install();
    writeFileSync(join(location, "extra.txt"), "more");
    const read = await installer.read({ pin: PIN }, context);
    expect(read === undefined ? "" : treeDigest(read.bundle)).not.toBe(PIN.digest);
    symlinkSync("/etc/passwd", join(location, "link"));
    await expect(installer.read({ pin: PIN }, context)).rejects.toMatchObject({ code: "archive-unsafe" });
  });

  test("a folder that can't be written is install-failed, and works again afterwards", async () => {
    const { directory, install, installer } = world();
    writeFileSync(join(directory, "skills"), "a file where the folder should be");
    await expect(install()).rejects.toMatchObject({ code: "install-failed" });
    rmSync(join(directory, "skills"));
    await install();
    expect(await installer.list(context)).toHaveLength(1);
    chmodSync(directory, 0o755);
  });

  test("a cancelled install leaves nothing", async () => {
    const { directory, installer } = world();
    const signal = AbortSignal.abort();
    const attempt = installer.install(
      { pin: PIN, approval: approvalFor(PIN), lease: "a", bundle: SKILL },
      portContext({ signal }),
    );
    await expect(attempt).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:cancelled|store-busy)$/),
    });
    expect(existsSync(join(directory, "skills/@alice"))).toBe(false);
    expect(existsSync(join(directory, "skills/.skill-cortex-staging"))).toBe(false);
  });
});

describe("uninstall, which only people call", () => {
  const KEPT = { version: "1.0.0", installedAt: 1, pinned: true };

  test("removes what the lock file tracks, under its bare name too, and leaves the rest", async () => {
    const { directory, installer, install, lock } = world();
    const other = pinOf("clawhub:@bob/other", "1.0.0", SKILL);
    await install("flow-1", other);
    for (const name of ["todoist-cli", "kept"]) {
      mkdirSync(join(directory, "skills", name), { recursive: true });
      writeFileSync(join(directory, "skills", name, "SKILL.md"), "# X");
    }
    const text = lock();
    text.skills["todoist-cli"] = { version: "1.2.0", installedAt: 1, ownerHandle: "alice" };
    text.skills.kept = KEPT;
    writeFileSync(join(directory, ".clawhub", "lock.json"), JSON.stringify(text));
    await installer.uninstall({ key: KEY }, context);
    expect(Object.keys(lock().skills).sort()).toEqual(["@bob/other", "kept"]);
    expect(lock().skills.kept).toEqual(KEPT);
    expect(existsSync(join(directory, "skills/todoist-cli"))).toBe(false);
    expect(existsSync(join(directory, "skills/kept/SKILL.md"))).toBe(true);
    expect(await installer.read({ pin: other }, context)).toBeDefined();
  });

  test("refuses what is in use, what is not tracked, and what is no ClawHub skill", async () => {
    const { directory, installer, install } = world();
    await install();
    await expect(installer.uninstall({ key: KEY }, context)).rejects.toMatchObject({ code: "not-ours" });
    mkdirSync(join(directory, "skills/manual"), { recursive: true });
    writeFileSync(join(directory, "skills/manual/SKILL.md"), "# Mine");
    await expect(installer.uninstall({ key: "clawhub:manual" }, context)).rejects.toMatchObject({
      code: "not-installed",
    });
    await expect(installer.uninstall({ key: "github:a/b" }, context)).rejects.toMatchObject({
      code: "input-invalid",
    });
    expect(existsSync(join(directory, "skills/manual/SKILL.md"))).toBe(true);
    expect(await installer.read({ pin: PIN }, context)).toBeDefined();
  });

  test("finishes what a crash or somebody else began: a tracked folder that is gone", async () => {
    const { directory, installer, install, lock } = world();
    await install();
    await installer.release({ pin: PIN, lease: "flow-1", keep: true }, context);
    rmSync(join(directory, "skills/@alice/todoist-cli"), { recursive: true });
    await installer.uninstall({ key: KEY }, context);
    expect(lock().skills).toEqual({});
    expect(await tree(join(directory, "skills"))).toEqual([]);
  });
});
