import type { Finding, FindingSeverity } from "../core/findings.js";
import { redactSecrets, safeText } from "../text/index.js";

/** What a rule is, told once: findings repeat `why` and `action`. */
export interface Rule {
  readonly id: RuleId;
  /** The severity of a confident match; a low-confidence match of a critical rule is a warning. */
  readonly severity: FindingSeverity;
  readonly why: string;
  readonly action: string;
}

const READ_IT = "Read the line; accept the finding only if you would do this by hand yourself.";
const REMOVE_IT =
  "Do not use the skill unless its author can explain this line; remove the line from your own skills.";

const TABLE = {
  // The seven ids of the original contract.
  "prompt-injection-ignore-instructions": [
    "critical",
    "It tells the agent to set aside the instructions it was given.",
    REMOVE_IT,
  ],
  "prompt-injection-system": [
    "critical",
    "It asks for hidden instructions, or pretends to be the system speaking.",
    REMOVE_IT,
  ],
  "prompt-injection-tool": [
    "critical",
    "It tells the agent to act without the permission or confirmation that a person should give.",
    REMOVE_IT,
  ],
  "shell-pipe-to-shell": [
    "critical",
    "It runs whatever a server sends at that moment, unseen.",
    "Download the script, read it, pin it, then run it; or install the tool from a package manager.",
  ],
  "secret-exfiltration": [
    "critical",
    "It sends credentials or environment variables over the network.",
    REMOVE_IT,
  ],
  "destructive-delete": ["warn", "It deletes broadly or irrevocably.", READ_IT],
  "unsafe-permissions": [
    "warn",
    "It gives everybody write access, or a program somebody else's rights.",
    "Give the one user that needs it the one right it needs.",
  ],
  // Families of this library.
  "agent-config-tampering": [
    "critical",
    "It changes the agent's own instructions, memory, hooks or permissions, which outlive the skill.",
    REMOVE_IT,
  ],
  "concealment-from-user": [
    "critical",
    "It asks the agent to hide what it does from the person it works for.",
    REMOVE_IT,
  ],
  "credential-access": ["warn", "It reads credentials that belong to other tools.", READ_IT],
  "credential-phishing": [
    "warn",
    "It asks a person for secrets that no skill needs.",
    "Never type a password, seed phrase or card number because a skill asks for it.",
  ],
  "crypto-mining": ["warn", "It mines cryptocurrency on this machine.", REMOVE_IT],
  "data-destruction": [
    "warn",
    "It tells the agent to delete, encrypt or spoil data that it was not asked to touch.",
    READ_IT,
  ],
  "data-exfiltration": [
    "critical",
    "It sends the user's data to an address that the task does not need.",
    REMOVE_IT,
  ],
  "dependency-confusion": [
    "warn",
    "It installs code from an unusual index or under a name that imitates a popular package.",
    "Install the package from its official index, by its exact name.",
  ],
  "download-then-execute": [
    "critical",
    "It downloads a program and runs it.",
    "Install the tool from a package manager or verify its checksum first.",
  ],
  "dynamic-code-execution": ["critical", "It runs code that it receives at run time.", REMOVE_IT],
  "external-instructions": [
    "warn",
    "It makes the agent obey instructions from an address whose content can change at any time.",
    "Copy the instructions into the skill and review them there.",
  ],
  "fake-prerequisite": [
    "critical",
    "It demands a download or a pasted command before the skill works: the usual way malware is delivered.",
    "Do not install it. Look for the tool under its official name and source.",
  ],
  "hidden-text": [
    "critical",
    "It contains text that a person does not see but an agent reads.",
    "Show the raw bytes; remove invisible characters and comments that give orders.",
  ],
  "obfuscated-payload": ["critical", "It hides a command behind an encoding and then runs it.", REMOVE_IT],
  "output-manipulation": [
    "warn",
    "It makes the agent distort its results or insert things that nobody asked for.",
    READ_IT,
  ],
  "password-protected-archive": [
    "critical",
    "A password keeps scanners from looking into the archive; that is why malware comes in one.",
    "Do not unpack it. Ask for the files in the open.",
  ],
  "payment-diversion": [
    "warn",
    "It moves money, or swaps the account that money goes to.",
    "Check every account and amount yourself; a skill has no reason to name one.",
  ],
  persistence: ["warn", "It arranges to be started again later, outside the task.", READ_IT],
  "privilege-escalation": [
    "critical",
    "It gives itself or a new account lasting rights on this machine.",
    REMOVE_IT,
  ],
  "resource-exhaustion": ["warn", "It can bring the machine to a halt.", REMOVE_IT],
  "reverse-shell": ["critical", "It opens a shell on this machine to somebody else.", REMOVE_IT],
  "security-weakening": [
    "warn",
    "It switches off a protection of this machine.",
    "Leave the protection on; a tool that needs it off is not trustworthy.",
  ],
  surveillance: ["warn", "It records what a person types, says or does.", REMOVE_IT],
  "traffic-diversion": [
    "warn",
    "It sends requests through somebody else's server, which then sees keys and content.",
    "Use the official address, or a proxy that you run yourself.",
  ],
  "unscanned-content": [
    "warn",
    "Part of the bundle could not be looked into.",
    "Unpack and read it by hand before you trust the skill.",
  ],
} as const satisfies Readonly<Record<string, readonly [FindingSeverity, string, string]>>;

/** Every rule id this scanner can report. Ids are stable. */
export type RuleId = keyof typeof TABLE;

/** The catalog of rules, for documentation and user interfaces. */
export const RULES: readonly Rule[] = Object.freeze(
  (Object.keys(TABLE) as RuleId[]).map((id) => {
    const [severity, why, action] = TABLE[id];
    return Object.freeze({ id, severity, why, action });
  }),
);

/** A match before it is dressed up as a finding. */
export interface Hit {
  readonly rule: RuleId;
  /** Never above the rule's own severity. */
  readonly severity: FindingSeverity;
  /** 1-based. */
  readonly line: number;
  /** Raw text; shortened and escaped by `toFinding`. */
  readonly excerpt: string;
  /** How it was hidden, for example `base64`. */
  readonly note?: string;
  /** What made it suspicious, where no single thing did; in words for the reader. */
  readonly signs?: readonly string[];
}

/** Characters of the matched text shown in a finding. */
const EXCERPT_LENGTH = 160;

/** Dresses a match up for people: safe excerpt, reason and way out. */
export function toFinding(hit: Hit, file: string): Finding {
  const [severity, why, action] = TABLE[hit.rule];
  return {
    rule: hit.rule,
    severity: severity === "critical" ? hit.severity : "warn",
    file,
    line: hit.line,
    excerpt: safeText(redactSecrets(hit.excerpt.trim().slice(0, 4 * EXCERPT_LENGTH)).text, EXCERPT_LENGTH),
    why: whyOf(why, hit),
    action,
  };
}

function whyOf(why: string, { note, signs }: Hit): string {
  const hidden = note === undefined ? "" : ` (It was hidden: ${note}.)`;
  return signs === undefined ? `${why}${hidden}` : `${why} Signs: ${signs.join("; ")}.${hidden}`;
}
