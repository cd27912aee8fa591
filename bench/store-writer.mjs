// One writer in a process of its own. Arguments: kind (ours | sqlite), directory, commits.
// Waits for a line on its input, then commits so often to the same document as all others.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createFileStore } from "../dist/node/index.js";

const [kind, directory, wanted] = process.argv.slice(2);

/** Adds one to the document's counter: what a commit of memory is, reduced to its writing. */
const next = (text) => {
  const document = JSON.parse(text);
  return JSON.stringify({ ...document, count: document.count + 1 });
};

async function ours() {
  const store = createFileStore({ directory });
  const context = {
    signal: new AbortController().signal,
    deadline: Number.MAX_SAFE_INTEGER,
    flowId: "bench",
  };
  for (let commits = 0; commits < Number(wanted); ) {
    const { text, revision } = await store.read({ key: "cortex" }, context);
    const swap = await store.compareAndSwap({ key: "cortex", expected: revision, text: next(text) }, context);
    if (swap.outcome === "committed") commits += 1;
  }
}

function sqlite() {
  const Database = createRequire(import.meta.url)("./node_modules/better-sqlite3");
  const database = new Database(join(directory, "bench.sqlite"), { timeout: 60_000 });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  const read = database.prepare("SELECT text FROM documents WHERE key = 'cortex'");
  const write = database.prepare("UPDATE documents SET text = ? WHERE key = 'cortex'");
  const commit = database.transaction(() => write.run(next(read.get().text)));
  for (let commits = 0; commits < Number(wanted); commits += 1) commit.immediate();
  database.close();
}

process.stdout.write("ready\n");
process.stdin.once("data", async () => {
  await (kind === "sqlite" ? sqlite() : ours());
  process.exit(0);
});
