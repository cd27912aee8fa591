import { err, ok, type Result } from "neverthrow";
import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Redaction } from "../text/redact-secrets.js";
import type { DraftFile } from "../workshop/change.js";
import { type DraftLayout, stampOf, taskSlug } from "./draft-name.js";
import { behaviorFingerprint, draftIdentity, STEPS_COMPARED } from "./fingerprint.js";
import { type Confidence, confidenceOf, lacksHumanAuth } from "./judge-runs.js";
import { mergeRuns } from "./merge-runs.js";
import { type RedactedSession, redactSession } from "./redact-session.js";
import { renderDraft } from "./render-draft.js";
import { replayScript } from "./replay-script.js";
import type { Session } from "./trace.js";

/** How drafts are made. */
export interface DraftOptions {
  /** Where the draft is written. @defaultValue "mixed" */
  readonly layout?: DraftLayout;
  /** Largest file, as the workshop's `maxSkillBytes`. @defaultValue 40000 */
  readonly maxBytes?: number;
}

/** A skill as it was learned from runs, with nothing secret in it. */
export interface Draft {
  /** `<stamp>-<slug>`: the folder or file, the script, and the skill's name. */
  readonly name: string;
  readonly slug: string;
  readonly task: string;
  readonly layout: DraftLayout;
  /** Apps and kinds of actions; shown in the draft. */
  readonly fingerprint: string;
  /** Fingerprint and targets: two drafts with the same one are the same draft. */
  readonly identity: string;
  readonly confidence: Confidence;
  /** A probe said that the user's data is at stake, and nobody was asked. */
  readonly lacksHumanAuth: boolean;
  /** SKILL.md or single file first, then the replay script if there is one. */
  readonly files: readonly DraftFile[];
  /** The runs it was made of, oldest first. */
  readonly runs: readonly RedactedSession[];
  /** What was taken out of the runs. */
  readonly redactions: readonly Redaction[];
}

const MAX_BYTES = 40_000;
/** Older runs add nothing to what a refinement says. */
const MOST_RUNS = 10;

/** Makes a draft of a successful run. There is none, with the reason, of a failed or an empty one. */
export function buildDraft(session: Session, options: DraftOptions = {}): Loaded<Draft | undefined> {
  if (!session.ok) return nothing("run-failed", "The run did not succeed: nothing is learned from it.");
  if (session.traces.length === 0)
    return nothing("run-empty", "The run has no steps: there is nothing to learn.");
  const run = redactSession(session);
  const { layout = "mixed" } = options;
  const slug = taskSlug(run.task, layout);
  return assemble([run], options, {
    layout,
    slug,
    name: `${stampOf(run.at)}-${slug}`,
    identity: draftIdentity(run.traces),
  });
}

/**
 * Takes another successful run of the same behaviour into a draft: it keeps its name, marks what differs between the runs,
 * and keeps only the hints that all of them share. A run of another behaviour is refused.
 */
export function refineDraft(
  draft: Draft,
  session: Session,
  options: Omit<DraftOptions, "layout"> = {},
): Result<Loaded<Draft>, CortexFailure> {
  if (!session.ok) return err(failure("input-invalid", "The run did not succeed: it refines nothing."));
  const run = redactSession(session);
  const found = behaviorFingerprint(run.traces);
  if (found !== draft.fingerprint) {
    return err(
      failure("input-invalid", "The run shows another behaviour than the draft.", {
        expected: draft.fingerprint,
        found,
      }),
    );
  }
  const runs = [...draft.runs, run].sort((a, b) => a.at - b.at).slice(-MOST_RUNS);
  return ok(assemble(runs, options, draft));
}

function assemble(
  runs: readonly RedactedSession[],
  { maxBytes = MAX_BYTES }: DraftOptions,
  kept: Pick<Draft, "name" | "slug" | "layout" | "identity">,
): Loaded<Draft> {
  const { name, slug, layout, identity } = kept;
  const steps = mergeRuns(runs);
  const fingerprint = behaviorFingerprint(steps);
  const script = replayScript(steps, fingerprint);
  const isTooLong = script !== undefined && new TextEncoder().encode(script).length > maxBytes;
  const scriptPath = script === undefined || isTooLong ? undefined : `scripts/auto/${name}.sh`;
  const confidence = confidenceOf(runs);
  const isWarned = lacksHumanAuth(runs);
  const text = renderDraft(
    { name, runs, steps, fingerprint, confidence, lacksHumanAuth: isWarned, scriptPath },
    maxBytes,
  );
  const skillPath = layout === "strict" ? `skills/auto/${name}/SKILL.md` : `skills/auto/${name}.md`;
  return {
    value: {
      name,
      slug,
      task: runs.at(-1)?.task ?? "",
      layout,
      fingerprint,
      identity,
      confidence,
      lacksHumanAuth: isWarned,
      files: [
        { path: skillPath, text, executable: false },
        ...(script === undefined || scriptPath === undefined
          ? []
          : [{ path: scriptPath, text: script, executable: true }]),
      ],
      runs,
      redactions: countsOf(runs),
    },
    diagnostics: diagnosticsOf(steps.length, isTooLong, maxBytes),
  };
}

function countsOf(runs: readonly RedactedSession[]): readonly Redaction[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of runs.flatMap((run) => run.redactions))
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

function diagnosticsOf(steps: number, isTooLong: boolean, maxBytes: number): readonly Diagnostic[] {
  return [
    ...(steps > STEPS_COMPARED
      ? [
          {
            code: "steps-left-out",
            severity: "info" as const,
            message: `The run has ${steps} steps; the first ${STEPS_COMPARED} are described.`,
          },
        ]
      : []),
    ...(isTooLong
      ? [
          {
            code: "script-too-long",
            severity: "warning" as const,
            message: `The replay script would be larger than ${maxBytes} bytes and was left out.`,
            fix: "Raise the workshop's maxSkillBytes, or record a shorter run.",
          },
        ]
      : []),
  ];
}

function nothing(code: string, message: string): Loaded<undefined> {
  return { value: undefined, diagnostics: [{ code, severity: "info", message }] };
}
