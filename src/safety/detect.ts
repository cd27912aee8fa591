import type { Concealed } from "./normalise.js";
import type { SkillProfile } from "./profile.js";
import type { Hit } from "./rules.js";
import type { Line } from "./segment.js";

/** One document with everything that detectors look at. */
export interface Subject {
  readonly file: string;
  readonly lines: readonly Line[];
  readonly concealed: readonly Concealed[];
  readonly profile: SkillProfile;
}

/** Every match in one document, in line order. */
export function detect(subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  for (const line of subject.lines) {
    if (/\b(?:curl|wget)\b[^|]{1,400}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/i.test(line.text)) {
      hits.push({ rule: "shell-pipe-to-shell", severity: "critical", line: line.number, excerpt: line.text });
    }
  }
  return hits;
}
