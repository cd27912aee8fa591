import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  classicPolicy,
  DEFAULT_LIMITS,
  EFFECT_HANDLERS,
  type Effect,
  type Rules,
  sameSkill,
  transition,
} from "../../src/core/index.js";
import { deepFreeze } from "../../src/testing/deep-freeze.js";
import { Script, type SimulatedStep, simulateFlow } from "../../src/testing/simulate-flow.js";

const rules: Rules = { limits: DEFAULT_LIMITS, policies: [classicPolicy], registries: 2 };
const RUNS = { numRuns: 2000, noBias: true };
/** The rarest way is walked about once in a thousand flows; a fixed seed keeps the walk the same. */
const EVERY_EDGE = { numRuns: 12_000, seed: 7, noBias: true };
/** Long and evenly spread: short scripts end in the quiet default after a few steps. */
const script = fc.array(fc.nat({ max: 719 }), { minLength: 30, maxLength: 150, size: "max" });

/** Runs a check over thousands of made-up flows. */
function forAllFlows(
  check: (steps: readonly SimulatedStep[]) => void,
  runs: fc.Parameters<[number[]]> = RUNS,
): void {
  fc.assert(
    fc.property(script, (numbers) => check(simulateFlow(rules, new Script(numbers)))),
    runs,
  );
}

/** Effects in the order in which they were asked for, each with the step that asked for it. */
function asked<Kind extends Effect["kind"]>(steps: readonly SimulatedStep[], kind: Kind) {
  return steps.flatMap((step, index) => {
    const { after } = step;
    if (after.phase === "done" || after.seq === step.before.seq || after.pending.effect.kind !== kind)
      return [];
    return [
      {
        step,
        index,
        pending: after.pending,
        effect: after.pending.effect as Extract<Effect, { kind: Kind }>,
      },
    ];
  });
}

const answeredBy = (steps: readonly SimulatedStep[], questionId: string) =>
  steps.find(
    ({ before, event, after }) =>
      before.pending.id === questionId &&
      after !== before &&
      event.kind === "answered" &&
      after.seq !== before.seq,
  );

