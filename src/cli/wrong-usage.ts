import type { CliIo } from "./command.js";

/** Says what is wrong with a command line and how it is meant; gives the exit code for it. */
export function wrongUsageOf(usage: string): (io: CliIo, why: string) => number {
  return (io, why) => {
    io.stderr(`${why}\n${usage.trim()}\n`);
    return 2;
  };
}
