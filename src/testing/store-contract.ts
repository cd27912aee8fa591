import assert from "node:assert/strict";
import { CortexError } from "../core/errors.js";
import type { Store } from "../ports/store.js";
import { type ContractCase, contractContext, rejectsWith } from "./contract.js";
import { BAD_KEYS, CONFUSABLE_KEYS, TEXTS } from "./store-contract-samples.js";

/** How the suite gets at the adapter under test. */
export interface StoreContractOptions {
  /** A second handle on the same documents, as another process would have it. */
  readonly openAgain?: (store: Store) => Store | Promise<Store>;
}

const context = contractContext();

/**
 * What every store promises. `makeStore` gives a fresh, empty store each time; the suite closes it.
 * Each case rejects with an assertion error when the promise is broken.
 */
export function storeContract(
  makeStore: () => Store | Promise<Store>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  const define = (name: string, body: (store: Store) => Promise<void>): ContractCase => ({
    name,
    run: async () => {
      const store = await makeStore();
      try {
        await body(store);
      } finally {
        await store.close?.();
      }
    },
  });
  return [
    ...singleWriterCases(define),
    ...listCases(define),
    ...concurrencyCases(define, options),
    ...lifeCases(define),
  ];
}

type Define = (name: string, body: (store: Store) => Promise<void>) => ContractCase;

function singleWriterCases(define: Define): ContractCase[] {
  return [
    define("a document that was never written is undefined", async (store) => {
      assert.equal(await store.read({ key: "cortex" }, context), undefined);
    }),
    define("what was committed is read back under the revision the commit returned", async (store) => {
      const revision = await commit(store, "cortex", undefined, "one");
      assert.deepEqual(await store.read({ key: "cortex" }, context), { text: "one", revision });
    }),
    define("every text survives byte for byte", async (store) => {
      let revision: string | undefined;
      for (const text of TEXTS) {
        revision = await commit(store, "cortex", revision, text);
        assert.equal((await store.read({ key: "cortex" }, context))?.text, text);
      }
    }),
    define("creating a document that exists is a conflict and changes nothing", async (store) => {
      await commit(store, "cortex", undefined, "one");
      assert.deepEqual(await swap(store, "cortex", undefined, "two"), { outcome: "conflict" });
      assert.equal((await store.read({ key: "cortex" }, context))?.text, "one");
    }),
    define("replacing a document that does not exist is a conflict and creates nothing", async (store) => {
      const old = await commit(store, "cortex", undefined, "one");
      await commit(store, "cortex", old, undefined);
      assert.deepEqual(await swap(store, "cortex", old, "two"), { outcome: "conflict" });
      assert.equal(await store.read({ key: "cortex" }, context), undefined);
    }),
    define("a write with a stale revision is a conflict and changes nothing", async (store) => {
      const first = await commit(store, "cortex", undefined, "one");
      await commit(store, "cortex", first, "two");
      for (const text of ["three", undefined]) {
        assert.deepEqual(await swap(store, "cortex", first, text), { outcome: "conflict" });
      }
      assert.equal((await store.read({ key: "cortex" }, context))?.text, "two");
    }),
    define("equal revisions mean equal text", async (store) => {
      const seen = new Map<string, string>();
      let revision: string | undefined;
      for (let step = 0; step < 40; step += 1) {
        const text = `text ${(step * 7) % 5}`;
        revision = await commit(store, "cortex", revision, text);
        assert.equal(seen.get(revision) ?? text, text);
        seen.set(revision, text);
        const read = await store.read({ key: "cortex" }, context);
        assert.equal(read?.revision, revision);
        if (step % 9 === 8) {
          await commit(store, "cortex", revision, undefined);
          revision = undefined;
        }
      }
    }),
    define("a deleted document is gone and can be created again", async (store) => {
      const revision = await commit(store, "cortex", undefined, "one");
      await commit(store, "cortex", revision, undefined);
      assert.equal(await store.read({ key: "cortex" }, context), undefined);
      await commit(store, "cortex", undefined, "two");
      assert.equal((await store.read({ key: "cortex" }, context))?.text, "two");
    }),
    define("deleting what does not exist, as expected, is a commit", async (store) => {
      await commit(store, "cortex", undefined, undefined);
      assert.equal(await store.read({ key: "cortex" }, context), undefined);
    }),
    define("keys that look like files, folders, backups or locks of each other stay apart", async (store) => {
      const revisions = new Map<string, string>();
      for (const key of CONFUSABLE_KEYS)
        revisions.set(key, await commit(store, key, undefined, `first ${key}`));
      for (const key of CONFUSABLE_KEYS) await commit(store, key, revisions.get(key), `second ${key}`);
      for (const key of CONFUSABLE_KEYS) {
        assert.equal((await store.read({ key }, context))?.text, `second ${key}`);
      }
      assert.deepEqual(await store.list({ prefix: "" }, context), [...CONFUSABLE_KEYS].sort());
    }),
    define("an invalid key is refused by every method with store-unsafe-path", async (store) => {
      for (const key of BAD_KEYS) {
        await rejectsWith(store.read({ key }, context), "store-unsafe-path");
        await rejectsWith(swap(store, key, undefined, "text"), "store-unsafe-path");
        if (store.quarantine !== undefined) {
          await rejectsWith(store.quarantine({ key, revision: "x" }, context), "store-unsafe-path");
        }
      }
      assert.deepEqual(await store.list({ prefix: "" }, context), []);
    }),
  ];
}

