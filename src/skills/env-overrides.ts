import { blockedName, isSensitiveName } from "./blocked-env.js";
import { entryOf, type SkillsConfig } from "./config.js";
import { namesOnly, withPublicFace } from "./secret-record.js";
import { configKey, type Skill } from "./skill.js";

/** Why a configured variable is not set. */
export type EnvRefusal =
  | "already-set"
  | "blocked-name"
  | "invalid-name"
  | "not-declared"
  | "null-byte"
  | "too-long"
  | "conflict"
  | "key-of-another-skill"
  | "unresolved-reference";

/** The variables of one run, as a value. Values are secrets: logged or written as JSON, `env` shows names only. */
export interface EnvOverrides {
  readonly env: Readonly<Record<string, string>>;
  /** Which skill each variable is for. */
  readonly set: readonly { readonly name: string; readonly skill: string; readonly from: "env" | "apiKey" }[];
  readonly refused: readonly { readonly name: string; readonly skill: string; readonly reason: EnvRefusal }[];
}

/** The longest value Linux passes to a program is 128 KiB; keys are far shorter. */
const VALUE_MAXIMUM = 32_768;

/**
 * The variables that the configuration gives to these skills. What the environment already has wins.
 * Credentials reach only a run with a skill that declares them (`primaryEnv`, `requires.env`).
 */
export function resolveEnvOverrides(
  skills: readonly Skill[],
  config: SkillsConfig,
  base: Readonly<Record<string, string | undefined>>,
  options: {
    /** Names of all skills that exist, of which the run may have only some. */
    readonly names?: readonly string[];
  } = {},
): EnvOverrides {
  const env: Record<string, string> = Object.create(null);
  const set: { name: string; skill: string; from: "env" | "apiKey" }[] = [];
  const refused: { name: string; skill: string; reason: EnvRefusal }[] = [];
  const names = new Set([...skills.map(({ name }) => name), ...(options.names ?? [])]);
  for (const skill of skills) {
    const entry = entryOf(config, skill);
    if (entry === undefined || !entry.enabled) continue;
    // Any skill may claim a `skillKey`; one that is another skill's name would get that skill's secrets.
    const key = configKey(skill);
    const claimed = key !== skill.name && names.has(key);
    const wanted: { name: string; value: string | undefined; from: "env" | "apiKey" }[] = [];
    for (const [name, value] of Object.entries(entry.env)) wanted.push({ name, value, from: "env" });
    const { primaryEnv } = skill.metadata;
    const hasKey = entry.apiKey !== undefined || entry.apiKeyByReference;
    if (primaryEnv !== undefined && hasKey && !Object.hasOwn(entry.env, primaryEnv)) {
      wanted.push({ name: primaryEnv, value: entry.apiKey, from: "apiKey" });
    }
    for (const { name, value, from } of wanted) {
      const reason = claimed ? "key-of-another-skill" : refusal(name, value, skill, base, env);
      if (reason === "same") continue;
      if (reason !== undefined) refused.push({ name, skill: skill.name, reason });
      else {
        env[name] = value ?? "";
        set.push({ name, skill: skill.name, from });
      }
    }
  }
  return { env: withPublicFace(env, () => namesOnly(env)), set, refused };
}

function refusal(
  name: string,
  value: string | undefined,
  skill: Skill,
  base: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string>>,
): EnvRefusal | "same" | undefined {
  const blocked = blockedName(name);
  if (blocked !== undefined) return blocked;
  const { primaryEnv, requires } = skill.metadata;
  if (isSensitiveName(name) && name !== primaryEnv && !requires.env.includes(name)) return "not-declared";
  if (value === undefined) return (base[name] ?? "").trim() === "" ? "unresolved-reference" : "already-set";
  if (value.includes("\0")) return "null-byte";
  if (value.length > VALUE_MAXIMUM) return "too-long";
  if ((base[name] ?? "").trim() !== "") return "already-set";
  if (!Object.hasOwn(env, name) && !(name in env)) return undefined;
  return env[name] === value ? "same" : "conflict";
}

/** A complete environment for `spawn`: the base with the overrides on top. `process.env` stays as it is. */
export function spawnEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  overrides: Pick<EnvOverrides, "env">,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) if (value !== undefined) result[name] = value;
  return Object.assign(result, overrides.env);
}
