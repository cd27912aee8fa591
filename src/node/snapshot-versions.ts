import type { SkillSnapshot } from "../skills/snapshot.js";

/** As many callers with wishes of their own are told apart; of more, those who asked longest ago are forgotten. */
const CALLERS_MAXIMUM = 100;

type Version = Pick<SkillSnapshot, "version" | "contentHash">;

/** The last version that each kind of caller was given, so that callers do not bump each other's. */
export class SnapshotVersions {
  readonly #last = new Map<string, Version>();

  /** What this caller was given last. */
  of(caller: string): Version | undefined {
    return this.#last.get(caller);
  }

  /** Remembers a snapshot. A caller who is new gets the version under which others know the same content. */
  keep(caller: string, snapshot: SkillSnapshot): SkillSnapshot {
    const { contentHash } = snapshot;
    const known = this.#last.has(caller)
      ? undefined
      : [...this.#last.values()].find((other) => other.contentHash === contentHash);
    const kept = known === undefined ? snapshot : { ...snapshot, version: known.version };
    this.#last.delete(caller);
    this.#last.set(caller, { version: kept.version, contentHash });
    const [oldest] = this.#last.keys();
    if (this.#last.size > CALLERS_MAXIMUM && oldest !== undefined) this.#last.delete(oldest);
    return kept;
  }
}
