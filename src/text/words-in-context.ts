import { normaliseText } from "./normalise.js";

/** One whitespace-separated piece of a task and what its surroundings say about it. */
export interface ContextWord {
  /** Without the punctuation around it and a possessive ending; accents and case kept. */
  readonly text: string;
  readonly lower: string;
  readonly possessive: boolean;
  /** First of its sentence, where a capital says nothing. */
  readonly initial: boolean;
  /** Begins with a capital letter in a text whose capitals mean something. */
  readonly capitalised: boolean;
  /** Begins with a capital letter in a text whose capitals mean nothing. */
  readonly headline: boolean;
}

const PIECE = /\S+/g;
/** Quoted text is content, not task: titles, messages, names. Bounded, so that stray quotes stay cheap. */
const QUOTED =
  /"[^"\n]{0,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|„[^“”\n]{0,300}[“”]|「[^」\n]{0,300}」|『[^』\n]{0,300}』|`[^`\n]{0,300}`|(?<![^\s(])'[^'\n]{1,300}'(?![^\s.,;:!?)])/g;
const WHOLLY_QUOTED = /^\s*(["'`])([^"'`]*)\1\s*$/;
/** Once a secret is announced, nothing of the sentence is safe; a passphrase needs no announcement. */
const SECRET_AHEAD =
  /\b(?:(password|passphrase|passcode|pin|secret|token|seed phrase|api key)s?\b["']?\s{0,4}(?:is|are|was|:|=)|(passphrase|seed phrase|recovery phrase|mnemonic)\b)[^.!?\n]{0,2000}/gi;
const BEFORE = /^[([{<"'*_¿¡“”„«»‚‘’「」『』（【《]+/;
const AFTER = /[)\]}>"'*_.,;:!?…“”«»‚‘’「」『』）】》，。；：！？、]+$/;
const SENTENCE_END = /[.!?:;…。！？：；]["')\]”»』」]*$/;
const CAPITAL = /^\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const LETTER = /\p{L}/u;
const POSSESSIVE = /['’]s$|(?<=s)['’]$/i;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|prof|st|sr|jr|no|vs|etc|approx|inc|ltd|co|corp)\.$/i;

/** The pieces of a task in order, with quoted and announced-secret passages cut out. */
export function wordsInContext(task: string): ContextWord[] {
  const unquoted = WHOLLY_QUOTED.exec(task.slice(0, 10_000))?.[2] ?? task;
  const text = normaliseText(unquoted).replace(QUOTED, " \u0000 ").replace(SECRET_AHEAD, "$1$2 \u0000 ");
  const pieces = Array.from(text.matchAll(PIECE), (match) => ({ raw: match[0], at: match.index }));
  const meaningful = capitalsMeanSomething(pieces.map((piece) => piece.raw));
  const words: ContextWord[] = [];
  let initial = true;
  let end = 0;
  for (const { raw, at } of pieces) {
    if (text.slice(end, at).includes("\n")) initial = true;
    const bare = raw.replace(BEFORE, "").replace(AFTER, "");
    const word = bare.replace(POSSESSIVE, "");
    // "alice's" loses its ending; a closing quote after a plural leaves the same trace and is as rare as harmless.
    const possessive = word !== bare || POSSESSIVE.test(raw.replace(BEFORE, ""));
    if (word !== "" && word !== "\u0000") {
      const capital = CAPITAL.test(word);
      words.push({
        text: word,
        lower: word.toLowerCase(),
        possessive,
        initial,
        capitalised: meaningful && capital,
        headline: !meaningful && capital,
      });
    }
    if (word !== "") initial = SENTENCE_END.test(raw) && !ABBREVIATION.test(raw);
    end = at + raw.length;
  }
  return words;
}

/** In a headline or a shout every word has a capital, so a capital marks no name. */
function capitalsMeanSomething(pieces: readonly string[]): boolean {
  const words = pieces.filter((piece) => LETTER.test(piece) && piece.length > 3);
  const capitals = words.filter((word) => CAPITAL.test(word.replace(BEFORE, ""))).length;
  if (words.length > 2 && !pieces.some((piece) => LOWER.test(piece))) return false;
  return words.length < 5 || capitals < words.length;
}
