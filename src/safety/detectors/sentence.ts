import { eachWord } from "../each-word.js";
import type { Line, Region } from "../segment.js";
import { SIGN_BIT, SIGNS, type SignName } from "./signs.js";

/** One sentence as an agent reads it: lower case, single spaces, no Markdown emphasis. */
export interface Sentence {
  readonly text: string;
  readonly line: number;
  readonly region: Region;
  readonly heading: string;
  /** True for a string in a data file such as JSON, CSV or HTML. */
  readonly isData: boolean;
  /** The sentences of its paragraph, itself included. */
  readonly paragraph: Paragraph;
  /** Words of the vocabulary that occur in it. */
  readonly topics: number;
  /** Signs whose words occur in it. */
  readonly signs: number;
}

export interface Paragraph {
  readonly text: string;
  readonly topics: number;
  readonly signs: number;
  /** The text of the paragraph before, for "such as:" and the like. */
  readonly before: string;
}

/** Vocabulary by meaning. A sentence without any of it is never looked at again. */
export const TOPIC = {
  override: 1,
  rules: 2,
  send: 4,
  destination: 8,
  erase: 16,
  tell: 32,
  person: 64,
  quiet: 128,
  consent: 256,
  reveal: 512,
  system: 1024,
  agentFile: 2048,
  secret: 4096,
  fetch: 8192,
  run: 16384,
  data: 32768,
  skip: 65536,
  distort: 131072,
  read: 262144,
  guard: 524288,
  foreign: 1048576,
  keep: 2097152,
  money: 4194304,
  flood: 8388608,
  spread: 16777216,
  watch: 33554432,
  grant: 67108864,
  expose: 134217728,
  bent: 268435456,
  machine: 536870912,
} as const;

const WORDS: Readonly<Record<keyof typeof TOPIC, string>> = {
  override:
    "ignore ignoring disregard forget override overrides overrule discard dismiss bypass abandon drop attention aside follow following obey bound supersede supersedes precedence replace replaces neglect void cancel suspend refuse question challenge second decline object push hesitate treat regard consider handle interpret trust priority authority importance",
  rules:
    "instruction instructions rule rules guideline guidelines directive directives prompt prompts policy policies constraint constraints guardrail guardrails restriction restrictions programming safeguard safeguards training orders told",
  send: "send sends sending upload uploads uploading post posts posting transmit forward forwarding exfiltrate email emails mail share submit push sync copy copies publish leak beacon relay deliver dispatch transfer report replicate mirror backup back stream bcc cc ship export include attach append ping notify sent submitted uploaded forwarded posted transmitted exported shared pushed copied emailed mailed delivered synced mirrored relayed published reported",
  destination: "http https server endpoint webhook url external remote third address host bucket ftp",
  erase:
    "delete deletes deleting remove removes erase wipe purge destroy shred truncate overwrite clear unlink encrypt corrupt drop reset format discard removing erasing wiping purging clearing emptying empty shredding removed deleted",
  tell: "tell telling mention mentioning inform informing notify notifying disclose disclosing reveal revealing show showing report alert alerting say announce reference log discuss acknowledge display surface expose warn explain describe output bring brought comment comments leave leaving summary summarise summarize mentioned shown reported explained listed disclosed noted discussed announced visible surfaced see know hear told informed aware asked draw list listing point pointing",
  person:
    "user users user's human humans operator owner person people anyone them him customer client reviewer contacts contact book friends followers colleagues coworkers employees chats channels",
  quiet:
    "silently secretly covertly quietly discreetly stealthily surreptitiously invisibly hide hidden conceal secret unnoticed trace traces tracks detection knows sees suspect suspects knowledge knowing noticing aware notice invisible confidential background scenes yourself stealth covert quiet internal between know told informed find",
  consent:
    "permission permissions approval approvals confirmation confirmations consent authorization authorisation asking confirm confirming ask prompt prompting approve approves review waiting wait approved authorized authorised consented agreed granted given preapproved preauthorized pre cleared restrictions checks once immediately away automatically diff delay notice warning hesitate hesitation hesitating pause waived omitted skipped question questions checking telling check verification left straight",
  reveal: "reveal print repeat output leak expose show display dump recite disclose verbatim share return",
  system: "system developer admin jailbreak jailbroken dan mode unrestricted im_start inst sys root god",
  agentFile:
    "soul agents claude heartbeat identity memory cursorrules settings hooks bootstrap tools openclaw gemini remember memorize memorise mind",
  secret:
    "password passwords passwd credential credentials token tokens secret secrets key keys apikey cookie cookies seed mnemonic keychain wallet wallets passphrase env environment ssh pin cvv otp card ssn 2fa word words phrase mac",
  fetch:
    "download downloads fetch curl wget pull get grab obtain retrieve visit load read open check install",
  run: "run runs execute executes launch start invoke eval install installs installer source paste click double open exe binary execution",
  data: "file files document documents backup backups database data record records folder folders directory conversation conversations transcript history messages message contacts contact output outputs result results spreadsheet photos logs log repository code content contents workspace chat chats emails inbox memory details report prompt prompts information photo invoice invoices clipboard screenshot",
  skip: "skip skips bypass disable disabling suppress circumvent evade auto autoapprove approve turn deactivate without never don don't not unrestricted no need",
  distort:
    "recommend recommends rank rate fabricate invent inflate deflate bias biased favor favour promote promotional advertise advertisement affiliate referral sponsored subtle subtly misleading false fake incorrect wrong bug bugs vulnerability backdoor regardless always never insert inject embed watermark disclaimer link links visit buy donate subscribe promo promotion bitcoin referrals claim report state",
  read: "read collect gather extract harvest dump grab copy list locate find search scan enumerate steal look capture record monitor",
  guard:
    "firewall antivirus defender gatekeeper sandbox quarantine selinux authentication tls ssl protection security sip verification sandboxing authorization authorisation audit certificate signature signatures checksum validation access csrf factor encryption mfa 2fa controls logging headers warnings checks check verify hooks hook reviews review anyway privacy settings scans features",
  foreign:
    "instrucciones istruzioni anweisungen anweisung instruktionen instrucoes precedentes usuario anteriores previas precedenti vorherigen vorherige bisherigen utilisateur consignes regles reglas regras regole regeln vorgaben utente utilizador benutzer nutzer anwender instructies regels instrukcje polecenia oublie oubliez olvida ignora vergiss ignoriere nicht sans sin senza sem ohne systemprompt",
  keep: "password pass unzip extract archive zip rar 7z exe dmg prerequisite required requires",
  money:
    "iban bank account payment paypal wallet bitcoin btc eth sol deposit recipient payout beneficiary payee routing funds fund balance money amount coins usdc usdt usd eur dollars euros bc1 bc1q",
  flood:
    "requests request connections messages emails processes threads packets calls ddos dos syn flood loop fill",
  spread: "skill skills repository repositories repos workspace workspaces",
  watch:
    "keystrokes keypress keypresses presses press clipboard microphone webcam camera screen browsing activity location typing conversation conversations calls",
  grant:
    "password passcode pin recovery email 2fa owner admin administrator collaborator editor access rights right permission permissions privilege privileges cluster administratoraccess superuser sudo control role root domain admins iam 0",
  expose:
    "internet everyone world publicly public readable writable anyone company pastebin gist shared folder drive channel 0",
  bent: "regardless matter whether whatever even actually really case cases irrespective instead first over otherwise best top number points point score rating evaluation reward running checking verifying looking testing immediately place circumstances exception",
  machine: "ai llm llms agent agents model models assistant assistants human humans reader language",
};

