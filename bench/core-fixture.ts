import type { Batch, Fact } from "../src/core/facts.js";
import { DEFAULT_LIMITS } from "../src/core/limits.js";
import { type CortexState, initialState, reduce } from "../src/core/state.js";

const DAY = 86_400_000;
/** 2026-01-01T00:00:00Z */
const START = 1_767_225_600_000;
const WORDS = (
  "query sales report compress image resize thumbnail schedule meeting calendar invite email inbox draft reply merge " +
  "split translate subtitle deploy server rollback release migrate database schema weather forecast issue label triage " +
  "spreadsheet pivot column video trim clip transcode transcribe audio podcast invoice payment reminder note summarize " +
  "message channel lights thermostat flight hotel itinerary scan vulnerability audit monitor alert dashboard latency " +
  "diagram flowchart extract receipt route distance stock price portfolio playlist song recipe ingredient backup restore"
).split(" ");

/** A word of its own for every number, made of two real ones. */
function word(number: number): string {
  const first = WORDS[number % WORDS.length] ?? "";
  return number < WORDS.length ? first : `${first}${WORDS[(number * 7) % WORDS.length] ?? ""}`;
}

function skillBatch(region: number, candidate: number, day: number): Batch {
  const number = region * 5 + candidate;
  const at = START + day * DAY + number;
  const name = `region-of-${word(region)}-${region}`;
  const pin = {
    key: `clawhub:@owner-${number % 37}/${word(number)}-skill-${number}`,
    version: `1.${candidate}.${region}`,
    digest: `sha256:${number.toString(16).padStart(64, "a")}`,
  };
  const outcome: Fact = {
    kind: "outcome",
    region: name,
    pin,
    result: day === 3 ? "api_error" : "success",
    by: "runner",
    sideEffects: [
      `network:api.${word(number)}.example.com`,
      `read:env:${word(number).toUpperCase()}_API_KEY`,
    ],
    skillMdChars: 1000 + number,
    words: Array.from({ length: 6 }, (_, index) => word(number + index * 11 + day)),
  };
  const signals: Fact = {
    kind: "signals",
    region: name,
    words: [0, 1, 2].map((index) => word(region * 10 + ((candidate * 3 + day + index) % 10))),
  };
  const key = `${word(region)}-tool`;
  const lesson: Fact[] =
    region < 30 && candidate === 0 ? [{ kind: "dependency", region: name, key, present: false }] : [];
  return {
    id: `0b5c3f6e-7d1a-4c57-9d3c-${String(day * 1000 + number).padStart(12, "0")}#1`,
    at,
    facts: [outcome, signals, ...lesson],
  };
}

/** Every cap of the default limits reached: 80 regions × 5 candidates, 10 signals each, 30 lessons, 256 batch ids. */
export function largestCortex(): CortexState {
  let state = initialState;
  for (let day = 0; day < 8; day += 1) {
    for (let region = 0; region < 80; region += 1) {
      for (let candidate = 0; candidate < 5; candidate += 1) {
        state = reduce(DEFAULT_LIMITS, state, skillBatch(region, candidate, day));
      }
    }
  }
  return state;
}

/** A batch as a successful flow commits it, for some region of the largest cortex. */
export function nextBatch(number: number): Batch {
  const batch = skillBatch(number % 80, number % 5, 9);
  return { ...batch, id: `next-${number}#1` };
}
