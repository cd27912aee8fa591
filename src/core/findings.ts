/** What a scan says of a skill bundle. Produced by `safety`, carried by flows and proposals. */
export type FindingSeverity = "critical" | "warn";

export interface Finding {
  /** Stable rule id, for example `shell-pipe-to-shell`. */
  readonly rule: string;
  readonly severity: FindingSeverity;
  /** Path inside the bundle. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The matched text as safe text (one line, escaped, capped). */
  readonly excerpt: string;
  /** Why this is dangerous, in one sentence. */
  readonly why: string;
  /** What the reader can do. */
  readonly action: string;
}

export type ScanStatus = "clean" | "suspicious" | "malicious" | "pending" | "error" | "unknown";

/** Somebody else's opinion, shown raw and never averaged: a registry's moderation or a judge model. */
export interface Verdict {
  /** Who says so, for example `clawhub` or `judge:my-model`. */
  readonly by: string;
  readonly status: ScanStatus;
  /** Safe text. */
  readonly detail?: string;
}
