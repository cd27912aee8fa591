import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorkshopEvent } from "../../src/workshop/events.js";
import type { Proposal } from "../../src/workshop/proposal.js";
import { reduceWorkshop } from "../../src/workshop/reduce-workshop.js";
import { parseWorkshop, serialiseWorkshop } from "../../src/workshop/snapshot.js";
import { EMPTY_WORKSHOP, isOpen, type WorkshopState } from "../../src/workshop/state.js";

const finding = {
  rule: "unsafe-permissions",
  severity: "warn",
  file: "SKILL.md",
  line: 1,
  excerpt: "x",
  why: "w",
  action: "a",
} as const;
const base = [{ path: "skills/a/SKILL.md", digest: null, result: "sha256:1" }];

function proposal(id: string, over: Partial<Proposal> = {}): Proposal {
  return {
    id,
    createdAt: 1,
    updatedAt: 1,
    workspaceDir: "/w",
    skillName: "a",
    title: "t",
    reason: "r",
    source: "tool",
    status: "pending",
    change: { kind: "create", description: "d", body: `- ${id}` },
    revision: 1,
    base,
    held: false,
    transitions: [],
    ...over,
  };
}

const id = fc.constantFrom("p1", "p2", "p3", "p4", "none");
const actor = fc.constantFrom("human", "host", "model", "policy", "workshop");
const step = fc.record({ id, at: fc.nat(1000), actor, reason: fc.constantFrom("", "because") });
const assessment = fc
  .record({
    base: fc.constant(base),
    findings: fc.constantFrom([], [finding]),
    verdicts: fc.constant([]),
    quarantineReason: fc.constantFrom(undefined, "bad"),
  })
  .map(({ quarantineReason, ...rest }) =>
    quarantineReason === undefined ? rest : { ...rest, quarantineReason },
  );
const editId = fc.constantFrom("e1", "e2", "e3", "e4", "e5");
const edit = fc.tuple(editId, id).map(([name, proposalId]) => ({
  id: name,
  at: 1,
  actor: "human" as const,
  proposalId,
  skillName: "a",
  reason: "r",
  files: [{ path: "skills/a/SKILL.md", before: null, after: "sha256:1", executable: false }],
}));
const event: fc.Arbitrary<WorkshopEvent> = fc.oneof(
  fc.record({
    type: fc.constant("suggested" as const),
    proposal: fc
      .tuple(id, fc.constantFrom("pending" as const, "quarantined" as const), fc.boolean(), fc.boolean())
      .map(([name, status, held, dirty]) =>
        proposal(name, { status, held, ...(dirty ? { scanFindings: [finding] } : {}) }),
      ),
    maxPending: fc.constantFrom(2, 3),
  }),
  step.chain((s) =>
    fc.tuple(assessment, edit, editId).chain(([a, e, target]) =>
      fc.constantFrom<WorkshopEvent>(
        {
          ...s,
          type: "revised",
          title: "t2",
          change: { kind: "create", description: "d", body: "- new" },
          redactions: undefined,
          assessment: a,
          maxPending: 3,
        },
        { ...s, type: "applied", edit: { ...e, proposalId: s.id } },
        { ...s, type: "rejected" },
        { ...s, type: "quarantined", assessment: a },
        { ...s, type: "went-stale" },
        {
          ...s,
          type: "reopened",
          change: { kind: "create", description: "d", body: "- again" },
          assessment: a,
          maxPending: 3,
        },
        { ...s, type: "released", acceptedRules: [] },
        { ...s, type: "released", acceptedRules: [], revision: 1 },
        { ...s, type: "applied", edit: { ...e, proposalId: s.id }, revision: 1 },
        {
          ...s,
          type: "recovered",
          actor: "workshop",
          reason: "found on disk",
          edit: { ...e, proposalId: s.id },
        },
        { ...s, type: "rolled-back", editId: target, edit: { ...e, proposalId: s.id, rollbackOf: target } },
      ),
    ),
  ),
  fc.record({
    type: fc.constant("turn-ended" as const),
    toolCalls: fc.oneof(fc.nat(9), fc.constantFrom(-1, Number.NaN)),
  }),
  fc.record({ type: fc.constant("review-started" as const), at: fc.nat(99), until: fc.nat(99) }),
  fc.record({ type: fc.constant("review-finished" as const), at: fc.nat(99), failed: fc.boolean() }),
  fc.record({
    type: fc.constant("correction-seen" as const),
    at: fc.nat(99),
    skillName: fc.constant("a"),
    text: fc.constantFrom("use pnpm for installs", "check the frames twice"),
    sessionId: fc.constantFrom("s1", "s2"),
    since: fc.nat(50),
  }),
  fc.record({
    type: fc.constant("evidence" as const),
    at: fc.nat(99),
    skillName: fc.constantFrom("a", "__proto__", "constructor"),
    digest: fc.constantFrom("sha256:1", "__proto__"),
    what: fc.constantFrom(
      "selected" as const,
      "applied" as const,
      "succeeded" as const,
      "corrected" as const,
    ),
  }),
  fc.record({
    type: fc.constant("pinned" as const),
    at: fc.nat(99),
    skillName: fc.constantFrom("a", "b"),
    on: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("swept" as const),
    at: fc.nat(999),
    ours: fc.constantFrom([], [{ skillName: "a", writtenAt: 1 }]),
    staleAfterMs: fc.constant(10),
    archiveAfterMs: fc.constant(20),
  }),
);

