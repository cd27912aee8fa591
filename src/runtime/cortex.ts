import type { Diagnostic } from "../core/diagnostics.js";
import type { By } from "../core/facts.js";
import type { AbilityRequest, Report } from "../core/flow-types.js";
import type { SkillKey } from "../core/identity.js";
import type { CandidateRecord, Lesson } from "../core/memory-view.js";
import type { Stats } from "../core/state.js";
import type { OwnedSkill } from "../ports/catalog.js";
import type { ExecutionOutcome } from "../ports/runner.js";
import type { Step } from "./steps.js";

/** Per call. */
export interface RunContext {
  /** Cancels the flow: what is owed (saving, giving back) is still done. */
  readonly signal?: AbortSignal;
}

/** What would happen, found out without asking, searching or writing anything. */
export interface Preview {
  readonly owned: readonly OwnedSkill[];
  /** Best first; empty means that the registries would be searched. */
  readonly candidates: readonly {
    readonly key: SkillKey;
    readonly region: string;
    readonly weight: number;
    readonly mayReflex: boolean;
  }[];
  /** The words that would leave the machine. */
  readonly query: string;
}

/** Memory for a person to read. */
export interface MemoryExplanation {
  readonly regions: readonly {
    readonly region: string;
    readonly signals: readonly string[];
    readonly lastUsed: number;
    readonly candidates: readonly (CandidateRecord & { readonly effectiveWeight: number })[];
  }[];
  readonly lessons: readonly Lesson[];
  readonly blacklist: readonly SkillKey[];
  readonly retained: readonly SkillKey[];
  readonly stats: Stats;
  readonly diagnostics: readonly Diagnostic[];
}

/** An open flow, for a host that lists what is waiting. */
export interface OpenFlowSummary {
  readonly flowId: string;
  readonly task: string;
  readonly startedAt: number;
  readonly waitingFor: string;
}

/** What a harness sees of the whole system. */
export interface Cortex {
  /** The whole loop through the ports. Resolves to a report, whatever a port does. */
  run(
    request: AbilityRequest,
    context?: RunContext,
  ): Promise<Report & { readonly owned?: readonly OwnedSkill[] }>;
  /** The loop step by step, for hosts whose model is the runner. */
  begin(request: AbilityRequest, context?: RunContext): Promise<Step>;
  /** A person's (or the host's) answer. No agent tool leads here. */
  answer(
    flowId: string,
    answer: {
      readonly questionId: string;
      readonly choice: string;
      readonly keys?: readonly SkillKey[];
      readonly by: "human" | "host";
    },
    context?: RunContext,
  ): Promise<Step>;
  /** How the execution that a step handed over went, and who says so. */
  reportExecution(
    flowId: string,
    outcome: ExecutionOutcome & { readonly by: By },
    context?: RunContext,
  ): Promise<Step>;
  /** Goes on with a flow whose process died; what may have happened is asked about, never repeated. */
  resume(flowId: string, context?: RunContext): Promise<Step>;
  cancel(flowId: string): Promise<Step>;
  /** Open flows, oldest first. */
  flows(): Promise<readonly OpenFlowSummary[]>;
  /** Ends flows older than a day and gives back what nobody leases any more. */
  sweep(): Promise<readonly Report[]>;
  preview(request: AbilityRequest): Promise<Preview>;
  readonly memory: {
    explain(): Promise<MemoryExplanation>;
    /** Forgets a region, a skill, or both in one place. Says whether anything was there. */
    forget(what: { readonly region?: string; readonly key?: SkillKey }): Promise<boolean>;
    blacklist(key: SkillKey, on: boolean): Promise<void>;
    /** The whole of memory as a cortex.json text. */
    export(): Promise<string>;
    /** Takes over a cortex.json text; refuses to replace existing memory unless told to. */
    import(text: string, options?: { readonly replace?: boolean }): Promise<readonly Diagnostic[]>;
  };
  /** Waits for running flows to reach a resting point; later calls are refused. */
  close(): Promise<void>;
}