function listCases(define: Define): ContractCase[] {
  return [
    define("an empty store lists nothing", async (store) => {
      assert.deepEqual(await store.list({ prefix: "" }, context), []);
      assert.deepEqual(await store.list({ prefix: "flow/" }, context), []);
    }),
    define("list gives the keys with the prefix, sorted, without deleted ones", async (store) => {
      const keys = ["workshop/b/c", "flow/b", "cortex", "flow/a.2", "flow/a", "flows", "flow"];
      for (const key of keys) await commit(store, key, undefined, key);
      const doomed = await commit(store, "flow/deleted", undefined, "x");
      await commit(store, "flow/deleted", doomed, undefined);
      assert.deepEqual(await store.list({ prefix: "" }, context), [...keys].sort());
      assert.deepEqual(await store.list({ prefix: "flow/" }, context), ["flow/a", "flow/a.2", "flow/b"]);
      assert.deepEqual(await store.list({ prefix: "flow" }, context), [
        "flow",
        "flow/a",
        "flow/a.2",
        "flow/b",
        "flows",
      ]);
      assert.deepEqual(await store.list({ prefix: "workshop/b/" }, context), ["workshop/b/c"]);
      assert.deepEqual(await store.list({ prefix: "../" }, context), []);
      assert.deepEqual(await store.list({ prefix: "none" }, context), []);
    }),
  ];
}