describe("boundary rules, over arbitrary sequences of events", () => {
  it("rule 1: skills that the user owns, was handed over or has blocked meanwhile are never installed", () => {
    forAllFlows((steps) => {
      for (const { step, effect } of asked(steps, "install")) {
        if (step.after.phase === "done") continue;
        const { installed, view } = step.after.work;
        for (const key of [...installed, ...view.retained, ...view.blacklist])
          expect(sameSkill(key, effect.pin.key)).toBe(false);
      }
    });
  });

  it("rule 2: every install has a grant from a human, the host or a delivered notice, for exactly these bytes", () => {
    forAllFlows((steps) => {
      for (const { effect } of asked(steps, "install")) {
        const { grant } = effect;
        expect(grant.scope).toMatchObject({ kind: "install", pin: effect.pin });
        const source = answeredBy(steps, grant.questionId);
        expect(source).toBeDefined();
        if (source?.event.kind !== "answered") continue;
        const { answer } = source.event;
        if (answer.kind === "confirm") {
          expect(["human", "host"]).toContain(answer.by);
          expect(["approve", "switch", "continue"]).toContain(answer.choice);
        } else expect(answer).toMatchObject({ kind: "notify", outcome: "proceed" });
      }
    });
  });

  it("rule 2: what is installed was shown before: in the shortlist, as the next one, or in the notice", () => {
    forAllFlows((steps) => {
      const shown = (index: number) =>
        steps.slice(0, index + 1).flatMap(({ before: { pending } }) => {
          const { effect } = pending;
          if (effect.kind === "notify") return [effect.notice.pin];
          if (effect.kind !== "confirm") return [];
          if (effect.question.kind === "choose") return effect.question.candidates.map(({ pin }) => pin);
          return effect.question.kind === "switch" ? [effect.question.next.pin] : [];
        });
      for (const { effect, index } of asked(steps, "install")) {
        const seen = shown(index);
        expect(seen).toContainEqual(effect.pin);
      }
    }, EVERY_EDGE);
  });

  it("rule 2: a notice installs only after its window has closed", () => {
    forAllFlows((steps) => {
      for (const { step, effect } of asked(steps, "install")) {
        if (effect.grant.by !== "notice") continue;
        const notice = steps.find(({ before }) => before.pending.id === effect.grant.questionId)?.before
          .pending.effect;
        if (notice?.kind !== "notify") throw new Error("the grant names no notice");
        expect(step.event.at).toBeGreaterThanOrEqual(notice.until);
      }
    });
  });

  it("rule 3: system dependencies are installed only after a yes to their own question", () => {
    forAllFlows((steps) => {
      for (const { effect } of asked(steps, "provision")) {
        const source = answeredBy(steps, effect.grant.questionId);
        const question = source?.before.pending.effect;
        expect(question).toMatchObject({ kind: "confirm" });
        if (question?.kind !== "confirm") continue;
        expect(["dependencies", "interrupted"]).toContain(question.question.kind);
      }
    });
  });

  it("rule 4: a write effect never runs as a reflex, nor do other bytes than the trusted ones", () => {
    forAllFlows((steps) => {
      for (const { step, effect } of asked(steps, "execute")) {
        const trial = step.after.phase === "done" ? undefined : step.after.work.trial;
        if (trial?.mode !== "reflex") continue;
        expect(effect.plan.sideEffects.some((side) => /^(write|delete|shell):/.test(side))).toBe(false);
        const known = step.before.work.view.known.find(
          ({ candidate }) => candidate.key === effect.pin.key,
        )?.candidate;
        expect(known).toMatchObject({ version: effect.pin.version, digest: effect.pin.digest });
      }
    });
  });

  it("rule 4: a notice is only for unchanged, read-only bytes without a finding or a look-alike", () => {
    forAllFlows((steps) => {
      for (const { step, effect } of asked(steps, "notify")) {
        if (step.after.phase === "done") continue;
        const { view, shortlist } = step.after.work;
        const { pin, sideEffects } = effect.notice;
        const known = view.known.find(({ candidate }) => candidate.key === pin.key)?.candidate;
        expect(known).toMatchObject({ version: pin.version, digest: pin.digest });
        expect(sideEffects.length).toBeGreaterThan(0);
        expect(sideEffects.some((side) => /^(write|delete|shell):/.test(side))).toBe(false);
        expect(shortlist[0]?.inspection).toMatchObject({ pin, findings: [], lookalikes: [] });
      }
    });
  });

  it("after a crash nothing is installed, provisioned or run again without a yes", () => {
    forAllFlows((steps) => {
      for (const kind of ["install", "provision", "execute"] as const)
        for (const { step } of asked(steps, kind)) {
          const { effect } = step.before.pending;
          if (effect.kind !== "confirm" || effect.question.kind !== "interrupted") continue;
          expect(step.event).toMatchObject({ kind: "answered", answer: { choice: "continue" } });
        }
    });
  });

  it("rule 4: without a reflex, a run follows a yes to its plan", () => {
    forAllFlows((steps) => {
      for (const { index, effect, step } of asked(steps, "execute")) {
        const trial = step.after.phase === "done" ? undefined : step.after.work.trial;
        if (trial?.mode === "reflex") continue;
        const approved = steps.slice(0, index + 1).some(({ before, event }) => {
          const { effect: question } = before.pending;
          return (
            question.kind === "confirm" &&
            question.question.kind === "plan" &&
            question.question.pin.key === effect.pin.key &&
            event.kind === "answered" &&
            event.answer.kind === "confirm" &&
            event.answer.choice === "approve"
          );
        });
        expect(approved).toBe(true);
      }
    });
  });

  it.each([0, 1, 2])("rule 5: at most %i switches, install and run failures together", (switches) => {
    // A shortlist that is longer than what may be tried: only the rule stops the flow.
    const limits = { ...DEFAULT_LIMITS, switches, shortlist: 5 };
    const check = (numbers: readonly number[]) => {
      const steps = simulateFlow({ ...rules, limits }, new Script(numbers));
      const tried = new Set(asked(steps, "install").map(({ effect }) => effect.pin.key));
      expect(tried.size).toBeLessThanOrEqual(switches + 1);
      const last = steps.at(-1)?.after;
      if (last?.phase === "done") expect(last.report.switches).toBe(Math.max(0, tried.size - 1));
    };
    fc.assert(fc.property(script, check), RUNS);
  });

  it("rule 6: memory that can't be read costs the memory, not the task", () => {
    forAllFlows((steps) => {
      for (const { before, event, after } of steps) {
        if (before.pending.effect.kind !== "recall" || event.kind !== "failed" || after === before) continue;
        expect(after).toMatchObject({ pending: { effect: { kind: "search" } } });
      }
    });
  });

  it("what has a critical finding is never put to the user", () => {
    forAllFlows((steps) => {
      for (const { effect } of asked(steps, "confirm")) {
        if (effect.question.kind !== "choose") continue;
        for (const { findings } of effect.question.candidates)
          expect(findings.filter(({ severity }) => severity === "critical")).toEqual([]);
      }
    });
  });

  it("every skill whose install was asked for is released or kept before the end", () => {
    forAllFlows((steps) => {
      const installs = asked(steps, "install").map(({ effect }) => effect.pin.key);
      const releases = new Set(asked(steps, "release").map(({ effect }) => effect.pin.key));
      if (steps.at(-1)?.after.phase !== "done") return;
      for (const key of installs) expect(releases.has(key)).toBe(true);
    });
  });

  it("one outcome a candidate and flow, and none for what never ran", () => {
    forAllFlows((steps) => {
      const facts = new Map(
        asked(steps, "commit").map(({ effect }) => [effect.batch.id, effect.batch.facts]),
      );
      const outcomes = [...facts.values()]
        .flat()
        .flatMap((fact) => (fact.kind === "outcome" ? [fact.pin.key] : []));
      expect(new Set(outcomes).size).toBe(outcomes.length);
      const ran = new Set(asked(steps, "execute").map(({ effect }) => effect.pin.key));
      for (const key of outcomes) expect(ran.has(key)).toBe(true);
    });
  });

  it("learning is asked to be saved before the question whether to keep the skill", () => {
    forAllFlows((steps) => {
      for (const { index, effect } of asked(steps, "confirm")) {
        if (effect.question.kind !== "retain") continue;
        const key = effect.question.pin.key;
        const saved = asked(steps.slice(0, index + 1), "commit").some(({ effect: commit }) =>
          commit.batch.facts.some((fact) => fact.kind === "outcome" && fact.pin.key === key),
        );
        expect(saved).toBe(true);
      }
    });
  });

  it("a switch after a failed run is asked for", () => {
    forAllFlows((steps) => {
      const installs = asked(steps, "install");
      for (const [place, { index, effect }] of installs.entries()) {
        const previous = installs[place - 1];
        if (previous === undefined || previous.effect.pin.key === effect.pin.key) continue;
        const between = steps.slice(previous.index + 1, index + 1);
        const ran = asked(between, "execute").length > 0;
        if (!ran) continue;
        expect(asked(between, "confirm").some(({ effect: ask }) => ask.question.kind === "switch")).toBe(
          true,
        );
      }
    });
  });
});

