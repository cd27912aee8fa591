import type { Diagnostic } from "../core/diagnostics.js";
import type { Listing } from "../core/listing.js";
import { clawHubKey } from "../registries/clawhub-identity.js";
import { safeText } from "../text/safe-text.js";

/** `slug v1.2.0  @owner  Name  4,210 downloads`, in padded columns; the version may be missing. */
const ROW = /^(\S+)(?: v(\S+))? {2,}(\S.*?) {2,}(.*\S) {2,}(\S.*)$/;
/** Before 0.23 there was no padding, and the score stood in parentheses. */
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

function parseRow(line: string): Listing | undefined {
  const [, slug, version = "", owner, name, metric] = ROW.exec(line) ?? [];
  if (slug === undefined || owner === undefined || name === undefined || metric === undefined)
    return undefined;
  const downloads = METRIC.exec(metric);
  if (downloads === null) return undefined;
  const key = clawHubKey(owner.startsWith("@") ? owner : undefined, slug);
  if (key === undefined) return undefined;
  const count = downloads[1] === undefined ? undefined : Number(downloads[1].replaceAll(",", ""));
  return {
    key,
    name: name.trim(),
    description: "",
    version,
    source: "clawhub",
    reviewed: true,
    scan: "unknown",
    ...(count === undefined ? {} : { downloads: count }),
  };
}
