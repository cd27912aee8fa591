import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { acquireFileLock, withFileLock } from "../../src/node/file-lock.js";
import { claimPath } from "../../src/node/file-lock-reaper.js";
import { nodeFileSystem } from "../../src/node/file-system.js";
import { livenessOf, nodePlatform, type Platform, type ProcessIdentity } from "../../src/node/platform.js";
import { deadPid, freshDirectory, removeDirectories } from "../support/store-directory.js";

let directory = "";
let path = "";
beforeEach(() => {
  directory = freshDirectory();
  path = join(directory, "x.lock");
});
afterEach(removeDirectories);

const self = nodePlatform().identity;
const foreign: ProcessIdentity = { ...self, namespace: "pid:[1]", pid: 1 };

function plant(owner: ProcessIdentity, nonce = "00000000000000aa", at = path): void {
  writeFileSync(at, JSON.stringify({ ...owner, nonce }));
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "resolved",
    (error: unknown) => (CortexError.is(error) ? error.code : String(error)),
  );
}

/** A clock that only moves when somebody sleeps; `tick` sees every step. */
function simulated(
  tick: (now: number) => void = () => undefined,
): Platform & { readonly elapsed: () => number } {
  let now = 0;
  return {
    ...nodePlatform(),
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
      tick(now);
    },
    elapsed: () => now,
  };
}