describe("the transition function", () => {
  it("ends every flow: nothing waits or loops for ever", () => {
    forAllFlows((steps) => {
      expect(steps.length).toBeLessThan(400);
    });
  });

  it("is pure and deterministic", () => {
    forAllFlows((steps) => {
      for (const { before, event } of steps) {
        const once = transition(rules, deepFreeze(before), deepFreeze(event));
        expect(transition(rules, before, event)).toEqual(once);
      }
    });
  });

  it("ignores answers to anything but the pending effect", () => {
    forAllFlows((steps) => {
      for (const { before, event, after } of steps)
        if ("effectId" in event && event.effectId !== before.pending.id) expect(after).toEqual(before);
    });
  });

  it("never goes where its table does not lead, and its table leads nowhere that is never reached", () => {
    const walked = new Set<string>();
    forAllFlows((steps) => {
      for (const { before, event, after } of steps) {
        if (after.seq === before.seq || event.kind === "cancelled" || event.kind === "expired") continue;
        const next = after.phase === "done" ? "done" : after.pending.effect.kind;
        const { kind } = before.pending.effect;
        expect(EFFECT_HANDLERS[kind].leadsTo).toContain(next);
        walked.add(`${kind}>${next}`);
      }
    }, EVERY_EDGE);
    const declared = Object.entries(EFFECT_HANDLERS).flatMap(([kind, { leadsTo }]) =>
      leadsTo.map((next) => `${kind}>${next}`),
    );
    expect(declared.filter((edge) => !walked.has(edge))).toEqual([]);
  });
});
