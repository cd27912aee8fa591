import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("./store-writer.mjs", import.meta.url));

/** A writer in a process of its own. */
export interface WriterProcess {
  readonly child: ChildProcess;
  /** The last commit that it was told of. */
  acknowledged(): number;
  /** Resolves with the first acknowledged commit, or with the end. */
  readonly started: Promise<void>;
  /** Resolves to the exit code, or null after a kill. */
  readonly ended: Promise<number | null>;
}

export function startWriter(
  directory: string,
  writer: { readonly name: string; readonly commits: number; readonly padding: number },
): WriterProcess {
  const args = [SCRIPT, directory, writer.name, String(writer.commits), String(writer.padding)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let acknowledged = 0;
  let unfinished = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const started = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      // A kill may cut the last line: only whole lines were said.
      const lines = (unfinished + chunk.toString("utf8")).split("\n");
      unfinished = lines.pop() ?? "";
      acknowledged = Number(lines.at(-1) ?? acknowledged);
      resolve();
    });
    void ended.then(() => resolve());
  });
  return { child, acknowledged: () => acknowledged, started, ended };
}
