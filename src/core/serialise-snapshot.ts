import { formatDate } from "./civil-date.js";
import { writeCandidate } from "./snapshot-candidate.js";
import { slugOf } from "./snapshot-keys.js";
import { writeLesson } from "./snapshot-lesson.js";
import type { Fields } from "./snapshot-parts.js";
import { hasPattern } from "./snapshot-regions.js";
import { withUnknown } from "./snapshot-unknown.js";
import type { CortexState, RegionState } from "./state.js";

/** The format's version: that of the original file. */
export const SNAPSHOT_VERSION = 1;

/** What this release can write; a file that asks for more is read and never overwritten. */
export const SNAPSHOT_WRITER = 1;

/**
 * Memory as the text of cortex.json: a valid original v1 file, with our optional fields beside the original
 * ones and the fields of other programs where they were.
 */
export function serialiseSnapshot(state: CortexState): string {
  const { unknown, stats, lessons, observations } = state;
  const sensory = withUnknown(
    { patterns: state.regions.filter(hasPattern).map(writePattern) },
    unknown,
    "sensory",
  );
  const prefrontal = withUnknown(
    { lessons: lessons.map(writeLesson), observations: observations.length === 0 ? undefined : observations },
    unknown,
    "prefrontal",
  );
  const counters = {
    searches: stats.searches,
    installs: stats.installs,
    cache_hits: stats.cacheHits,
    reflexes_fired: stats.reflexesFired,
  };
  const document = withUnknown(
    {
      version: SNAPSHOT_VERSION,
      min_writer: SNAPSHOT_WRITER,
      cortex: withUnknown({ sensory, motor: writeMotor(state.regions), prefrontal }, unknown, "cortex"),
      blacklist: [...new Set(state.blacklist.map(slugOf))],
      blacklist_keys: state.blacklist,
      retained: state.retained,
      stats: withUnknown(counters, unknown, "stats"),
      batches: state.seen.map(({ id, at }) => [id, at]),
      batches_before: state.forgottenBefore,
    },
    unknown,
    "",
  );
  return JSON.stringify(document);
}

function writePattern(region: RegionState): Fields {
  return withUnknown({ signal: region.signals, region: region.region }, region.unknown, "pattern");
}

function writeMotor(regions: readonly RegionState[]): Fields {
  // A null prototype: a region called `__proto__` is written like any other.
  const motor: Record<string, Fields> = Object.create(null);
  for (const region of regions) {
    motor[region.region] = withUnknown(
      {
        candidates: region.candidates.map(writeCandidate),
        last_used: formatDate(region.lastUsed),
        last_used_at: region.lastUsed,
      },
      region.unknown,
      "",
    );
  }
  return motor;
}
