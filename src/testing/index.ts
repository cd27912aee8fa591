/**
 * The kit that lets others test against the reducers and the ports: arbitraries, laws, contract suites for
 * every port, a simulated clock and recording ports. No test runner is imported; fast-check is an optional peer.
 * @packageDocumentation
 */
export { approverContract } from "./approver-contract.js";
export { bundles, flowScripts, flows, listings, snapshots, tasks } from "./arbitraries-flow.js";
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
export { catalogContract } from "./catalog-contract.js";
export { clockContract, randomnessContract } from "./clock-contract.js";
export { confirmerContract } from "./confirmer-contract.js";
export type { ContractCase, Make } from "./contract.js";
export { deepFreeze } from "./deep-freeze.js";
export { embedderContract } from "./embedder-contract.js";
export { installerContract } from "./installer-contract.js";
export { judgeContract } from "./judge-contract.js";
export type { Law, LawOptions } from "./law.js";
export { memoryLaws, type Reduce, snapshotLaws } from "./laws-memory.js";
export { policyLaws } from "./laws-policy.js";
export { assertPairedProgress, loggerContract, progressListenerContract } from "./listener-contracts.js";
export { matcherContract } from "./matcher-contract.js";
export { notifierContract } from "./notifier-contract.js";
export { plannerContract } from "./planner-contract.js";
export { probeContract } from "./probe-contract.js";
export { type ProvisionerContractOptions, provisionerContract } from "./provisioner-contract.js";
export {
  createRecordingPorts,
  type Fault,
  type RecordedCall,
  type RecordingPorts,
} from "./recording-ports.js";
export { type RegistryContractOptions, registryContract } from "./registry-contract.js";
export { reviewerContract } from "./reviewer-contract.js";
export { runnerContract } from "./runner-contract.js";
export { sampleNotice, sampleOrder, sampleQuestions } from "./samples.js";
export { Script, type SimulatedStep, simulateFlow } from "./simulate-flow.js";
export { createSeededRandomness, createSimulatedClock, type SimulatedClock } from "./simulated-clock.js";
export { type StoreContractOptions, storeContract } from "./store-contract.js";
export { workspaceFilesContract } from "./workspace-files-contract.js";
