/**
 * The kit that lets others test against the reducers and the ports. fast-check is an optional peer.
 * @packageDocumentation
 */
export {
  batches,
  damagedSnapshots,
  diligentHistories,
  facts,
  histories,
  limits,
  outcomeFacts,
  pins,
  regionNames,
  sideEffects,
  skillKeys,
  states,
  times,
} from "./arbitraries-memory.js";
export { deepFreeze } from "./deep-freeze.js";
export type { Law, LawOptions } from "./law.js";
export { memoryLaws, type Reduce, snapshotLaws } from "./laws-memory.js";
export { policyLaws } from "./laws-policy.js";
export { Script, type SimulatedStep, simulateFlow } from "./simulate-flow.js";
export { createSeededRandomness, createSimulatedClock, type SimulatedClock } from "./simulated-clock.js";
export { type ContractCase, type StoreContractOptions, storeContract } from "./store-contract.js";
