import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";

/** The folders beside SKILL.md that a skill may bring files in. */
export const SUPPORT_FOLDERS = ["references", "templates", "scripts", "assets"] as const;

/** The roots that the workshop writes under; `auto` ones are the experience engine's. */
export const WORKSPACE_ROOTS = ["skills", "scripts/auto"] as const;

const SEGMENT = /^[A-Za-z0-9\u4e00-\u9fa5][A-Za-z0-9\u4e00-\u9fa5._ -]{0,127}$/;
const ENDS_BADLY = /[. ]$/;
const DEEPEST = 8;
const LONGEST = 240;

/** Where the text of a skill lives, relative to the workspace. */
export function skillPath(skillName: string): string {
  return `skills/${skillName}/SKILL.md`;
}

/** Where a support file lives; only in the four folders, never hidden, never above the skill. */
export function supportPath(skillName: string, relativePath: string): Result<string, CortexFailure> {
  const parts = relativePath.trim().split(/[\\/]/);
  const folder = parts[0] ?? "";
  if (parts.length < 2 || !(SUPPORT_FOLDERS as readonly string[]).includes(folder)) {
    return err(
      unsafe(relativePath, `it must lie in ${SUPPORT_FOLDERS.map((name) => `${name}/`).join(", ")}`),
    );
  }
  return checkedPath(`skills/${skillName}/${parts.join("/")}`);
}

/** Where an experience draft may write: exactly its two roots. */
export function draftPath(path: string): Result<string, CortexFailure> {
  const isSkill = /^skills\/auto\/[^/]+(?:\.md|\/SKILL\.md)$/.test(path);
  const isScript = /^scripts\/auto\/[^/]+\.sh$/.test(path);
  return isSkill || isScript
    ? checkedPath(path)
    : err(unsafe(path, "a draft writes under skills/auto and scripts/auto only"));
}

/** Refuses paths that could mean something else on some system, before any file is looked at. */
export function checkedPath(path: string): Result<string, CortexFailure> {
  const parts = path.split("/");
  const isRooted = WORKSPACE_ROOTS.some((root) => path.startsWith(`${root}/`));
  const isPlain = parts.every((part) => SEGMENT.test(part) && !ENDS_BADLY.test(part));
  if (isRooted && isPlain && parts.length <= DEEPEST && path.length <= LONGEST) return ok(path);
  return err(
    unsafe(
      path,
      "it is hidden, too deep or long, leaves its folder, or has characters that paths should not have",
    ),
  );
}

function unsafe(path: string, why: string): CortexFailure {
  return failure("path-unsafe", `The path can't be used: ${why}.`, { path });
}
