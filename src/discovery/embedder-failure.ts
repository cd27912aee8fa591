import { type CortexFailure, failure } from "../core/errors.js";
import type { Embedder } from "../ports/embedder.js";

/** What an answer says when another model had to give it. */
export function embedderFailure({ id }: Embedder, cause: unknown): CortexFailure {
  const why = cause instanceof Error ? cause.message : String(cause);
  return failure("embedder-failed", `Embedder ${id} failed (${why}); another model answers instead.`, {
    embedder: id,
  });
}
