import { describe, expect, it } from "vitest";
import { createTracedWorld, TASK, todo, WEEKS_TO_REFLEX } from "../support/rules-world.js";

describe("rule 8: one observed write, deletion or command ends the reflex until other bytes earn it anew", () => {
  it.each(["write:notes.txt", "delete:notes.txt", "shell:git push", "exec:unheard-of"])(
    "%s",
    async (effect) => {
      const world = createTracedWorld();
      await world.use(WEEKS_TO_REFLEX);
      expect((await world.record())?.reflex).toBe(true);
      world.world.outcome = () => ({ result: "success", sideEffects: [effect] });
      await world.use(1);
      world.world.outcome = () => ({ result: "success" });
      expect(await world.use(WEEKS_TO_REFLEX)).not.toContain("reflex");
      expect(await world.record()).toMatchObject({ reflex: false });

      // The same bytes under another version are still the bytes that wrote.
      world.skills.splice(0, 1, todo("1.0.1"));
      expect(await world.use(WEEKS_TO_REFLEX)).not.toContain("reflex");

      world.skills.splice(0, 1, todo("1.1.0", "- Answer in one line.\n"));
      const modes = await world.use(WEEKS_TO_REFLEX);
      expect(modes.slice(0, 5)).toEqual(Array(5).fill("standard"));
      expect(modes).toContain("reflex");

      // The bytes that wrote come back: what they did is not forgotten.
      world.skills.splice(0, 1, todo("1.0.0"));
      expect(await world.use(WEEKS_TO_REFLEX)).not.toContain("reflex");
    },
  );

  it("also when it was seen during the reflex itself", async () => {
    const world = createTracedWorld();
    await world.use(WEEKS_TO_REFLEX);
    world.world.outcome = () => ({ result: "success", sideEffects: ["write:notes.txt"] });
    expect((await world.cortex.run({ task: TASK })).mode).toBe("reflex");
    expect((await world.cortex.run({ task: TASK })).mode).toBe("standard");
  });
});
