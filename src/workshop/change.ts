/** What a proposal would do. All texts are stored with secrets already removed. */
export type Change =
  /** A new skill; never overwrites one. */
  | { readonly kind: "create"; readonly description: string; readonly body: string }
  /** Text at the end of a section; the skill is created when it is missing. */
  | {
      readonly kind: "append";
      readonly section: string;
      readonly body: string;
      readonly description?: string;
    }
  /** The first exact match of `oldText`. */
  | { readonly kind: "replace"; readonly oldText: string; readonly newText: string }
  /** A file beside SKILL.md, in one of the four support folders. */
  | { readonly kind: "support_file"; readonly relativePath: string; readonly body: string }
  /** Files of the experience engine, under its two roots only. */
  | {
      readonly kind: "draft";
      readonly fingerprint: string;
      readonly slug: string;
      readonly files: readonly DraftFile[];
    };

/** One file of an experience draft. */
export interface DraftFile {
  /** `skills/auto/…` or `scripts/auto/…` */
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

/** The texts that a change adds: what is scanned, compared and redacted. */
export function addedText(change: Change): string {
  switch (change.kind) {
    case "create":
      return `${change.description}\n${change.body}`;
    case "append":
    case "support_file":
      return change.body;
    case "replace":
      return change.newText;
    case "draft":
      return change.files.map((file) => file.text).join("\n");
  }
}
