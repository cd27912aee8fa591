/** How much an archive may cost. Every limit is checked before the memory for it is taken. */
export interface ArchiveLimits {
  /** Bytes of the archive itself. @defaultValue 33554432 */
  readonly archiveBytes: number;
  /** Entries listed in the archive, directories included. @defaultValue 2000 */
  readonly entries: number;
  /** Files of the skill itself. @defaultValue 1000 */
  readonly files: number;
  /** Bytes of one unpacked file. @defaultValue 10485760 */
  readonly fileBytes: number;
  /** Bytes of all unpacked files. @defaultValue 52428800 */
  readonly totalBytes: number;
  /** Unpacked bytes for one packed byte, judged above one megabyte. @defaultValue 200 */
  readonly ratio: number;
  /** Folders a path may go down. @defaultValue 16 */
  readonly depth: number;
  /** Characters of a path. @defaultValue 240 */
  readonly pathLength: number;
}

/** Fifty megabytes is what ClawHub itself accepts for one skill. */
export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = Object.freeze({
  archiveBytes: 32 * 1024 * 1024,
  entries: 2000,
  files: 1000,
  fileBytes: 10 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024,
  ratio: 200,
  depth: 16,
  pathLength: 240,
});

/** Small files may compress very well; a bomb is only a bomb when it is large. */
export const RATIO_FLOOR_BYTES = 1024 * 1024;
