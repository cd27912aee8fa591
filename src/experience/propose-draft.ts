import { safeText } from "../text/safe-text.js";
import type { Workshop } from "../workshop/create-workshop.js";
import type { Origin } from "../workshop/suggest.js";
import type { SuggestResult } from "../workshop/suggest-result.js";
import type { Draft } from "./draft.js";

/** Hands a draft to the workshop: the only way in which it ever reaches a file. */
export function proposeDraft(
  workshop: Pick<Workshop, "suggestDraft">,
  draft: Draft,
  origin?: Partial<Origin>,
): Promise<SuggestResult> {
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