describe("holding", () => {
  test("one at a time, everybody in the end, and nothing is left", async () => {
    let inside = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withFileLock(path, async () => {
          inside += 1;
          expect(inside).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 1));
          inside -= 1;
          done += 1;
        }),
      ),
    );
    expect(done).toBe(20);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("the record names the process, and its reject is passed on after release", async () => {
    const error = await withFileLock(path, () => {
      expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, boot: self.boot });
      throw new Error("work failed");
    }).catch((reason: unknown) => reason);
    expect(String(error)).toBe("Error: work failed");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a live owner keeps its lock: the wait ends with store-busy and names the owner", async () => {
    await withFileLock(path, async () => {
      const error = await withFileLock(path, () => undefined, { waitMs: 120 }).catch(
        (reason: unknown) => reason,
      );
      expect(CortexError.is(error) && error.toFailure()).toMatchObject({
        code: "store-busy",
        details: { pid: process.pid },
      });
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  test("waiting ends with the signal", async () => {
    await withFileLock(path, async () => {
      const controller = new AbortController();
      const waiting = codeOf(withFileLock(path, () => undefined, { signal: controller.signal }));
      setTimeout(() => controller.abort(), 20);
      expect(await waiting).toBe("store-busy");
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a lock that can't be removed is given up: this process takes it over the next time", async () => {
    const files = {
      ...nodeFileSystem,
      unlink: (name: string) => {
        if (name === path) throw Object.assign(new Error("refused"), { code: "EIO" });
        nodeFileSystem.unlink(name);
      },
    };
    await withFileLock(path, () => undefined, { files });
    expect(existsSync(path)).toBe(true);
    await withFileLock(path, () => undefined, { waitMs: 500 });
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe("taking over", () => {
  test("from a dead owner, at once", async () => {
    plant({ ...self, pid: deadPid(), started: "1" });
    const start = performance.now();
    await withFileLock(path, () => undefined);
    expect(performance.now() - start).toBeLessThan(250);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("from a process whose number now belongs to another", async () => {
    plant({ ...self, started: "1" });
    await withFileLock(path, () => undefined, { waitMs: 500 });
  });

  test("also when reapers died one after another, leaving a chain of claims", async () => {
    const dead = { ...self, pid: deadPid(), started: "1" };
    plant(dead, "00000000000000aa");
    plant(dead, "00000000000000bb", claimPath(path, "00000000000000aa"));
    plant(dead, "00000000000000cc", claimPath(path, "00000000000000bb"));
    await withFileLock(path, () => undefined, { waitMs: 2_000 });
    expect(readdirSync(directory)).toEqual([]);
  });

  test("not past the claim of a live reaper", async () => {
    plant({ ...self, pid: deadPid(), started: "1" });
    plant(self, "00000000000000bb", claimPath(path, "00000000000000aa"));
    expect(await codeOf(withFileLock(path, () => undefined, { waitMs: 150 }))).toBe("store-busy");
    rmSync(claimPath(path, "00000000000000aa"));
    await withFileLock(path, () => undefined, { waitMs: 500 });
  });

  test("from a record that a power loss emptied: at once if older than this boot, else after the lease", async () => {
    writeFileSync(path, "");
    utimesSync(path, 1, 1);
    await withFileLock(path, () => undefined, { waitMs: 500 });
    writeFileSync(path, '{"pid":');
    const platform = simulated();
    await withFileLock(path, () => undefined, { platform });
    expect(platform.elapsed()).toBeGreaterThanOrEqual(30_000);
  });
});

describe("an owner in another namespace or on another machine", () => {
  test("loses its lock after 30 s without a heartbeat, by our own clock, and not before", async () => {
    plant(foreign);
    const platform = simulated();
    expect(await codeOf(withFileLock(path, () => undefined, { platform, waitMs: 29_900 }))).toBe(
      "store-busy",
    );
    const second = simulated();
    await withFileLock(path, () => undefined, { platform: second });
    expect(second.elapsed()).toBeGreaterThanOrEqual(30_000);
    expect(second.elapsed()).toBeLessThan(30_200);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("keeps it as long as the heartbeat goes on", async () => {
    plant(foreign);
    let beat = 0;
    const platform = simulated((now) => {
      if (now - beat < 5_000) return;
      beat = now;
      utimesSync(path, now, now);
    });
    expect(await codeOf(withFileLock(path, () => undefined, { platform, waitMs: 600_000 }))).toBe(
      "store-busy",
    );
    expect(platform.elapsed()).toBeGreaterThanOrEqual(600_000);
  });

  test("keeps it when another takes over from it: a new nonce starts a new lease", async () => {
    plant(foreign, "00000000000000aa");
    let changed = false;
    const platform = simulated((now) => {
      if (changed || now < 25_000) return;
      changed = true;
      plant(foreign, "00000000000000bb");
      utimesSync(path, 0, 0);
    });
    await withFileLock(path, () => undefined, { platform, waitMs: 100_000 });
    expect(platform.elapsed()).toBeGreaterThanOrEqual(55_000);
  });

  test("keeps it over a freeze of the whole machine: a gap in our own observation is not silence", async () => {
    plant(foreign);
    let frozen = false;
    let now = 0;
    const platform: Platform = {
      ...nodePlatform(),
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
        if (frozen || now < 1_000) return;
        frozen = true;
        now += 60_000;
      },
    };
    await withFileLock(path, () => undefined, { platform, waitMs: 200_000 });
    expect(now).toBeGreaterThanOrEqual(60_000 + 29_000);
  });

  test("a claim left by a reaper that can't be checked is outlived in the same way", async () => {
    plant({ ...self, pid: deadPid(), started: "1" });
    plant(foreign, "00000000000000bb", claimPath(path, "00000000000000aa"));
    const platform = simulated();
    await withFileLock(path, () => undefined, { platform, waitMs: 100_000 });
    expect(platform.elapsed()).toBeGreaterThanOrEqual(30_000);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("one that lost its lock knows it, and does not remove the lock of the next", async () => {
    const lock = await acquireFileLock(path);
    expect(lock?.isHeld()).toBe(true);
    rmSync(path);
    const thief = await acquireFileLock(path);
    expect(lock?.isHeld()).toBe(false);
    lock?.release();
    expect(thief?.isHeld()).toBe(true);
    expect(existsSync(path)).toBe(true);
    thief?.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a held lock shows its heartbeat in the file's time", async () => {
    await withFileLock(
      path,
      async () => {
        utimesSync(path, 1, 1);
        await new Promise((resolve) => setTimeout(resolve, 60));
        expect(nodeFileSystem.statusAt(path)?.mtimeNs).toBeGreaterThan(1_000_000_000n);
      },
      { heartbeatMs: 10 },
    );
  });
});

describe("who counts as dead", () => {
  const dead = deadPid();
  test.each<[string, Partial<ProcessIdentity>, string]>([
    ["this process", {}, "alive"],
    ["its parent, whose start is not in the record", { pid: process.ppid, started: "" }, "unknown"],
    ["a number that nobody has", { pid: dead, started: "1" }, "dead"],
    ["our number with another start", { started: "1" }, "dead"],
    ["an earlier boot of this machine", { boot: "earlier" }, "dead"],
    ["another boot of a machine without id", { boot: "earlier", machine: "" }, "unknown"],
    ["another machine", { boot: "other", machine: "other", pid: dead }, "unknown"],
    ["another namespace", { namespace: "pid:[1]", pid: dead }, "unknown"],
  ])("%s", (_, change, expected) => {
    const known = { ...self, machine: "here" };
    expect(livenessOf({ ...known, ...change }, known)).toBe(expected);
  });
});
