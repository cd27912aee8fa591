import { describe, expect, it } from "vitest";
import { initialState, reduce } from "../../src/core/state.js";
import { memoryLaws, snapshotLaws } from "../../src/testing/laws-memory.js";

describe("memory laws", () => {
  for (const law of [...memoryLaws(), ...snapshotLaws()]) it(law.name, () => law.run({ runs: 2000 }));
});

describe("the laws find broken reducers", () => {
  const find = (name: string, broken: typeof reduce) =>
    memoryLaws(broken)
      .find((law) => law.name.includes(name))
      ?.run({ runs: 500 });

  it.each<[string, typeof reduce]>([
    [
      "seen",
      (limits, state, batch) => ({
        ...reduce(limits, state, { ...batch, id: `${batch.id}${state.seen.length}` }),
      }),
    ],
    ["ranges", (limits, state, batch) => boosted(reduce(limits, state, batch))],
    ["earned", (limits, state, batch) => promoted(reduce(limits, state, batch))],
    ["caps", (limits, state, batch) => reduce({ ...limits, candidatesPerRegion: 20 }, state, batch)],
    ["backwards", (limits, _state, batch) => reduce(limits, initialState, batch)],
  ])("%s", (name, broken) => {
    expect(() => find(name, broken)).toThrow();
  });
});

type State = ReturnType<typeof reduce>;
type Candidate = State["regions"][number]["candidates"][number];

function changed(state: State, change: (candidate: Candidate) => Candidate): State {
  const regions = state.regions.map((region) => ({ ...region, candidates: region.candidates.map(change) }));
  return { ...state, regions };
}

function boosted(state: State): State {
  return changed(state, (candidate) => ({ ...candidate, weight: candidate.weight * 1.5 }));
}

function promoted(state: State): State {
  return changed(state, (candidate) => ({ ...candidate, reflex: candidate.successes >= 5 }));
}
