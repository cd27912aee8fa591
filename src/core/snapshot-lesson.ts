import { formatDate, parseDate } from "./civil-date.js";
import { QUALITY_DETAILS, type QualityDetail } from "./facts.js";
import { roundConfidence } from "./lessons.js";
import type { Lesson } from "./memory-view.js";
import { isLessonKey, isName, isSkillKey } from "./names.js";
import { keyFromSlug, slugOf } from "./snapshot-keys.js";
import { exactTime, type Fields, isFields, type Repairs } from "./snapshot-parts.js";

/** A lesson of the file. Lessons are a closed format: what is not in it is not kept. */
export function readLesson(value: unknown, repairs: Repairs, path: () => string): Lesson | undefined {
  const lesson = isFields(value) ? lessonFrom(value) : undefined;
  if (lesson === undefined) repairs.dropped("lesson", path(), value);
  return lesson;
}

/** The lesson with the original names; the date is joined by the exact time, the slug by the key. */
export function writeLesson(lesson: Lesson): Fields {
  const { confidence } = lesson;
  const dates = { created: formatDate(lesson.created), created_at: lesson.created };
  switch (lesson.type) {
    case "dependency_warning": {
      const { type, region, key, action } = lesson;
      return { type, region, key, action, confidence, ...dates };
    }
    case "env_ready": {
      const { type, region, key } = lesson;
      return { type, region, key, confidence, ...dates };
    }
    case "skill_quality_warning": {
      const { type, key, detail } = lesson;
      return { type, slug: slugOf(key), detail, confidence, ...dates, skill: key };
    }
  }
}

function lessonFrom(value: Fields): Lesson | undefined {
  const { type, region, key } = value;
  if (typeof value.confidence !== "number" || !(value.confidence >= 0 && value.confidence <= 1))
    return undefined;
  const confidence = roundConfidence(value.confidence);
  const day = typeof value.created === "string" ? parseDate(value.created) : undefined;
  const created = exactTime(value.created_at, day) ?? 0;
  if (type === "skill_quality_warning") {
    const skill = isSkillKey(value.skill)
      ? value.skill
      : typeof value.slug === "string"
        ? keyFromSlug(value.slug)
        : undefined;
    if (skill === undefined) return undefined;
    return { type, key: skill, detail: detailFrom(value.detail), confidence, created };
  }
  if (!isName(region) || !isLessonKey(key)) return undefined;
  if (type === "env_ready") return { type, region, key, confidence, created };
  if (type !== "dependency_warning") return undefined;
  return { type, region, key, action: "check_bin_before_install", confidence, created };
}

/** The original format has free text here. It is not learned: only the kind of complaint is. */
function detailFrom(value: unknown): QualityDetail {
  const known = QUALITY_DETAILS.find((detail) => detail === value);
  if (known !== undefined) return known;
  const text = typeof value === "string" ? value.slice(0, 200) : "";
  if (/\bbatch|\bbulk/i.test(text)) return "no-batch-support";
  if (/read[- ]only|cannot write|can't write/i.test(text)) return "read-only-only";
  if (/outdated|deprecated|old version/i.test(text)) return "outdated";
  if (/windows|macos|linux|platform/i.test(text)) return "wrong-platform";
  return /not support|missing|lacks|cannot|can't|unable/i.test(text)
    ? "missing-capability"
    : "description-mismatch";
}
