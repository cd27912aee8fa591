import type { Answer, Effect } from "../core/effects.js";
import { failure } from "../core/errors.js";
import { FAILURES } from "../core/facts.js";
import type { Finding } from "../core/findings.js";
import { begin, transition } from "../core/flow.js";
import type { Flow, FlowEvent, OpenFlow, Rules } from "../core/flow-types.js";
import type { Pin, SkillKey } from "../core/identity.js";
import type { Inspection, ScoredListing } from "../core/listing.js";
import { type CandidateRecord, EMPTY_VIEW, type MemoryView } from "../core/memory-view.js";

/** One thing that happened to a simulated flow, with the flow before and after. */
export interface SimulatedStep {
  readonly before: OpenFlow;
  readonly event: FlowEvent;
  readonly after: Flow;
}

/** Decides by numbers: an array of them is a script that a property-testing library can make and shrink. */
export class Script {
  #place = 0;
  readonly #numbers: readonly number[];
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }
  /** 0 <= n < choices; the first choice when the script has run out. */
  next(choices: number): number {
    const number = this.#numbers[this.#place] ?? 0;
    this.#place += 1;
    return Math.abs(Math.trunc(number)) % choices;
  }
  /** The first one three times out of four, so that flows get deep enough to be worth checking. */
  mostly<T>(first: T, ...others: readonly T[]): T {
    return this.next(4) < 3 ? first : this.pick(...(others as [T, ...T[]]));
  }
  pick<T>(first: T, ...others: readonly T[]): T {
    return [first, ...others][this.next(others.length + 1)] ?? first;
  }
}

const KEYS = [
  "clawhub:@a/one",
  "clawhub:@b/two",
  "clawhub:@c/three",
  "clawhub:@d/four",
  "clawhub:@e/five",
] as const satisfies readonly SkillKey[];
const READ = ["read:list"];
const WRITE = ["read:list", "write:file"];
const WARNING: Finding = {
  rule: "made-up",
  severity: "warn",
  file: "SKILL.md",
  line: 1,
  excerpt: "made up",
  why: "Made up.",
  action: "None.",
};
/** Steps after which a flow that has not ended counts as endless. */
const PATIENCE = 400;

/** Plays a whole flow against a world that the script makes up: memory, registries, users, crashes. */
export function simulateFlow(rules: Rules, script: Script): readonly SimulatedStep[] {
  const steps: SimulatedStep[] = [];
  const view = madeUpView(script);
  let flow: Flow = begin(rules, { id: "f", at: 1_000_000, task: "query the todo list" });
  let at = 1_000_000;
  while (flow.phase !== "done" && steps.length < PATIENCE) {
    at += script.next(3) * 2500;
    const before: OpenFlow = flow;
    const event = madeUpEvent(script, before, view, at);
    // Every intermediate flow goes on in another process.
    const after = transition(rules, JSON.parse(JSON.stringify(before)) as OpenFlow, event);
    steps.push({ before, event, after });
    flow = after;
  }
  return steps;
}

function madeUpEvent(script: Script, flow: OpenFlow, view: MemoryView, at: number): FlowEvent {
  const { id: effectId, effect } = flow.pending;
  switch (script.next(60)) {
    case 54:
      return { kind: "failed", effectId, at, failure: failure("port-failed", "made up") };
    case 52:
    case 53:
    case 55:
      return { kind: "interrupted", effectId, at };
    case 56:
      return { kind: "cancelled", at };
    case 57:
      return { kind: "expired", at };
    case 58:
      return { kind: "answered", effectId: "f:0", at, answer: madeUpAnswer(script, effect, view) };
    case 59:
      return { kind: "started", effectId, at };
    default:
      return { kind: "answered", effectId, at, answer: madeUpAnswer(script, effect, view) };
  }
}

