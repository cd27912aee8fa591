import { z } from "zod";

/** Only what is used, and as loosely as the public clients read it: unknown keys are ignored. */
const handle = z.object({ handle: z.string().nullish() }).nullish();

export const searchSchema = z.object({
  results: z.array(
    z.object({
      slug: z.string().nullish(),
      displayName: z.string().nullish(),
      summary: z.string().nullish(),
      version: z.string().nullish(),
      downloads: z.number().nullish(),
      updatedAt: z.number().nullish(),
      ownerHandle: z.string().nullish(),
      owner: handle,
      publisher: handle,
      source: z.string().nullish(),
      stats: z.object({ stars: z.number().nullish(), downloads: z.number().nullish() }).nullish(),
    }),
  ),
});

export const skillSchema = z.object({
  skill: z
    .object({
      slug: z.string(),
      displayName: z.string(),
      summary: z.string().nullish(),
      updatedAt: z.number().nullish(),
      stats: z.object({ stars: z.number().nullish(), downloads: z.number().nullish() }).nullish(),
    })
    .nullable(),
  latestVersion: z.object({ version: z.string() }).nullish(),
  owner: handle,
  moderation: z
    .object({
      isSuspicious: z.boolean().nullish(),
      isMalwareBlocked: z.boolean().nullish(),
      isPendingScan: z.boolean().nullish(),
      verdict: z.string().nullish(),
      reasonCodes: z.array(z.string()).nullish(),
    })
    .nullish(),
});

export const versionSchema = z.object({
  version: z.object({
    version: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })).nullish(),
    security: z
      .object({
        status: z.string().nullish(),
        hasWarnings: z.boolean().nullish(),
        scanners: z.record(z.string(), z.unknown()).nullish(),
      })
      .nullish(),
  }),
});

export const versionsSchema = z.object({
  items: z.array(z.object({ version: z.string(), createdAt: z.number().nullish() })),
});

const githubSource = z.object({
  repo: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  path: z.string(),
  contentHash: z.string().nullish(),
});

export const installSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    installKind: z.enum(["archive", "github"]),
    archive: z.object({ version: z.string() }).nullish(),
    github: githubSource.nullish(),
  }),
  z.object({ ok: z.literal(false), reason: z.string().nullish(), message: z.string().nullish() }),
]);

export const githubDownloadSchema = githubSource.extend({ sourceRef: z.literal("public-github") });

export const ambiguousSchema = z.object({
  code: z.literal("AMBIGUOUS_SKILL_SLUG"),
  matches: z.array(z.object({ ownerHandle: z.string(), slug: z.string() })),
});

export const verdictsSchema = z.object({
  items: z.array(
    z.object({
      requestedSlug: z.string().nullish(),
      slug: z.string().nullish(),
      publisherHandle: z.string().nullish(),
      requestedVersion: z.string().nullish(),
      version: z.string().nullish(),
      security: z.object({ status: z.string().nullish() }).nullish(),
    }),
  ),
});

export type SkillAnswer = z.infer<typeof skillSchema>;
export type VersionAnswer = z.infer<typeof versionSchema>;
export type GitHubSource = z.infer<typeof githubSource>;
