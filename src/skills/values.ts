/** Reading loosely typed frontmatter values. `undefined` always means "absent", `null` "present and unreadable". */

const TRUE = new Set(["true", "1", "yes", "on"]);
const FALSE = new Set(["false", "0", "no", "off"]);

/** True and false in every spelling that people use: true/1/yes/on, false/0/no/off, any case. */
export function readBoolean(value: unknown): boolean | null | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  const text =
    typeof value === "string" || typeof value === "number" ? String(value).trim().toLowerCase() : "";
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : null;
}

/** Text of a scalar (numbers and booleans as they were written) or of a list of scalars; blank counts as absent. */
export function readText(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return null;
  const parts = value.map(readText);
  if (parts.includes(null)) return null;
  const text = parts.filter((part) => part !== undefined).join(", ");
  return text === "" ? undefined : text;
}

/** A list of words: a real list, or text separated by commas or blanks (`bins: "gh, git"`). */
export function readList(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return unique(value.split(/[,\s]+/));
  if (!Array.isArray(value)) return typeof value === "number" ? [String(value)] : null;
  if (!value.every((item) => typeof item === "string" || typeof item === "number")) return null;
  return unique(value.map((item) => String(item).trim()));
}

/** Names of tools, where blanks inside brackets belong to the name: `Bash(git add:*) Read`. */
export function readTools(value: unknown): readonly string[] | null | undefined {
  return typeof value === "string"
    ? unique(value.match(/(?:\([^()]*\)|[^\s,(])+|\(/g) ?? [])
    : readList(value);
}

/** A plain object (not a list), else undefined. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter((word) => word !== ""))];
}