function run(events: readonly WorkshopEvent[]): WorkshopState {
  return events.reduce((state, next) => reduceWorkshop(state, next).unwrapOr(state), EMPTY_WORKSHOP);
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

describe("laws over arbitrary events", () => {
  test("total, deterministic, and never in place", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        freeze(events);
        expect(run(events)).toEqual(run(events));
      }),
      { numRuns: 2000 },
    );
  });

  test("only a person, the host, or the policy on a clean and unheld proposal ever applies", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        for (const { held, transitions, scanFindings } of run(events).proposals) {
          for (const { what, actor: by, reason } of transitions) {
            // What is found on disk was written before, with somebody's consent.
            if (what === "applied" && reason === "found on disk") continue;
            if (what === "applied") expect(["human", "host", "policy"]).toContain(by);
            if (what === "applied" && by === "policy")
              expect(held || (scanFindings ?? []).length > 0).toBe(false);
            if (what === "released" || what === "rolled_back") expect(["human", "host"]).toContain(by);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("the queue never exceeds its limit, statuses follow the transitions, edits match applied proposals", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const state = run(events);
        expect(state.proposals.filter(isOpen).length).toBeLessThanOrEqual(3);
        for (const { id: name, status, transitions } of state.proposals) {
          const last = transitions.at(-1);
          if (last !== undefined) expect(last.to).toBe(status);
          const applied = transitions.filter(({ what }) => what === "applied").length;
          const back = transitions.filter(({ what }) => what === "rolled_back").length;
          expect(applied).toBeLessThanOrEqual(1);
          expect(state.edits.filter((entry) => entry.proposalId === name)).toHaveLength(applied + back);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("the document can be written and read back", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const state = run(events);
        expect(
          JSON.parse(serialiseWorkshop(parseWorkshop(serialiseWorkshop(state))._unsafeUnwrap())),
        ).toEqual(JSON.parse(serialiseWorkshop(state)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("transitions", () => {
  const state = (over: Partial<Proposal>): WorkshopState => ({
    ...EMPTY_WORKSHOP,
    proposals: [proposal("p1", over)],
  });
  const apply = {
    type: "applied" as const,
    id: "p1",
    at: 2,
    actor: "human" as const,
    reason: "",
    edit: {
      id: "e1",
      at: 2,
      actor: "human" as const,
      proposalId: "p1",
      skillName: "a",
      files: [],
      reason: "",
    },
  };

  test.each([
    ["rejected", "proposal-state"],
    ["applied", "proposal-state"],
    ["stale", "proposal-state"],
    ["rolled_back", "proposal-state"],
    ["quarantined", "proposal-quarantined"],
  ] as const)("a %s proposal can't be applied", (status, code) => {
    expect(reduceWorkshop(state({ status }), apply)._unsafeUnwrapErr().code).toBe(code);
  });

  test("only what is exactly the proposal's result can be found written", () => {
    const files = (after: string) => [{ path: "skills/a/SKILL.md", before: null, after, executable: false }];
    const found = (list: ReturnType<typeof files>): WorkshopEvent => ({
      ...apply,
      type: "recovered",
      actor: "workshop",
      edit: { ...apply.edit, files: list },
    });
    for (const list of [files("sha256:other"), [], [...files("sha256:1"), ...files("sha256:1")]])
      expect(reduceWorkshop(state({}), found(list))._unsafeUnwrapErr().code).toBe("proposal-state");
    expect(reduceWorkshop(state({}), found(files("sha256:1"))).isOk()).toBe(true);
  });

  test("an applied proposal can't be rejected; it can be rolled back", () => {
    const reject: WorkshopEvent = { type: "rejected", id: "p1", at: 2, actor: "human", reason: "" };
    expect(reduceWorkshop(state({ status: "applied" }), reject)._unsafeUnwrapErr().code).toBe(
      "proposal-state",
    );
  });

  test("the model can't reopen what a person rejected, but may reopen what went stale", () => {
    const reopen = {
      type: "reopened",
      id: "p1",
      at: 2,
      actor: "model",
      reason: "",
      change: { kind: "create", description: "d", body: "- again" },
      assessment: { base, findings: [], verdicts: [] },
      maxPending: 5,
    } as const;
    expect(reduceWorkshop(state({ status: "rejected" }), reopen)._unsafeUnwrapErr().code).toBe(
      "approval-required",
    );
    expect(reduceWorkshop(state({ status: "stale" }), reopen).isOk()).toBe(true);
  });

  test("a failed review is due again on the next three turns, then after a window", () => {
    let review = EMPTY_WORKSHOP;
    const failures: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      review = reduceWorkshop(review, { type: "review-finished", at: attempt, failed: true })._unsafeUnwrap();
      failures.push(review.review.failures);
    }
    expect(failures).toEqual([1, 2, 3, 0, 1]);
  });
});

describe("damaged documents", () => {
  test("bad parts are kept aside, good ones used", () => {
    const text = JSON.stringify({
      version: 1,
      proposals: [proposal("p1"), { id: 7 }, null],
      edits: "no",
      skills: { a: 1 },
      review: { turnsSinceReview: -3 },
    });
    const state = parseWorkshop(text)._unsafeUnwrap();
    expect(state.proposals.map((entry) => entry.id)).toEqual(["p1"]);
    expect(state.unreadable).toHaveLength(4);
    expect(state.review).toEqual({ turnsSinceReview: 0, toolCallsSinceReview: 0, failures: 0 });
    expect(parseWorkshop(serialiseWorkshop(state))._unsafeUnwrap().unreadable).toHaveLength(4);
  });

  test.each([
    ["{", "store-corrupt"],
    ["[]", "store-corrupt"],
    ["null", "store-corrupt"],
    ['{"version":2}', "store-newer-version"],
  ])("%s is %s", (text, code) => {
    expect(parseWorkshop(text)._unsafeUnwrapErr().code).toBe(code);
  });

  test("reading never throws", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        parseWorkshop(text);
      }),
      { numRuns: 1000 },
    );
  });
});
