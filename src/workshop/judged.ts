import type { Verdict } from "../core/findings.js";
import { askJudge, parseJudgeVerdict } from "../safety/judge-verdict.js";
import { scanText } from "../safety/scan-text.js";
import type { Desk } from "./desk.js";
import type { ProposalPlan } from "./plan-proposal.js";
import { TIMED_OUT, withTimeLimit } from "./time-limit.js";

const JUDGE_TIME_MS = 60_000;

/** The judge's opinion of what a plan would write; none without a judge. A judge that fails is an `error`, not a yes. */
export async function judged(desk: Desk, name: string, plan: ProposalPlan): Promise<readonly Verdict[]> {
  const { judge } = desk;
  if (judge === undefined) return [];
  const added = plan.writes.flatMap(({ path, after }) => (after === undefined ? [] : [{ path, after }]));
  const bundle = {
    files: added.map(({ path, after }) => ({ path, bytes: new TextEncoder().encode(after) })),
  };
  const findings = added.flatMap(({ path, after }) => scanText(after, { file: path }));
  const verdict = await withTimeLimit(desk, JUDGE_TIME_MS, (context) =>
    askJudge(judge, { name, bundle, findings }, context),
  );
  return [verdict === TIMED_OUT ? parseJudgeVerdict(judge.id, undefined) : verdict];
}
