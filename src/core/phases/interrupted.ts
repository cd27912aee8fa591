import type { Flow, Moment } from "../flow-types.js";
import { ask } from "./next-effect.js";

/** A process died in the middle of something that must not be repeated unasked. */
export function interrupted(moment: Moment, during: "install" | "provision" | "execute"): Flow {
  const { work } = moment.flow;
  if (work.trial === undefined) return moment.flow;
  return ask(moment, work, {
    kind: "confirm",
    question: {
      kind: "interrupted",
      pin: work.trial.candidate.inspection.pin,
      during,
      choices: ["continue", "stop"],
    },
  });
}
