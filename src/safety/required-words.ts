import {
  ANYTHING,
  type Branch,
  branchesOf,
  commonness,
  limited,
  MAXIMUM_BRANCHES,
  MAXIMUM_WORDS,
  type Part,
  Sequence,
  TOO_COMMON,
} from "./word-branches.js";

/** Of what a branch needs, so much is asked for. */
const MAXIMUM_CLAUSES = 3;

/**
 * Words without which a pattern cannot match, read off the pattern itself: a text that satisfies no branch need not
 * be shown to it. The words are small letters, digits and underscores, whatever the flags of the pattern. Where
 * nothing can be said, the branch is empty and every text satisfies it.
 */
export function requiredWords(pattern: RegExp): readonly Branch[] {
  const known = read.get(pattern);
  if (known !== undefined) return known;
  const branches = readWords(pattern);
  read.set(pattern, branches);
  return branches;
}

/** Some patterns are in several sets. */
const read = new WeakMap<RegExp, readonly Branch[]>();

function readWords(pattern: RegExp): readonly Branch[] {
  // With both flags letters outside ASCII match letters inside.
  if (/i.*[uv]/.test(pattern.flags)) return [[]];
  const reader = new PatternReader(pattern.source);
  return branchesOf(reader.alternatives()).map((branch) =>
    branch.length <= 1
      ? branch
      : branch
          .map((clause) => ({ clause, common: commonness(clause) }))
          .sort((left, right) => left.common - right.common)
          .slice(0, MAXIMUM_CLAUSES)
          .filter(({ common }, index) => index === 0 || common < TOO_COMMON)
          .map(({ clause }) => clause),
  );
}

/** Reads a pattern from left to right; nothing of it is run. */
class PatternReader {
  readonly #source: string;
  readonly #ends: ReadonlyMap<number, number>;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#ends = endsOfGroups(source);
  }

  /** `before` and `behind`: whether the border of a word is known to be there. */
  alternatives(before = false, behind = false): Part {
    const words: string[] = [];
    const branches: Branch[] = [];
    for (;;) {
      const part = this.#sequence(before, behind);
      if ("words" in part) words.push(...part.words);
      else branches.push(...part.branches);
      if (!this.#take("|")) break;
    }
    if (branches.length === 0 && words.length <= MAXIMUM_WORDS) return { words };
    if (words.length > 0) branches.push(...branchesOf({ words }));
    return { branches: limited(branches, MAXIMUM_BRANCHES) };
  }

  #sequence(before: boolean, behind: boolean): Part {
    const sequence = new Sequence();
    if (before) sequence.border();
    for (let sign = this.#sign(); sign !== "" && sign !== "|" && sign !== ")"; sign = this.#sign())
      this.#term(sequence);
    if (behind) sequence.border();
    return sequence.end();
  }

  #term(sequence: Sequence): void {
    if (this.#take("\\b") || this.#take("^") || this.#take("$")) sequence.border();
    else if (this.#take("(?=")) sequence.beside(this.#closed(false, false));
    else if (this.#take("(?!") || this.#take("(?<=") || this.#take("(?<!")) this.#closed(false, false);
    else if (!this.#take("\\B")) this.#repeatable(sequence);
  }

  #repeatable(sequence: Sequence): void {
    const part = this.#atom(sequence.endsAtBorder());
    const { least, most } = this.#times();
    if (part === "sign" && least > 0) sequence.sign();
    else if (part === "sign") sequence.add(ANYTHING);
    else if (least === 1 && most === 1) sequence.add(part);
    else if (most === 1 && "words" in part) sequence.add({ words: ["", ...part.words] });
    else sequence.add(least > 0 ? { branches: branchesOf(part) } : ANYTHING);
  }

  /** One thing that can be repeated; "sign" for what is never part of a word. */
  #atom(before: boolean): Part | "sign" {
    const start = this.#at;
    if (this.#take("(?:")) return this.#group(before, start);
    if (this.#take("(")) {
      if (this.#take("?<")) this.#at = this.#source.indexOf(">", this.#at) + 1;
      return this.#group(before, start);
    }
    if (this.#take("[")) return this.#class();
    if (this.#take("\\")) return this.#escape();
    // A repetition takes the last letter only, so the letter before one is read alone.
    const letters = /^\w+(?![*+?{])/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? this.#sign();
    this.#at += letters.length;
    if (letters === ".") return ANYTHING;
    return /\w/.test(letters) ? { words: [letters.toLowerCase()] } : "sign";
  }

  #group(before: boolean, start: number): Part {
    const end = this.#ends.get(start) ?? this.#source.length;
    const behind = /^\)(?:\\b|\\s(?![*?{])|[ ,;:"'](?![*?{]))/.test(this.#source.slice(end, end + 6));
    return this.#closed(before, behind);
  }

  #closed(before: boolean, behind: boolean): Part {
    const part = this.alternatives(before, behind);
    this.#take(")");
    return part;
  }

  #escape(): Part | "sign" {
    const name = this.#sign();
    this.#at += 1;
    if (/[sWntrfv]|\W/.test(name)) return "sign";
    if (/[xupPck]/.test(name)) {
      const more = /^(?:\{[^}]*\}|<\w+>|[0-9a-fA-F]{2,4})/.exec(this.#source.slice(this.#at, this.#at + 40));
      this.#at += more?.[0].length ?? 0;
    }
    return ANYTHING;
  }

  /** `[sz]` is two words of one letter; `[\s,-]` is a sign; the rest may be anything. */
  #class(): Part | "sign" {
    const end = endOfClass(this.#source, this.#at);
    const content = this.#source.slice(this.#at, end);
    this.#at = end + 1;
    if (/^\w{1,4}$/.test(content)) return { words: [...new Set(content.toLowerCase())] };
    return /^(?:\\[sW]|[^\w\\^-]|-$)+$/.test(content) ? "sign" : ANYTHING;
  }

  #times(): { readonly least: number; readonly most: number } {
    if (!"*+?{".includes(this.#sign() || " ")) return ONCE;
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (match === null) return ONCE;
    this.#at += match[0].length;
    const [, sign, least = "", comma, most = ""] = match;
    if (sign !== undefined) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    return {
      least: Number(least),
      most: comma === "" ? Number(least) : most === "" ? Infinity : Number(most),
    };
  }

  #sign(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

const ONCE = { least: 1, most: 1 };

/** Where the bracket is that closes each group, by where the group opens. */
function endsOfGroups(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === "\\") at += 1;
    else if (sign === "[") at = endOfClass(source, at + 1);
    else if (sign === "(") open.push(at);
    else if (sign === ")") ends.set(open.pop() ?? 0, at);
  }
  return ends;
}

function endOfClass(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at;
}
