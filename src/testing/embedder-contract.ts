import assert from "node:assert/strict";
import type { Embedder } from "../ports/embedder.js";
import { type ContractCase, casesOf, contractContext, type Make, versionCase } from "./contract.js";

const TEXTS = ["query the todo list", "compress an image", "weather forecast", "query the todo list"];
const ODD_TEXTS = ["", " ", "\0", "🦀".repeat(50), "日本語のテキスト", "word ".repeat(5000)];

/** What every embedder promises. */
export function embedderContract(makeEmbedder: Make<Embedder>): readonly ContractCase[] {
  const define = casesOf(makeEmbedder);
  const embed = (embedder: Embedder, texts: readonly string[], kind: "query" | "document" = "document") =>
    embedder.embed({ texts, kind }, contractContext());
  return [
    versionCase(makeEmbedder),
    define("names itself and its dimensions", async ({ id, dimensions }) => {
      assert.match(id, /\S/);
      assert.ok(Number.isInteger(dimensions) && dimensions > 0, String(dimensions));
    }),
    define("gives one unit-length vector per text, in their order", async (embedder) => {
      for (const kind of ["query", "document"] as const) {
        const vectors = await embed(embedder, TEXTS, kind);
        assert.equal(vectors.length, TEXTS.length);
        for (const vector of vectors) {
          assert.equal(vector.length, embedder.dimensions);
          assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3, "unit length");
        }
        assert.deepEqual(vectors[3], vectors[0], "equal texts, equal vectors");
        assert.notDeepEqual(vectors[1], vectors[0], "other texts, other vectors");
      }
    }),
    define("a text means the same alone and among others", async (embedder) => {
      const [alone] = await embed(embedder, TEXTS.slice(1, 2));
      const among = (await embed(embedder, TEXTS))[1];
      const cosine = Array.from(alone ?? []).reduce(
        (sum, value, index) => sum + value * (among?.[index] ?? 0),
        0,
      );
      assert.ok(cosine > 0.999, String(cosine));
    }),
    define("texts of any kind give finite numbers", async (embedder) => {
      for (const vector of await embed(embedder, ODD_TEXTS)) {
        assert.equal(vector.length, embedder.dimensions);
        assert.ok(vector.every(Number.isFinite));
      }
    }),
    define("no text, no vector", async (embedder) => {
      assert.deepEqual(await embed(embedder, []), []);
    }),
    define("says which texts it can read", async (embedder) => {
      for (const text of [...TEXTS, ...ODD_TEXTS])
        assert.equal(typeof (embedder.understands?.(text) ?? true), "boolean");
    }),
  ];
}
