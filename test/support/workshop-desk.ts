import { createInMemoryStore } from "../../src/in-memory/in-memory-store.js";
import {
  createInMemoryWorkspaceFiles,
  type InMemoryWorkspaceFiles,
} from "../../src/in-memory/in-memory-workspace-files.js";
import type { ApprovalRequest, Approver, ApproverAnswer } from "../../src/ports/approver.js";
import type { Clock } from "../../src/ports/clock.js";
import type { Reviewer, ReviewRequest } from "../../src/ports/reviewer.js";
import type { Store } from "../../src/ports/store.js";
import { createWorkshop, type Workshop, type WorkshopOptions } from "../../src/workshop/create-workshop.js";
import type { SkillsChanged } from "../../src/workshop/desk.js";

/** A clock that stands still until it is moved; sleeps end when it passes them. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function createManualClock(start = 1_000_000): ManualClock {
  let time = start;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    specificationVersion: "v1",
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error("aborted"));
        const sleeper = { until: time + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(new Error("aborted"));
        });
      }),
    advance(milliseconds) {
      time += milliseconds;
      for (const sleeper of [...sleepers]) {
        if (sleeper.until > time) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

export function createCountingIds(prefix = "n"): {
  readonly specificationVersion: "v1";
  id(): string;
  number(): number;
} {
  let count = 0;
  return {
    specificationVersion: "v1",
    id: () => {
      count += 1;
      return `${prefix}${count}`;
    },
    number: () => 0.5,
  };
}

export function scriptedApprover(
  answers: readonly (ApproverAnswer["decision"] | ApproverAnswer | "silence" | "throw")[],
  speaks: "human" | "host" = "human",
): Approver & { readonly asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  return {
    specificationVersion: "v1",
    answers: speaks,
    asked,
    approve(request) {
      const answer = answers[asked.length] ?? "later";
      asked.push(request);
      if (answer === "silence") return new Promise(() => undefined);
      if (answer === "throw") return Promise.reject(new Error("approval channel closed"));
      return Promise.resolve(typeof answer === "string" ? { decision: answer } : answer);
    },
  };
}

export function scriptedReviewer(
  answers: readonly (string | object | Error | "silence")[],
): Reviewer & { readonly asked: ReviewRequest[] } {
  const asked: ReviewRequest[] = [];
  return {
    specificationVersion: "v1",
    asked,
    review(request) {
      const answer = answers[asked.length] ?? { action: "none" };
      asked.push(request);
      if (answer === "silence") return new Promise(() => undefined);
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(typeof answer === "string" ? answer : JSON.stringify(answer));
    },
  };
}

export interface TestWorkshop {
  readonly workshop: Workshop;
  readonly files: InMemoryWorkspaceFiles;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly lines: string[];
  readonly changes: SkillsChanged[];
}

export function createTestWorkshop(
  options: Partial<Omit<WorkshopOptions, "files" | "clock">> & {
    readonly texts?: Readonly<Record<string, string>>;
    readonly files?: InMemoryWorkspaceFiles;
  } = {},
): TestWorkshop {
  const clock = createManualClock();
  const { texts = {}, ...rest } = options;
  const files = options.files ?? createInMemoryWorkspaceFiles({ texts, now: clock.now });
  const store = options.store ?? createInMemoryStore();
  const lines: string[] = [];
  const changes: SkillsChanged[] = [];
  const workshop = createWorkshop({
    ids: createCountingIds(),
    logger: { specificationVersion: "v1", log: (level, line) => lines.push(`${level} ${line}`) },
    onSkillsChanged: (change) => {
      changes.push(change);
    },
    ...rest,
    store,
    files,
    clock,
  });
  return { workshop, files, store, clock, lines, changes };
}

export const gifSuggestion = {
  skillName: "animated-gif-workflow",
  title: "Animated GIF Workflow",
  reason: "The user gave rules for GIFs.",
  description: "Validate animated GIF assets before using them.",
  body: "## Workflow\n\n- Verify the URL resolves to image/gif.\n- Confirm it has multiple frames.",
} as const;

export const human = { by: "human", reason: "looks right" } as const;

/** The code of the CortexError that a call rejects with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "resolved";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
