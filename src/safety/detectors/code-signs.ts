import type { Subject } from "../detect.js";
import { type Address, addressOfHost, fetchedAddresses, isSuspicious, isWellKnown } from "../hosts.js";
import { patternGate } from "../pattern-gate.js";
import { isOwn } from "../profile.js";
import type { Hit, RuleId } from "../rules.js";
import type { Line } from "../segment.js";
import { CODE_SIGNS, type CodeSignName } from "./code-sign-patterns.js";
import { under } from "./stance.js";

/** Signs that are patterns, and one about the addresses in the same block. */
type Name = CodeSignName | "strange";

interface Combination {
  readonly rule: RuleId;
  readonly of: readonly Name[];
  readonly and?: readonly Name[];
  /** Named in the finding when they are there, but not needed. */
  readonly tells?: readonly Name[];
  /** The sign whose line is shown. */
  readonly shows: CodeSignName;
}

/** What deserves a look when it stands in one script or one block; none of it blocks. */
const COMBINATIONS: readonly Combination[] = [
  { rule: "secret-exfiltration", of: ["sends", "strange", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["pushes", "encodes", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["publishes", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["sends", "prompts"], shows: "prompts" },
  { rule: "secret-exfiltration", of: ["resolves"], shows: "resolves" },
  { rule: "data-exfiltration", of: ["sends", "strange", "privates"], shows: "privates" },
  { rule: "data-exfiltration", of: ["sends", "strange"], tells: ["hides", "encodes"], shows: "sends" },
  { rule: "dynamic-code-execution", of: ["evaluates", "fetches"], shows: "evaluates" },
  { rule: "obfuscated-payload", of: ["evaluates", "decodes"], shows: "evaluates" },
  { rule: "obfuscated-payload", of: ["assembles"], shows: "assembles" },
  {
    rule: "obfuscated-payload",
    of: ["computes"],
    and: ["runs", "evaluates", "sends", "fetches"],
    shows: "computes",
  },
  { rule: "payment-diversion", of: ["clipboard", "wallets"], shows: "wallets" },
  { rule: "payment-diversion", of: ["pays"], shows: "pays" },
  { rule: "payment-diversion", of: ["extorts"], and: ["destroys", "hides", "sends"], shows: "extorts" },
  { rule: "external-instructions", of: ["entersSkills", "strange"], shows: "entersSkills" },
  { rule: "output-manipulation", of: ["forges"], shows: "forges" },
  { rule: "security-weakening", of: ["overrules"], shows: "overrules" },
  { rule: "persistence", of: ["persists"], and: ["sends", "fetches", "hides"], shows: "persists" },
  { rule: "persistence", of: ["takesOver"], shows: "takesOver" },
  { rule: "secret-exfiltration", of: ["pipelineSecrets"], shows: "pipelineSecrets" },
  { rule: "download-then-execute", of: ["unmasks"], shows: "unmasks" },
  { rule: "data-destruction", of: ["destroys"], and: ["unattended"], shows: "destroys" },
  { rule: "privilege-escalation", of: ["breaksOut"], shows: "breaksOut" },
  { rule: "data-exfiltration", of: ["forwards"], shows: "forwards" },
  { rule: "reverse-shell", of: ["tunnels"], shows: "tunnels" },
  { rule: "download-then-execute", of: ["startsFetched", "fetches"], shows: "startsFetched" },
  { rule: "dependency-confusion", of: ["foreignPackage"], shows: "foreignPackage" },
  { rule: "data-destruction", of: ["erasesHistory"], shows: "erasesHistory" },
  { rule: "security-weakening", of: ["weakens"], and: ["sends", "strange", "evaluates"], shows: "weakens" },
];

const MAXIMUM_BLOCK = 60_000;

const NAMES = Object.keys(CODE_SIGNS) as CodeSignName[];
const codeSignGate = patternGate(NAMES.map((name) => CODE_SIGNS[name].pattern));

interface Block {
  readonly text: string;
  readonly lines: readonly Line[];
  /** Index of the first line in the document. */
  readonly index: number;
}

/** Combinations of weak signs in code. */
export function codeHits(subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  const blocks = blocksOf(subject.lines);
  const possible = blocks.map(() => new Set<Name>());
  codeSignGate(blocks.map(({ text }) => text)).forEach((places, index) => {
    const name = NAMES[index];
    if (name !== undefined) for (const place of places) possible[place]?.add(name);
  });
  blocks.forEach((block, place) => {
    const hit = judge(block, possible[place] ?? NO_SIGNS, subject);
    if (hit !== undefined) hits.push(hit);
  });
  return hits;
}

function blocksOf(lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    if (first === undefined) break;
    let end = at + 1;
    if (first.region === "code") {
      while (lines[end]?.region === "code" && lines[end]?.block === first.block) end += 1;
      const part = lines.slice(at, end);
      const text = part.map((line) => line.text).join("\n");
      if (text.length > 12) blocks.push({ text: text.slice(0, MAXIMUM_BLOCK), lines: part, index: at });
    } else if (first.region === "prose" && first.text.includes("`") && INLINE.test(first.text)) {
      blocks.push({ text: first.text, lines: [first], index: at });
    }
    at = end;
  }
  return blocks;
}

/** A command in backticks within a sentence. */
const INLINE = /`[^`]{2,200}\s[^`]{2,}`/;

const NO_SIGNS: ReadonlySet<Name> = new Set();

function judge(block: Block, possible: ReadonlySet<Name>, subject: Subject): Hit | undefined {
  if (possible.size === 0) return undefined;
  const known = new Map<Name, boolean>();
  const has = (name: Name): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now =
      name === "strange"
        ? hasStranger(block.text, subject)
        : possible.has(name) && hasCodeSign(name, block.text);
    known.set(name, now);
    return now;
  };
  for (const { rule, of, and, tells, shows } of COMBINATIONS) {
    if (!of.every(has)) continue;
    const extra = and?.filter(has) ?? [];
    if (and !== undefined && extra.length === 0) continue;
    const at = Math.max(
      0,
      block.lines.findIndex((line) => CODE_SIGNS[shows].pattern.test(line.text)),
    );
    const line = block.lines[at];
    if (line === undefined) continue;
    const statement = { ...line, line: line.number, index: block.index + at };
    if (under(statement, subject, "warn") === undefined) continue;
    return {
      rule,
      severity: "warn",
      line: line.number,
      excerpt: line.text,
      signs: [...of, ...extra, ...(tells?.filter(has) ?? [])].map(saysOf),
    };
  }
  return undefined;
}

export function hasCodeSign(name: CodeSignName, code: string): boolean {
  return CODE_SIGNS[name].pattern.test(code);
}

function saysOf(name: Name): string {
  return name === "strange" ? "the address is not the skill's own" : CODE_SIGNS[name].says;
}

/** `user@host:` of ssh and its kin, or a bare public address: no declared service is reached that way. */
const REMOTE_LOGIN =
  /\b(?:ssh|scp|rsync|sftp)\b[^\n]{0,200}\b[\w.-]{1,40}@(?:(?!localhost|example|your|host\b|server\b|10\.|192\.168\.|127\.)[\w-]{1,60}(?:\.[\w-]{1,40}){1,5})|["'](?!0\.|10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|8\.8\.|1\.1\.1\.)\d{1,3}(?:\.\d{1,3}){3}["']\s*,\s*\d{2,5}\b/;

/** The host as a value of its own, as libraries of sockets and requests want it. */
const HOST_VALUE = /\bhost(?:name)?["']?\s*[:=]\s*["'`]((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})["'`]/g;

/** Whether code names an address that is neither the skill's own nor everybody's. */
export function hasStranger(text: string, { profile }: Pick<Subject, "profile">): boolean {
  const isStrange = (address: Address): boolean => {
    if (isSuspicious(address)) return true;
    return address.kind === "unknown" && !isWellKnown(address.host) && !isOwn(address, profile);
  };
  const hosts = [...text.matchAll(HOST_VALUE)].map(([, host = ""]) => addressOfHost(host));
  return [...fetchedAddresses(text), ...hosts].some(isStrange) || REMOTE_LOGIN.test(text);
}
