import * as fc from "fast-check";
import { type Batch, FAILURES, type Fact, QUALITY_DETAILS } from "../core/facts.js";
import type { Pin, SkillKey } from "../core/identity.js";
import { DEFAULT_LIMITS, type Limits } from "../core/limits.js";
import { serialiseSnapshot } from "../core/snapshot.js";
import { type CortexState, initialState, reduce } from "../core/state.js";

/** 2026-01-01T00:00:00Z, where generated histories begin. */
const EPOCH = 1_767_225_600_000;
const YEAR = 365 * 86_400_000;

/** Few values on purpose: histories must meet themselves. Some names are traps. */
export const regionNames: fc.Arbitrary<string> = fc.constantFrom(
  "task-management",
  "image-editing",
  "sales-reports",
  "__proto__",
  "constructor",
  "2026",
  "翻訳",
);

/** Keys of every kind of source, some of them spellings of the same skill. */
export const skillKeys: fc.Arbitrary<SkillKey> = fc.constantFrom(
  "clawhub:@alice/todoist-cli",
  "clawhub:@bob/todoist-cli",
  "clawhub:todoist-cli",
  "clawhub:@alice/resize",
  "github:octo/skills/pdf/merge",
  "well-known:example.com/notes",
  "local:@team/deploy",
  "local:team/deploy",
);

/** Exact states of skills. */
export const pins: fc.Arbitrary<Pin> = fc.record({
  key: skillKeys,
  version: fc.constantFrom("1.0.0", "1.1.0", ""),
  digest: fc.constantFrom(`sha256:${"a".repeat(64)}`, `sha256:${"b".repeat(64)}`, ""),
});

/** Side effects, from unknown to destructive. */
export const sideEffects: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(["network:api.example.com", "read:env:EXAMPLE_TOKEN"]) },
  fc.subarray([
    "read:notes.md",
    "network:example.com",
    "write:out.txt",
    "delete:tmp",
    "shell:bash",
    "dance:tango",
  ]),
);

const words = fc.subarray(["query", "sales", "report", "todo", "image", "resize", "翻訳", "c++"]);
const lessonKeys = fc.constantFrom("imagemagick", "ffmpeg", "TODOIST_API_KEY", "g++", "not a key");

/** One run of a skill. */
export const outcomeFacts: fc.Arbitrary<Extract<Fact, { kind: "outcome" }>> = fc
  .record({
    region: regionNames,
    pin: pins,
    result: fc.oneof(
      { weight: 3, arbitrary: fc.constant("success" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...FAILURES) },
    ),
    by: fc.constantFrom("human" as const, "host" as const, "runner" as const, "model" as const),
    sideEffects,
    skillMdChars: fc.integer({ min: 0, max: 20_000 }),
    words,
  })
  .map((fact) => ({ kind: "outcome", ...fact }));

/** Any fact, also ones that memory must ignore. */
export const facts: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 5, arbitrary: outcomeFacts },
  fc.record({ kind: fc.constant("signals" as const), region: regionNames, words }),
  fc.record({
    kind: fc.constantFrom("dependency" as const, "env" as const),
    region: regionNames,
    key: lessonKeys,
    present: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("quality" as const),
    key: skillKeys,
    detail: fc.constantFrom(...QUALITY_DETAILS),
    contradicted: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("retention" as const),
    region: regionNames,
    key: skillKeys,
    keep: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("blacklist" as const), key: skillKeys, on: fc.boolean() }),
  fc.record({
    kind: fc.constant("count" as const),
    what: fc.constantFrom("search" as const, "install" as const, "cache-hit" as const, "reflex" as const),
  }),
);

/** Any time within two years, often the same one. */
export const times: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: EPOCH, max: EPOCH + 2 * YEAR }),
  fc.integer({ min: 0, max: 60 }).map((days) => EPOCH + days * 86_400_000),
);

/** Batches with unique ids are made by `histories`; here ids may repeat. */
export const batches: fc.Arbitrary<Batch> = fc.record({
  id: fc.integer({ min: 0, max: 999 }).map((number) => `flow#${number}`),
  at: times,
  facts: fc.array(facts, { maxLength: 6 }),
});

