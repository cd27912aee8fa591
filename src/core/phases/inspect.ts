import type { AnswerOf } from "../effects.js";
import { type CortexFailure, failure } from "../errors.js";
import type { Fact } from "../facts.js";
import type { Candidate, Flow, Moment, Work } from "../flow-types.js";
import type { Pin } from "../identity.js";
import type { Inspection } from "../listing.js";
import { missRegion } from "../perception.js";
import { cardOf } from "../validation.js";
import { noteFailure } from "./attempts.js";
import { authorise } from "./authorise.js";
import { conclude } from "./conclude.js";
import { mayBeShown, searchNext } from "./perceive.js";
import { recordOf } from "./records.js";

/** The bytes are known now: what may not be used is refused with its reason, the rest is put to the user. */
export function inspected(moment: Moment, answer: AnswerOf<"inspect">): Flow {
  const { work } = moment.flow;
  const shortlist: Candidate[] = [];
  const refused: { key: string; reason: CortexFailure }[] = [];
  const facts: Fact[] = [];
  for (const listing of work.listings) {
    const inspection = answer.inspections.find(({ key }) => key === listing.key);
    if (inspection === undefined || !mayBeShown(work, listing.key)) continue;
    const reason = refusalOf(inspection);
    if (reason !== undefined) {
      refused.push({ key: listing.key, reason });
      if (inspection.verdicts.some(({ status }) => status === "malicious"))
        facts.push({ kind: "blacklist", key: listing.key, on: true });
    } else if (hasPin(inspection) && inspection.pin.key === listing.key) {
      const known = recordOf(work.view, listing.key);
      const region = regionFor(moment, work, listing.key, known?.region);
      shortlist.push({ listing, inspection, region, card: cardOf(listing, inspection, known?.candidate) });
    }
  }
  const next: Work = {
    ...work,
    shortlist,
    refused: [...work.refused, ...refused],
    facts: [...work.facts, ...facts],
  };
  return shortlist.length > 0 ? authorise(moment, next) : nothingUsable(moment, next);
}

export function inspectFailed(moment: Moment, reason: CortexFailure): Flow {
  return nothingUsable(moment, noteFailure(moment.flow.work, "inspect", undefined, reason));
}

/** A hit whose candidates all fell out is a miss; a search that yielded nothing usable is the end. */
function nothingUsable(moment: Moment, work: Work): Flow {
  if (work.hit) return searchNext(moment, { ...work, listings: [] });
  return conclude(moment, work, work.refused.length > 0 ? "refused" : "none-found");
}

function refusalOf(inspection: Inspection): CortexFailure | undefined {
  if (inspection.refusal !== undefined) return inspection.refusal;
  if (inspection.verdicts.some(({ status }) => status === "malicious"))
    return failure("skill-blocked", "The registry says that this skill is malware.");
  const critical = inspection.findings.find(({ severity }) => severity === "critical");
  if (critical !== undefined)
    return failure("scan-blocked", critical.why, { rule: critical.rule, file: critical.file });
  return hasPin(inspection) ? undefined : failure("skill-invalid", "The skill's files could not be fetched.");
}

function hasPin(inspection: Inspection): inspection is Inspection & { readonly pin: Pin } {
  return inspection.pin !== undefined;
}

function regionFor(moment: Moment, work: Work, key: string, knownRegion: string | undefined): string {
  if (knownRegion !== undefined) return knownRegion;
  const { task, request } = moment.flow;
  return missRegion({ view: work.view, key, hint: request.region, task, keywords: request.keywords ?? [] });
}
