import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Embedder } from "../ports/embedder.js";
import { parseEmbeddings } from "./endpoint-answer.js";
import { endpointAddress, postJson } from "./endpoint-request.js";
import { normalise } from "./static-table.js";

/** How to reach an OpenAI-compatible `/v1/embeddings` endpoint. */
export interface EndpointEmbedderOptions {
  /** Up to and including `/v1`; https, or http on this machine. */
  readonly baseUrl: string;
  readonly model: string;
  /** What the model answers with; an answer of another length is a failure. */
  readonly dimensions: number;
  /** Asks the endpoint for `dimensions`, for models that can shorten their vectors. @defaultValue false */
  readonly shorten?: boolean;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Put before requests, as the model's authors say, for example `query: `. @defaultValue "" */
  readonly queryPrefix?: string;
  /** Put before descriptions. @defaultValue "" */
  readonly documentPrefix?: string;
  /** Texts in one request. @defaultValue 64 */
  readonly batchSize?: number;
  /** For one request. @defaultValue 15000 */
  readonly timeoutMs?: number;
  /** Further tries after 408, 429, 5xx and network failures. @defaultValue 2 */
  readonly retries?: number;
  /** @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch;
}

const BATCH_SIZE = 64;

/** Any OpenAI-compatible embeddings endpoint. Texts leave this process: descriptions, and what the user asks. */
export function createEndpointEmbedder(options: EndpointEmbedderOptions): Embedder {
  const address = endpointAddress(options.baseUrl);
  const prefixes = { query: options.queryPrefix ?? "", document: options.documentPrefix ?? "" };
  async function embedBatch(texts: readonly string[], context: PortContext | undefined) {
    const body = {
      model: options.model,
      input: texts,
      encoding_format: "float",
      ...(options.shorten === true ? { dimensions: options.dimensions } : {}),
    };
    const answer = await postJson({ ...options, address, body }, context);
    return parseEmbeddings(answer, { texts: texts.length, dimensions: options.dimensions }).map(normalise);
  }
  return {
    specificationVersion: "v1",
    // Other prefixes give other vectors.
    id: ["endpoint", options.model, String(options.dimensions), prefixes.query, prefixes.document]
      .map(encodeURIComponent)
      .join(":"),
    dimensions: options.dimensions,
    async embed({ texts, kind }, context) {
      const size = options.batchSize ?? BATCH_SIZE;
      if (!(size >= 1)) throw new CortexError("config-invalid", "batchSize must be at least 1.");
      const vectors: Float32Array[] = [];
      for (let begin = 0; begin < texts.length; begin += size) {
        const batch = texts.slice(begin, begin + size).map((text) => prefixes[kind] + text);
        vectors.push(...(await embedBatch(batch, context)));
      }
      return vectors;
    },
  };
}
