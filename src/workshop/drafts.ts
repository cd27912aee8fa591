import { CortexError } from "../core/errors.js";
import { redactSecrets } from "../text/redact-secrets.js";
import { createRedactor } from "./admit.js";
import type { Change, DraftFile } from "./change.js";
import { type Desk, orThrow, portContext } from "./desk.js";
import { rebound } from "./proposal-actions.js";
import { type Origin, propose } from "./suggest.js";
import type { SuggestResult } from "./suggest-result.js";

/** A draft of the experience engine on its way into the workshop. */
export interface DraftSuggestion {
  readonly skillName: string;
  readonly title: string;
  readonly reason: string;
  readonly fingerprint: string;
  readonly slug: string;
  readonly files: readonly DraftFile[];
}

/**
 * Proposes a draft. A waiting draft of the same behaviour is brought up to date instead of joined by a second one;
 * a rejected one stays rejected; an applied one is replaced when the new one is approved.
 */
export async function proposeDraft(
  desk: Desk,
  draft: DraftSuggestion,
  origin: Origin,
): Promise<SuggestResult> {
  for (const name of [draft.fingerprint, draft.slug, ...draft.files.map((file) => file.path)]) {
    if (redactSecrets(name).redactions.length > 0)
      throw new CortexError("input-invalid", "A draft's names must not contain secrets.");
  }
  const redactor = createRedactor();
  const change: Change = {
    kind: "draft",
    fingerprint: draft.fingerprint,
    slug: draft.slug,
    files: draft.files.map((file) => ({ ...file, text: withoutSecrets(file, redactor.clean) })),
  };
  const title = redactor.clean(draft.title);
  const state = orThrow(await desk.document.read(portContext(desk)));
  const waiting = state.proposals.find(
    (proposal) =>
      proposal.status === "pending" &&
      proposal.change.kind === "draft" &&
      proposal.change.fingerprint === draft.fingerprint,
  );
  if (waiting !== undefined) {
    const action = { by: "host", reason: "the same behaviour was recorded again" } as const;
    return rebound(desk, waiting, change, action, { title, redactions: redactor.found() });
  }
  return propose(
    desk,
    state,
    {
      skillName: redactor.clean(draft.skillName),
      title,
      reason: redactor.clean(draft.reason),
      change,
      redactions: redactor.found(),
    },
    origin,
  );
}

/** A script is never edited after it was quoted: one that carries a secret is refused. */
function withoutSecrets(file: DraftFile, clean: (text: string) => string): string {
  const cleaned = clean(file.text);
  if (file.executable && cleaned !== file.text) {
    throw new CortexError(
      "input-invalid",
      "A replay script must not contain secrets or control characters.",
      {
        details: { path: file.path },
      },
    );
  }
  return cleaned;
}
