import type { Hit, Selection } from "../../discovery/index.js";
import { safeText } from "../../text/safe-text.js";
import { printTable } from "../print-table.js";

/** A skill on this machine that was found. */
export interface FoundSkill extends Omit<Hit, "id"> {
  readonly name: string;
  readonly description: string;
  readonly file: string;
  /** False when something that it needs is missing here. */
  readonly usable: boolean;
}

/** What `find` answers. */
export interface FoundSkills extends Omit<Selection, "hits"> {
  readonly message: string;
  readonly searched: number;
  readonly hits: readonly FoundSkill[];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A table of what was found, or that nothing was. */
export function printFound(found: FoundSkills): string {
  if (found.hits.length === 0) return nothing(found);
  const rows = found.hits.map(({ name, probability, usable, reason, description }) => [
    name,
    percent(probability),
    usable ? "" : "not usable here",
    shortReason(reason),
    description,
  ]);
  return `${printTable(["skill", "sure", "", "because of", "description"], rows)}${footer(found)}`;
}

/** Everything behind the answer, a block a skill. */
export function explainFound(found: FoundSkills): string {
  const blocks = found.hits.map((hit) => {
    const { reason } = hit;
    const lines = [
      `${safeText(hit.name, 80)}  ${percent(hit.probability)} sure${hit.usable ? "" : ", not usable here (see: skill-cortex skills explain)"}`,
      `  file     ${safeText(hit.file, 400)}`,
      `  score    ${hit.score.toFixed(3)} (meaning ${hit.cosine.toFixed(3)}), ${margin(hit.margin)}`,
      ...(reason.clause === undefined ? [] : [`  says     "${safeText(reason.clause, 200)}"`]),
      ...(reason.trigger === undefined ? [] : [`  trigger  "${safeText(reason.trigger, 200)}"`]),
      ...(reason.words.length === 0 ? [] : [`  words    ${safeText(reason.words.join(", "), 200)}`]),
      ...(reason.example === undefined ? [] : [`  learned  ${safeText(reason.example.join(" "), 200)}`]),
    ];
    return `${lines.join("\n")}\n`;
  });
  const basis =
    found.evidence === "lexical"
      ? `By words alone: the model (${found.embedder}) can't read this text.`
      : `By meaning and words, with ${found.embedder}.`;
  const head = found.hits.length === 0 ? nothing(found) : "";
  return `${[head, ...blocks].filter((block) => block !== "").join("\n")}\n${basis} None of ${found.searched}: ${percent(found.noneProbability)}.\n${kept(found)}`;
}

function nothing(found: FoundSkills): string {
  if (found.searched === 0)
    return "There are no skills here to search. See where they are looked for: skill-cortex skills check\n";
  return `None of the ${found.searched} skills here clearly serves this. (--all shows the nearest.)\n${footer(found)}`;
}

function footer(found: FoundSkills): string {
  const words =
    found.evidence === "lexical"
      ? "Compared by words alone: the embedded model can't read this language.\n"
      : "";
  return `${words}${kept(found)}`;
}

function kept({ suppressed }: FoundSkills): string {
  return suppressed
    .map(
      ({ id, phrase }) =>
        `${safeText(id, 80)} was kept out by its own trigger rule "${safeText(phrase, 80)}".\n`,
    )
    .join("");
}

function shortReason({ clause, trigger, words, example }: FoundSkill["reason"]): string {
  if (trigger !== undefined) return `trigger "${trigger}"`;
  if (example !== undefined) return `learned: ${example.join(" ")}`;
  return words.length > 0 ? words.join(", ") : (clause ?? "its meaning");
}

function margin(value: number): string {
  return value >= 0 ? `${value.toFixed(3)} before the next` : `${(-value).toFixed(3)} behind the first`;
}
