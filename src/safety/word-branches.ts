/** Stands for the border of a word in the words below: `·env·` is the whole word, `·env` how a word begins. */
const BORDER = "·";

/** At least one of these words stands in every text that the branch matches. */
type Clause = readonly string[];
/** Each of these clauses holds for every text that the branch matches. */
export type Branch = readonly Clause[];

/** More alternatives than this are no longer told apart. */
export const MAXIMUM_WORDS = 400;
export const MAXIMUM_BRANCHES = 48;
/** Longer words are known by how they begin. */
const MAXIMUM_LETTERS = 12;
/** In nearly every sentence: a clause with one of these passes nearly everything. */
const EVERYWHERE = new Set(
  "a an and any are as at be by for if in is it no not of on or that the this to with you your"
    .split(" ")
    .map((word) => BORDER + word + BORDER),
);

/** A clause that holds nearly everywhere; asking for it costs more than it saves. */
export const TOO_COMMON = 100;

/** What a part of a pattern matches: one of these words and nothing else, or something with these branches. */
export type Part = { readonly words: readonly string[] } | { readonly branches: readonly Branch[] };

export const ANYTHING: Part = { branches: [[]] };

/** Parts one behind the other: words grow together until something that may be anything parts them. */
export class Sequence {
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

export function branchesOf(part: Part): readonly Branch[] {
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
export function limited(branches: readonly Branch[], most: number): readonly Branch[] {
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
export function commonness(clause: Clause): number {
  let sum = 0;
  for (const word of clause) sum += EVERYWHERE.has(word) ? TOO_COMMON : word.length <= 4 ? 3 : 1;
  return sum;
}
