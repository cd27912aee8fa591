import { addedText, type Change } from "./change.js";
import { isNearDuplicate, mayBeNearDuplicate, sketchOf } from "./near-duplicates.js";
import type { Proposal } from "./proposal.js";

/** A proposal that already says what a new one would say. */
export interface Duplicate {
  readonly proposal: Proposal;
  /** Word for word, or nearly. */
  readonly exact: boolean;
}

/**
 * Finds the proposal that a new change repeats, whatever became of it: what was rejected must not come
 * back with the next turn, and what was applied must not be applied again. Taken-back and stale ones may return, and so may
 * an applied replacement, file or draft, whose place can have changed since, and whatever is listed in `gone`.
 */
export function findDuplicate(
  proposals: readonly Proposal[],
  skillName: string,
  change: Change,
  gone: ReadonlySet<string> = new Set(),
): Duplicate | undefined {
  const candidates = proposals.filter(
    (proposal) => stillSpeaks(proposal) && sameTarget(proposal, skillName, change) && !gone.has(proposal.id),
  );
  const exact = candidates.find((proposal) => sameChange(proposal.change, change));
  if (exact !== undefined) return { proposal: exact, exact: true };
  if (change.kind === "draft") return undefined;
  const sketch = sketchOf(addedText(change));
  if (sketch.words.size === 0) return undefined;
  const near = candidates.find((proposal) => {
    const text = addedText(proposal.change);
    return mayBeNearDuplicate(text, sketch) && isNearDuplicate(sketchOf(text), sketch);
  });
  return near === undefined ? undefined : { proposal: near, exact: false };
}

function stillSpeaks({ status, change }: Proposal): boolean {
  if (status === "applied") return change.kind === "create" || change.kind === "append";
  return status !== "rolled_back" && status !== "stale";
}

/**
 * A new skill must say something that no other skill was to say; an addition may repeat what stands in another skill. A
 * replacement or a file is compared with its own kind and place.
 */
function sameTarget(proposal: Proposal, skillName: string, change: Change): boolean {
  const other = proposal.change;
  const isSameSkill = proposal.skillName === skillName;
  switch (change.kind) {
    case "draft":
      return other.kind === "draft" && other.fingerprint === change.fingerprint;
    case "support_file":
      return other.kind === "support_file" && isSameSkill && other.relativePath === change.relativePath;
    case "replace":
      return other.kind === "replace" && isSameSkill && other.oldText === change.oldText;
    case "create":
      return other.kind === "create" || other.kind === "append";
    case "append":
      return isSameSkill && (other.kind === "create" || other.kind === "append");
  }
}

function sameChange(left: Change, right: Change): boolean {
  if (left.kind === "draft" || right.kind === "draft") return left.kind === right.kind;
  return left.kind === right.kind && addedText(left).trim() === addedText(right).trim();
}
