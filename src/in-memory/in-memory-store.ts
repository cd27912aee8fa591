import { CortexError } from "../core/errors.js";
import { isStoreKey } from "../core/store-key.js";
import type { Store, StoredDocument } from "../ports/store.js";

/**
 * A store that lives and dies with the process: for tests, demos and hosts that must leave no trace.
 * It keeps one older text per document, as the file store's backup does.
 */
export function createInMemoryStore(): Store {
  const documents = new Map<string, StoredDocument>();
  const backups = new Map<string, string>();
  let written = 0;
  let closed = false;

  const check = (key?: string): void => {
    if (closed) throw new CortexError("closed", "The store was closed.");
    if (key !== undefined && !isStoreKey(key)) {
      throw new CortexError("store-unsafe-path", "The key is not a valid store key.", { details: { key } });
    }
  };
  const nextRevision = (): string => {
    written += 1;
    return `r${written}`;
  };

  return {
    specificationVersion: "v1",
    async list({ prefix }) {
      check();
      return [...documents.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    async read({ key }) {
      check(key);
      return documents.get(key);
    },
    async compareAndSwap({ key, expected, text }) {
      check(key);
      const current = documents.get(key);
      if (current?.revision !== expected) return { outcome: "conflict" };
      const revision = nextRevision();
      if (text === undefined) {
        documents.delete(key);
        backups.delete(key);
      } else {
        if (current !== undefined) backups.set(key, current.text);
        documents.set(key, Object.freeze({ text, revision }));
      }
      return { outcome: "committed", revision };
    },
    async quarantine({ key, revision }) {
      check(key);
      const current = documents.get(key);
      if (current?.revision !== revision) {
        throw new CortexError("store-conflict", "The document changed before it was set aside.", {
          details: { key },
        });
      }
      documents.delete(key);
      return { movedTo: `memory:${key}.corrupt-${revision}`, backup: backups.get(key) };
    },
    async close() {
      closed = true;
    },
  };
}
