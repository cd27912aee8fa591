import { z } from "zod";
import type { Finding, ScanStatus, Verdict } from "../core/findings.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { Judge } from "../ports/judge.js";
import { safeText } from "../text/index.js";

const verdictSchema = z.strictObject({
  status: z.enum(["clean", "suspicious", "malicious", "unknown"]),
  detail: z.string().max(2000).optional(),
});

/** JSON Schema of the one answer a judge may give, for models with structured output. */
export const judgeAnswerSchema: Readonly<Record<string, unknown>> = Object.freeze(
  z.toJSONSchema(verdictSchema),
);

/** Turns whatever a judge said into a verdict. Anything but the exact schema is `error`, never `clean`. */
export function parseJudgeVerdict(id: string, answer: unknown): Verdict {
  const by = `judge:${safeText(id, 60)}`;
  const parsed = verdictSchema.safeParse(answer);
  if (!parsed.success)
    return { by, status: "error", detail: "The judge's answer does not follow its schema." };
  const { status, detail } = parsed.data;
  return detail === undefined ? { by, status } : { by, status, detail: safeText(detail) };
}

/** Asks a judge. Never rejects: a judge that fails has no opinion, and that is shown. */
export async function askJudge(
  judge: Judge,
  request: { readonly name: string; readonly bundle: Bundle; readonly findings: readonly Finding[] },
  context: PortContext,
): Promise<Verdict> {
  try {
    return parseJudgeVerdict(judge.id, await judge.judge(request, context));
  } catch {
    return {
      by: `judge:${safeText(judge.id, 60)}`,
      status: "error",
      detail: "The judge could not be asked.",
    };
  }
}

/** All opinions on one skill, side by side. */
export interface CombinedVerdicts {
  /** True when anybody blocks: one critical finding or one `malicious` is enough, and nobody can outvote it. */
  readonly blocked: boolean;
  /** True when a person has to look before anything happens. */
  readonly needsReview: boolean;
  /** Who says what; never averaged. */
  readonly opinions: readonly Verdict[];
  /** Pairs that contradict each other, for the person who decides. */
  readonly disagreements: readonly { readonly harmless: string; readonly harmful: string }[];
}

const HARMFUL: ReadonlySet<ScanStatus> = new Set(["suspicious", "malicious"]);

/** Puts the scanner's findings and everybody's verdicts side by side. */
export function combineVerdicts(
  findings: readonly Pick<Finding, "severity">[],
  verdicts: readonly Verdict[],
): CombinedVerdicts {
  const critical = findings.some((finding) => finding.severity === "critical");
  const own: Verdict = {
    by: "scanner",
    status: critical ? "malicious" : findings.length > 0 ? "suspicious" : "clean",
  };
  const opinions = [own, ...verdicts];
  const harmless = opinions.filter((verdict) => verdict.status === "clean");
  const harmful = opinions.filter((verdict) => HARMFUL.has(verdict.status));
  return {
    blocked: opinions.some((verdict) => verdict.status === "malicious"),
    needsReview: opinions.some((verdict) => verdict.status !== "clean"),
    opinions,
    disagreements: harmful.flatMap((left) =>
      harmless.map((right) => ({ harmless: right.by, harmful: left.by })),
    ),
  };
}
