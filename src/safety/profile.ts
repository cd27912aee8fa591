import { type Address, addressesIn, hostWords, isCheap } from "./hosts.js";
import { isLinked } from "./marks.js";
import type { Line } from "./segment.js";

/**
 * What a skill says it is. It never makes a match harmless by itself, because an
 * attacker writes it too; it decides between "block" and "show to a person".
 */
export interface SkillProfile {
  /** Words of its name, title, description and home page. */
  readonly words: ReadonlySet<string>;
  /** How often each host is mentioned. */
  readonly hosts: ReadonlyMap<string, number>;
  /** Hosts that its frontmatter names, such as its home page. */
  readonly declaredHosts: ReadonlySet<string>;
  /** Variables that its frontmatter declares. */
  readonly declaredEnv: ReadonlySet<string>;
  /** True when it is about security: such texts quote attacks. */
  readonly defensive: boolean;
  /** How much it says, in letters of everything that is no code. */
  readonly spoken: number;
}

const DEFENSIVE =
  /\b(?:secur\w*|prompt.injection|malicious|malware|scann\w+|red.?team\w*|threat\w*|vulnerab\w*|audit\w*|guard\w*|safety|vett\w+|harden\w*|jailbreak\w*|moderation|pentest\w*|penetration|forensic\w*|incident|phishing|exploit\w*|attack\w*|defen[cs]\w+|safe|injection|suspicious|alerts?|soc|ctf|yara|privacy)\b/i;
const ENV_NAME = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const WORD = /[a-z][a-z0-9]{2,}/g;

/** Words too common to tie a host to a skill. */
const COMMON = new Set(
  "the and for with use when using from that this your you skill skills agent agents tool tools user users data file files api code run get can into via any all not are how will also create manage search list read write text web app server command line cli helper assistant update backup upload sync setup install installer download cloud service online free best example test com net org www http https".split(
    " ",
  ),
);

export function profileOf(lines: readonly Line[]): SkillProfile {
  const words = new Set<string>();
  const hosts = new Map<string, number>();
  const declaredEnv = new Set<string>();
  const declaredHosts = new Set<string>();
  let about = "";
  let titled = false;
  let spoken = 0;
  for (const line of lines) {
    if (line.region !== "code") spoken += line.text.length;
    if (line.region === "frontmatter") {
      about += `\n${line.text}`;
      for (const name of line.text.match(ENV_NAME) ?? []) declaredEnv.add(name);
    } else if (!titled && line.region === "prose" && line.text.startsWith("# ")) {
      titled = true;
      about += `\n${line.text}`;
    }
    if (isLinked(line)) {
      for (const address of addressesIn(line.text))
        hosts.set(address.host, (hosts.get(address.host) ?? 0) + 1);
    }
  }
  for (const word of about.toLowerCase().match(WORD) ?? []) if (!COMMON.has(word)) words.add(word);
  for (const { host } of addressesIn(about)) {
    declaredHosts.add(host);
    for (const word of hostWords(host)) words.add(word);
  }
  return { words, hosts, declaredHosts, declaredEnv, defensive: DEFENSIVE.test(about), spoken };
}

/** Several files are one skill: what SKILL.md says holds for its scripts. */
export function mergeProfiles(profiles: readonly SkillProfile[]): SkillProfile {
  const hosts = new Map<string, number>();
  for (const profile of profiles) {
    for (const [host, count] of profile.hosts) hosts.set(host, (hosts.get(host) ?? 0) + count);
  }
  return {
    words: new Set(profiles.flatMap((profile) => [...profile.words])),
    hosts,
    declaredHosts: new Set(profiles.flatMap((profile) => [...profile.declaredHosts])),
    declaredEnv: new Set(profiles.flatMap((profile) => [...profile.declaredEnv])),
    defensive: profiles[0]?.defensive ?? false,
    spoken: profiles.reduce((sum, profile) => sum + profile.spoken, 0),
  };
}

/** True when the skill declares the host, a host above or below it, or uses it throughout. */
export function isOwn(address: Address, profile: SkillProfile): boolean {
  if (address.kind === "drop" || address.kind === "address" || address.kind === "shortener") return false;
  const domain = domainOf(address.host);
  if ((profile.hosts.get(address.host) ?? 0) >= 3) return true;
  for (const host of profile.declaredHosts) if (domainOf(host) === domain) return true;
  return false;
}

/** The part of a host that somebody registered; two labels, three under the likes of `co.uk` and on shared hosting. */
function domainOf(host: string): string {
  const labels = host.split(".");
  const shared =
    /(?:^|\.)(?:co|com|org|net|ac|gov)\.[a-z]{2}$|(?:vercel|netlify|web|onrender|herokuapp|workers|pages|github)\.(?:app|com|dev|io)$/;
  return labels.slice(shared.test(host) ? -3 : -2).join(".");
}

/**
 * True when a host resembles the skill: it shares a word with its name or description, or is used throughout.
 * Attackers choose such names too, so this only softens a judgement.
 */
export function isRelated(address: Address, profile: SkillProfile): boolean {
  if (address.kind === "drop" || address.kind === "address" || address.kind === "shortener") return false;
  if (isCheap(address.host)) return isOwn(address, profile);
  const named = address.kind === "forge" ? address.path.split(/[^a-z0-9]+/) : hostWords(address.host);
  return (
    named.some((word) => word.length >= 3 && profile.words.has(word)) ||
    (profile.hosts.get(address.host) ?? 0) >= 3
  );
}
