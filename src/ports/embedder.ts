import type { PortContext } from "./context.js";

/** The line from requests to be served to questions that are only to be answered, in one embedder's space. */
export interface Leaning {
  /** Scaled so that the two kinds lie two apart on average. */
  readonly direction: ArrayLike<number>;
  /** Where the middle between the two lies along it. */
  readonly middle: number;
}

/** Turns texts into vectors. Vectors are only compared with vectors of the same `id`. */
export interface Embedder {
  readonly specificationVersion: "v1";
  /** Changes whenever the vectors change; stored beside every vector. */
  readonly id: string;
  readonly dimensions: number;
  /** One unit-length vector per text. `kind` lets a model add its own prefix. */
  embed(
    request: { readonly texts: readonly string[]; readonly kind: "query" | "document" },
    context?: PortContext,
  ): Promise<readonly Float32Array[]>;
  /** False when the model can't read this text (another script or language). Without it every text counts as read. */
  understands?(text: string): boolean;
  /** What tells requests that need a skill from those that don't, if the model was taught it. Without it, short lists of both are compared. */
  readonly leaning?: Leaning;
}
