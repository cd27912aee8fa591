import type { PortContext } from "../ports/context.js";
import { exampleKey, exampleWords } from "./example-words.js";
import { leanOf } from "./leaning.js";
import type { PreparedRequest } from "./score-request.js";
import type { Shelf } from "./shelf.js";
import { termsOf } from "./terms.js";
import type { VectorSpace } from "./vector-space.js";

/** A request, and the questions that it is measured against; undefined when only words can be compared. */
export interface Prepared {
  readonly request: PreparedRequest;
  readonly answered: readonly Float32Array[] | undefined;
}

/** Requests are compared by their first part: nobody says what they want on page ten. */
const MAXIMUM_REQUEST = 4000;

/** Everything about a request that does not depend on who competes. */
export async function prepareRequest(
  message: string,
  { space, shelf }: { readonly space: VectorSpace; readonly shelf: Shelf },
  context?: PortContext,
): Promise<Prepared> {
  const text = message.slice(0, MAXIMUM_REQUEST);
  const understood = space.embedder.understands?.(text) ?? true;
  const words = shelf.learned.size === 0 ? [] : exampleWords(text);
  const [embedded] = await space.embed(understood && text.trim() !== "" ? [text] : [], "query", context);
  // All zeros: nothing in the text has a vector.
  const vector = embedded?.some((value) => value !== 0) === true ? embedded : undefined;
  const usual = vector === undefined ? undefined : await space.usual(context);
  return {
    request: {
      message: text,
      vector,
      lean: vector === undefined || usual === undefined ? 0 : leanOf(usual.leaning, vector),
      key: exampleKey(words),
      coverage: shelf.words.cover(termsOf(text)),
      exampleRarity: shelf.words.rarityOf(termsOf(words.join(" "))),
    },
    answered: usual?.answered,
  };
}
