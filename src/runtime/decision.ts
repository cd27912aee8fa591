import type { By } from "../core/facts.js";
import type { FlowEvent, OpenFlow } from "../core/flow-types.js";
import type { SkillKey } from "../core/identity.js";
import type { Question } from "../core/questions.js";
import type { Progress } from "../ports/progress.js";

/** What an event decides about the question or notice that waits, for whoever keeps an audit; undefined when nothing. */
export function decisionOf(flow: OpenFlow, event: FlowEvent): Progress | undefined {
  const { id: effectId, effect } = flow.pending;
  if (effect.kind !== "confirm" && effect.kind !== "notify") return undefined;
  const about = { kind: "decided", flowId: flow.id, effectId, at: event.at } as const;
  const notice = effect.kind === "notify";
  const subject = notice
    ? { question: "reflex" as const, keys: [effect.notice.pin.key] }
    : { question: effect.question.kind, keys: keysOf(effect.question, []) };
  switch (event.kind) {
    case "started":
    case "interrupted":
      return undefined;
    case "cancelled":
    case "expired":
      return { ...about, ...subject, choice: event.kind, by: "nobody" };
    case "failed":
      return event.effectId === effectId ? { ...about, ...subject, choice: "none", by: "nobody" } : undefined;
    case "answered": {
      if (event.effectId !== effectId) return undefined;
      const { answer } = event;
      if (answer.kind === "notify") return { ...about, ...subject, choice: answer.outcome, by: "notice" };
      if (answer.kind !== "confirm" || notice) return undefined;
      const { question } = effect;
      // Whatever else was answered is a refusal, and its text is nobody's business.
      const heard = (question.choices as readonly string[]).includes(answer.choice) && mayAnswer(answer.by);
      return {
        ...about,
        question: question.kind,
        keys: keysOf(question, heard ? (answer.keys ?? []) : []),
        choice: heard ? answer.choice : "none",
        by: answer.by,
      };
    }
  }
}

function mayAnswer(by: By): boolean {
  return by === "human" || by === "host";
}

/** The skills that a question is about; of several, those that the answer names. */
function keysOf(question: Question, named: readonly SkillKey[]): readonly SkillKey[] {
  switch (question.kind) {
    case "choose": {
      const shown = question.candidates.map(({ pin }) => pin.key);
      return named.length === 0 ? shown : shown.filter((key) => named.includes(key));
    }
    case "switch":
      return [question.next.pin.key];
    default:
      return [question.pin.key];
  }
}
