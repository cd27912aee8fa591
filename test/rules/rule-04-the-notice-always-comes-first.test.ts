import { describe, expect, it } from "vitest";
import { createCortex } from "../../src/index.js";
import type { Notifier } from "../../src/ports/notifier.js";
import { createTracedWorld, TASK, WEEKS_TO_REFLEX } from "../support/rules-world.js";

async function trustedWorld() {
  const world = createTracedWorld();
  await world.use(WEEKS_TO_REFLEX);
  return world;
}

describe("rule 4: a reflex skips only the plan question; its notice comes before the install and can be cancelled", () => {
  it("delivers the notice, waits for its window, then installs and runs without a question", async () => {
    const world = await trustedWorld();
    const began = world.clock.now();
    const installedAt: number[] = [];
    const cortex = createCortex({
      ...world.options,
      installer: {
        ...world.installer,
        install: (...args) => {
          installedAt.push(world.clock.now());
          return world.installer.install(...args);
        },
      },
    });
    const report = await cortex.run({ task: TASK });
    expect(report).toMatchObject({ outcome: "succeeded", mode: "reflex" });
    expect(world.trace).toEqual([
      "recall",
      "inspect",
      "notify",
      "reflex=proceed",
      "wait",
      "install",
      "prepare",
      "execute",
      "commit",
      "release",
    ]);
    expect(world.questions).toEqual([]);
    expect(world.notices).toEqual(["1.0.0"]);
    expect(installedAt[0]).toBeGreaterThanOrEqual(began + 5000);
  });

  it("cancelled: nothing is installed", async () => {
    const world = await trustedWorld();
    const notifier: Notifier = { specificationVersion: "v1", notify: async () => "cancel" };
    const report = await createCortex({ ...world.options, notifier }).run({ task: TASK });
    expect(report.outcome).toBe("cancelled");
    expect(world.trace).toContain("reflex=cancel");
    expect(world.trace).not.toContain("install");
  });

  it.each<[string, Notifier["notify"]]>([
    ["can't be delivered", async () => "undeliverable"],
    ["throws", () => Promise.reject(new Error("offline"))],
    ["is answered with nonsense", async () => "ok" as never],
  ])("a notice that %s becomes the question", async (_name, notify) => {
    const world = await trustedWorld();
    const notifier: Notifier = { specificationVersion: "v1", notify };
    const report = await createCortex({ ...world.options, notifier }).run({ task: TASK });
    expect(report).toMatchObject({ outcome: "succeeded", mode: "standard" });
    expect(world.trace.indexOf("choose=approve")).toBeLessThan(world.trace.indexOf("install"));
    expect(world.trace).toContain("plan=approve");
  });

  it("no notifier at all: the question", async () => {
    const world = await trustedWorld();
    const { notifier: _none, ...options } = world.options;
    const report = await createCortex(options).run({ task: TASK });
    expect(report.mode).toBe("standard");
    expect(world.questions.map(({ kind }) => kind).slice(0, 2)).toEqual(["choose", "plan"]);
  });
});
