import { z } from "zod";
import { CortexError } from "../core/errors.js";

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

/** The vectors of an answer in the order of the texts; anything else than one of the right length for each is a failure. */
export function parseEmbeddings(
  answer: unknown,
  expected: { readonly texts: number; readonly dimensions: number },
): readonly Float32Array[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw wrong("The endpoint's answer is no list of embeddings.");
  const vectors = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: expected.texts }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw wrong(`The endpoint left out text ${index + 1} of ${expected.texts}.`);
    if (vector.length !== expected.dimensions)
      throw wrong(
        `The endpoint's vectors have ${vector.length} dimensions, not the ${expected.dimensions} that were configured.`,
      );
    return Float32Array.from(vector);
  });
}

function wrong(message: string): CortexError {
  return new CortexError("embedder-failed", message);
}
