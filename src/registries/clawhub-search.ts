import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import type { Listing } from "../core/listing.js";
import type { PortContext } from "../ports/context.js";
import { safeText } from "../text/safe-text.js";
import type { ClawHubClient } from "./clawhub-client.js";
import { clawHubKey, clawHubName } from "./clawhub-identity.js";
import type { SkillAnswer } from "./clawhub-schemas.js";
import { clawHubVerdicts, scanStatus, worstStatus } from "./clawhub-verdicts.js";

type Row = Awaited<ReturnType<ClawHubClient["search"]>>[number];

interface SearchTools {
  readonly client: ClawHubClient;
  readonly base: URL;
  readonly report: (diagnostic: Diagnostic) => void;
}

/**
 * Search, with two repairs for what users of the registry complain about most: an
 * empty answer is tried again as an exact name, and the scan status, which search
 * leaves out, comes from one bulk request.
 */
export async function searchClawHub(
  tools: SearchTools,
  query: string,
  limit: number,
  context: PortContext,
): Promise<readonly Listing[]> {
  const rows = await tools.client.search(query, limit, context);
  const listings = rows.map((row) => toListing(tools, row)).filter((listing) => listing !== undefined);
  const found = listings.length > 0 ? listings : await searchByName(tools, query, context);
  return withVerdicts(tools, found.slice(0, limit), context);
}

function toListing({ base, report }: SearchTools, row: Row): Listing | undefined {
  const slug = row.slug ?? "";
  const owner = row.publisher?.handle ?? row.ownerHandle ?? row.owner?.handle;
  const key = row.source === "skills-sh" ? undefined : clawHubKey(owner, slug);
  if (key === undefined) {
    report({
      code: "listing-skipped",
      severity: "info",
      message: `ClawHub lists "${safeText(slug, 80)}", which can't be installed from it by name.`,
    });
    return undefined;
  }
  const downloads = row.downloads ?? row.stats?.downloads;
  const stars = row.stats?.stars;
  return {
    key,
    name: row.displayName ?? slug,
    description: row.summary ?? "",
    version: row.version ?? "",
    source: "clawhub",
    url: pageUrl(base, key),
    reviewed: true,
    scan: "unknown",
    ...(typeof downloads === "number" ? { downloads } : {}),
    ...(typeof stars === "number" ? { stars } : {}),
    ...(typeof row.updatedAt === "number" ? { updatedAt: row.updatedAt } : {}),
  };
}

/** The page that the registry asks third parties to link back to. */
function pageUrl(base: URL, key: string): string {
  const { owner, slug } = clawHubName(key);
  return new URL(owner === undefined ? `skills/${slug}` : `${owner}/skills/${slug}`, base).href;
}

async function searchByName(tools: SearchTools, query: string, context: PortContext): Promise<Listing[]> {
  const slug = query.trim().toLowerCase().replace(/\s+/g, "-");
  if (clawHubKey(undefined, slug) === undefined) return [];
  try {
    const answer = await tools.client.skill({ slug, owner: undefined }, context);
    const listing = fromSkill(tools, answer);
    return listing === undefined ? [] : [listing];
  } catch (error) {
    if (!CortexError.is(error)) throw error;
    if (error.code === "skill-ambiguous") return ambiguousListings(tools, error);
    // It was only a second guess: the first answer, "nothing", stands.
    if (error.category === "input" || error.category === "policy") return [];
    throw error;
  }
}

function ambiguousListings({ base }: SearchTools, error: CortexError): Listing[] {
  const matches = error.details?.matches;
  return (Array.isArray(matches) ? (matches as readonly string[]) : []).map((key) => ({
    key,
    name: clawHubName(key).slug,
    description: "",
    version: "",
    source: "clawhub",
    url: pageUrl(base, key),
    reviewed: true,
    scan: "unknown",
  }));
}

function fromSkill({ base }: SearchTools, answer: SkillAnswer): Listing | undefined {
  const { skill } = answer;
  const key = skill === null ? undefined : clawHubKey(answer.owner?.handle, skill.slug);
  if (skill === null || key === undefined) return undefined;
  const { stars, downloads } = skill.stats ?? {};
  return {
    key,
    name: skill.displayName,
    description: skill.summary ?? "",
    version: answer.latestVersion?.version ?? "",
    source: "clawhub",
    url: pageUrl(base, key),
    reviewed: true,
    scan: worstStatus(clawHubVerdicts(answer.moderation, undefined)),
    ...(typeof stars === "number" ? { stars } : {}),
    ...(typeof downloads === "number" ? { downloads } : {}),
    ...(typeof skill.updatedAt === "number" ? { updatedAt: skill.updatedAt } : {}),
  };
}

async function withVerdicts(
  { client, report }: SearchTools,
  listings: readonly Listing[],
  context: PortContext,
): Promise<readonly Listing[]> {
  const asked = listings.filter((listing) => listing.version !== "" && listing.scan === "unknown");
  if (asked.length === 0) return listings;
  const items = asked.map((listing) => {
    const { slug, owner } = clawHubName(listing.key);
    return { slug, version: listing.version, ...(owner === undefined ? {} : { ownerHandle: owner }) };
  });
  try {
    const verdicts = await client.verdicts(items, context);
    return listings.map((listing) => {
      const { slug, owner } = clawHubName(listing.key);
      const verdict = verdicts.find(
        (item) =>
          (item.requestedSlug ?? item.slug) === slug &&
          (item.requestedVersion ?? item.version) === listing.version &&
          (owner === undefined || (item.publisherHandle ?? owner).toLowerCase() === owner),
      );
      return verdict === undefined ? listing : { ...listing, scan: scanStatus(verdict.security?.status) };
    });
  } catch (error) {
    if (!CortexError.is(error) || error.code === "cancelled" || error.code === "port-timeout") throw error;
    // Mirrors copy the search endpoint but not this one; `unknown` is then the truth.
    report({ code: "verdicts-unavailable", severity: "info", message: `No scan verdicts: ${error.message}` });
    return listings;
  }
}
