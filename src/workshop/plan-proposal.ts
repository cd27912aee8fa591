import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { WorkspaceFiles } from "../ports/workspace-files.js";
import { textDigest } from "../safety/tree-digest.js";
import type { Change } from "./change.js";
import { byteLength, planEdit } from "./plan-edit.js";
import type { WorkshopState } from "./state.js";
import { draftPath, skillPath } from "./workspace-paths.js";

/** One file as it is and as it would be; undefined means that it is not there. */
export interface PlannedWrite {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly executable: boolean;
}

/** Everything that applying a change would do, seen from the files as they are now. */
export interface ProposalPlan {
  readonly writes: readonly PlannedWrite[];
  /** False when the files already say so. */
  readonly changed: boolean;
}

/** What planning reads. */
export interface PlanDependencies {
  readonly files: WorkspaceFiles;
  readonly maxBytes: number;
}

/** Plans a change against the workspace. Reads, never writes. */
export async function planProposal(
  { files, maxBytes }: PlanDependencies,
  state: WorkshopState,
  skillName: string,
  change: Change,
  context: PortContext,
): Promise<Result<ProposalPlan, CortexFailure>> {
  if (change.kind === "draft") return planDraft({ files, maxBytes }, state, change, context);
  const path =
    change.kind === "support_file" ? `skills/${skillName}/${change.relativePath}` : skillPath(skillName);
  const file = await files.read({ path }, context);
  const plan = planEdit({ skillName, current: file?.text, change, maxBytes });
  return plan.map(({ text, changed }) => ({
    writes: [{ path, before: file?.text, after: text, executable: file?.executable ?? false }],
    changed,
  }));
}

/** Files of a draft, and the earlier draft of the same behaviour that it replaces. */
async function planDraft(
  { files, maxBytes }: PlanDependencies,
  state: WorkshopState,
  change: Extract<Change, { kind: "draft" }>,
  context: PortContext,
): Promise<Result<ProposalPlan, CortexFailure>> {
  const writes: PlannedWrite[] = [];
  for (const draft of change.files) {
    const path = draftPath(draft.path);
    if (path.isErr()) return err(path.error);
    const size = byteLength(draft.text);
    if (size > maxBytes)
      return err(failure("skill-too-large", `skill exceeds ${maxBytes} bytes`, { size, maximum: maxBytes }));
    const present = await files.read({ path: draft.path }, context);
    writes.push({ path: draft.path, before: present?.text, after: draft.text, executable: draft.executable });
  }
  const own = new Set(change.files.map((file) => file.path));
  for (const { path, after } of recordedDraftFiles(state, change)) {
    if (own.has(path)) continue;
    const present = await files.read({ path }, context);
    // Only bytes that we recorded are ever removed: a draft that somebody edited is theirs.
    if (present === undefined || textDigest(present.text) !== after) continue;
    writes.push({ path, before: present.text, after: undefined, executable: present.executable });
  }
  return ok({ writes, changed: writes.some((write) => write.before !== write.after) });
}

function recordedDraftFiles(
  state: WorkshopState,
  change: Extract<Change, { kind: "draft" }>,
): readonly { readonly path: string; readonly after: string }[] {
  const drafts = state.proposals.filter(
    ({ status, change: other }) =>
      status === "applied" &&
      other.kind === "draft" &&
      (other.fingerprint === change.fingerprint || other.slug === change.slug),
  );
  const edits = new Set(drafts.map((proposal) => proposal.editId));
  return state.edits
    .filter((edit) => edits.has(edit.id))
    .flatMap((edit) => edit.files.flatMap(({ path, after }) => (after === null ? [] : [{ path, after }])));
}
