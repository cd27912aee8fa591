import { STOP_WORDS } from "../text/stop-words.js";
import { tokenise } from "../text/tokenise.js";
import { isSpoken, messageText, type TurnMessage } from "./messages.js";

/** A correction that a person gave in their own words. */
export interface Correction {
  readonly skillName: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  /** The instruction that was matched. */
  readonly instruction: string;
  readonly messageId?: string;
}

const SHORTEST = 24;
const LONGEST = 1200;
const MOST_STEPS = 12;

/** The phrases of the source document, with its limits for what may stand between the words. */
const PHRASES: readonly RegExp[] = [
  /\bnext time\b/i,
  /\bfrom now on\b/i,
  /\bremember to\b/i,
  /\bmake sure to\b/i,
  /\balways\b.{0,80}?\b(?:use|check|verify|record|save|prefer)\b/i,
  /\bprefer\b.{0,120}?\b(?:when|for|instead|use)\b/i,
  /\bwhen asked\b/i,
];

/** What every phrase contains: most messages are dismissed by this alone. */
const HINT = /\b(?:time|now|remember|sure|always|prefer|asked)\b/i;

/** Not worth a skill: said for once, or about something that is only broken at the moment. */
const NEVER = [
  /\b(?:just|only) (?:this once|this time|for now|for today|once)\b/i,
  /\bthis one time\b/i,
  /\b(?:is|was|seems|are|looks) (?:currently |temporarily |still )?(?:broken|down|offline|unavailable)\b/i,
];

/** Topics with their skills, first match wins. */
const TOPICS: readonly { readonly words: RegExp; readonly skillName: string; readonly label: string }[] = [
  { words: /\b(?:gifs?|animated)\b/i, skillName: "animated-gif-workflow", label: "animated GIF" },
  {
    words: /\b(?:screenshots?|assets?)\b/i,
    skillName: "screenshot-asset-workflow",
    label: "screenshot and asset",
  },
  { words: /\b(?:qa|scenarios?)\b/i, skillName: "qa-scenario-workflow", label: "QA scenario" },
  { words: /\b(?:prs?|pull requests?)\b/i, skillName: "github-pr-workflow", label: "GitHub pull request" },
];

const FILLER =
  /^(?:(?:ok(?:ay)?|thanks?(?: you)?|great|good|perfect|nice|yes|yeah|no|hmm|well|but|and|also|so|please)\b[\s,.!:;-]*)+/i;
const CONDITION = /^next time,?\s+(you|we|i)\b/i;
const LEAD = /^(?:next time|from now on|in (?:the )?future|please|remember to|make sure to)[\s,:]+/i;
const FENCED = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)[ \t]*$|$(?![\s\S]))/gm;
const QUOTED = /^[ \t]*>.*$/gm;
/** Words of a correction that say nothing about its subject. */
const GENERIC = new Set(
  "always next time now remember make sure prefer use using check verify record save asked instead future please you your when should must need want it them".split(
    " ",
  ),
);

/** The latest user message of a turn that states a rule for the future; undefined when none does. */
export function captureCorrection(messages: readonly TurnMessage[]): Correction | undefined {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message.role !== "user" || !isSpoken(message)) continue;
    const instruction = instructionOf(messageText(message));
    if (instruction === undefined) continue;
    return {
      ...describe(instruction),
      instruction,
      ...(message.id === undefined ? {} : { messageId: message.id }),
    };
  }
  return undefined;
}

/** The user's own sentences from the matching one on; pasted code and quotations are not the user's words. */
function instructionOf(text: string): string | undefined {
  if (!HINT.test(text)) return undefined;
  const own = text.replace(FENCED, " ").replace(QUOTED, " ");
  const compact = own.replace(/\s+/g, " ").trim().replace(FILLER, "");
  if (compact.length < SHORTEST || compact.length > LONGEST) return undefined;
  if (!PHRASES.some((phrase) => phrase.test(compact)) || NEVER.some((rule) => rule.test(compact)))
    return undefined;
  const sentences = sentencesOf(own.trim().replace(FILLER, ""));
  const first = sentences.findIndex((sentence) => PHRASES.some((phrase) => phrase.test(sentence)));
  const instruction = sentences.slice(Math.max(0, first)).join("\n");
  return instruction.length < SHORTEST ? compact : instruction;
}

/** Sentences and list items, each on one line. A period inside a name, a path or a number ends nothing. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s+|(?<=[.!?])\s+(?=[A-Z"'`(])/)
    .map((part) =>
      part
        .replace(/\s+/g, " ")
        .replace(/^(?:[-*+]|\d+[.)])\s+/, "")
        .trim(),
    )
    .filter((part) => part !== "");
}

function describe(instruction: string): Omit<Correction, "instruction" | "messageId"> {
  const topic = TOPICS.find((candidate) => candidate.words.test(instruction));
  const subject = subjectOf(instruction);
  const skillName = topic?.skillName ?? [...subject, "workflow"].join("-");
  const title = skillName.replace(/-/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const steps = instruction.split("\n").slice(0, MOST_STEPS).map(imperative);
  const about = topic === undefined ? subject.join(", ") : `${topic.label} tasks`;
  const firstStep = steps[0] ?? instruction;
  return {
    skillName,
    title,
    // The words of the rule itself: a description that says only "notes" can't be found by anybody.
    description: `Use for ${about}. ${firstStep}`.slice(0, 300),
    body: `# ${title}\n\n## Workflow\n\n${steps.map((step) => `- ${step}`).join("\n")}\n`,
  };
}

/** What the rule is about, as the first three telling words: a name that discovery can match. */
function subjectOf(instruction: string): readonly string[] {
  const words = tokenise(instruction).filter(
    (word) => /^[a-z][a-z0-9+#]{1,23}$/.test(word) && !STOP_WORDS.has(word) && !GENERIC.has(word),
  );
  const telling = [...new Set(words)].slice(0, 3);
  return telling.length > 0 ? telling : ["learned"];
}

/** "Next time, verify X" becomes "Verify X"; "Next time you do A, do B" keeps its condition. */
function imperative(sentence: string): string {
  const bare =
    sentence.replace(FILLER, "").replace(CONDITION, "when $1").replace(LEAD, "").replace(LEAD, "").trim() ||
    sentence;
  const capital = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}
