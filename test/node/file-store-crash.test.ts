import { describe, expect, test } from "vitest";
import { createFileStore } from "../../src/node/file-store.js";
import { nodePlatform, type Platform } from "../../src/node/platform.js";
import type { Store } from "../../src/ports/store.js";
import { CrashFileSystem, type DiskImage } from "../support/store-crash-file-system.js";
import { CALM } from "../support/store-directory.js";

const DIRECTORY = "/store";
const SYSTEM = nodePlatform();
const TEXTS = ["", "a", "b", "c"].map((letter) => letter.repeat(64));

/** The same machine after it was switched on again: whoever held a lock is dead. Waiting takes no real time. */
const rebooted = (times: number): Platform => {
  let now = 0;
  return {
    ...SYSTEM,
    // Every look at the clock takes a moment: whoever loops comes to an end.
    now: () => {
      now += 0.01;
      return now;
    },
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    identity: { ...SYSTEM.identity, boot: `boot ${times}`, machine: "here" },
    livenessOf: (owner) => (owner.boot === `boot ${times}` ? "alive" : "dead"),
    bootedAt: Date.now(),
  };
};

interface Tally {
  states: number;
  torn: number;
  missing: number;
  lost: number;
  stuck: number;
}

/** What the history allows a crash to leave: everything from the last acknowledged text to the one being written. */
interface History {
  readonly texts: (string | undefined)[];
  acknowledged: number;
}

async function put(store: Store, history: History, text: string | undefined): Promise<void> {
  const current = await store.read({ key: "cortex" }, CALM);
  history.texts.push(text);
  const result = await store.compareAndSwap({ key: "cortex", expected: current?.revision, text }, CALM);
  expect(result.outcome).toBe("committed");
  history.acknowledged = history.texts.length - 1;
}

async function explore(
  work: (store: Store, history: History, files: CrashFileSystem) => Promise<void>,
  options: {
    readonly image?: DiskImage;
    readonly texts?: (string | undefined)[];
    readonly prepare?: (files: CrashFileSystem) => void;
  } = {},
): Promise<Tally> {
  const files = new CrashFileSystem(options.image ?? new Map([[DIRECTORY, null]]));
  options.prepare?.(files);
  const texts = options.texts ?? [undefined];
  const history: History = { texts, acknowledged: texts.length - 1 };
  const seen = new Map<string, { readonly image: DiskImage; readonly allowed: (string | undefined)[] }>();
  const collect = (): void => {
    const allowed = history.texts.slice(history.acknowledged);
    for (const image of files.crashes()) {
      seen.set(JSON.stringify([[...image], history.acknowledged, history.texts.length]), { image, allowed });
    }
  };
  files.onChange = collect;
  const store = createFileStore({ directory: DIRECTORY, files, platform: rebooted(1) });
  await work(store, history, files);
  collect();
  return judge([...seen.values()], history);
}

async function judge(
  states: readonly { readonly image: DiskImage; readonly allowed: (string | undefined)[] }[],
  history: History,
): Promise<Tally> {
  const tally: Tally = { states: states.length, torn: 0, missing: 0, lost: 0, stuck: 0 };
  for (const { image, allowed } of states) {
    const store = createFileStore({
      directory: DIRECTORY,
      files: new CrashFileSystem(image),
      platform: rebooted(2),
      waitMs: 100,
    });
    const found = await store.read({ key: "cortex" }, CALM);
    if (!allowed.includes(found?.text)) {
      if (found === undefined) tally.missing += 1;
      else if (history.texts.includes(found.text)) tally.lost += 1;
      else tally.torn += 1;
    }
    const next = await store
      .compareAndSwap({ key: "cortex", expected: found?.revision, text: "after the crash" }, CALM)
      .catch(() => undefined);
    if (next?.outcome !== "committed") tally.stuck += 1;
  }
  return tally;
}

const FAULTLESS = { torn: 0, missing: 0, lost: 0, stuck: 0 };

