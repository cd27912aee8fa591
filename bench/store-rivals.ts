import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WRITER = fileURLToPath(new URL("store-writer.mjs", import.meta.url));

/** Commits a second of many processes that write one document, by the store itself or by SQLite. */
export async function commitsPerSecond(
  kind: "ours" | "sqlite",
  options: { readonly writers: number; readonly commits: number; readonly text: string },
): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "skill-cortex-bench-"));
  try {
    const document = JSON.stringify({ count: 0, body: options.text });
    if (kind === "ours") writeFileSync(join(directory, "cortex.json"), document, { mode: 0o600 });
    else createDatabase(directory, document);
    const writers = Array.from({ length: options.writers }, () => start(kind, directory, options.commits));
    await Promise.all(writers.map(({ ready }) => ready));
    const started = performance.now();
    for (const { go } of writers) go();
    await Promise.all(writers.map(({ ended }) => ended));
    return (options.writers * options.commits * 1000) / (performance.now() - started);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function createDatabase(directory: string, document: string): void {
  const Database = createRequire(import.meta.url)("./node_modules/better-sqlite3");
  const database = new Database(join(directory, "bench.sqlite"));
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE documents (key TEXT PRIMARY KEY, text TEXT NOT NULL)");
  database.prepare("INSERT INTO documents VALUES ('cortex', ?)").run(document);
  database.close();
}

function start(kind: string, directory: string, commits: number) {
  const child = spawn(process.execPath, [WRITER, kind, directory, String(commits)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ready = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  const ended = new Promise<void>((resolve, reject) => {
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A writer of ${kind} ended with ${code}.`));
    });
  });
  return { ready, ended, go: () => child.stdin.end("go\n") };
}
