import { ok, type Result } from "neverthrow";
import { CortexError, type CortexFailure } from "../core/errors.js";
import { redactSecrets } from "../text/redact-secrets.js";
import { type Correction, captureCorrection } from "./capture.js";
import { type Desk, log, orThrow, portContext } from "./desk.js";
import { countToolCalls, type TurnMessage } from "./messages.js";
import { advance } from "./record.js";
import { reduceWorkshop } from "./reduce-workshop.js";
import { parseReviewAnswer, type ReviewAnswer } from "./review-answer.js";
import { buildReviewRequest, type KnownSkill } from "./review-request.js";
import { reviewDue } from "./review-schedule.js";
import { recordEvidence } from "./skill-care.js";
import { type Origin, suggest } from "./suggest.js";
import type { SuggestResult } from "./suggest-result.js";
import { TIMED_OUT, withTimeLimit } from "./time-limit.js";
import { sightings } from "./watch.js";

/** A turn that has just ended. */
export interface Turn {
  /** Only successful turns teach. */
  readonly success: boolean;
  /** The conversation, oldest first. */
  readonly messages: readonly TurnMessage[];
  /** Index of the first message of this turn. Without it, messages seen in an earlier turn of the session are left out. */
  readonly turnStart?: number;
  /** Counted from the messages when absent. */
  readonly toolCalls?: number;
  readonly sessionId?: string;
  readonly agentId?: string;
  /** True when the turn handled text from strangers (web, mail): nothing of it is written without a person. */
  readonly untrusted?: boolean;
}

/** What a turn led to. */
export interface TurnResult {
  readonly captured?: SuggestResult;
  readonly reviewed?: SuggestResult | "none" | "failed";
}

/** Sessions of the reviewer itself carry this prefix: they are never reviewed. */
export const REVIEW_SESSION_PREFIX = "skill-workshop-review-";
const DAY_MS = 86_400_000;
const LEASE_EXTRA_MS = 5_000;

/** The post-turn hook. Never rejects, whatever it is given: learning must not break a turn that succeeded. */
export async function turnEnded(
  desk: Desk,
  turn: Turn,
  startOf: (turn: Turn) => number,
): Promise<TurnResult> {
  const { config } = desk;
  if (!config.enabled || !config.autoCapture || config.reviewMode === "off") return {};
  try {
    const start = startOf(turn);
    if (!turn.success || turn.sessionId?.startsWith(REVIEW_SESSION_PREFIX) === true) return {};
    return await learned(desk, turn, turn.messages.slice(start));
  } catch (error) {
    log(desk, "warn", `heuristic capture skipped: ${reasonOf(error)}`);
    return {};
  }
}

async function learned(desk: Desk, turn: Turn, messages: Turn["messages"]): Promise<TurnResult> {
  const { config } = desk;
  const correction = captureCorrection(messages);
  const captured =
    correction !== undefined && config.reviewMode !== "llm"
      ? await capture(desk, turn, correction)
      : undefined;
  const reviewed =
    config.reviewMode === "heuristic" || desk.reviewer === undefined
      ? undefined
      : await review(desk, turn, turn.toolCalls ?? countToolCalls(messages), correction !== undefined);
  return { ...(captured === undefined ? {} : { captured }), ...(reviewed === undefined ? {} : { reviewed }) };
}

async function capture(desk: Desk, turn: Turn, correction: Correction): Promise<SuggestResult | undefined> {
  try {
    if (!(await isSeenOftenEnough(desk, turn, correction))) return undefined;
    const result = await suggest(
      desk,
      { ...correction, reason: "The user stated a rule for the future." },
      {
        ...origin(turn, "agent_end"),
        ...(correction.messageId === undefined ? {} : { messageIds: [correction.messageId] }),
      },
    );
    if (result.proposal?.change.kind === "append" && result.status !== "duplicate") {
      await recordEvidence(desk, result.proposal.skillName, "corrected");
    }
    return result;
  } catch (error) {
    log(desk, "warn", `heuristic capture skipped: ${reasonOf(error)}`);
    return undefined;
  }
}

async function isSeenOftenEnough(desk: Desk, turn: Turn, correction: Correction): Promise<boolean> {
  const needed = desk.config.captureRecurrence;
  if (needed <= 1) return true;
  const at = desk.clock.now();
  const text = redactSecrets(correction.instruction).text;
  const state = await advance(desk, {
    type: "correction-seen",
    at,
    skillName: correction.skillName,
    text,
    sessionId: turn.sessionId ?? `at-${at}`,
    since: at - desk.config.watchDays * DAY_MS,
  });
  const seen = sightings(state.watch, text);
  if (seen < needed) {
    log(desk, "debug", `heuristic capture skipped: seen ${seen} of ${needed} times`);
    return false;
  }
  await advance(desk, { type: "correction-captured", skillName: correction.skillName, text });
  return true;
}

