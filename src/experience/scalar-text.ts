/** An argument as text; nothing for lists and objects, whose own `toString` a trace could supply. */
export function scalarText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}
