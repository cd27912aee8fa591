import { readFileSync } from "node:fs";
import { parseSession, type Session, type TraceAction, type TraceStep } from "../../src/experience/index.js";
import type { MergedStep } from "../../src/experience/merge-runs.js";

export const AT = Date.UTC(2026, 10, 18, 9, 8, 7);

export function stepOf(action: TraceAction, more: Partial<TraceStep> = {}): TraceStep {
  return { action, thought: "", result: "", currentApp: "com.example.app", ...more };
}

export function sessionOf(traces: readonly TraceStep[], more: Partial<Session> = {}): Session {
  return {
    task: "Open the app",
    sessionPath: "/sessions/1.md",
    ok: true,
    finalMessage: "Done.",
    at: AT,
    traces,
    ...more,
  };
}

/** A step that no redaction has touched. */
export function openStep(action: TraceAction, more: Partial<MergedStep> = {}): MergedStep {
  return { ...stepOf(action), hidden: false, varies: new Set(), ...more };
}

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/experience/${name}`, import.meta.url), "utf8");
}

export function sessionFixture(name: string): Session {
  return parseSession(JSON.parse(fixture(name)))._unsafeUnwrap();
}
