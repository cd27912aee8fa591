import { describe, expect, it } from "vitest";
import { renderQuestion } from "../../src/index.js";
import { createTracedWorld, TASK, todo, WEEKS_TO_REFLEX } from "../support/rules-world.js";

describe("rule 5: other bytes at the same version lose the reflex and are called republished", () => {
  it("asks, warns, and trust starts over", async () => {
    const world = createTracedWorld();
    await world.use(WEEKS_TO_REFLEX);
    expect(await world.record()).toMatchObject({ reflex: true });
    world.skills.splice(0, 1, todo("1.0.0", "- Answer more politely.\n"));
    const report = await world.cortex.run({ task: TASK });
    expect(report).toMatchObject({ outcome: "succeeded", mode: "standard" });
    const [question] = world.questions;
    expect(question).toMatchObject({ kind: "choose", candidates: [{ changed: "republished" }] });
    if (question !== undefined)
      expect(renderQuestion(question)).toContain("CHANGED: same version, other content");
    expect(world.notices).toEqual([]);
    expect(await world.record()).toMatchObject({ reflex: false, streak: 1, version: "1.0.0" });
  });
});