function concurrencyCases(define: Define, options: StoreContractOptions): ContractCase[] {
  const handles = async (store: Store): Promise<readonly [Store, Store]> => [
    store,
    (await options.openAgain?.(store)) ?? store,
  ];
  const closeOther = async (store: Store, other: Store): Promise<void> => {
    if (other !== store) await other.close?.();
  };
  return [
    define("of many concurrent creators exactly one commits", async (store) => {
      const [one, two] = await handles(store);
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          swap(index % 2 === 0 ? one : two, "cortex", undefined, `creator ${index}`),
        ),
      );
      const winners = results.flatMap((result, index) => (result.outcome === "committed" ? [index] : []));
      assert.equal(winners.length, 1);
      assert.equal((await two.read({ key: "cortex" }, context))?.text, `creator ${winners[0]}`);
      await closeOther(one, two);
    }),
    define("concurrent increments with retry lose nothing and count nothing twice", async (store) => {
      const [one, two] = await handles(store);
      const writers = Array.from({ length: 8 }, (_, index) => increment(index % 2 === 0 ? one : two, 12));
      await Promise.all(writers);
      assert.equal((await one.read({ key: "counter" }, context))?.text, "96");
      await closeOther(one, two);
    }),
    define("writers of different keys do not disturb each other", async (store) => {
      const [one, two] = await handles(store);
      const keys = Array.from({ length: 12 }, (_, index) => `flow/${index}`);
      await Promise.all(
        keys.map(async (key, index) => {
          const handle = index % 2 === 0 ? one : two;
          const revision = await commit(handle, key, undefined, "begun");
          await commit(handle, key, revision, `done ${key}`);
        }),
      );
      for (const key of keys) assert.equal((await one.read({ key }, context))?.text, `done ${key}`);
      await closeOther(one, two);
    }),
    define("another handle sees a commit, and a stale handle conflicts", async (store) => {
      const [one, two] = await handles(store);
      const first = await commit(one, "cortex", undefined, "one");
      assert.deepEqual(await two.read({ key: "cortex" }, context), { text: "one", revision: first });
      await commit(two, "cortex", first, "two");
      assert.deepEqual(await swap(one, "cortex", first, "three"), { outcome: "conflict" });
      assert.equal((await one.read({ key: "cortex" }, context))?.text, "two");
      await closeOther(one, two);
    }),
    define("a cancelled write leaves the old or the new document", async (store) => {
      const revision = await commit(store, "cortex", undefined, "old");
      const cancelled = { ...context, signal: AbortSignal.abort() };
      const result = await store
        .compareAndSwap({ key: "cortex", expected: revision, text: "new" }, cancelled)
        .then(({ outcome }) => outcome)
        .catch((error: unknown) => {
          assert.ok(CortexError.is(error), "rejects with a CortexError");
          return "rejected";
        });
      const text = (await store.read({ key: "cortex" }, context))?.text;
      if (result === "committed") assert.equal(text, "new");
      else assert.ok(text === "old" || text === "new");
    }),
  ];
}

function lifeCases(define: Define): ContractCase[] {
  return [
    define("quarantine takes the document away, says where to, and gives the older text", async (store) => {
      if (store.quarantine === undefined) return;
      const first = await commit(store, "cortex", undefined, "good");
      const second = await commit(store, "cortex", first, "broken {");
      const result = await store.quarantine({ key: "cortex", revision: second }, context);
      assert.ok(result.movedTo.length > 0);
      assert.ok(result.backup === "good" || result.backup === undefined);
      assert.equal(await store.read({ key: "cortex" }, context), undefined);
      assert.deepEqual(await store.list({ prefix: "" }, context), []);
      await commit(store, "cortex", undefined, "rebuilt");
    }),
    define(
      "quarantine of a document that changed meanwhile is refused and changes nothing",
      async (store) => {
        if (store.quarantine === undefined) return;
        const first = await commit(store, "cortex", undefined, "broken {");
        await commit(store, "cortex", first, "repaired");
        await rejectsWith(store.quarantine({ key: "cortex", revision: first }, context), "store-conflict");
        assert.equal((await store.read({ key: "cortex" }, context))?.text, "repaired");
      },
    ),
    define("a closed store refuses work, and closing twice is harmless", async (store) => {
      if (store.close === undefined) return;
      await commit(store, "cortex", undefined, "one");
      await store.close();
      await rejectsWith(store.read({ key: "cortex" }, context), "closed");
      await rejectsWith(swap(store, "cortex", undefined, "two"), "closed");
      await rejectsWith(store.list({ prefix: "" }, context), "closed");
    }),
  ];
}

async function increment(store: Store, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const current = await store.read({ key: "counter" }, context);
    const result = await swap(store, "counter", current?.revision, String(Number(current?.text ?? "0") + 1));
    if (result.outcome === "committed") done += 1;
  }
}

function swap(store: Store, key: string, expected: string | undefined, text: string | undefined) {
  return store.compareAndSwap({ key, expected, text }, context);
}

async function commit(
  store: Store,
  key: string,
  expected: string | undefined,
  text: string | undefined,
): Promise<string> {
  const result = await swap(store, key, expected, text);
  assert.equal(result.outcome, "committed", `the write of ${key} commits`);
  return result.outcome === "committed" ? result.revision : "";
}
