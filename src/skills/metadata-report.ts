import type { Diagnostic } from "../core/diagnostics.js";
import { safeText } from "../text/safe-text.js";
import { isNear, isSlip, type RestrictingKey } from "./near-key.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { asRecord, readList } from "./values.js";

/** Where the frontmatter came from, for diagnostics. */
export interface MetadataSource {
  readonly file?: string;
  /** The line of a path of keys; asked only when there is something to report. */
  readonly locate?: (path: readonly string[]) => number | undefined;
}

type Data = Readonly<Record<string, unknown>>;

/** A record with its keys, which are slow to list: the parsers' objects have no prototype and no shape. */
export interface View {
  readonly record: Data;
  readonly keys: readonly string[];
  /** Some key is not spelt as it should be. */
  readonly slips: boolean;
}

/** A record as a {@link View}. */
export function viewOf(record: Data): View {
  const keys = Object.keys(record);
  return { record, keys, slips: keys.some(isSlip) };
}

/** Picks values out of records, and keeps what there is to say about them. */
export class MetadataReport {
  readonly diagnostics: Diagnostic[] = [];
  /** True once a restriction was there and unreadable. */
  broken = false;
  readonly #source: MetadataSource;

  constructor(source: MetadataSource) {
    this.#source = source;
  }

  /** The value of a key that restricts; a slip in its spelling counts, with a warning. */
  pick({ record, keys, slips }: View, name: RestrictingKey, path: readonly string[] = []): unknown {
    if (!slips || Object.hasOwn(record, name)) return record[name];
    const near = keys.find((key) => isNear(key, name));
    if (near === undefined) return undefined;
    this.warn(
      "metadata-spelling",
      `\`${safeText(near, 60)}\` was read as \`${name}\`.`,
      [...path, near],
      `Write \`${name}\`.`,
    );
    return record[near];
  }

  /** An object, or text that holds one as JSON5. */
  record(value: unknown, path: readonly string[]): View | undefined {
    const record = asRecord(value);
    if (record !== undefined) return viewOf(record);
    if (value === null) return this.break(path, "it is empty");
    if (typeof value !== "string") return this.break(path, "it is not an object");
    const parsed = parseRelaxedJson(value, { json5: true });
    const inner = parsed.ok ? asRecord(parsed.value) : undefined;
    if (inner !== undefined) return viewOf(inner);
    return this.break(path, parsed.ok ? "it is not an object" : parsed.reason);
  }

  /** A list of words that restricts. */
  list(view: View, name: RestrictingKey, path: readonly string[]): readonly string[] {
    const value = this.pick(view, name, path);
    const list = readList(value);
    if (value === null) this.break([...path, name], "it is empty");
    if (list === null) this.break([...path, name], "it is not a list of words");
    return list ?? [];
  }

  /** A restriction that nobody can read: the skill must be left out. */
  break(path: readonly string[], reason: string): undefined {
    this.broken = true;
    this.#add(
      "error",
      "metadata-invalid",
      `\`${safeText(path.join("."), 100)}\` can't be read (${safeText(reason)}), so nobody can tell when the skill may be used.`,
      path,
      "Correct it, or remove it.",
    );
    return undefined;
  }

  /** Something to correct that does not exclude the skill. */
  warn(
    code: string,
    message: string,
    path: readonly string[],
    fix = "Correct the spelling, or remove it.",
  ): void {
    this.#add("warning", code, message, path, fix);
  }

  #add(
    severity: "error" | "warning",
    code: string,
    message: string,
    path: readonly string[],
    fix: string,
  ): void {
    const { file, locate } = this.#source;
    const line = locate?.(path);
    this.diagnostics.push({
      code,
      severity,
      message,
      fix,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    });
  }
}
