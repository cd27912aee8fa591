import { canonicalWord } from "../../src/text/canonical-word.js";
import { FILE_KINDS } from "../../src/text/lexicon.js";

/** One sentence of a test set: what must not come out, and what should. */
export interface PlantedSentence {
  readonly text: string;
  readonly entities: readonly string[];
  readonly keep: readonly string[];
}

/** How a filter did on a set: every sentence of which any word of any entity came out, and the share of useful words kept. */
export function measureFilter(
  filter: (text: string) => readonly string[],
  sentences: readonly PlantedSentence[],
): { readonly leaks: readonly { text: string; leaked: readonly string[] }[]; readonly survival: number } {
  const leaks: { text: string; leaked: readonly string[] }[] = [];
  let useful = 0;
  let kept = 0;
  for (const { text, entities, keep } of sentences) {
    const words = filter(text);
    const wanted = keep.map(canonical);
    const secret = new Set(
      entities.flatMap((entity) => [entity, ...entity.split(/[^\p{L}\p{N}]+/u)]).map(canonical),
    );
    // That a file is an image is what the filter is meant to keep of its name.
    for (const entity of entities) secret.delete(FILE_KINDS.get(entity.split(".").at(-1) ?? "") ?? "");
    const leaked = words.filter((word) => secret.has(canonical(word)) && !wanted.includes(canonical(word)));
    if (leaked.length > 0) leaks.push({ text, leaked });
    useful += wanted.length;
    kept += wanted.filter((word) => words.includes(word)).length;
  }
  return { leaks, survival: kept / useful };
}

function canonical(word: string): string {
  const lower = word.normalize("NFKC").toLowerCase();
  return canonicalWord(lower) ?? lower;
}
