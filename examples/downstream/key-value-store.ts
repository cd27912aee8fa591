// A store of one's own, over any database that can write a row only if its version is still the one that was read.
// In a project of yours the imports read `skill-cortex/core` and `skill-cortex/ports`.
import { CortexError } from "../../src/core/index.js";
import type { Store } from "../../src/ports/index.js";

/** The little that is needed of a database. */
export interface KeyValueClient {
  get(key: string): Promise<{ readonly value: string; readonly version: number } | undefined>;
  /** `version: 0` means that there must be no row; `value: undefined` deletes. Gives the new version, or undefined. */
  putIf(key: string, version: number, value: string | undefined): Promise<number | undefined>;
  keys(): Promise<readonly string[]>;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** The store that the cortex writes to. */
export function createKeyValueStore(client: KeyValueClient): Store {
  let closed = false;
  const check = (key?: string) => {
    if (closed) throw new CortexError("closed", "The store was closed.");
    if (key !== undefined && (!KEY.test(key) || key.length > 200))
      throw new CortexError("store-unsafe-path", "The key is not a valid store key.");
  };
  return {
    specificationVersion: "v1",
    async list({ prefix }) {
      check();
      return (await client.keys()).filter((key) => key.startsWith(prefix)).sort();
    },
    async read({ key }) {
      check(key);
      const row = await client.get(key);
      return row && { text: row.value, revision: String(row.version) };
    },
    async compareAndSwap({ key, expected, text }) {
      check(key);
      const version = await client.putIf(key, Number(expected ?? 0), text);
      return version === undefined
        ? { outcome: "conflict" }
        : { outcome: "committed", revision: String(version) };
    },
    async close() {
      closed = true;
    },
  };
}

/** A stand-in for the database, with a delay in every call so that writers really meet. */
export function createFakeClient(): KeyValueClient {
  const rows = new Map<string, { readonly value: string; readonly version: number }>();
  let versions = 0;
  const travel = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async get(key) {
      await travel();
      return rows.get(key);
    },
    async putIf(key, version, value) {
      await travel();
      if ((rows.get(key)?.version ?? 0) !== version) return undefined;
      versions += 1;
      if (value === undefined) rows.delete(key);
      else rows.set(key, { value, version: versions });
      return versions;
    },
    async keys() {
      await travel();
      return [...rows.keys()];
    },
  };
}
