import type { Stats } from "node:fs";

/** What tells whether a file or folder is still what it was when it was read. */
export interface SkillStamp {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly size: number;
  readonly ino: number;
  /** Changed so shortly before it was read that a second change could carry the same times. */
  readonly uncertain: boolean;
}

/** Coarser than the kernel's clock tick (at most 10 ms) and than what virtual machines add. */
const CLOCK_TICK_MS = 50;

/** `startedAt` is the time at which the scan began. */
export function stampOf(status: Stats, startedAt: number): SkillStamp {
  const { mtimeMs, ctimeMs, size, ino } = status;
  return { mtimeMs, ctimeMs, size, ino, uncertain: Math.max(mtimeMs, ctimeMs) > startedAt - CLOCK_TICK_MS };
}

/** True when what was read still holds. */
export function isSame(
  stamp: SkillStamp,
  status: Pick<Stats, "mtimeMs" | "ctimeMs" | "size" | "ino">,
): boolean {
  return (
    !stamp.uncertain &&
    stamp.mtimeMs === status.mtimeMs &&
    stamp.ctimeMs === status.ctimeMs &&
    stamp.size === status.size &&
    stamp.ino === status.ino
  );
}
