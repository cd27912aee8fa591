/**
 * A run of combining marks longer than any living script writes. Normalisation
 * sorts such a run by insertion, so a megabyte of marks would take minutes:
 * every caller bounds the runs before it normalises.
 */
const EXCESS_MARK = /(?<=\p{M}{8})\p{M}/gu;

/** NFKC in linear time for any input: marks beyond the eighth of a run go through `replace` first. */
export function normaliseText(text: string, replace: (mark: string) => string = () => ""): string {
  return ASCII_ONLY.test(text) ? text : text.replace(EXCESS_MARK, replace).normalize("NFKC");
}

const ASCII_ONLY = /^[\x00-\x7f]*$/;