describe("a power loss at any moment leaves the last acknowledged text or the one being written", () => {
  test("first write, replacement, replacement with backup", async () => {
    const tally = await explore(async (store, history) => {
      for (const text of TEXTS.slice(1)) await put(store, history, text);
    });
    expect(tally).toMatchObject(FAULTLESS);
    expect(tally.states).toBeGreaterThan(500);
  });

  test("a directory that does not exist yet", async () => {
    const tally = await explore((store, history) => put(store, history, TEXTS[1]), { image: new Map() });
    expect(tally).toMatchObject(FAULTLESS);
  });

  test("deletion: afterwards neither the document nor its backup is there", async () => {
    const tally = await explore(async (store, history) => {
      await put(store, history, TEXTS[1]);
      await put(store, history, TEXTS[2]);
      await put(store, history, undefined);
      await put(store, history, TEXTS[3]);
    });
    expect(tally).toMatchObject(FAULTLESS);
  });

  test("a write after reaping a dead owner's lock and a dead reaper's claim", async () => {
    const dead = { pid: 1, started: "1", namespace: "", boot: "boot 0", machine: "here" };
    const lock = `${DIRECTORY}/cortex.json.lock`;
    const tally = await explore((store, history) => put(store, history, TEXTS[2]), {
      image: new Map([
        [DIRECTORY, null],
        [`${DIRECTORY}/cortex.json`, TEXTS[1] ?? ""],
        [lock, JSON.stringify({ ...dead, nonce: "00000000000000aa" })],
        [`${lock}.00000000000000aa.claim`, JSON.stringify({ ...dead, nonce: "00000000000000bb" })],
      ]),
      texts: [TEXTS[1]],
    });
    expect(tally).toMatchObject(FAULTLESS);
    expect(tally.states).toBeGreaterThan(500);
  });

  test("two stores at once, the second building on what the first has not made durable yet", async () => {
    const tally = await explore(async (one, history, files) => {
      await put(one, history, TEXTS[1]);
      const two = createFileStore({ directory: DIRECTORY, files, platform: rebooted(1) });
      const revision = (await one.read({ key: "cortex" }, CALM))?.revision;
      history.texts.push(TEXTS[2]);
      const first = one
        .compareAndSwap({ key: "cortex", expected: revision, text: TEXTS[2] }, CALM)
        .then(() => (history.acknowledged = Math.max(history.acknowledged, 2)));
      while ((await two.read({ key: "cortex" }, CALM))?.text !== TEXTS[2]) await Promise.resolve();
      const next = (await two.read({ key: "cortex" }, CALM))?.revision;
      history.texts.push(TEXTS[3]);
      const second = two
        .compareAndSwap({ key: "cortex", expected: next, text: TEXTS[3] }, CALM)
        .then(() => (history.acknowledged = 3));
      await Promise.all([first, second]);
    });
    expect(tally).toMatchObject(FAULTLESS);
  });

  test("setting a corrupt document aside never loses its bytes", async () => {
    const image: DiskImage = new Map([
      [DIRECTORY, null],
      [`${DIRECTORY}/cortex.json`, "{ torn"],
      [`${DIRECTORY}/cortex.json.bak`, "older"],
    ]);
    const files = new CrashFileSystem(image);
    const images: DiskImage[] = [];
    files.onChange = () => images.push(...files.crashes());
    const store = createFileStore({ directory: DIRECTORY, files, platform: rebooted(1) });
    const revision = (await store.read({ key: "cortex" }, CALM))?.revision ?? "";
    const result = await store.quarantine?.({ key: "cortex", revision }, CALM);
    expect(result?.backup).toBe("older");
    for (const left of images) {
      const kept = [...left].filter(([path, text]) => !path.includes(".tmp") && text === "{ torn");
      expect(kept).toHaveLength(1);
    }
  });
});

describe("the model sees what goes wrong in lesser protocols", () => {
  const write = async (store: Store, history: History): Promise<void> => {
    for (const text of TEXTS.slice(1)) await put(store, history, text);
  };

  test("without synchronising the file, texts are torn", async () => {
    const tally = await explore(write, {
      prepare: (files) => {
        files.lies = new Set(["file-sync"]);
      },
    });
    expect(tally.torn).toBeGreaterThan(0);
  });

  test("without synchronising the directory, acknowledged texts are lost", async () => {
    const tally = await explore(write, {
      prepare: (files) => {
        files.lies = new Set(["directory-sync"]);
      },
    });
    expect(tally.lost + tally.missing).toBeGreaterThan(0);
  });

  test("with a backup by rename instead of link, the document can be missing", async () => {
    const tally = await explore(write, {
      prepare: (files) => {
        const link = files.link.bind(files);
        files.link = (from, to) => (from.endsWith(".json") ? files.rename(from, to) : link(from, to));
      },
    });
    expect(tally.missing).toBeGreaterThan(0);
  });
});
