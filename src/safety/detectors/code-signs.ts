import type { Subject } from "../detect.js";
import { type Address, addressOfHost, fetchedAddresses, isSuspicious, isWellKnown } from "../hosts.js";
import { hasAny, MARK } from "../marks.js";
import { matchesOf } from "../matches.js";
import { patternGate } from "../pattern-gate.js";
import { isOwn } from "../profile.js";
import type { Hit } from "../rules.js";
import type { Line } from "../segment.js";
import { CODE_COMBINATIONS, type CodeCombination, type SignInCode } from "./code-combinations.js";
import { CODE_SIGNS, type CodeSignName } from "./code-sign-patterns.js";
import { computedCode } from "./computed-code.js";
import { COMPUTES_TEXT } from "./computed-code-patterns.js";
import { ALSO } from "./other-language-signs.js";
import { under } from "./stance.js";

const MAXIMUM_BLOCK = 60_000;

const NAMES = Object.keys(CODE_SIGNS) as CodeSignName[];
const STRANGE = NAMES.length;
const PLACE = Object.fromEntries([...NAMES, "strange"].map((name, place) => [name, place])) as Readonly<
  Record<SignInCode, number>
>;
/** The signs first, ways to compute text behind them: one look at a block serves both. */
const codeSignGate = patternGate([...NAMES.map((name) => CODE_SIGNS[name].pattern), ...COMPUTES_TEXT]);

interface Block {
  readonly text: string;
  readonly lines: readonly Line[];
  /** Index of the first line in the document. */
  readonly index: number;
  readonly subject: Subject;
  /** For each name what is known of it. */
  readonly known: Uint8Array;
}

const ABSENT = 0;
const PRESENT = 1;
const UNKNOWN = 2;

/** Each combination with where its first sign stands, and the same in other languages: most blocks have neither. */
const LED = CODE_COMBINATIONS.map((combination) => {
  const [first = "strange"] = combination.of;
  return { combination, lead: PLACE[first], also: PLACE[ALSO[first] ?? first] };
});

/** Combinations of weak signs in code, document by document. */
export function codeHits(subjects: readonly Subject[]): readonly (readonly Hit[])[] {
  const own = subjects.map(blocksOf);
  const blocks = own.flat();
  const computes = new Set<Block>();
  codeSignGate(blocks.map(({ text }) => text)).forEach((places, index) => {
    const way = COMPUTES_TEXT[index - NAMES.length];
    for (const place of places) {
      const block = blocks[place];
      if (block === undefined) continue;
      if (way === undefined) block.known[index] = UNKNOWN;
      else if (way.test(block.text)) computes.add(block);
    }
  });
  // Combination by combination, so that one pattern after the other runs on all blocks; the first hit of each is told.
  const hits = new Map<Block, Hit>();
  for (const { combination, lead, also } of LED) {
    for (const block of blocks) {
      if (block.known[lead] === ABSENT && block.known[also] === ABSENT) continue;
      const hit = hasAll(block, combination.of) && !hits.has(block) ? judge(block, combination) : undefined;
      if (hit !== undefined) hits.set(block, hit);
    }
  }
  return own.map((some) =>
    some.flatMap((block) => [
      ...listed(hits.get(block)),
      ...listed(computes.has(block) ? computedCode(block, block.subject) : undefined),
    ]),
  );
}

function blocksOf(subject: Subject): readonly Block[] {
  const { lines } = subject;
  const blocks: Block[] = [];
  const add = (text: string, lines: readonly Line[], index: number) => {
    const known = new Uint8Array(NAMES.length + 1);
    known[STRANGE] = UNKNOWN;
    blocks.push({ text, lines, index, subject, known });
  };
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    if (first === undefined) break;
    let end = at + 1;
    if (first.region === "code") {
      while (lines[end]?.region === "code" && lines[end]?.block === first.block) end += 1;
      const part = lines.slice(at, end);
      const text = part.map((line) => line.text).join("\n");
      if (text.length > 12) add(text.slice(0, MAXIMUM_BLOCK), part, at);
    } else if (first.region === "prose" && hasAny(first.marks, MARK.backtick) && INLINE.test(first.text)) {
      add(first.text, [first], at);
    }
    at = end;
  }
  return blocks;
}

/** A command in backticks within a sentence. */
const INLINE = /`[^`]{2,200}\s[^`]{2,}`/;

function listed(hit: Hit | undefined): readonly Hit[] {
  return hit === undefined ? [] : [hit];
}

function hasAll(block: Block, names: readonly SignInCode[]): boolean {
  for (const name of names) if (!has(block, name)) return false;
  return true;
}

function judge(block: Block, { rule, of, and, tells, shows }: CodeCombination): Hit | undefined {
  const { lines, subject } = block;
  const extra = and?.filter((name) => has(block, name)) ?? [];
  if (and !== undefined && extra.length === 0) return undefined;
  const shown = holds(block, shows) ? shows : (ALSO[shows] ?? shows);
  const at = Math.max(
    0,
    lines.findIndex(({ text }) => hasCodeSign(shown, text)),
  );
  const line = lines[at];
  if (line === undefined) return undefined;
  const statement = { ...line, line: line.number, index: block.index + at };
  if (under(statement, subject, "warn") === undefined) return undefined;
  const told = tells?.filter((name) => has(block, name)) ?? [];
  return {
    rule,
    severity: "warn",
    line: line.number,
    excerpt: line.text,
    signs: [...of, ...extra, ...told].map(saysOf),
  };
}

/** Whether a block has a sign, or the one that says the same in other languages. */
function has(block: Block, name: SignInCode): boolean {
  const also = ALSO[name];
  return holds(block, name) || (also !== undefined && holds(block, also));
}

/** Looked at once, and only when nothing rules it out. */
function holds({ text, subject, known }: Block, name: SignInCode): boolean {
  const place = PLACE[name];
  if (known[place] === UNKNOWN) {
    const isThere = name === "strange" ? hasStranger(text, subject) : hasCodeSign(name, text);
    known[place] = isThere ? PRESENT : ABSENT;
  }
  return known[place] === PRESENT;
}

export function hasCodeSign(name: CodeSignName, code: string): boolean {
  return CODE_SIGNS[name].pattern.test(code);
}

function saysOf(name: SignInCode): string {
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
  const hosts = matchesOf(text, HOST_VALUE).map(([, host = ""]) => addressOfHost(host));
  return [...fetchedAddresses(text), ...hosts].some(isStrange) || REMOTE_LOGIN.test(text);
}
