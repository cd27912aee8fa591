/** Safety limits of loading and prompting. Each one that bites is reported. */
export interface SkillLimits {
  /** SKILL.md files looked at per root folder; folders without one do not count. @defaultValue 300 */
  readonly maxCandidatesPerRoot: number;
  /** Valid skills kept per tier. @defaultValue 200 */
  readonly maxSkillsLoadedPerSource: number;
  /** @defaultValue 150 */
  readonly maxSkillsInPrompt: number;
  /** @defaultValue 30000 */
  readonly maxSkillsPromptChars: number;
  /** @defaultValue 256000 */
  readonly maxSkillFileBytes: number;
}

/** The defaults of the OpenClaw document. */
export const DEFAULT_SKILL_LIMITS: SkillLimits = Object.freeze({
  maxCandidatesPerRoot: 300,
  maxSkillsLoadedPerSource: 200,
  maxSkillsInPrompt: 150,
  maxSkillsPromptChars: 30_000,
  maxSkillFileBytes: 256_000,
});
