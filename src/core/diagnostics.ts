/** What a loader found out and did about it. Nothing is dropped without one. */
export interface Diagnostic {
  /** Kebab-case and documented, for example `frontmatter-invalid`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** What the reader can do about it. */
  readonly fix?: string;
}

/** Loaders return a value and what they had to say about it; they never give up over one bad part. */
export interface Loaded<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
