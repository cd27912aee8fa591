/** Stands for the border of a word in the words below: `·env·` is the whole word, `·env` how a word begins. */
const BORDER = "·";

/** At least one of these words stands in every text that the branch matches. */
type Clause = readonly string[];
/** Each of these clauses holds for every text that the branch matches. */
export type Branch = readonly Clause[];

/** More alternatives than this are no longer told apart. */
const MAXIMUM_WORDS = 400;
const MAXIMUM_BRANCHES = 48;
const MAXIMUM_CLAUSES = 3;
/** Longer words are known by how they begin. */
const MAXIMUM_LETTERS = 12;
/** In nearly every sentence: a clause with one of these passes nearly everything. */
const EVERYWHERE = new Set(
  "a an and any are as at be by for if in is it no not of on or that the this to with you your"
    .split(" ")
    .map((word) => BORDER + word + BORDER),
);

/** A clause that holds nearly everywhere; asking for it costs more than it saves. */
const TOO_COMMON = 100;

/** What a part of a pattern matches: one of these words and nothing else, or something with these branches. */
type Part = { readonly words: readonly string[] } | { readonly branches: readonly Branch[] };

const ANYTHING: Part = { branches: [[]] };

/**
 * Words without which a pattern cannot match, read off the pattern itself: a text that satisfies no branch need not
 * be shown to it. The words are small letters, digits and underscores, whatever the flags of the pattern. Where
 * nothing can be said, the branch is empty and every text satisfies it.
 */
export function requiredWords(pattern: RegExp): readonly Branch[] {
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
  #at = 0;

  constructor(source: string) {
    this.#source = source;
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
    if (this.#take("(?:")) return this.#group(before);
    if (this.#take("(")) {
      if (this.#take("?<")) this.#at = this.#source.indexOf(">", this.#at) + 1;
      return this.#group(before);
    }
    if (this.#take("[")) return this.#class();
    if (this.#take("\\")) return this.#escape();
    // A repetition takes the last letter only, so the letter before one is read alone.
    const letters = /^\w+(?![*+?{])/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? this.#sign();
    this.#at += letters.length;
    if (letters === ".") return ANYTHING;
    return /\w/.test(letters) ? { words: [letters.toLowerCase()] } : "sign";
  }

  #group(before: boolean): Part {
    const end = this.#endOfGroup();
    const behind = /^\)(?:\\b|\\s(?![*?{])|[ ,;:"'](?![*?{]))/.test(this.#source.slice(end, end + 6));
    return this.#closed(before, behind);
  }

  #closed(before: boolean, behind: boolean): Part {
    const part = this.alternatives(before, behind);
    this.#take(")");
    return part;
  }

  #endOfGroup(): number {
    let depth = 0;
    for (let at = this.#at; at < this.#source.length; at += 1) {
      const sign = this.#source[at];
      if (sign === "\\") at += 1;
      else if (sign === "[") at = endOfClass(this.#source, at + 1);
      else if (sign === "(") depth += 1;
      else if (sign === ")") {
        if (depth === 0) return at;
        depth -= 1;
      }
    }
    return this.#source.length;
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
    if (!/[*+?{]/.test(this.#sign())) return { least: 1, most: 1 };
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 16));
    if (match === null) return { least: 1, most: 1 };
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

function endOfClass(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at;
}

/** Parts one behind the other: words grow together until something that may be anything parts them. */
class Sequence {
  /** What stands directly before, in all its forms. */
  #run: readonly string[] = [""];
  #branches: readonly Branch[] = [[]];
  #whole = true;

  endsAtBorder(): boolean {
    return this.#run.every((word) => word.endsWith(BORDER));
  }

  border(): void {
    this.#run = this.#run.map((word) => joined(word, BORDER));
  }

  sign(): void {
    this.border();
    this.#cut();
    this.border();
  }

  /** What must stand somewhere else in the text. */
  beside(part: Part): void {
    this.#branches = both(this.#branches, branchesOf(part));
    this.#whole = false;
  }

  add(part: Part): void {
    if ("branches" in part) {
      this.#cut();
      this.#branches = both(this.#branches, part.branches);
      return;
    }
    if (this.#run.length * part.words.length > MAXIMUM_WORDS) this.#cut();
    this.#run =
      this.#run.length === 1 && this.#run[0] === ""
        ? part.words
        : this.#run.flatMap((word) => part.words.map((next) => joined(word, next)));
  }

  end(): Part {
    if (this.#whole) return { words: this.#run };
    this.#cut();
    return { branches: this.#branches };
  }

  #cut(): void {
    this.#branches = both(this.#branches, branchesOf({ words: this.#run }));
    this.#run = [""];
    this.#whole = false;
  }
}

function joined(word: string, next: string): string {
  return word.endsWith(BORDER) && next.startsWith(BORDER) ? word + next.slice(1) : word + next;
}

function branchesOf(part: Part): readonly Branch[] {
  if ("branches" in part) return part.branches;
  if (!part.words.every(isTelling)) return [[]];
  return [[[...new Set(part.words.map((word) => word.slice(0, MAXIMUM_LETTERS)))]]];
}

/** Two letters say something when they are a word, three when they begin or end one. */
function isTelling(word: string): boolean {
  return word.length >= 4 || (word.length === 3 && word.includes(BORDER));
}

/** Both. Only the first to have several branches keeps them, so that they do not multiply. */
function both(left: readonly Branch[], right: readonly Branch[]): readonly Branch[] {
  if (left.length === 1 && left[0]?.length === 0) return right;
  const [other = []] = limited(right, 1);
  return other.length === 0 ? left : left.map((branch) => [...branch, ...other]);
}

/** Branches of one clause are one branch. Where too many are left, all become one, with the best clause of each. */
function limited(branches: readonly Branch[], most: number): readonly Branch[] {
  if (branches.some((branch) => branch.length === 0)) return [[]];
  const single = branches.filter((branch) => branch.length === 1);
  const others = branches.filter((branch) => branch.length > 1);
  if (others.length + Math.min(1, single.length) <= most)
    return single.length === 0 ? others : [...others, [union(single.map(rarest))]];
  return [[union(branches.map(rarest))]];
}

function union(clauses: readonly Clause[]): Clause {
  return [...new Set(clauses.flat())];
}

function rarest(branch: Branch): Clause {
  return branch.reduce(
    (best, clause) => (commonness(clause) < commonness(best) ? clause : best),
    branch[0] ?? [],
  );
}

/** How many texts satisfy a clause, roughly; only for the choice between clauses. */
function commonness(clause: Clause): number {
  let sum = 0;
  for (const word of clause) sum += EVERYWHERE.has(word) ? TOO_COMMON : word.length <= 4 ? 3 : 1;
  return sum;
}
