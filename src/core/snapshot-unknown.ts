import type { Fields } from "./snapshot-parts.js";
import type { UnknownFields } from "./state.js";

/** The object with the unknown fields of this place after its own. */
export function withUnknown(value: Fields, unknown: UnknownFields | undefined, place: string): Fields {
  if (unknown === undefined) return value;
  for (const [where, name, field] of unknown) {
    // Defined, not assigned: `__proto__` is a name like any other. An empty `detail` gives way to the original one.
    if (where !== place || (Object.hasOwn(value, name) && value[name] !== "")) continue;
    Object.defineProperty(value, name, {
      value: field,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
}