interface Meaning {
  topics: number;
  signs: number;
}

const VOCABULARY: ReadonlyMap<string, Readonly<Meaning>> = (() => {
  const map = new Map<string, Meaning>();
  const entry = (word: string) => {
    const known = map.get(word) ?? { topics: 0, signs: 0 };
    map.set(word, known);
    return known;
  };
  for (const topic of Object.keys(TOPIC) as (keyof typeof TOPIC)[])
    for (const word of WORDS[topic].split(" ")) entry(word).topics |= TOPIC[topic];
  for (const sign of Object.keys(SIGNS) as SignName[])
    for (const word of SIGNS[sign].words.split(" ")) entry(word).signs |= SIGN_BIT[sign];
  return map;
})();

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|\||>)\s/;
const COMMENT_MARK = /^\s*(?:#+(?!!)|\/\/+|\/?\*+|--+|;+|<!--|"""|''')\s?/;
const SENTENCE_END = /(?<=[.!?;])["'”’)*_]*\s+(?=\S)|(?<=[。！？；])/;
const MAXIMUM_PARAGRAPH = 2000;

/** Sentences of everything that can speak to an agent: prose, comments, frontmatter, comments in code. */
export function sentencesOf(
  lines: readonly Line[],
  options: { readonly codeToo: boolean },
): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let before = "";
  let parts: { readonly line: Line; readonly text: string }[] = [];
  let length = 0;
  const flush = () => {
    if (parts.length > 0) before = addParagraph(sentences, parts, before);
    parts = [];
    length = 0;
  };
  for (const line of lines) {
    const text = spokenText(line, options.codeToo);
    const previous = parts.at(-1)?.line;
    if (text === undefined || text.trim() === "") {
      flush();
      continue;
    }
    const isNew =
      previous !== undefined && (previous.block !== line.block || previous.region !== line.region);
    if (isNew || ITEM.test(line.text) || line.region === "frontmatter" || length > MAXIMUM_PARAGRAPH) flush();
    parts.push({ line, text });
    length += text.length;
  }
  flush();
  return sentences;
}

function spokenText(line: Line, codeToo: boolean): string | undefined {
  if (line.region !== "code") return line.text;
  if (codeToo || line.language === "text") return line.text;
  if (COMMENT_MARK.test(line.text)) return line.text.replace(COMMENT_MARK, "");
  // Markup is read without its tags.
  if (line.language === "data" && line.text.includes("<")) return line.text.replace(/<[^>]{0,2000}>/g, " ");
  // Strings long enough to be a prompt, as in `instructions = "…"`.
  return line.text.length > 60 && /["'`][^"'`]{50,}/.test(line.text) ? line.text : undefined;
}

function addParagraph(
  sentences: Sentence[],
  parts: readonly { readonly line: Line; readonly text: string }[],
  before: string,
): string {
  const first = parts[0];
  if (first === undefined) return before;
  const joined = parts.length === 1 ? first.text : parts.map((part) => part.text).join(" ");
  const text = plain(joined);
  const pieces = text.split(SENTENCE_END).map((piece) => ({ piece, meaning: meaningOf(piece) }));
  let topics = 0;
  let signs = 0;
  for (const { meaning } of pieces) {
    topics |= meaning.topics;
    signs |= meaning.signs;
  }
  if (topics === 0 && signs === 0) return text.slice(-300);
  const paragraph = { text: text.slice(0, MAXIMUM_PARAGRAPH * 2), topics, signs, before };
  let offset = 0;
  for (const { piece, meaning } of pieces) {
    if ((meaning.topics !== 0 || meaning.signs !== 0) && piece.length > 5) {
      const line = lineAt(parts, offset / Math.max(1, text.length));
      for (const chunk of chunksOf(piece)) {
        const { region, heading, language } = first.line;
        const isData = region === "code" && language === "data";
        sentences.push({ text: chunk, line, region, heading, isData, paragraph, ...meaning });
      }
    }
    offset += piece.length + 1;
  }
  return text.slice(-300);
}

/** A "sentence" without an end is cut, so that no pattern ever sees more than a page. */
function chunksOf(piece: string): readonly string[] {
  if (piece.length <= 800) return [piece];
  const chunks: string[] = [];
  for (let at = 0; at < piece.length; at += 700) chunks.push(piece.slice(at, at + 800));
  return chunks;
}

/** The line of a sentence, by its share of the paragraph: exact for paragraphs of one line. */
function lineAt(parts: readonly { readonly line: Line; readonly text: string }[], share: number): number {
  const total = parts.reduce((sum, part) => sum + part.text.length + 1, 0);
  let seen = 0;
  for (const part of parts) {
    seen += part.text.length + 1;
    if (seen > share * total + 1) return part.line.number;
  }
  return parts.at(-1)?.line.number ?? 1;
}

/** Everything that the steps below look for begins with one of these. */
const NOT_PLAIN = /[*_~\t\n\v\f\r\u00a0\u3000’‘“”«»013457]|\s\s/;

function plain(text: string): string {
  let level = text.toLowerCase();
  if (!NOT_PLAIN.test(level)) return level.trim();
  if (/[*_~]/.test(level)) level = level.replace(/\*{1,3}|__|~~/g, "");
  if (/\s\s|[\t\n\v\f\r\u00a0\u3000]/.test(level)) level = level.replace(/\s+/g, " ");
  if (/[’‘“”«»]/.test(level)) level = level.replace(/[’‘]/g, "'").replace(/[“”«»]/g, '"');
  level = level.trim();
  if (!/[a-z][013457][a-z]|\b[013457][a-z]{3}/.test(level)) return level;
  // Three such words are a manner of writing; then words that no vocabulary knows are read the same way.
  const manner = (level.match(/[a-z][013457]+[a-z]/g)?.length ?? 0) >= 3;
  return level.replace(/[a-z0-9]{4,24}/g, (word) =>
    leet(word) !== undefined || (manner && /[a-z]/.test(word)) ? unleet(word) : word,
  );
}

function meaningOf(text: string): Meaning {
  const meaning = { topics: 0, signs: 0 };
  const hasDigits = /[0-9]/.test(text);
  eachWord(text, true, (word) => {
    const known = VOCABULARY.get(word) ?? ofGenitive(word) ?? (hasDigits ? leet(word) : undefined);
    if (known === undefined) return;
    meaning.topics |= known.topics;
    meaning.signs |= known.signs;
  });
  // A run of letters that are not Latin is judged by the patterns for other languages, whatever stands around it.
  if (/[^\x00-\x7f]{4}/.test(text)) meaning.topics |= TOPIC.foreign;
  return meaning;
}

function ofGenitive(word: string): Readonly<Meaning> | undefined {
  return word.endsWith("'s") ? VOCABULARY.get(word.slice(0, -2)) : undefined;
}

const LEET: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

/** `1gn0re` for `ignore`: only words that mix digits and letters. */
function leet(word: string): Readonly<Meaning> | undefined {
  if (word.length < 4 || !/[0-9]/.test(word) || !/[a-z]/.test(word)) return undefined;
  return VOCABULARY.get(unleet(word));
}

/** Letters for the digits that imitate them. */
function unleet(word: string): string {
  return word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit);
}
