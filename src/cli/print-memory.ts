import type { MemoryExplanation } from "../runtime/cortex.js";
import { printTable } from "./print-table.js";

const COMMIT = /^[0-9a-f]{40}$/;

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Memory as a person reads it: candidates by region, lessons, who is blocked or kept, what happened in all. */
export function printMemory(memory: MemoryExplanation): string {
  const parts: string[] = [];
  const candidates = memory.regions.flatMap(({ region, lastUsed, candidates: inRegion }) =>
    inRegion.map((one) => [
      region,
      one.key,
      COMMIT.test(one.version) ? one.version.slice(0, 12) : one.version,
      one.effectiveWeight.toFixed(2),
      `${one.successes}/${one.successes + one.failures}`,
      one.reflex ? "reflex" : "",
      // Files of the original have no time of their own for a candidate.
      day(one.lastUsed || lastUsed),
    ]),
  );
  parts.push(
    candidates.length === 0
      ? "Nothing was learned yet.\n"
      : printTable(["for", "skill", "version", "weight", "worked", "", "last used"], candidates),
  );
  if (memory.lessons.length > 0) {
    const rows = memory.lessons.map((lesson) => [
      "region" in lesson ? lesson.region : "",
      lesson.type === "skill_quality_warning"
        ? `${lesson.key}: ${lesson.detail}`
        : `${lesson.type}: ${lesson.key}`,
      lesson.confidence.toFixed(2),
    ]);
    parts.push(printTable(["for", "lesson", "confidence"], rows));
  }
  if (memory.blacklist.length > 0) parts.push(`Blocked: ${memory.blacklist.join(", ")}\n`);
  if (memory.retained.length > 0) parts.push(`Kept for good: ${memory.retained.join(", ")}\n`);
  const { searches, installs, cacheHits, reflexesFired } = memory.stats;
  if (searches + installs + cacheHits + reflexesFired > 0)
    parts.push(
      `In all: searches ${searches}, remembered ${cacheHits}, installs ${installs}, reflexes ${reflexesFired}.\n`,
    );
  parts.push(...memory.diagnostics.map(({ message }) => `Note: ${message}\n`));
  return parts.join("\n");
}
