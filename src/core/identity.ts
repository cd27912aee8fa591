/**
 * Who a skill is. A key names the source and the owner, because a bare slug is
 * not unique in any public registry; a pin adds the exact bytes.
 */

/** `<source>:<reference>`, for example `clawhub:@alice/todoist-cli`. */
export type SkillKey = string;

/** One immutable state of a skill: consent, reflex and leases are bound to it. */
export interface Pin {
  readonly key: SkillKey;
  /** A semver version, a 40-hex commit (GitHub) or a digest (well-known). */
  readonly version: string;
  /** `sha256:<64 hex>` over the whole file tree, see `safety/tree-digest.ts`. */
  readonly digest: string;
}

const SEGMENT = "[a-z0-9][a-z0-9._-]{0,63}";
const SOURCE = /^[a-z][a-z0-9-]{0,31}$/;

/** What a reference may look like, per source. Other sources use `other`. */
const REFERENCE_PATTERNS: Readonly<Record<string, RegExp>> = {
  clawhub: new RegExp(`^(?:@${SEGMENT}/)?${SEGMENT}$`),
  github: /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}(?:\/[A-Za-z0-9._-]{1,100}){0,8}$/,
  "well-known": new RegExp(`^[a-z0-9.-]{1,253}(?::[0-9]{1,5})?/${SEGMENT}$`),
  other: new RegExp(`^(?:@?${SEGMENT}/)?${SEGMENT}$`),
};

export interface SkillReference {
  readonly source: string;
  readonly reference: string;
  /** The last segment: what a person calls the skill. */
  readonly slug: string;
  readonly owner: string | undefined;
}

/** Splits a key; `undefined` when it does not follow its source's pattern. */
export function parseSkillKey(key: SkillKey): SkillReference | undefined {
  const colon = key.indexOf(":");
  if (colon < 0) return undefined;
  const source = key.slice(0, colon);
  const reference = key.slice(colon + 1);
  if (!SOURCE.test(source)) return undefined;
  const pattern = Object.hasOwn(REFERENCE_PATTERNS, source)
    ? REFERENCE_PATTERNS[source]
    : REFERENCE_PATTERNS.other;
  if (pattern === undefined || !pattern.test(reference)) return undefined;
  const segments = reference.split("/");
  if (segments.some((segment) => segment === ".." || segment === ".")) return undefined;
  const slug = segments.at(-1) ?? reference;
  const first = segments[0];
  const owner = segments.length > 1 && first !== undefined ? first.replace(/^@/, "") : undefined;
  return { source, reference, slug, owner };
}

/** True when two keys can mean the same skill: equal, or one is the other's bare slug. */
export function sameSkill(left: SkillKey, right: SkillKey): boolean {
  if (left === right) return true;
  const a = parseSkillKey(left);
  const b = parseSkillKey(right);
  if (a === undefined || b === undefined || a.source !== b.source || a.slug !== b.slug) return false;
  return a.owner === undefined || b.owner === undefined;
}

export function samePin(left: Pin, right: Pin): boolean {
  return left.key === right.key && left.version === right.version && left.digest === right.digest;
}