async function review(
  desk: Desk,
  turn: Turn,
  toolCalls: number,
  correction: boolean,
): Promise<TurnResult["reviewed"]> {
  try {
    if (!(await claimReview(desk, toolCalls, correction))) return undefined;
  } catch (error) {
    log(desk, "warn", `reviewer skipped: ${reasonOf(error)}`);
    return "failed";
  }
  let outcome: TurnResult["reviewed"] = "failed";
  let answer: Result<ReviewAnswer, CortexFailure> | undefined;
  try {
    answer = await askReviewer(desk, turn);
    outcome = answer.isErr() ? "failed" : await takeAnswer(desk, turn, answer.value);
    if (answer.isErr()) log(desk, "warn", `reviewer skipped: ${answer.error.message}`);
  } catch (error) {
    log(desk, "warn", `reviewer skipped: ${reasonOf(error)}`);
  }
  // A proposal that was refused (the limit, say) is no failure of the review: running it again would change nothing.
  const failed = answer === undefined || answer.isErr();
  await advance(desk, { type: "review-finished", at: desk.clock.now(), failed }).catch((error) =>
    log(desk, "warn", `reviewer skipped: ${reasonOf(error)}`),
  );
  return outcome;
}

/** Counts the turn and takes the lease in one swap, so that one process reviews. */
async function claimReview(desk: Desk, toolCalls: number, correction: boolean): Promise<boolean> {
  const at = desk.clock.now();
  const until = at + desk.config.reviewTimeoutMs + LEASE_EXTRA_MS;
  const claimed = await desk.document.update(
    (state) =>
      reduceWorkshop(state, { type: "turn-ended", toolCalls }).andThen((counted) => {
        if (reviewDue(counted.review, desk.config, { at, correction }) === undefined)
          return ok({ state: counted, value: false });
        return reduceWorkshop(counted, { type: "review-started", at, until }).map((next) => ({
          state: next,
          value: true,
        }));
      }),
    portContext(desk),
  );
  return orThrow(claimed);
}

async function askReviewer(desk: Desk, turn: Turn): Promise<Result<ReviewAnswer, CortexFailure>> {
  const { reviewer } = desk;
  if (reviewer === undefined) throw new CortexError("port-missing", "no reviewer");
  const request = buildReviewRequest(
    turn.messages,
    await knownSkills(desk),
    (text) => redactSecrets(text).text,
  );
  const answer = await withTimeLimit(desk, desk.config.reviewTimeoutMs, async (context) =>
    reviewer.review(request, context),
  );
  if (answer === TIMED_OUT)
    throw new CortexError("port-timeout", `no answer within ${desk.config.reviewTimeoutMs} ms`);
  return parseReviewAnswer(String(answer));
}

async function takeAnswer(desk: Desk, turn: Turn, answer: ReviewAnswer): Promise<TurnResult["reviewed"]> {
  if (answer.action === "none") {
    log(desk, "debug", "reviewer found no update");
    return "none";
  }
  const { action: _, ...fields } = answer;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return suggest(
    desk,
    { reason: "The reviewer found a reusable procedure.", ...given, skillName: answer.skillName },
    origin(turn, "reviewer"),
  );
}

async function knownSkills(desk: Desk): Promise<readonly KnownSkill[]> {
  const context = portContext(desk);
  const skills: KnownSkill[] = [];
  for (const path of await desk.files.list(context)) {
    const name = /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    // One unreadable skill must not cost the review.
    const file =
      name === undefined ? undefined : await desk.files.read({ path }, context).catch(() => undefined);
    if (name !== undefined && file !== undefined) skills.push({ name, text: file.text });
  }
  return skills;
}

function origin(turn: Turn, source: Origin["source"]): Origin {
  return {
    source,
    ...(turn.sessionId === undefined ? {} : { sessionId: turn.sessionId }),
    ...(turn.agentId === undefined ? {} : { agentId: turn.agentId }),
    ...(turn.untrusted === true ? { apply: false } : {}),
  };
}

function reasonOf(error: unknown): string {
  if (CortexError.is(error)) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : "unknown error";
}
