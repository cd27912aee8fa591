// Run as its own process, on the built package: commits increments to one document and says so after each.
// Arguments: directory, name of this writer, number of commits, bytes of padding.
import { createHash } from "node:crypto";
import { createFileStore } from "../../dist/node/index.js";

const [directory, name, commits, padding] = process.argv.slice(2);
const store = createFileStore({ directory });
const context = {
  signal: new AbortController().signal,
  deadline: Number.MAX_SAFE_INTEGER,
  flowId: name,
};
const seal = (counts) => {
  const body = { counts, padding: "x".repeat(Number(padding)) };
  return JSON.stringify({
    ...body,
    sum: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
  });
};

for (let commit = 0; commit < Number(commits); ) {
  const document = await store.read({ key: "cortex" }, context);
  const { counts } = document === undefined ? { counts: {} } : JSON.parse(document.text);
  const mine = (counts[name] ?? 0) + 1;
  const text = seal({ ...counts, [name]: mine });
  const swap = await store.compareAndSwap({ key: "cortex", expected: document?.revision, text }, context);
  if (swap.outcome === "conflict") continue;
  commit += 1;
  process.stdout.write(`${mine}\n`);
}
