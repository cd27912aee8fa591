/**
 * The right skill for what the user really said: by meaning, offline, with probabilities and reasons.
 * @packageDocumentation
 */
export type { Calibration } from "./calibration.js";
export { discoverableSkill } from "./discoverable-skill.js";
export { createDiscoveryCatalog, type DiscoveryCatalogOptions } from "./discovery-catalog.js";
export { createDiscoveryMatcher, scoreListings } from "./discovery-matcher.js";
export { createEndpointEmbedder, type EndpointEmbedderOptions } from "./endpoint-embedder.js";
export type { EntryVectors } from "./entry.js";
export { exampleWords } from "./example-words.js";
export { loadSkillIndex, saveSkillIndex } from "./index-file.js";
export type { CompactVector } from "./kernel.js";
export { createLatEmbedder, type LatEmbedderOptions } from "./lat-embedder.js";
export { learnedExamples } from "./learned-examples.js";
export type { LogisticWeights } from "./logistic.js";
export { scoreMap } from "./score-map.js";
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
