/**
 * Skills as data: read, tier, gate, explain, prompt, validate. Pure; `skill-cortex/node` reads the files.
 * @packageDocumentation
 */
export { blockedName, isSensitiveName } from "./blocked-env.js";
export { type Collision, mergeTiers, type SkillCatalog, type TierContent } from "./catalog.js";
export {
  buildCommands,
  type CommandCall,
  dispatchArguments,
  findCommand,
  type SkillCommand,
} from "./commands.js";
export {
  DEFAULT_SKILLS_CONFIG,
  entryOf,
  parseSkillsConfig,
  redactSkillsConfig,
  type SkillEntryConfig,
  type SkillsConfig,
} from "./config.js";
export {
  INSTALL_MANAGERS,
  type InstallMachine,
  type InstallPlan,
  planInstalls,
} from "./dependencies.js";
export {
  type Eligibility,
  type EligibilityContext,
  type IneligibleReason,
  judgeSkill,
  type MachineFacts,
  machineFacts,
  requiredNames,
  unreachableMachine,
} from "./eligibility.js";
export {
  type EnvOverrides,
  type EnvRefusal,
  resolveEnvOverrides,
  spawnEnvironment,
} from "./env-overrides.js";
export { describeReason, type Explanation, explainSkill } from "./explain.js";
export { type Frontmatter, MAXIMUM_FRONTMATTER, parseFrontmatter } from "./frontmatter.js";
export { INSTALL_KINDS, type InstallKind, type InstallSpec } from "./install-specs.js";
export { DEFAULT_INVOCATION, type InvocationPolicy } from "./invocation.js";
export { DEFAULT_SKILL_LIMITS, type SkillLimits } from "./limits.js";
export {
  EMPTY_METADATA,
  type SkillMetadata,
  type SkillRequirements,
  type SkillTriggers,
} from "./metadata.js";
export {
  buildSkillPrompt,
  estimateTokens,
  type PromptBudget,
  type PromptOptions,
  type SkillPrompt,
} from "./prompt.js";
export { readSkill, type SkillPlace } from "./read-skill.js";
export { configKey, type ReadSkill, type RejectedSkill, type RejectionCode, type Skill } from "./skill.js";
export { buildSnapshot, type SkillSnapshot, type SnapshotSkill } from "./snapshot.js";
export { FIRST_LINE_MAXIMUM, openPocketMode, type SpecMode } from "./spec-mode.js";
export {
  type LinkPolicy,
  type OpenClawFolders,
  openClawTiers,
  openPocketTiers,
  type PluginSkills,
  pluginFolders,
  type Tier,
  type TierPlan,
} from "./tiers.js";
export { type ValidationProfile, validateSkill } from "./validate-skill.js";
