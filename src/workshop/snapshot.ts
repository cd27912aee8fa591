import { err, ok, type Result } from "neverthrow";
import { z } from "zod";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Proposal } from "./proposal.js";
import { PROPOSAL_STATUSES } from "./proposal.js";
import {
  type Edit,
  EMPTY_WORKSHOP,
  type SkillRecord,
  type WatchedCorrection,
  type WorkshopState,
} from "./state.js";

const text = z.string();
const time = z.number();
const digest = z.union([text, z.null()]);
const changeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("create"), description: text, body: text }),
  z.object({ kind: z.literal("append"), section: text, body: text, description: text.optional() }),
  z.object({ kind: z.literal("replace"), oldText: text, newText: text }),
  z.object({ kind: z.literal("support_file"), relativePath: text, body: text }),
  z.object({
    kind: z.literal("draft"),
    fingerprint: text,
    slug: text,
    files: z.array(z.object({ path: text, text, executable: z.boolean() })),
  }),
]);
const proposalSchema = z.looseObject({
  id: text.min(1),
  createdAt: time,
  updatedAt: time,
  workspaceDir: text,
  skillName: text,
  title: text,
  reason: text,
  source: z.enum(["tool", "agent_end", "reviewer", "experience"]),
  status: z.enum(PROPOSAL_STATUSES),
  change: changeSchema,
  scanFindings: z.array(z.looseObject({ rule: text, severity: z.enum(["critical", "warn"]) })).optional(),
  revision: z.int().min(1),
  base: z.array(z.looseObject({ path: text, digest, result: digest })),
  held: z.boolean(),
  transitions: z.array(
    z.looseObject({ at: time, actor: text, from: text, to: text, what: text, reason: text }),
  ),
});
const editSchema = z.looseObject({
  id: text,
  at: time,
  actor: text,
  proposalId: text,
  skillName: text,
  reason: text,
  files: z.array(z.looseObject({ path: text, before: digest, after: digest, executable: z.boolean() })),
});
const watchSchema = z.looseObject({
  skillName: text,
  text,
  seen: z.array(z.looseObject({ at: time, sessionId: text })),
});
const countsSchema = z.object({
  selected: time,
  applied: time,
  succeeded: time,
  corrected: time,
  lastAt: time,
});
const skillSchema = z.looseObject({
  pinned: z.boolean(),
  lifecycle: z.enum(["active", "stale", "archived"]),
  lastUsedAt: time,
  versions: z.record(text, countsSchema),
});
const count = z.int().min(0).catch(0);
const reviewSchema = z
  .object({
    turnsSinceReview: count,
    toolCallsSinceReview: count,
    failures: count,
    lastReviewAt: time.optional().catch(undefined),
    leaseUntil: time.optional().catch(undefined),
  })
  .catch({ turnsSinceReview: 0, toolCallsSinceReview: 0, failures: 0 });

/** Reads a stored document. Parts that can't be understood are kept aside in `unreadable`, never dropped and never used. */
export function parseWorkshop(source: string): Result<WorkshopState, CortexFailure> {
  let document: unknown;
  try {
    document = JSON.parse(source);
  } catch {
    return err(failure("store-corrupt", "The workshop document is not valid JSON."));
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return err(failure("store-corrupt", "The workshop document is not an object."));
  }
  const raw = document as Record<string, unknown>;
  if (typeof raw.version === "number" && raw.version > 1) {
    return err(
      failure("store-newer-version", "The workshop document was written by a newer release.", {
        version: raw.version,
      }),
    );
  }
  const unreadable: unknown[] = Array.isArray(raw.unreadable) ? [...raw.unreadable] : [];
  const items = <T>(value: unknown, schema: z.ZodType): readonly T[] => {
    if (value !== undefined && !Array.isArray(value)) unreadable.push(value);
    const all: readonly unknown[] = Array.isArray(value) ? value : [];
    const understood = all.map((item) => schema.safeParse(item).success);
    unreadable.push(...all.filter((_, index) => understood[index] === false));
    return all.filter((_, index) => understood[index] === true) as readonly T[];
  };
  const skills: [string, SkillRecord][] = [];
  for (const [name, record] of Object.entries(isRecord(raw.skills) ? raw.skills : {})) {
    if (skillSchema.safeParse(record).success) skills.push([name, record as SkillRecord]);
    else unreadable.push({ [name]: record });
  }
  return ok({
    ...EMPTY_WORKSHOP,
    proposals: items<Proposal>(raw.proposals, proposalSchema),
    edits: items<Edit>(raw.edits, editSchema),
    review: withoutUndefined(reviewSchema.parse(raw.review)),
    watch: items<WatchedCorrection>(raw.watch, watchSchema),
    skills: Object.fromEntries(skills),
    unreadable,
  });
}

const written = new WeakMap<object, string>();

/** The document as text. Proposals and edits never change in place, so each is turned into text once. */
export function serialiseWorkshop(state: WorkshopState): string {
  const list = (items: readonly object[]): string => `[${items.map(once).join(",\n")}]`;
  const rest = JSON.stringify({
    review: state.review,
    watch: state.watch,
    skills: state.skills,
    unreadable: state.unreadable,
  });
  return `{"version":1,"proposals":${list(state.proposals)},\n"edits":${list(state.edits)},\n${rest.slice(1)}\n`;
}

function once(item: object): string {
  const known = written.get(item);
  if (known !== undefined) return known;
  const json = JSON.stringify(item);
  written.set(item, json);
  return json;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
