/** Where an operator's log lines go. Must not throw. */
export interface Logger {
  readonly specificationVersion: "v1";
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
}
