/** Comes with every port call. */
export interface PortContext {
  /** Aborted when the caller cancels or the deadline passes; adapters must stop soon after. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch after which the runtime no longer waits. */
  readonly deadline: number;
  readonly flowId: string;
  readonly agentId?: string;
  /** BCP 47, for what a person reads. */
  readonly locale?: string;
}