function madeUpAnswer(script: Script, effect: Effect, view: MemoryView): Answer {
  switch (effect.kind) {
    case "recall":
      return {
        kind: "recall",
        view,
        installed: script.mostly<readonly SkillKey[]>([], [KEYS[2]]),
        seed: script.next(1000),
      };
    case "search":
      return {
        kind: "search",
        listings: KEYS.slice(0, script.mostly(3, 0, 1, 2)).map((key) =>
          listing(key, script.mostly(0.9, 0.2)),
        ),
      };
    case "inspect":
      return { kind: "inspect", inspections: effect.skills.map(({ key }) => inspection(script, key)) };
    case "confirm": {
      const { choices } = effect.question;
      const choice = script.mostly<string>(choices[0], ...choices, "nonsense");
      const by = script.mostly("human", "host", "model", "runner");
      const keys = script.mostly<readonly SkillKey[] | undefined>(
        undefined,
        [KEYS[1], KEYS[0]],
        ["clawhub:@x/never-shown"],
      );
      const now = script.mostly(
        retainable(script, view),
        { ...view, blacklist: [KEYS[0]] },
        { ...view, retained: [KEYS[1]] },
      );
      return { kind: "confirm", choice, by, view: now, ...(keys === undefined ? {} : { keys }) };
    }
    case "notify":
      return { kind: "notify", outcome: script.mostly("proceed", "cancel", "undeliverable") };
    case "install":
      return {
        kind: "install",
        pin: script.mostly(effect.pin, { ...effect.pin, digest: "sha256:other" }),
      };
    case "prepare":
      return { kind: "prepare", plan: plan(script, effect.pin) };
    case "provision":
      return { kind: "provision", installed: ["tool"] };
    case "execute":
      return {
        kind: "execute",
        result: script.pick("success", "success", ...FAILURES),
        missing: script.mostly<readonly string[]>([], ["tool"]),
        sideEffects: script.mostly(READ, WRITE),
        by: script.mostly("runner", "model", "human"),
      };
    case "wait":
      return { kind: "wait" };
    case "release":
      return { kind: "release", removed: true };
    case "commit":
      return { kind: "commit", saved: script.mostly(true, false), view: retainable(script, view) };
  }
}

function listing(key: SkillKey, relevance: number): ScoredListing {
  return {
    key,
    name: key,
    description: "todo list",
    version: "1.0.0",
    source: "clawhub",
    reviewed: true,
    scan: "clean",
    relevance,
  };
}

function pinOf(key: SkillKey, version = "1.0.0"): Pin {
  return { key, version, digest: `sha256:${key}` };
}

function inspection(script: Script, key: SkillKey): Inspection {
  const base = {
    key,
    name: key,
    description: "todo",
    sideEffects: script.mostly(READ, WRITE, []),
    findings: script.mostly<Inspection["findings"]>([], [WARNING], [{ ...WARNING, severity: "critical" }]),
    skillMdChars: 500,
    lookalikes: script.mostly<readonly string[]>([], ["todo-original"]),
  };
  const republished = { ...pinOf(key), digest: "sha256:republished" };
  const pin = script.mostly<Pin | undefined>(pinOf(key), republished, pinOf(key, "2.0.0"), undefined);
  const verdicts = script.mostly<Inspection["verdicts"]>([], [{ by: "clawhub", status: "malicious" }]);
  return pin === undefined ? { ...base, verdicts } : { ...base, verdicts, pin };
}

function plan(script: Script, pin: Pin) {
  return {
    pin: script.mostly(pin, { ...pin, digest: "sha256:other" }),
    location: "/skills/x",
    steps: ["read"],
    sideEffects: script.mostly(READ, WRITE),
    skillMdChars: 500,
    missing: script.pick<{ kind: "bin"; name: string; argv: string[][] }[]>(
      [],
      [{ kind: "bin", name: "tool", argv: [["apt", "tool"]] }],
    ),
    env: [],
    findings: [],
  };
}

function madeUpView(script: Script): MemoryView {
  if (script.next(2) === 0) return EMPTY_VIEW;
  const candidates = KEYS.slice(0, 1 + script.next(KEYS.length)).map((key) => trusted(script, key));
  return {
    regions: [
      { region: "todo", probability: script.mostly(0.9, 0.4), signals: ["todo", "list"], candidates },
    ],
    lessons: [],
    blacklist: script.mostly<readonly SkillKey[]>([], [KEYS[0]]),
    retained: script.mostly<readonly SkillKey[]>([], [KEYS[1]]),
    known: candidates.map((candidate) => ({ region: "todo", candidate })),
  };
}

function trusted(script: Script, key: SkillKey): CandidateRecord {
  const reflex = script.next(2) === 0;
  return {
    key,
    version: "1.0.0",
    digest: `sha256:${key}`,
    weight: reflex ? 0.97 : 0.6,
    successes: 12,
    failures: 0,
    streak: reflex ? 12 : 1,
    consecutive: 12,
    recentSuccesses: [],
    evidence: { successes: 12, failures: 0 },
    lastUsed: 999_000,
    lastFailure: undefined,
    sideEffects: READ,
    skillMdChars: 500,
    reflex,
    retentionDeclinedAt: undefined,
    examples: [],
  };
}

/** As memory looks after a good run of the candidates: sometimes ripe for keeping. */
function retainable(script: Script, view: MemoryView): MemoryView {
  if (script.next(2) === 0) return view;
  return { ...view, known: KEYS.map((key) => ({ region: "todo", candidate: trusted(script, key) })) };
}
