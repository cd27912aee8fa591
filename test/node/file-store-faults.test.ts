import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createFileStore } from "../../src/node/file-store.js";
import { nodePlatform } from "../../src/node/platform.js";
import type { Store } from "../../src/ports/store.js";
import { CALM, deadPid, filesBelow, freshDirectory, removeDirectories } from "../support/store-directory.js";
import { type Fault, faultyFileSystem } from "../support/store-faulty-file-system.js";

afterEach(removeDirectories);

const FAULTS: readonly Fault[] = ["ENOSPC", "EIO", "EROFS", "EACCES", "EMFILE", "short"];
/** What a caller may be told; reading and writing name some system errors differently. */
const CODES: Readonly<Record<Fault, readonly string[]>> = {
  ENOSPC: ["store-full", "store-unreadable"],
  EIO: ["store-failed", "store-unreadable"],
  EROFS: ["store-read-only", "store-unreadable"],
  EACCES: ["store-read-only", "store-unreadable"],
  EMFILE: ["store-busy"],
  short: [],
};
const OLD = "o".repeat(9_000);
const NEW = "n".repeat(11_000);
const DEAD = { ...nodePlatform().identity, pid: deadPid(), started: "1" };

async function revisionOf(store: Store): Promise<string | undefined> {
  return (await store.read({ key: "flow.v/doc" }, CALM))?.revision;
}
async function put(store: Store, text: string | undefined): Promise<string> {
  const expected = await revisionOf(store);
  return (await store.compareAndSwap({ key: "flow.v/doc", expected, text }, CALM)).outcome;
}

interface Scenario {
  readonly prepare: (directory: string) => Promise<void>;
  readonly act: (store: Store) => Promise<unknown>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const withHistory = async (directory: string): Promise<void> => {
  const store = createFileStore({ directory });
  for (const text of ["older", OLD]) await put(store, text);
  await store.close?.();
};
const withDeadLock = async (directory: string): Promise<void> => {
  await withHistory(directory);
  writeFileSync(
    join(directory, "flow.v", "doc.json.lock"),
    JSON.stringify({ ...DEAD, nonce: "00000000000000aa" }),
  );
  writeFileSync(
    join(directory, "flow.v", "doc.json.lock.00000000000000aa.claim"),
    JSON.stringify({ ...DEAD, nonce: "00000000000000bb" }),
  );
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "the first write": {
    prepare: async () => undefined,
    act: (store) => put(store, NEW),
    before: undefined,
    after: NEW,
  },
  "a replacement with backup": {
    prepare: withHistory,
    act: (store) => put(store, NEW),
    before: OLD,
    after: NEW,
  },
  "a replacement after reaping a dead owner": {
    prepare: withDeadLock,
    act: (store) => put(store, NEW),
    before: OLD,
    after: NEW,
  },
  "a deletion": {
    prepare: withHistory,
    act: (store) => put(store, undefined),
    before: OLD,
    after: undefined,
  },
  "a quarantine": {
    prepare: withHistory,
    act: async (store) =>
      store.quarantine?.({ key: "flow.v/doc", revision: (await revisionOf(store)) ?? "" }, CALM),
    before: OLD,
    after: undefined,
  },
};
const DOCUMENTS = /^flow\.v\/doc\.json(?:\.bak|\.corrupt-[0-9a-f]{16})?$/;

async function attempt(scenario: Scenario, directory: string, fault: Fault, at: number, lasting: boolean) {
  await scenario.prepare(directory);
  const planted = new Set(filesBelow(directory));
  const files = faultyFileSystem(fault, at, lasting);
  const store = createFileStore({ directory, files, waitMs: 300 });
  const code = await scenario.act(store).then(
    () => "done",
    (error: unknown) => (CortexError.is(error) ? error.code : `unexpected ${String(error)}`),
  );
  await store.close?.();
  const clean = createFileStore({ directory, waitMs: 300 });
  const text = (await clean.read({ key: "flow.v/doc" }, CALM))?.text;
  const litter = filesBelow(directory).filter((name) => !DOCUMENTS.test(name) && !planted.has(name));
  const next = await put(clean, "next");
  await clean.close?.();
  const rest = filesBelow(directory).filter((name) => !DOCUMENTS.test(name));
  return { code, text, litter, next, rest, calls: files.calls() };
}

describe.each(Object.entries(SCENARIOS))("%s, with a fault at every single call", (_, scenario) => {
  test.each(FAULTS)(
    "%s: the old or the new state, a typed error, no litter, and the next write works",
    async (fault) => {
      const { calls } = await attempt(scenario, freshDirectory("memory"), "EIO", 0, false);
      expect(calls).toBeGreaterThan(15);
      for (let at = 1; at <= calls; at += 1) {
        const directory = freshDirectory("memory");
        const result = await attempt(scenario, directory, fault, at, false);
        const where = `${fault} at call ${at} of ${calls}`;
        expect([scenario.before, scenario.after], where).toContain(result.text);
        if (result.code === "done") expect(result.text, where).toBe(scenario.after);
        else expect(CODES[fault], where).toContain(result.code);
        expect(result.litter, where).toEqual([]);
        expect(result.rest, where).toEqual([]);
        expect(result.next, where).toBe("committed");
        rmSync(directory, { recursive: true, force: true });
      }
    },
  );

  test("a fault that stays: the old or the new state, a typed error, and this process recovers", async () => {
    const { calls } = await attempt(scenario, freshDirectory("memory"), "EIO", 0, false);
    for (let at = 1; at <= calls; at += 1) {
      for (const fault of ["ENOSPC", "EIO", "EROFS"] as const) {
        const directory = freshDirectory("memory");
        const result = await attempt(scenario, directory, fault, at, true);
        const where = `${fault} from call ${at} of ${calls}`;
        expect([scenario.before, scenario.after], where).toContain(result.text);
        if (result.code !== "done") expect(CODES[fault], where).toContain(result.code);
        expect(result.next, where).toBe("committed");
        rmSync(directory, { recursive: true, force: true });
      }
    }
  });
});

test("the fault tests leave nothing open", () => {
  expect(readdirSync("/proc/self/fd").length).toBeLessThan(100);
});
