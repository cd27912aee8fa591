import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import { safeText } from "../text/safe-text.js";

/** A skill on GitHub: a folder with a SKILL.md inside a repository. */
export interface GitHubFolder {
  /** `owner/name`. */
  readonly repo: string;
  /** Below the root; empty when the repository itself is the skill. */
  readonly path: string;
}

/** Splits `github:owner/name[/path…]`; anything else is `input-invalid`. */
export function gitHubFolder(key: SkillKey): GitHubFolder {
  const parsed = parseSkillKey(key);
  if (parsed === undefined || parsed.source !== "github") {
    throw new CortexError("input-invalid", `"${safeText(key, 120)}" is not a GitHub skill key.`);
  }
  const [owner = "", name = "", ...path] = parsed.reference.split("/");
  return { repo: `${owner}/${name}`, path: path.join("/") };
}

/** The key of a folder, or undefined when a name in it does not follow the pattern. */
export function gitHubKey({ repo, path }: GitHubFolder): SkillKey | undefined {
  const key = `github:${repo}${path === "" ? "" : `/${path}`}`;
  return parseSkillKey(key) === undefined ? undefined : key;
}

/** Branches and tags move; only a full commit names bytes. */
export function requireCommit(version: string): string {
  if (/^[0-9a-f]{40}$/.test(version)) return version;
  throw new CortexError("version-not-found", "A version on GitHub is a commit: 40 hexadecimal digits.", {
    details: { version: safeText(version, 80) },
  });
}
