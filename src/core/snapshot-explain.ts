import { z } from "zod";
import { FAILURES } from "./facts.js";
import { isLessonKey, isName, isPinText, isTime } from "./names.js";
import { once } from "./once.js";

/** What each part should look like. Only asked when the fast check in the readers has found it wanting. */
const parts = once(() => {
  const count = z.int().min(0);
  const ratio = z.number().min(0).max(1);
  const name = z.custom<string>(isName, "expected 1 to 64 printable characters");
  const pinText = z.custom<string>(isPinText, "expected at most 128 printable characters");
  const lessonKey = z.custom<string>(isLessonKey, "expected a plain name of 1 to 64 characters");
  const time = z.custom<number>(isTime, "expected milliseconds since 1970");
  const date = z.string().regex(/^\d{4}-\d{2}-\d{2}/, "expected a date such as 2026-02-24");

  const candidate = z.looseObject({
    slug: z.string(),
    source: z.string().optional(),
    owner: z.string().optional(),
    key: z.string().optional(),
    version: pinText,
    digest: pinText.optional(),
    weight: ratio,
    runs: z.looseObject({ success: count, fail: count, recent_successes_7d: count.optional() }),
    last_fail: z
      .looseObject({ type: z.enum(FAILURES), date: date.optional(), at: time.optional() })
      .nullish(),
    side_effects: z.array(z.string().min(1).max(200)).max(64),
    skill_md_chars: count,
    reflex: z.boolean().optional(),
    streak: count.optional(),
    consecutive: count.optional(),
    streak_runs: count.optional(),
    success_times: z.array(time).max(256).optional(),
    evidence: z.tuple([z.number().min(0), z.number().min(0)]).optional(),
    last_used_at: time.optional(),
    retention_declined_at: count.optional(),
    examples: z.array(z.array(name).min(1).max(16)).max(20).optional(),
    wrote_before: z
      .array(pinText.refine((digest) => digest !== ""))
      .min(1)
      .max(8)
      .optional(),
  });

  const region = z.looseObject({
    candidates: z.array(z.unknown()),
    last_used: date,
    last_used_at: time.optional(),
  });

  const lesson = z.discriminatedUnion("type", [
    z.object({ type: z.literal("dependency_warning"), region: name, key: lessonKey, confidence: ratio }),
    z.object({ type: z.literal("env_ready"), region: name, key: lessonKey, confidence: ratio }),
    z.object({
      type: z.literal("skill_quality_warning"),
      slug: z.string(),
      detail: z.string(),
      confidence: ratio,
    }),
  ]);

  return {
    candidate,
    region,
    lesson,
    "region name": name,
    pattern: z.looseObject({ signal: z.array(name), region: name }),
    observation: z.looseObject({ kind: z.enum(["dependency", "env"]), region: name, key: lessonKey, count }),
    batch: z.tuple([z.string().min(1).max(256), time]),
    "skill key": z.string().regex(/^[a-z][a-z0-9-]*:./, "expected source:reference"),
    blacklist: z.array(z.string()),
    list: z.array(z.unknown()),
    object: z.looseObject({}),
    count,
    time,
    version: z.literal(1),
    unknown: z.never("nested too deeply to be kept"),
  } as const satisfies Readonly<Record<string, z.ZodType>>;
});

/** The kinds of part that a file consists of. */
export type SnapshotPart = keyof ReturnType<typeof parts>;

/** What is wrong with a part, in one line; the text never repeats the file's own strings. */
export function explainPart(part: SnapshotPart, value: unknown): string {
  const { error } = parts()[part].safeParse(value);
  const issues = error?.issues.slice(0, 3) ?? [];
  if (issues.length === 0) return `its values contradict each other or name no ${part}`;
  return issues
    .map(({ path, message }) => [path.map(String).join("."), message].filter(Boolean).join(": "))
    .join("; ");
}
