import type { Diagnostic } from "../core/diagnostics.js";
import type { Listing } from "../core/listing.js";
import { clawHubKey } from "../registries/clawhub-identity.js";
import { safeText } from "../text/safe-text.js";

/** `slug v1.2.0`; the version may be missing. */
const NAME = /^(\S+)(?: v(\S+))?$/;
/** Before 0.23 the score stood in parentheses. */
const METRIC = /^(?:([0-9][0-9,]*) downloads?|[0-9][0-9,]* installs \/ 60d|score [0-9.]+|\([0-9.]+\))$/;

/**
 * Reads the table that `clawhub search` prints; there is no JSON of it. It has no
 * descriptions, stars or scan results, and a row that does not fit is reported, not guessed.
 */
export function parseSearchTable(
  table: string,
  report: (diagnostic: Diagnostic) => void,
): readonly Listing[] {
  const listings: Listing[] = [];
  for (const line of table.split("\n")) {
    if (line.trim() === "") continue;
    const listing = parseRow(line);
    if (listing !== undefined) listings.push(listing);
    else {
      report({
        code: "listing-skipped",
        severity: "info",
        message: `clawhub printed a row that can't be used: "${safeText(line, 120)}"`,
      });
    }
  }
  return listings;
}

/** `slug v1.2.0  @owner  Name  4,210 downloads`: columns are at least two spaces apart, and names may have such gaps. */
function parseRow(line: string): Listing | undefined {
  const columns = line.trimEnd().split(/ {2,}/);
  const [first = "", owner = ""] = columns;
  const name = columns.slice(2, -1).join("  ");
  const [, slug, version = ""] = NAME.exec(first) ?? [];
  const downloads = METRIC.exec(columns.at(-1) ?? "");
  if (slug === undefined || name === "" || downloads === null) return undefined;
  const key = clawHubKey(owner.startsWith("@") ? owner : undefined, slug);
  if (key === undefined) return undefined;
  const count = downloads[1] === undefined ? undefined : Number(downloads[1].replaceAll(",", ""));
  return {
    key,
    name,
    description: "",
    version,
    source: "clawhub",
    reviewed: true,
    scan: "unknown",
    ...(count === undefined ? {} : { downloads: count }),
  };
}
