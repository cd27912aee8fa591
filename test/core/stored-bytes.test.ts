import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCortex } from "../../src/index.js";
import { createRecordingPorts } from "../../src/testing/index.js";
import { createWorld, skill } from "../support/flow-world.js";
import type { PlantedSentence } from "../support/text-entities.js";

const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };
const sentences = ["entity-sentences", "entity-sentences-held-out"].flatMap((name): PlantedSentence[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/text/${name}.json`, import.meta.url), "utf8")),
);

/** Words of an entity that identify it: not its common words, which other tasks use too. */
function tellingParts({ entities }: PlantedSentence): readonly string[] {
  return entities
    .flatMap((entity) => [entity, ...entity.split(/[^\p{L}\p{N}]+/u)])
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 4 && !common.has(part));
}
function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

const common = new Set(sentences.flatMap(({ keep }) => keep.map((word) => word.toLowerCase())));

test("whole flows over every sentence leave no entity in memory, and send none to a registry", async () => {
  const { options, store, clock, world } = createWorld({}, [skill("helper", "Show the report")]);
  world.answer = ({ kind, choices }) => ({ choice: kind === "retain" ? "release" : choices[0] });
  const { ports, calls } = createRecordingPorts(options);
  const cortex = createCortex(ports);
  const memory = async () => ((await store.read({ key: "cortex" }, context))?.text ?? "").toLowerCase();
  // Names of fields, of the skill's owner and of the year are in every file.
  await cortex.run({ task: "show the report" });
  const always = new Set(wordsOf(await memory()));
  let learned = 0;
  const leaks: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    // Another skill each time, so that each task makes a region of its own.
    world.skills.splice(0, Infinity, skill(`helper-${index}`, `Can ${sentence.keep.join(" ")} and more`));
    const before = calls.length;
    const report = await cortex.run({
      task: sentence.text,
      region: sentence.text,
      keywords: [sentence.text],
    });
    if (report.outcome === "succeeded") learned += 1;
    const queries = calls
      .slice(before)
      .flatMap(({ method, request }) => (method === "search" ? [JSON.stringify(request)] : []));
    const kept = `${queries.join(" ")} ${await memory()}`.toLowerCase();
    const words = new Set(wordsOf(kept).filter((word) => !always.has(word)));
    for (const part of tellingParts(sentence))
      if (words.has(part) || (/[^\p{L}\p{N}]/u.test(part) && kept.includes(part)))
        leaks.push(`${part}: ${sentence.text}`);
    clock.advance(3_600_000);
  }
  expect(leaks).toEqual([]);
  expect(learned).toBeGreaterThan(200);
  expect(await store.list({ prefix: "" }, context)).toEqual(["cortex"]);
});
