import { describe, expect, it } from "vitest";
import { renderQuestion } from "../../src/index.js";
import { createTracedWorld, TASK, todo, WEEKS_TO_REFLEX } from "../support/rules-world.js";

describe("rule 6: a version older than the trusted one asks, and is marked as a rollback", () => {
  it.each([
    ["1.1.0", "1.0.0", "rollback"],
    ["1.10.0", "1.9.0", "rollback"],
    ["2.0.0", "2.0.0-beta.1", "rollback"],
    ["1.9.0", "1.10.0", "new-version"],
  ])("trusted %s, served %s: %s", async (trusted, served, changed) => {
    const world = createTracedWorld({}, [todo(trusted)]);
    await world.use(WEEKS_TO_REFLEX);
    world.skills.splice(0, 1, todo(served, "- As it was.\n"));
    const report = await world.cortex.run({ task: TASK });
    expect(report.mode).toBe("standard");
    expect(world.notices).toEqual([]);
    const [question] = world.questions;
    expect(question).toMatchObject({ kind: "choose", candidates: [{ changed }] });
    if (question !== undefined && changed === "rollback")
      expect(renderQuestion(question)).toContain("OLDER version than the one used before");
    expect(await world.record()).toMatchObject({ reflex: false });
  });
});
