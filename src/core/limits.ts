import { z } from "zod";
import { once } from "./once.js";

const count = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);
const ratio = () => z.number().min(0).max(1);

/** Numbers of the protocol. The defaults are the source document's; a flow freezes its own copy. */
export interface Limits {
  /** Candidates kept per region. @defaultValue 5 */
  readonly candidatesPerRegion: number;
  /** Regions kept. @defaultValue 80 */
  readonly regions: number;
  /** Signals kept per region. @defaultValue 10 */
  readonly signalsPerRegion: number;
  /** Lessons kept. @defaultValue 30 */
  readonly lessons: number;
  /** Learned example word sets per candidate. @defaultValue 5 */
  readonly examplesPerCandidate: number;
  /** Batch ids remembered against replays. @defaultValue 256 */
  readonly rememberedBatches: number;
  /** Candidates below this effective weight are not used. @defaultValue 0.3 */
  readonly minimumUsableWeight: number;
  /** Candidates below this effective weight are forgotten. @defaultValue 0.1 */
  readonly minimumKeptWeight: number;
  /** A region matches from this probability on. @defaultValue 0.5 */
  readonly hitThreshold: number;
  /** Candidates shown to the user. @defaultValue 3 */
  readonly shortlist: number;
  /** Another registry is asked below this many relevant results. @defaultValue 2 */
  readonly enoughRelevant: number;
  /** Candidate switches per flow, install and run failures together. @defaultValue 2 */
  readonly switches: number;
  /** How long a reflex notice can be cancelled, in milliseconds. @defaultValue 5000 */
  readonly noticeWindowMs: number;
  /** Wait before the one retry after an API error. @defaultValue 3000 */
  readonly retryDelayMs: number;
  /** Flows older than this are expired by `sweep`. @defaultValue 86400000 */
  readonly flowLifetimeMs: number;
  /** How long a grant may wait for its install. @defaultValue 600000 */
  readonly grantLifetimeMs: number;
  /** Which successes count towards reflex: not the model's own word, or any. @defaultValue "verified" */
  readonly reflexEvidence: "verified" | "any";
}

/** @internal */
export const limitsSchema = once(() =>
  z.strictObject({
    candidatesPerRegion: count(1, 20),
    regions: count(1, 1000),
    signalsPerRegion: count(1, 50),
    lessons: count(0, 200),
    examplesPerCandidate: count(0, 20),
    rememberedBatches: count(16, 4096),
    minimumUsableWeight: ratio(),
    minimumKeptWeight: ratio(),
    hitThreshold: ratio(),
    shortlist: count(1, 5),
    enoughRelevant: count(0, 5),
    switches: count(0, 2),
    noticeWindowMs: count(0, 3_600_000),
    retryDelayMs: count(0, 600_000),
    flowLifetimeMs: count(1000, 30 * 86_400_000),
    grantLifetimeMs: count(1000, 86_400_000),
    reflexEvidence: z.enum(["verified", "any"]),
  }),
);

export const DEFAULT_LIMITS: Limits = Object.freeze({
  candidatesPerRegion: 5,
  regions: 80,
  signalsPerRegion: 10,
  lessons: 30,
  examplesPerCandidate: 5,
  rememberedBatches: 256,
  minimumUsableWeight: 0.3,
  minimumKeptWeight: 0.1,
  hitThreshold: 0.5,
  shortlist: 3,
  enoughRelevant: 2,
  switches: 2,
  noticeWindowMs: 5000,
  retryDelayMs: 3000,
  flowLifetimeMs: 86_400_000,
  grantLifetimeMs: 600_000,
  reflexEvidence: "verified",
});
