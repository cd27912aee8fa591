import { z } from "zod";
import { FAILURES, type RunResult } from "../core/facts.js";
import { parseSkillKey } from "../core/identity.js";
import type { Listing } from "../core/listing.js";
import type { Registry } from "../ports/registry.js";

/** What ports answer is checked like any input: types may lie, adapters are other people's code. */

const text = (maximum: number) => z.string().transform((value) => value.slice(0, maximum));
const count = z.number().nonnegative().optional().catch(undefined);
const scan = z.enum(["clean", "suspicious", "malicious", "pending", "error", "unknown"]).catch("unknown");

const listing = z.object({
  key: z.string().refine((key) => parseSkillKey(key) !== undefined),
  name: text(200),
  description: text(4000).catch(""),
  version: text(128).catch(""),
  url: z.string().max(2000).optional().catch(undefined),
  stars: count,
  downloads: count,
  updatedAt: count,
  scan,
});

/** Malformed results are left out; a registry can't speak for another source or vouch for itself. */
export function listingsSchema(registry: Registry): z.ZodType<readonly Listing[]> {
  return z.array(z.unknown()).transform((rows, context) => {
    const listings = rows.slice(0, 200).flatMap((row): Listing[] => {
      const parsed = listing.safeParse(row);
      if (!parsed.success || !parsed.data.key.startsWith(`${registry.id}:`)) return [];
      const { url, stars, downloads, updatedAt, ...rest } = parsed.data;
      return [
        {
          ...rest,
          source: registry.id,
          reviewed: registry.reviewed,
          ...(url === undefined ? {} : { url }),
          ...(stars === undefined ? {} : { stars }),
          ...(downloads === undefined ? {} : { downloads }),
          ...(updatedAt === undefined ? {} : { updatedAt }),
        },
      ];
    });
    // Not one usable result among some is a broken registry, not an empty one.
    if (rows.length > 0 && listings.length === 0)
      context.addIssue({ code: "custom", message: "No result has the shape of a listing." });
    return listings;
  });
}

const results = ["success", ...FAILURES] as const satisfies readonly RunResult[];

/** What a runner or a host reports of a run. */
export const executionOutcomeSchema = z.object({
  result: z.enum(results),
  missing: z
    .array(
      z
        .string()
        .max(64)
        .regex(/^[A-Za-z0-9_.+-]+$/),
    )
    .max(20)
    .optional(),
  sideEffects: z.array(z.string().max(500)).max(100).optional(),
});

/** What a confirmer answers. */
export const confirmerAnswerSchema = z.object({
  choice: z.string().max(64),
  keys: z.array(z.string().max(500)).max(20).optional(),
});

/** What a notifier answers. */
export const noticeOutcomeSchema = z.enum(["proceed", "cancel", "undeliverable"]);

const pin = z.object({ key: z.string(), version: z.string(), digest: z.string() });

/** What an installer answers. */
export const installAnswerSchema = z.object({ pin, location: z.string() });

/** What an installer says when a lease ends. */
export const releaseAnswerSchema = z.object({ removed: z.boolean() });

/** What a provisioner answers. */
export const provisionAnswerSchema = z.object({ installed: z.array(z.string()) });

const bundle = z.object({
  files: z.array(
    z.object({ path: z.string(), bytes: z.instanceof(Uint8Array), executable: z.boolean().optional() }),
  ),
});

/** What a registry's `fetch` answers. */
export const bundleSchema = bundle;

/** What an installer's `read` answers. */
export const readAnswerSchema = z.object({ location: z.string(), bundle }).optional();

/** What an installer lists. */
export const installedSchema = z.array(
  z.object({
    key: z.string(),
    version: z.string(),
    digest: z.string().optional(),
    location: z.string(),
    ours: z.boolean(),
    leases: z.array(z.string()),
  }),
);

/** What a catalog answers. */
export const ownedSchema = z.array(
  z.object({ name: z.string(), description: z.string(), location: z.string(), key: z.string().optional() }),
);

const verdicts = z.array(z.object({ by: text(100), status: scan, detail: text(2000).optional() }));

/** What a registry's `describe` answers. */
export const skillVersionSchema = z.object({
  key: z.string(),
  version: z.string(),
  name: text(200),
  description: text(4000),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  verdicts,
  blocked: z.boolean(),
  stars: z.number().optional(),
  downloads: z.number().optional(),
});

/** What a planner answers. */
export const outlineSchema = z.object({
  steps: z.array(z.string()),
  missing: z.array(
    z.object({
      kind: z.enum(["bin", "env", "config"]),
      name: z.string(),
      argv: z.array(z.array(z.string().max(2000)).max(100)).max(20),
    }),
  ),
  env: z.array(z.string()),
  lookups: z.array(z.object({ name: z.string(), present: z.boolean() })).optional(),
});

const probability = z.number().min(0).max(1);

/** What a matcher says of regions. */
export const regionScoresSchema = z.record(z.string(), probability);

/** What a matcher says of listings: the same ones, scored. */
export const scoredListingsSchema = z.array(z.looseObject({ key: z.string(), relevance: probability }));

/** What a store lists. */
export const keysSchema = z.array(z.string());

/** What a store reads. */
export const documentSchema = z.object({ text: z.string(), revision: z.string() }).optional();

/** How a store's compare-and-swap ended. */
export const swapSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("committed"), revision: z.string() }),
  z.object({ outcome: z.literal("conflict") }),
]);
