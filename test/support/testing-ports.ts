import type { Approver } from "../../src/ports/approver.js";
import type { Embedder } from "../../src/ports/embedder.js";
import type { Judge } from "../../src/ports/judge.js";
import type { Logger } from "../../src/ports/logger.js";
import type { Matcher } from "../../src/ports/matcher.js";
import type { Planner } from "../../src/ports/planner.js";
import type { Reviewer } from "../../src/ports/reviewer.js";
import { outlineSkill } from "../../src/runtime/outline-skill.js";
import { textSimilarity, tokenise } from "../../src/text/index.js";

const specificationVersion = "v1";

/** The smallest adapters that keep their contracts, for ports without an in-memory adapter. */
export function exampleEmbedder(): Embedder {
  const dimensions = 64;
  return {
    specificationVersion,
    id: "letters",
    dimensions,
    async embed({ texts }) {
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        vector[0] = 0.01;
        for (const word of tokenise(text)) {
          const place =
            [...word].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % dimensions;
          vector[place] = (vector[place] ?? 0) + 1;
        }
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      });
    },
  };
}

export function exampleMatcher(): Matcher {
  return {
    specificationVersion,
    async regions({ task, regions }) {
      return Object.fromEntries(
        regions.map(({ region, signals }) => [region, textSimilarity(task, signals.join(" "))]),
      );
    },
    async listings({ task, listings }) {
      return listings
        .map((listing) => ({ ...listing, relevance: textSimilarity(task, listing.description) }))
        .sort((a, b) => b.relevance - a.relevance);
    },
  };
}

export function examplePlanner(): Planner {
  return {
    specificationVersion,
    outline: async ({ bundle }) => ({ steps: outlineSkill(bundle), missing: [], env: [] }),
  };
}

export function exampleJudge(): Judge {
  return {
    specificationVersion,
    id: "example",
    judge: async () => ({ status: "clean", detail: "Nothing found." }),
  };
}

export function exampleLogger(): Logger {
  return { specificationVersion, log: () => {} };
}

export function exampleApprover(): Approver {
  return { specificationVersion, answers: "host", approve: async () => ({ decision: "later" }) };
}

export function exampleReviewer(): Reviewer {
  return { specificationVersion, review: async () => '{"action":"none"}' };
}
