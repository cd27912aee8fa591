import { safeText } from "../text/safe-text.js";
import type { Change } from "../workshop/change.js";
import type { Workshop } from "../workshop/create-workshop.js";
import type { Origin } from "../workshop/suggest.js";
import type { SuggestResult } from "../workshop/suggest-result.js";
import type { Draft } from "./draft.js";

/**
 * Hands a draft to the workshop: the only way in which it ever reaches a file. A draft that waits there already, as it is, is left
 * alone, so that a folder which is read again and again never changes what somebody is reviewing.
 */
export async function proposeDraft(
  workshop: Pick<Workshop, "list" | "suggestDraft">,
  draft: Draft,
  origin?: Partial<Origin>,
): Promise<SuggestResult> {
  const waiting = (await workshop.list("pending")).find(({ change }) => isSame(change, draft));
  if (waiting !== undefined)
    return { status: "unchanged", proposal: waiting, note: "The same draft waits for approval already." };
  const steps = draft.runs.at(-1)?.traces.length ?? 0;
  const runs = draft.runs.length === 1 ? "one successful run" : `${draft.runs.length} successful runs`;
  const warning = draft.lacksHumanAuth ? "; reached user data without Human Auth" : "";
  return workshop.suggestDraft(
    {
      skillName: draft.name,
      title: `Recorded: ${safeText(draft.task, 160)}`,
      reason: `Learned from ${runs} of ${steps} steps (confidence ${draft.confidence})${warning}`,
      fingerprint: draft.identity,
      slug: draft.slug,
      files: draft.files,
    },
    origin,
  );
}

function isSame(change: Change, { identity, files }: Draft): boolean {
  return (
    change.kind === "draft" &&
    change.fingerprint === identity &&
    change.files.length === files.length &&
    change.files.every((file, index) => file.path === files[index]?.path && file.text === files[index]?.text)
  );
}
