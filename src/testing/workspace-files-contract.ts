import assert from "node:assert/strict";
import type { WorkspaceFiles } from "../ports/workspace-files.js";
import { textDigest } from "../safety/tree-digest.js";
import {
  type ContractCase,
  casesOf,
  consentTo,
  contractContext,
  falseConsents,
  type Make,
  rejectsWith,
  versionCase,
} from "./contract.js";

const context = contractContext();
const path = "skills/contract-probe/SKILL.md";
const TEXT = "---\nname: contract-probe\n---\n\né 日本 🦀\r\n";
const UNSAFE = [
  "../outside.md",
  "skills/../../outside.md",
  "/etc/passwd",
  "skills//SKILL.md",
  "skills/./x/SKILL.md",
  "C:\\outside.md",
  "skills\\probe\\SKILL.md",
  "elsewhere/SKILL.md",
  "skills/probe\0/SKILL.md",
  "",
];

/** What every workspace promises. `makeFiles` gives an empty one. */
export function workspaceFilesContract(makeFiles: Make<WorkspaceFiles>): readonly ContractCase[] {
  const define = casesOf(makeFiles);
  return [
    versionCase(makeFiles),
    define("an empty workspace lists nothing, and what is not there is undefined", async (files) => {
      assert.deepEqual(await files.list(context), []);
      assert.equal(await files.read({ path }, context), undefined);
    }),
    define("what was written is read back as it was and listed", async (files) => {
      await write(files, TEXT, undefined);
      assert.deepEqual(await files.read({ path }, context), { text: TEXT, executable: false });
      assert.deepEqual(await files.list(context), [path]);
    }),
    define("a change needs to know the present text", async (files) => {
      await write(files, "one", undefined);
      for (const expected of [undefined, textDigest("other")]) {
        await rejectsWith(write(files, "two", expected), "proposal-stale");
      }
      assert.equal((await files.read({ path }, context))?.text, "one");
      await write(files, "two", textDigest("one"));
      assert.equal((await files.read({ path }, context))?.text, "two");
    }),
    define("changing a file that is not there is stale and creates nothing", async (files) => {
      await rejectsWith(write(files, "two", textDigest("one")), "proposal-stale");
      assert.equal(await files.read({ path }, context), undefined);
    }),
    ...falseConsents({ kind: "write", subject: path, digest: textDigest(TEXT) }).map(([what, approval]) =>
      define(`an approval that is ${what} writes nothing`, async (files) => {
        const request = { path, text: TEXT, expected: undefined, approval: approval() };
        await rejectsWith(files.write(request, context), "approval-invalid");
        assert.equal(await files.read({ path }, context), undefined);
      }),
    ),
    define("an approval for another text or file writes nothing", async (files) => {
      for (const scope of [
        { kind: "write", subject: path, digest: textDigest("other") },
        { kind: "write", subject: "skills/other/SKILL.md", digest: textDigest(TEXT) },
      ] as const) {
        const request = { path, text: TEXT, expected: undefined, approval: consentTo(scope) };
        await rejectsWith(files.write(request, context), "approval-invalid");
      }
      assert.deepEqual(await files.list(context), []);
    }),
    define("a file is removed only as it was approved", async (files) => {
      await write(files, "one", undefined);
      await rejectsWith(remove(files, textDigest("other")), "proposal-stale");
      assert.equal((await files.read({ path }, context))?.text, "one");
      await remove(files, textDigest("one"));
      assert.equal(await files.read({ path }, context), undefined);
      assert.deepEqual(await files.list(context), []);
    }),
    define("no path leads out of the workspace", async (files) => {
      for (const unsafe of UNSAFE) {
        const approval = consentTo({ kind: "write", subject: unsafe, digest: textDigest(TEXT) });
        const request = { path: unsafe, text: TEXT, expected: undefined, approval };
        await rejectsWith(files.write(request, context), "path-unsafe");
        await rejectsWith(files.read({ path: unsafe }, context), "path-unsafe");
      }
      assert.deepEqual(await files.list(context), []);
    }),
  ];
}

function write(files: WorkspaceFiles, text: string, expected: string | undefined): Promise<void> {
  const approval = consentTo({ kind: "write", subject: path, digest: textDigest(text) });
  return files.write({ path, text, expected, approval }, context);
}

function remove(files: WorkspaceFiles, expected: string): Promise<void> {
  const approval = consentTo({ kind: "write", subject: path, digest: expected });
  return files.remove({ path, expected, approval }, context);
}
