import { CortexError } from "../core/errors.js";
import { mintApproval } from "../safety/approval.js";
import { textDigest } from "../safety/tree-digest.js";
import { type Desk, log, portContext } from "./desk.js";
import type { PlannedWrite } from "./plan-proposal.js";
import type { EditFile } from "./state.js";

/** An approval is redeemed at once; it need not live longer. */
const APPROVAL_LIFE_MS = 30_000;

/**
 * Carries out planned writes. The texts that are replaced are kept first; when one file of several fails, the ones
 * already written are put back. The caller holds consent: each file gets a single-use approval for exactly its bytes.
 */
export async function writeFiles(desk: Desk, writes: readonly PlannedWrite[]): Promise<readonly EditFile[]> {
  const context = portContext(desk);
  for (const { before } of writes) if (before !== undefined) await desk.document.keep(before, context);
  const done: PlannedWrite[] = [];
  try {
    for (const write of writes) {
      await writeOne(desk, write);
      done.push(write);
    }
  } catch (error) {
    for (const write of done.reverse()) await putBack(desk, write);
    throw error;
  }
  return writes.map(({ path, before, after, executable }) => ({
    path,
    before: before === undefined ? null : textDigest(before),
    after: after === undefined ? null : textDigest(after),
    executable,
  }));
}

async function writeOne(desk: Desk, { path, before, after, executable }: PlannedWrite): Promise<void> {
  const context = portContext(desk);
  const approve = (text: string) =>
    mintApproval(
      { kind: "write", subject: path, digest: textDigest(text) },
      { expiresAt: desk.clock.now() + APPROVAL_LIFE_MS },
    );
  if (after !== undefined) {
    const expected = before === undefined ? undefined : textDigest(before);
    await desk.files.write({ path, text: after, executable, expected, approval: approve(after) }, context);
  } else if (before !== undefined) {
    await desk.files.remove({ path, expected: textDigest(before), approval: approve(before) }, context);
  }
}

/** Undoes one write, as far as the file still is what it left. */
export async function putBack(desk: Desk, write: PlannedWrite): Promise<void> {
  try {
    await writeOne(desk, { ...write, before: write.after, after: write.before });
  } catch (error) {
    const code = CortexError.is(error) ? error.code : "internal";
    log(desk, "warn", `${write.path} could not be put back after a failed write (${code})`);
  }
}

/** Tells the host; its failure does not undo the write. */
export async function announce(
  desk: Desk,
  skillName: string,
  files: readonly { readonly path: string }[],
): Promise<void> {
  try {
    await desk.onSkillsChanged?.({ skillNames: [skillName], paths: files.map((file) => file.path) });
  } catch (error) {
    log(
      desk,
      "warn",
      `refreshing the skills failed: ${error instanceof Error ? error.message : "unknown error"}`,
    );
  }
}
