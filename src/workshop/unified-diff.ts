/** One file before and after; undefined means that it does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const CONTEXT = 3;

/** A unified diff with one hunk a file: an edit of the workshop is one contiguous change. */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map(fileDiff).join("");
}

function fileDiff({ path, before, after }: FileChange): string {
  if (before === after) return "";
  const old = lines(before);
  const now = lines(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail += 1;
  }
  const from = Math.max(0, head - CONTEXT);
  const oldEnd = Math.min(old.length, old.length - tail + CONTEXT);
  const newEnd = Math.min(now.length, now.length - tail + CONTEXT);
  const body = [
    ...old.slice(from, head).map((line) => show(" ", line)),
    ...old.slice(head, old.length - tail).map((line) => show("-", line)),
    ...now.slice(head, now.length - tail).map((line) => show("+", line)),
    ...old.slice(old.length - tail, oldEnd).map((line) => show(" ", line)),
  ];
  const range = (start: number, end: number): string => `${end === start ? start : start + 1},${end - start}`;
  return [
    `--- ${before === undefined ? "/dev/null" : `a/${path}`}\n`,
    `+++ ${after === undefined ? "/dev/null" : `b/${path}`}\n`,
    `@@ -${range(from, oldEnd)} +${range(from, newEnd)} @@\n`,
    ...body,
  ].join("");
}

/** Lines with their ends, so that a changed line end is a change. */
function lines(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

function show(mark: string, line: string): string {
  return line.endsWith("\n") ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`;
}
