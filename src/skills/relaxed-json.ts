/** A parsed value, or where and why parsing stopped. `offset` counts from the start of the text. */
export type RelaxedJson =
  | { readonly ok: true; readonly value: unknown; readonly end: number }
  | { readonly ok: false; readonly reason: string; readonly offset: number };

const MAXIMUM_DEPTH = 64;
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
};

class Stop extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/**
 * Reads one JSON value. `json5` adds comments, single quotes, bare keys, hexadecimal and signed numbers;
 * trailing commas are always fine. Objects have no prototype, and a repeated key is an error: of two
 * requirements blocks nobody can say which one was meant.
 */
export function parseRelaxedJson(
  text: string,
  options: { readonly json5: boolean; readonly start?: number; readonly partial?: boolean },
): RelaxedJson {
  const reader = new Reader(text, options.json5, options.start ?? 0);
  try {
    const value = reader.value(0);
    const end = reader.position;
    if (options.partial !== true) reader.expectEnd();
    return { ok: true, value, end };
  } catch (error) {
    if (error instanceof Stop) return { ok: false, reason: error.message, offset: error.offset };
    throw error;
  }
}

class Reader {
  position: number;
  readonly #text: string;
  readonly #json5: boolean;

  constructor(text: string, json5: boolean, start: number) {
    this.#text = text;
    this.#json5 = json5;
    this.position = start;
  }

  value(depth: number): unknown {
    if (depth > MAXIMUM_DEPTH) this.#stop("nested too deeply");
    this.#space();
    const char = this.#text[this.position];
    if (char === "{") return this.#object(depth);
    if (char === "[") return this.#array(depth);
    if (char === '"' || (this.#json5 && char === "'")) return this.#string(char);
    return this.#word();
  }

  expectEnd(): void {
    this.#space();
    if (this.position < this.#text.length) this.#stop("unexpected text after the value");
  }

  #object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    this.position += 1;
    for (;;) {
      this.#space();
      if (this.#take("}")) return result;
      const key = this.#key();
      if (key in result) this.#stop(`the key "${key.slice(0, 40)}" appears twice`);
      this.#space();
      if (!this.#take(":")) this.#stop("expected a colon");
      result[key] = this.value(depth + 1);
      this.#space();
      if (this.#take(",")) continue;
      if (!this.#take("}")) this.#stop("expected a comma or a closing brace");
      return result;
    }
  }

  #array(depth: number): unknown[] {
    const result: unknown[] = [];
    this.position += 1;
    for (;;) {
      this.#space();
      if (this.#take("]")) return result;
      result.push(this.value(depth + 1));
      this.#space();
      if (this.#take(",")) continue;
      if (!this.#take("]")) this.#stop("expected a comma or a closing bracket");
      return result;
    }
  }

  #key(): string {
    const char = this.#text[this.position];
    if (char === '"' || (this.#json5 && char === "'")) return this.#string(char);
    const bare = this.#json5 ? this.#match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy) : undefined;
    return bare ?? this.#stop("expected a key");
  }

  #string(quote: string): string {
    const start = this.position;
    const plainEnd = this.#text.indexOf(quote, start + 1);
    if (plainEnd === -1) this.#stop("the string is not closed");
    const plain = this.#text.slice(start + 1, plainEnd);
    if (!/[\\\n\r\u0000-\u001f]/.test(plain)) {
      this.position = plainEnd + 1;
      return plain;
    }
    let result = "";
    let index = start + 1;
    for (;;) {
      const char = this.#text[index];
      if (char === undefined || char === "\n" || char === "\r") this.#stop("the string is not closed", start);
      if (char === quote) break;
      if (char === "\\") {
        const [decoded, next] = this.#escape(index + 1);
        result += decoded;
        index = next;
        continue;
      }
      if (char < " ") this.#stop("a control character in a string", index);
      result += char;
      index += 1;
    }
    this.position = index + 1;
    return result;
  }

  #escape(index: number): readonly [string, number] {
    const char = this.#text[index] ?? "";
    if (char === "u" || (this.#json5 && char === "x")) {
      const length = char === "u" ? 4 : 2;
      const digits = this.#text.slice(index + 1, index + 1 + length);
      if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits)) this.#stop("a broken escape", index);
      return [String.fromCharCode(Number.parseInt(digits, 16)), index + 1 + length];
    }
    if (char === '"' || char === "\\" || char === "/") return [char, index + 1];
    const known = ESCAPES[char];
    if (known !== undefined && (this.#json5 || !"v0".includes(char))) return [known, index + 1];
    if (!this.#json5 || char === "" || /[1-9]/.test(char)) this.#stop("an unknown escape", index);
    if (char === "\r" && this.#text[index + 1] === "\n") return ["", index + 2];
    return [/[\n\r\u2028\u2029]/.test(char) ? "" : char, index + 1];
  }

  #word(): unknown {
    const word = this.#match(/[^\s,:{}[\]"'/]+/y) ?? this.#stop("expected a value");
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) return faithfulNumber(word);
    const json5Number =
      /^[+-]?(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Infinity|NaN)$/;
    if (this.#json5 && json5Number.test(word)) return word;
    this.#stop(`"${word.slice(0, 20)}" is not a value`, this.position - word.length);
  }

  #space(): void {
    for (;;) {
      let code = this.#text.charCodeAt(this.position);
      while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        this.position += 1;
        code = this.#text.charCodeAt(this.position);
      }
      // JSON5 knows more kinds of space, all of them rare.
      if (this.#json5 && (code === 0x0b || code === 0x0c || code > 0x7f)) this.#match(/[\s\ufeff]+/y);
      if (!this.#json5 || this.#text[this.position] !== "/") return;
      if (this.#match(/\/\/[^\n\r\u2028\u2029]*/y) !== undefined) continue;
      if (!this.#text.startsWith("/*", this.position)) return;
      const end = this.#text.indexOf("*/", this.position + 2);
      if (end === -1) this.#stop("the comment is not closed");
      this.position = end + 2;
    }
  }

  #take(char: string): boolean {
    if (this.#text[this.position] !== char) return false;
    this.position += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.position += match.length;
    return match;
  }

  #stop(reason: string, offset = this.position): never {
    throw new Stop(reason, offset);
  }
}

/** A number only where nothing of what was written gets lost: `1.10` and `007` stay text. */
export function faithfulNumber(source: string): number | string {
  const value = Number(source);
  return String(value) === source ? value : source;
}
