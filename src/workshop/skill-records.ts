import type { WorkshopEvent } from "./events.js";
import type { EvidenceCounts, SkillRecord, WorkshopState } from "./state.js";

type SkillEvent = Extract<WorkshopEvent, { type: "evidence" | "pinned" | "swept" }>;

/** Versions whose counters are kept per skill; the ones unused for longest go first. */
const VERSIONS_KEPT = 20;
const NEW_RECORD: SkillRecord = { pinned: false, lifecycle: "active", lastUsedAt: 0, versions: {} };
const NO_COUNTS: EvidenceCounts = { selected: 0, applied: 0, succeeded: 0, corrected: 0, lastAt: 0 };

/**
 * Evidence and life cycle of skills. Use revives a skill at once; ageing touches only
 * skills that the event lists as the workshop's own, and never a pinned one.
 */
export function reduceSkills(skills: WorkshopState["skills"], event: SkillEvent): WorkshopState["skills"] {
  switch (event.type) {
    case "evidence": {
      const record = recordOf(skills, event.skillName);
      const counts = Object.hasOwn(record.versions, event.digest)
        ? (record.versions[event.digest] ?? NO_COUNTS)
        : NO_COUNTS;
      const next = {
        ...counts,
        [event.what]: counts[event.what] + 1,
        lastAt: Math.max(counts.lastAt, event.at),
      };
      return {
        ...skills,
        [event.skillName]: {
          ...record,
          lifecycle: "active",
          lastUsedAt: Math.max(record.lastUsedAt, event.at),
          versions: newest({ ...record.versions, [event.digest]: next }),
        },
      };
    }
    case "pinned": {
      const record = recordOf(skills, event.skillName);
      // A pin is a person's word that the skill is wanted: it also brings it back.
      const lifecycle = event.on ? "active" : record.lifecycle;
      return { ...skills, [event.skillName]: { ...record, pinned: event.on, lifecycle } };
    }
    case "swept": {
      const next: Record<string, SkillRecord> = { ...skills };
      for (const { skillName, writtenAt } of event.ours) {
        const record = recordOf(skills, skillName);
        if (record.pinned) continue;
        const idle = event.at - Math.max(record.lastUsedAt, writtenAt);
        const lifecycle =
          idle >= event.archiveAfterMs ? "archived" : idle >= event.staleAfterMs ? "stale" : "active";
        if (lifecycle !== record.lifecycle) next[skillName] = { ...record, lifecycle };
      }
      return next;
    }
  }
}

function recordOf(skills: WorkshopState["skills"], name: string): SkillRecord {
  return Object.hasOwn(skills, name) ? (skills[name] ?? NEW_RECORD) : NEW_RECORD;
}

function newest(versions: Record<string, EvidenceCounts>): Record<string, EvidenceCounts> {
  const entries = Object.entries(versions);
  if (entries.length <= VERSIONS_KEPT) return versions;
  return Object.fromEntries(entries.sort((a, b) => b[1].lastAt - a[1].lastAt).slice(0, VERSIONS_KEPT));
}
