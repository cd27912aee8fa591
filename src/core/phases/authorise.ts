import type { AnswerOf, EffectOf } from "../effects.js";
import type { Flow, Moment, ShortlistConsent, Work } from "../flow-types.js";
import { mayFireReflex, reflexNotice } from "../validation.js";
import { conclude } from "./conclude.js";
import { installCandidate, tryNext } from "./install.js";
import { ask } from "./next-effect.js";
import { mayBeShown } from "./perceive.js";
import { lessonsFor } from "./plan.js";
import { recordOf } from "./records.js";

/** Reflex notice for a trusted, unchanged, read-only hit; otherwise the question. */
export function authorise(moment: Moment, work: Work): Flow {
  const { flow, at } = moment;
  const [first] = work.shortlist;
  const known = first && recordOf(work.view, first.listing.key);
  const reflex =
    work.hit &&
    flow.request.allowReflex !== false &&
    first !== undefined &&
    first.listing.key === work.listings[0]?.key &&
    known !== undefined &&
    mayFireReflex(flow.limits, moment.policy, known.candidate, first.inspection, at);
  if (!reflex) return askForApproval(moment, work);
  return ask(moment, work, {
    kind: "notify",
    notice: reflexNotice(first, known.candidate, flow.task),
    until: at + flow.limits.noticeWindowMs,
  });
}

export function askForApproval(moment: Moment, work: Work): Flow {
  const { shortlist } = work;
  const regions = new Set(shortlist.map(({ region }) => region));
  return ask(moment, work, {
    kind: "confirm",
    question: {
      kind: "choose",
      task: moment.flow.task,
      region: shortlist[0]?.region ?? "",
      candidates: shortlist.map(({ card }) => card),
      refused: work.refused,
      lessons: lessonsFor(
        work.view,
        regions,
        shortlist.map(({ listing }) => listing.key),
      ),
      choices: ["approve", "decline", "block"],
    },
  });
}

/** Delivered and not cancelled is consent for exactly these bytes, once the window has closed. */
export function notified(moment: Moment, answer: AnswerOf<"notify">, effect: EffectOf<"notify">): Flow {
  const { work } = moment.flow;
  if (answer.outcome === "cancel") return conclude(moment, work, "cancelled");
  if (answer.outcome !== "proceed") return askForApproval(moment, work);
  const [, ...others] = work.shortlist;
  const consent: ShortlistConsent = { questionId: moment.flow.pending.id, by: "notice", covers: "one" };
  const noticed: Work = { ...work, consent, queue: others };
  if (moment.at < effect.until) return ask(moment, noticed, { kind: "wait", until: effect.until });
  return fireReflex(moment, noticed);
}

/** The notice window has closed without a cancel. An early clock is not believed: then the user is asked. */
export function fireReflex(moment: Moment, work: Work): Flow {
  const [candidate] = work.shortlist;
  const { consent } = work;
  if (candidate === undefined || consent === undefined) return askForApproval(moment, work);
  const next: Work = { ...work, facts: [...work.facts, { kind: "count", what: "reflex" }] };
  return installCandidate(moment, next, candidate, "reflex", consent);
}

export function notifyFailed(moment: Moment): Flow {
  return askForApproval(moment, moment.flow.work);
}

/** A notice whose process died is delivered again, with its whole window. */
export function notifyInterrupted(moment: Moment, effect: EffectOf<"notify">): Flow {
  const until = moment.at + moment.flow.limits.noticeWindowMs;
  return ask(moment, moment.flow.work, { ...effect, until });
}

/** The user's answer to the shortlist. Memory came with it, and is checked again. */
export function chose(moment: Moment, answer: AnswerOf<"confirm">): Flow {
  const { flow } = moment;
  const work: Work = { ...flow.work, view: answer.view };
  const named = answer.keys ?? work.shortlist.map(({ listing }) => listing.key);
  if (answer.choice === "block") {
    const shown = work.shortlist.filter(({ listing }) => named.includes(listing.key));
    const facts = shown.map(({ listing }) => ({ kind: "blacklist", key: listing.key, on: true }) as const);
    return conclude(moment, { ...work, facts: [...work.facts, ...facts] }, "declined");
  }
  if (answer.choice !== "approve") return conclude(moment, work, "declined");
  const queue = [...new Set(named)].flatMap(
    (key) => work.shortlist.find(({ listing }) => listing.key === key && mayBeShown(work, key)) ?? [],
  );
  if (queue.length === 0) return conclude(moment, work, "declined");
  const consent: ShortlistConsent = { questionId: flow.pending.id, by: answer.by, covers: "shortlist" };
  return tryNext(moment, { ...work, queue, consent });
}
