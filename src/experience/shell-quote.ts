/**
 * One word for a POSIX shell, whatever is in the text: between single quotes nothing has a meaning, and a single quote
 * itself is written outside of them.
 */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
