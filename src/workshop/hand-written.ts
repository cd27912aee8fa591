import { textDigest } from "../safety/tree-digest.js";
import { type Desk, orThrow, portContext } from "./desk.js";
import type { Proposal } from "./proposal.js";
import { isOurs } from "./state.js";
import { skillPath } from "./workspace-paths.js";

/** True when somebody else's work would change, or would get a file put beside it. */
export async function touchesHandWritten(
  desk: Desk,
  { base, change, skillName }: Pick<Proposal, "base" | "change" | "skillName">,
): Promise<boolean> {
  const context = portContext(desk);
  const state = orThrow(await desk.document.read(context));
  const isForeign = (path: string, digest: string | null): boolean =>
    digest !== null && !isOurs(state, path, digest);
  if (base.some((file) => isForeign(file.path, file.digest))) return true;
  if (change.kind !== "support_file") return false;
  const path = skillPath(skillName);
  const skill = await desk.files.read({ path }, context);
  return skill !== undefined && isForeign(path, textDigest(skill.text));
}
