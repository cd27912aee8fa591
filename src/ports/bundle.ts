/** One file of a skill, in memory. Paths are relative, forward-slashed, already checked. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

/** The whole content of one version of a skill, with `SKILL.md` at its root. */
export interface Bundle {
  readonly files: readonly BundleFile[];
}
