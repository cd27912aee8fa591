import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createInMemoryWorkspaceFiles } from "../../src/in-memory/in-memory-workspace-files.js";
import { createNodeWorkspaceFiles } from "../../src/node/workshop-files.js";
import type { WorkspaceFiles } from "../../src/ports/workspace-files.js";
import { mintApproval } from "../../src/safety/approval.js";
import { textDigest } from "../../src/safety/tree-digest.js";

const PATHS = [
  "skills/a/SKILL.md",
  "skills/a/references/x.md",
  "skills/auto/one.md",
  "scripts/auto/one.sh",
  "skills/../x",
  "notes.md",
];
const TEXTS = ["one\n", "two\r\n", "", "ünï\ufeff"];
const text = fc.constantFrom(...TEXTS);
const operation = fc.record({
  what: fc.constantFrom("write", "write", "remove", "read", "list"),
  path: fc.constantFrom(...PATHS),
  text,
  expected: fc.option(text, { nil: undefined }),
  approved: fc.option(text, { nil: undefined }),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What a caller sees of one call: its answer, or the code of its refusal. */
async function outcome(files: WorkspaceFiles, op: Operation): Promise<unknown> {
  const context = { signal: new AbortController().signal, deadline: Date.now() + 10_000, flowId: "t" };
  const { path, what } = op;
  const approve = (approved: string) =>
    mintApproval(
      { kind: "write", subject: path, digest: textDigest(approved) },
      { expiresAt: Date.now() + 10_000 },
    );
  const expected = op.expected === undefined ? undefined : textDigest(op.expected);
  try {
    switch (what) {
      case "write":
        return await files.write(
          { path, text: op.text, expected, approval: approve(op.approved ?? op.text) },
          context,
        );
      case "remove":
        return await files.remove(
          { path, expected: textDigest(op.text), approval: approve(op.approved ?? op.text) },
          context,
        );
      case "read":
        return await files.read({ path }, context);
      default:
        return await files.list(context);
    }
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

test("a workspace in memory and one on disk can't be told apart", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
      const directory = await realpath(await mkdtemp(join(tmpdir(), "workshop-parity-")));
      try {
        const disk = createNodeWorkspaceFiles({ directory });
        const memory = createInMemoryWorkspaceFiles({ now: Date.now });
        for (const op of operations) {
          expect(await outcome(memory, op), JSON.stringify(op)).toEqual(await outcome(disk, op));
        }
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    }),
    { numRuns: 150 },
  );
});