/** A life of memory: batches in any order of time. */
export const histories: fc.Arbitrary<readonly Batch[]> = fc.array(batches, { maxLength: 40 });

/** A life in which one skill is used again and again without failing, as reflexes are earned. */
export const diligentHistories: fc.Arbitrary<readonly Batch[]> = fc
  .record({
    region: regionNames,
    pin: pins,
    effects: sideEffects,
    uses: fc.integer({ min: 1, max: 24 }),
    gapDays: fc.integer({ min: 1, max: 9 }),
    others: fc.array(fc.tuple(fc.integer({ min: 0, max: 23 }), outcomeFacts), { maxLength: 2 }),
    by: fc.constantFrom("human" as const, "model" as const),
  })
  .map(({ region, pin, effects, uses, gapDays, others, by }) =>
    Array.from({ length: uses }, (_, use): Batch => {
      const own: Fact = {
        kind: "outcome",
        region,
        pin,
        result: "success",
        by,
        sideEffects: effects,
        skillMdChars: 900,
      };
      const between = others.filter(([when]) => when === use).map(([, fact]) => ({ ...fact, region }));
      return { id: `use#${use}`, at: EPOCH + use * gapDays * 86_400_000, facts: [own, ...between] };
    }),
  );

/** Limits near the defaults, and tight ones under which everything overflows. */
export const limits: fc.Arbitrary<Limits> = fc.oneof(
  fc.constant(DEFAULT_LIMITS),
  fc
    .record({
      candidatesPerRegion: fc.integer({ min: 1, max: 3 }),
      regions: fc.integer({ min: 1, max: 4 }),
      signalsPerRegion: fc.integer({ min: 1, max: 4 }),
      lessons: fc.integer({ min: 0, max: 4 }),
      examplesPerCandidate: fc.integer({ min: 0, max: 3 }),
      reflexEvidence: fc.constantFrom("verified" as const, "any" as const),
    })
    .map((tight) => ({ ...DEFAULT_LIMITS, ...tight, rememberedBatches: 16 })),
);

/** States that facts can reach. */
export const states: fc.Arbitrary<CortexState> = fc
  .tuple(fc.oneof(histories, diligentHistories), limits)
  .map(([history, bounds]) => history.reduce((state, batch) => reduce(bounds, state, batch), initialState));

/** Texts of cortex.json, damaged in one to four places: other values, lost fields, odd names. */
export const damagedSnapshots: fc.Arbitrary<string> = fc
  .tuple(states, fc.array(fc.tuple(fc.nat(), hostileValue(), fc.nat(3)), { minLength: 1, maxLength: 4 }))
  .map(([state, damages]) => {
    let document: unknown = JSON.parse(serialiseSnapshot(state));
    for (const [where, value, how] of damages)
      document = damage(document, where, structuredClone(value), how);
    return JSON.stringify(document);
  });

function hostileValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, -1, 0.5, 1.7, 1e308, 999, "", "__proto__", "2026-02-30", [], {}, [
      [],
    ]),
    fc.constantFrom<unknown>(Number.MAX_SAFE_INTEGER, "x".repeat(5000), { reflex: true, weight: 1 }, [
      "read:x",
      7,
    ]),
    fc.jsonValue({ maxDepth: 2 }),
  );
}

/** Walks to some node of the document, the same for the same number, and replaces, removes, renames or doubles it. */
function damage(document: unknown, where: number, value: unknown, how: number): unknown {
  const places: { readonly holder: Record<string, unknown>; readonly name: string }[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const name of Object.keys(node)) {
      const holder = node as Record<string, unknown>;
      places.push({ holder, name });
      walk(holder[name]);
    }
  };
  walk(document);
  const place = places[where % Math.max(1, places.length)];
  if (place === undefined || where % 97 === 0) return value;
  const { holder, name } = place;
  if (how === 0 && !Array.isArray(holder)) delete holder[name];
  else if (how === 1)
    Object.defineProperty(holder, "__proto__", {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else holder[name] = value;
  return document;
}
