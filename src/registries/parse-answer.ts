import type { z } from "zod";
import { CortexError } from "../core/errors.js";

/** Checks a registry's answer against what we rely on; `registry-answer-invalid` names the first bad field. */
export function parseAnswer<T>(schema: z.ZodType<T>, value: unknown, host: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue === undefined ? "" : issue.path.join(".");
  throw new CortexError(
    "registry-answer-invalid",
    `${host} gave an answer we can't use (field "${field}").`,
    {
      details: { field },
    },
  );
}
