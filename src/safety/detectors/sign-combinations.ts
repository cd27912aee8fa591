import type { RuleId } from "../rules.js";
import type { Sentence } from "./sentence.js";
import { SIGN_BIT, type SignName } from "./signs.js";

/** Signs that are patterns, and three that need to know the skill: where the text points. */
export type Place = "outward" | "mailbox" | "addressed";
export type Name = SignName | Place;

/** One combination: all of `of` in one sentence, and where `and` is given one of it there or next to it. */
interface Combination {
  readonly rule: RuleId;
  readonly of: readonly Name[];
  readonly and?: readonly Name[];
}

/** Nobody is told or asked, or something else is said. */
const MARKS = ["hidden", "unasked", "pretended"] as const;

/** The first that fits is told. Severe and specific ones stand first. */
const COMBINATIONS: readonly Combination[] = [
  { rule: "agent-config-tampering", of: ["remembers"], and: ["believed"] },
  { rule: "external-instructions", of: ["prevails"] },
  { rule: "payment-diversion", of: ["spends"], and: [...MARKS, "fixed", "excused", "outward", "actsAs"] },
  { rule: "payment-diversion", of: ["skims"] },
  { rule: "prompt-injection-tool", of: ["obeys"] },
  { rule: "prompt-injection-tool", of: ["actsAs"] },
  { rule: "secret-exfiltration", of: ["exposes"] },
  { rule: "output-manipulation", of: ["falsifies"] },
  { rule: "output-manipulation", of: ["favours"] },
  { rule: "output-manipulation", of: ["judges"], and: ["exempt", "hidden", "pretended"] },
  { rule: "output-manipulation", of: ["judges", "fixed"] },
  { rule: "output-manipulation", of: ["spreads"], and: ["forMachines", "hidden", "quiet"] },
  { rule: "credential-access", of: ["hunts"] },
  { rule: "privilege-escalation", of: ["grants"], and: [...MARKS, "excused", "fixed", "mailbox"] },
  { rule: "privilege-escalation", of: ["mighty"], and: [...MARKS, "excused", "fixed"] },
  { rule: "security-weakening", of: ["guards"] },
  { rule: "security-weakening", of: ["weakens"], and: [...MARKS, "excused"] },
  { rule: "data-destruction", of: ["destroys"], and: [...MARKS, "fixed", "excused"] },
  { rule: "data-exfiltration", of: ["addressed"] },
  { rule: "data-exfiltration", of: ["sends"], and: ["outward", "elsewhere"] },
  { rule: "data-exfiltration", of: ["elsewhere"], and: ["private", "excused", ...MARKS] },
  { rule: "data-exfiltration", of: ["sends", "quiet"] },
  { rule: "data-exfiltration", of: ["private"], and: ["hidden"] },
  { rule: "data-exfiltration", of: ["sends", "private"], and: [...MARKS, "excused"] },
  { rule: "concealment-from-user", of: ["hidden"], and: ["pretended", "unasked", "excused"] },
  { rule: "concealment-from-user", of: ["pretended"] },
  { rule: "prompt-injection-tool", of: ["unasked"], and: ["excused"] },
];

export function isPlace(name: Name): name is Place {
  return name === "outward" || name === "mailbox" || name === "addressed";
}

function bitsOf(names: readonly Name[]): number {
  return names.reduce((bits, name) => (isPlace(name) ? bits : bits | SIGN_BIT[name]), 0);
}

/** Each combination with the signs and places that the sentence itself must have, and the signs beside it. */
export const NEEDED = COMBINATIONS.map((combination) => ({
  combination,
  needs: bitsOf(combination.of),
  places: combination.of.filter(isPlace),
  /** One of these in the paragraph; nothing is known of a place before somebody looks. */
  beside:
    combination.and === undefined || combination.and.some(isPlace) ? undefined : bitsOf(combination.and),
}));

/** The signs of a sentence that could make a combination complete, by the words that occur in it and around it. */
export function wantedSigns(sentence: Sentence): number {
  if (!isWorthALook(sentence)) return 0;
  let wanted = 0;
  for (const { needs, beside } of NEEDED) {
    if ((sentence.signs & needs) !== needs) continue;
    if (beside === undefined || (sentence.paragraph.signs & beside) !== 0) wanted |= needs;
  }
  return wanted;
}

/** What may be the name of a host. */
const DOTTED =
  /[a-z0-9]\.(?:com|net|org|io|ai|co|me|example|invalid|eu|de|uk|fr|ch|nl|us|ru|xyz|top|cc|cloud|live|info|site|online)\b/;
/** Signs that say enough alone. */
const ENOUGH = (
  [
    "obeys",
    "spreads",
    "hunts",
    "pretended",
    "sends",
    "falsifies",
    "favours",
    "actsAs",
    "exposes",
    "prevails",
    "guards",
  ] as const
).reduce((bits, name) => bits | SIGN_BIT[name], 0);

/** Tables and data list what exists; else by its words at least one sign here and a second in the paragraph, or something that may be an address. */
export function isWorthALook({ text, signs, paragraph, isData }: Sentence): boolean {
  if (isData || text.startsWith("|")) return false;
  const all = paragraph.signs;
  if (signs !== 0 && ((all & (all - 1)) !== 0 || (signs & ENOUGH) !== 0)) return true;
  return text.includes("@") || text.includes("://") || DOTTED.test(text);
}
