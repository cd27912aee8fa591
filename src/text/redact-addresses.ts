/** Bounded on both sides of the `@`, so that the time stays linear. */
const ADDRESS = /[^\s@<>()"'`,;:/\\=&?]{1,64}(?:@|%40)[^\s@<>()"'`,;:/\\=&?]{1,253}\.\p{L}{2,}/giu;

/** Replaces e-mail addresses with `[redacted:address]`, also where a URL writes the `@` as `%40`. */
export function redactAddresses(text: string): string {
  return text.includes("@") || text.includes("%40") ? text.replace(ADDRESS, "[redacted:address]") : text;
}
