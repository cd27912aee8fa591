export type { Background, Calibration } from "./calibration.js";
export type { EntryVectors } from "./entry.js";
export { exampleWords } from "./example-words.js";
export type { CompactVector } from "./kernel.js";
export type { LogisticWeights } from "./logistic.js";
export { createSkillIndex } from "./skill-index.js";
export { createStaticEmbedder, type StaticEmbedder } from "./static-embedder.js";
export type {
  Basis,
  DiscoverableSkill,
  ExportedIndex,
  Hit,
  LabelledRequest,
  Ranking,
  RankOptions,
  Reason,
  Selection,
  SelectOptions,
  SkillIndex,
  SkillIndexOptions,
  TriggerPhrases,
} from "./types.js";
export type { EmbeddedEntry } from "./vector-space.js";
