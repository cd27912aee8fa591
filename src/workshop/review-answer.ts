import { err, ok, type Result } from "neverthrow";
import { z } from "zod";
import { type CortexFailure, failure } from "../core/errors.js";

const line = z.string().trim().min(1).max(400);
const body = z.string().min(1).max(200_000);
const target = { skillName: line, title: line.optional(), reason: line.optional() };

const answerSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("none") }),
  z.object({ action: z.literal("create"), ...target, description: line.optional(), body }),
  z.object({
    action: z.literal("append"),
    ...target,
    description: line.optional(),
    section: line.default("Workflow"),
    body,
  }),
  z.object({ action: z.literal("replace"), ...target, oldText: body, newText: z.string().max(200_000) }),
]);

/** What a reviewer may answer. */
export type ReviewAnswer = z.infer<typeof answerSchema>;

/** Reads the one JSON object of an answer: bare, in a fence, or with words around it. */
export function parseReviewAnswer(raw: string): Result<ReviewAnswer, CortexFailure> {
  const candidates = [
    raw,
    /```[a-zA-Z]*\s*\n([\s\S]*?)```/.exec(raw)?.[1],
    raw.slice(raw.indexOf("{"), raw.lastIndexOf("}") + 1),
  ];
  for (const candidate of candidates) {
    const value = candidate === undefined ? undefined : jsonObject(candidate);
    if (value === undefined) continue;
    const parsed = answerSchema.safeParse(value);
    if (parsed.success) return ok(parsed.data);
    const where = parsed.error.issues.map((issue) => issue.path.join(".") || "action").join(", ");
    return err(failure("port-answer-invalid", `the answer does not follow the schema: ${where}`));
  }
  return err(failure("port-answer-invalid", "the answer is not a JSON object"));
}

function jsonObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.trim());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
