import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createFileStore } from "../../src/node/file-store.js";
import { defaultStoreDirectory } from "../../src/node/file-store-paths.js";
import { nodeFileSystem } from "../../src/node/file-system.js";
import { nodePlatform, type ProcessIdentity } from "../../src/node/platform.js";
import { ownerTag } from "../../src/node/temporary-name.js";
import type { Store } from "../../src/ports/store.js";
import { storeContract } from "../../src/testing/store-contract.js";
import { CALM, deadPid, filesBelow, freshDirectory, removeDirectories } from "../support/store-directory.js";

afterEach(removeDirectories);

describe("the file store keeps the store contract", () => {
  let directory = "";
  const cases = storeContract(
    () => {
      directory = freshDirectory();
      return createFileStore({ directory });
    },
    { openAgain: () => createFileStore({ directory }) },
  );
  for (const { name, run } of cases) test(name, run);
});

async function commit(store: Store, key: string, expected: string | undefined, text: string | undefined) {
  const result = await store.compareAndSwap({ key, expected, text }, CALM);
  if (result.outcome !== "committed") throw new Error(`${key}: conflict`);
  return result.revision;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "resolved",
    (error: unknown) => (CortexError.is(error) ? error.code : String(error)),
  );

describe("what lies on disk", () => {
  test("documents are private JSON files, their previous text beside them, and nothing else", async () => {
    const directory = join(freshDirectory(), "deep", "er");
    const store = createFileStore({ directory });
    const first = await commit(store, "cortex", undefined, "one");
    await commit(store, "cortex", first, "two");
    const flow = await commit(store, "flow/a1", undefined, "task text");
    await commit(store, "flow/a1", flow, "more task text");
    expect(filesBelow(directory)).toEqual(["cortex.json", "cortex.json.bak", "flow/a1.json"]);
    expect(readFileSync(join(directory, "cortex.json"), "utf8")).toBe("two");
    expect(readFileSync(join(directory, "cortex.json.bak"), "utf8")).toBe("one");
    expect(statSync(join(directory, "cortex.json")).mode & 0o777).toBe(0o600);
    for (const folder of [directory, join(directory, "flow"), join(directory, "..")]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  test("deleting a document deletes its backup: what was to be forgotten stays nowhere", async () => {
    const directory = freshDirectory();
    const store = createFileStore({ directory });
    let revision = await commit(store, "cortex", undefined, "one");
    revision = await commit(store, "cortex", revision, "two");
    await commit(store, "cortex", revision, undefined);
    expect(filesBelow(directory)).toEqual([]);
  });

  test("reading creates nothing", async () => {
    const directory = join(freshDirectory(), "absent");
    const store = createFileStore({ directory });
    expect(await store.read({ key: "cortex" }, CALM)).toBeUndefined();
    expect(await store.list({ prefix: "" }, CALM)).toEqual([]);
    expect(await codeOf(commit(store, "cortex", "stale", "x"))).toBe("Error: cortex: conflict");
    expect(existsSync(directory)).toBe(false);
  });

  test("a corrupt document is set aside whole, the older text is returned, and the next write starts afresh", async () => {
    const directory = freshDirectory();
    const store = createFileStore({ directory });
    const first = await commit(store, "cortex", undefined, "good");
    await commit(store, "cortex", first, "better");
    writeFileSync(join(directory, "cortex.json"), "{ torn");
    const read = await store.read({ key: "cortex" }, CALM);
    expect(read?.text).toBe("{ torn");
    const result = await store.quarantine?.({ key: "cortex", revision: read?.revision ?? "" }, CALM);
    expect(result?.backup).toBe("good");
    expect(result?.movedTo).toMatch(/cortex\.json\.corrupt-[0-9a-f]{16}$/);
    expect(readFileSync(result?.movedTo ?? "", "utf8")).toBe("{ torn");
    await commit(store, "cortex", undefined, "rebuilt");
  });

  test("somebody else's edit in place is seen at once and never overwritten unseen", async () => {
    const directory = freshDirectory();
    const store = createFileStore({ directory });
    const revision = await commit(store, "cortex", undefined, "ours");
    writeFileSync(join(directory, "cortex.json"), "by hand");
    expect(await store.compareAndSwap({ key: "cortex", expected: revision, text: "x" }, CALM)).toEqual({
      outcome: "conflict",
    });
    expect((await store.read({ key: "cortex" }, CALM))?.text).toBe("by hand");
  });

  test("a directory that vanished is made again", async () => {
    const directory = join(freshDirectory(), "store");
    const store = createFileStore({ directory });
    await commit(store, "flow/a", undefined, "one");
    rmSync(directory, { recursive: true });
    expect(await store.read({ key: "flow/a" }, CALM)).toBeUndefined();
    await commit(store, "flow/b", undefined, "two");
    expect(await store.list({ prefix: "flow/" }, CALM)).toEqual(["flow/b"]);
  });

  test("no descriptor stays open after close, however many documents were read", async () => {
    const open = () => readdirSync("/proc/self/fd").length;
    const store = createFileStore({ directory: freshDirectory() });
    const before = open();
    for (let index = 0; index < 40; index += 1) await commit(store, `flow/${index}`, undefined, "x");
    expect(open() - before).toBeLessThanOrEqual(8);
    await store.close?.();
    expect(open() - before).toBeLessThanOrEqual(0);
  });

  test("the default directory is the original's, below the state directory when one is set", () => {
    expect(defaultStoreDirectory({ HOME: "/home/ann" })).toBe("/home/ann/.openclaw/skill-cortex");
    expect(defaultStoreDirectory({ HOME: "/home/ann", OPENCLAW_STATE_DIR: "/srv/claw" })).toBe(
      "/srv/claw/skill-cortex",
    );
  });
});

test("a writer that was killed between backup and rename leaves no litter for the next one", async () => {
  const directory = freshDirectory();
  const store = createFileStore({ directory });
  const revision = await commit(store, "cortex", undefined, "one");
  linkSync(join(directory, "cortex.json"), join(directory, "cortex.json.bak"));
  await commit(store, "cortex", revision, "two");
  expect(filesBelow(directory)).toEqual(["cortex.json", "cortex.json.bak"]);
  expect(readFileSync(join(directory, "cortex.json.bak"), "utf8")).toBe("one");
});

describe("paths that others prepared", () => {
  test.each([
    ["document", "cortex.json"],
    ["backup", "cortex.json.bak"],
    ["lock", "cortex.json.lock"],
  ])("a symbolic link planted as %s is refused and its target is not touched", async (_, name) => {
    const directory = freshDirectory();
    const victim = join(freshDirectory(), "victim");
    writeFileSync(victim, "precious");
    const store = createFileStore({ directory, waitMs: 200 });
    const revision = name === "cortex.json" ? undefined : await commit(store, "cortex", undefined, "one");
    symlinkSync(victim, join(directory, name));
    expect(await codeOf(commit(store, "cortex", revision, "two"))).toBe("store-unsafe-path");
    expect(readFileSync(victim, "utf8")).toBe("precious");
    if (name === "cortex.json")
      expect(await codeOf(store.read({ key: "cortex" }, CALM))).toBe("store-unsafe-path");
    else expect((await store.read({ key: "cortex" }, CALM))?.text).toBe("one");
  });

  test("a dangling link or a folder in a document's place is refused, not waited for", async () => {
    const directory = freshDirectory();
    const store = createFileStore({ directory });
    symlinkSync(join(directory, "nowhere"), join(directory, "cortex.json"));
    expect(await codeOf(commit(store, "cortex", undefined, "x"))).toBe("store-unsafe-path");
    expect(existsSync(join(directory, "nowhere"))).toBe(false);
    mkdirSync(join(directory, "other.json"));
    expect(await codeOf(store.read({ key: "other" }, CALM))).toBe("store-unsafe-path");
  });

  test("temporary names can't be foreseen: all differ, and none is reused", async () => {
    const directory = freshDirectory();
    const names: string[] = [];
    const files = {
      ...nodeFileSystem,
      open: (path: string, flags: number, mode?: number) => {
        if (path.endsWith(".tmp")) names.push(path);
        return nodeFileSystem.open(path, flags, mode);
      },
    };
    const store = createFileStore({ directory, files });
    let revision: string | undefined;
    for (let index = 0; index < 20; index += 1)
      revision = await commit(store, "cortex", revision, `${index}`);
    const random = names.map((name) => /-([0-9a-f]{16})\.tmp$/.exec(name)?.[1]);
    expect(new Set(random).size).toBe(40);
  });

  test("a symbolic link in place of a folder of the store is refused", async () => {
    const directory = freshDirectory();
    const elsewhere = freshDirectory();
    symlinkSync(elsewhere, join(directory, "flow"));
    const store = createFileStore({ directory });
    expect(await codeOf(commit(store, "flow/a", undefined, "x"))).toBe("store-unsafe-path");
    expect(await codeOf(store.read({ key: "flow/a" }, CALM))).toBe("store-unsafe-path");
    expect(await store.list({ prefix: "" }, CALM)).toEqual([]);
    expect(filesBelow(elsewhere)).toEqual([]);
  });

  test("a directory that everybody may write to is refused; a linked home is not", async () => {
    const directory = freshDirectory();
    chmodSync(directory, 0o777);
    const store = createFileStore({ directory });
    expect(await codeOf(commit(store, "cortex", undefined, "x"))).toBe("store-unsafe-path");
    expect(await codeOf(store.read({ key: "cortex" }, CALM))).toBe("store-unsafe-path");
    expect(filesBelow(directory)).toEqual([]);

    const home = freshDirectory();
    symlinkSync(freshDirectory(), join(home, "linked"));
    await commit(createFileStore({ directory: join(home, "linked") }), "cortex", undefined, "x");
  });

  test("a pipe in a document's place does not hang the reader", async () => {
    const directory = freshDirectory();
    execFileSync("mkfifo", [join(directory, "cortex.json")]);
    const store = createFileStore({ directory });
    expect(await codeOf(store.read({ key: "cortex" }, CALM))).toBe("store-unsafe-path");
  });
});

describe("what killed processes left", () => {
  test("is swept at the first write, and what belongs to the living stays", async () => {
    const directory = freshDirectory();
    const dead = { ...nodePlatform().identity, pid: deadPid(), started: "1" };
    const alive = nodePlatform().identity;
    const record = (identity: ProcessIdentity, nonce: string) => JSON.stringify({ ...identity, nonce });
    const put = (name: string, text: string) => writeFileSync(join(directory, name), text);
    put(`cortex.json.${ownerTag(dead)}-0123456789abcdef.tmp`, "half");
    put(`cortex.json.${ownerTag(alive)}-0123456789abcdef.tmp`, "ours");
    put("gone.json.lock", record(dead, "00000000000000aa"));
    put("held.json.lock", record(alive, "00000000000000bb"));
    put("gone.json.lock.00000000000000cc.claim", record(dead, "00000000000000dd"));
    put("notes.tmp", "not ours");
    await commit(createFileStore({ directory }), "cortex", undefined, "x");
    expect(filesBelow(directory)).toEqual(
      [
        `cortex.json.${ownerTag(alive)}-0123456789abcdef.tmp`,
        "cortex.json",
        "held.json.lock",
        "notes.tmp",
      ].sort(),
    );
  });
});

test("a writer that keeps losing is answered later and later, until it commits", async () => {
  const slept: number[] = [];
  const platform = {
    ...nodePlatform(),
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds);
    },
  };
  const store = createFileStore({ directory: freshDirectory(), platform });
  const revision = await commit(store, "cortex", undefined, "one");
  const lose = () => store.compareAndSwap({ key: "cortex", expected: "stale", text: "two" }, CALM);
  expect(await lose()).toEqual({ outcome: "conflict" });
  expect(slept).toEqual([]);
  for (let more = 0; more < 8; more += 1) await lose();
  expect(slept).toHaveLength(8);
  expect(slept[0]).toBeLessThanOrEqual(5);
  expect(slept[7]).toBeGreaterThanOrEqual(50);
  expect(slept[7]).toBeLessThanOrEqual(100);
  await commit(store, "cortex", revision, "two");
  await lose();
  expect(slept).toHaveLength(8);
});

test.each([undefined, "", 7])("a store without a folder is an error at once: %s", (directory) => {
  expect(() => createFileStore({ directory: directory as string })).toThrowError(
    expect.objectContaining({ code: "config-invalid", message: expect.stringContaining('"directory"') }),
  );
});
