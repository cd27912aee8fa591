import { z } from "zod";

const strings = z.array(z.string()).readonly();
const phrases = strings.exactOptional();
const skillSchema = z.object({
  id: z.string(),
  name: z.string().exactOptional(),
  description: z.string(),
  triggers: z.object({ any: phrases, all: phrases, none: phrases }).exactOptional(),
  examples: z.array(strings).readonly().exactOptional(),
  body: z.string().exactOptional(),
});
const count = z.int().nonnegative();
const headerSchema = z.object({
  format: z.literal(3),
  embedder: z.string(),
  dimensions: z.int().positive().max(65_536),
  calibration: z.object({
    embedder: z.string(),
    serves: z.array(z.number()).length(3).readonly(),
    chosen: z.array(z.number()).length(2).readonly(),
    cases: count,
  }),
  skills: z
    .array(
      z.object({
        skill: skillSchema,
        vectors: z.object({
          clauses: count,
          triggers: count,
          examples: count,
          centrality: z.number(),
        }),
      }),
    )
    .readonly(),
});

/** What stands before the vectors of a saved index. */
export type IndexHeader = Readonly<z.infer<typeof headerSchema>>;

/** The header and where it ends; undefined when the bytes are no saved index. */
export function parseIndexHeader(
  bytes: Uint8Array,
  magic: string,
): { readonly value: IndexHeader; readonly end: number } | undefined {
  const decoder = new TextDecoder();
  if (bytes.length < 8 || decoder.decode(bytes.subarray(0, 4)) !== magic) return undefined;
  const end = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (end > bytes.length) return undefined;
  try {
    const parsed = headerSchema.safeParse(JSON.parse(decoder.decode(bytes.subarray(8, end))));
    return parsed.success ? { value: parsed.data, end } : undefined;
  } catch {
    return undefined;
  }
}
