import { z } from "zod";
import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import { safeText } from "../text/safe-text.js";

/** The one edition of the discovery draft that is read; editions without digests can't be verified. */
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** Where every site keeps its index. */
export const INDEX_PATH = ".well-known/agent-skills/index.json";

const indexSchema = z.object({ $schema: z.string(), skills: z.array(z.unknown()) });

const entrySchema = z.object({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  type: z.enum(["skill-md", "archive"]),
  description: z.string().min(1).max(1024),
  url: z.string().min(1).max(2000),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});

/** One skill of a site's index. The digest covers the bytes behind `url` and is the version. */
export interface WellKnownSkill extends z.infer<typeof entrySchema> {
  readonly key: SkillKey;
}

/** The skills of an index; one that breaks the draft's rules is left out and reported. */
export function parseIndex(
  value: unknown,
  host: string,
  report: (diagnostic: Diagnostic) => void,
): readonly WellKnownSkill[] {
  const parsed = indexSchema.safeParse(value);
  if (!parsed.success || parsed.data.$schema !== SCHEMA) {
    throw new CortexError(
      "registry-answer-invalid",
      `${host} has no index of the discovery draft 0.2.0 (other editions publish no digests or are unknown).`,
    );
  }
  const skills = new Map<string, WellKnownSkill>();
  for (const item of parsed.data.skills) {
    const entry = entrySchema.safeParse(item);
    const problem = entry.success
      ? skills.has(entry.data.name) && "its name is listed twice"
      : `its field "${entry.error.issues[0]?.path.join(".") ?? ""}" is not valid`;
    const key = entry.success ? `well-known:${host}/${entry.data.name}` : "";
    if (entry.success && problem === false && parseSkillKey(key) !== undefined) {
      skills.set(entry.data.name, { ...entry.data, key });
      continue;
    }
    report({
      code: "listing-skipped",
      severity: "warning",
      message: `${host} lists "${nameOf(item)}", which was left out: ${problem || "its name can't be a key"}.`,
    });
  }
  return [...skills.values()];
}

function nameOf(item: unknown): string {
  const name = typeof item === "object" && item !== null && "name" in item ? item.name : undefined;
  return typeof name === "string" ? safeText(name, 80) : "";
}
