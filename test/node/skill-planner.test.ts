import { describe, expect, it } from "vitest";
import { textBundle } from "../../src/in-memory/index.js";
import { createSkillPlanner } from "../../src/node/skill-planner.js";
import type { Probe } from "../../src/ports/probe.js";

const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };

/** A machine that has just these programs and variables. */
const machine = (bins: readonly string[], env: readonly string[] = []): Probe => ({
  specificationVersion: "v1",
  id: "made up",
  probe: async (request) => ({
    platform: "linux",
    bins: request.bins.filter((name) => bins.includes(name)),
    env: request.env.filter((name) => env.includes(name)),
  }),
});

const HEADER = `---
name: photos
description: Resize photos
metadata: {"openclaw":{"requires":{"bins":["magick","jq"],"anyBins":["feh","eog"],"env":["PHOTO_KEY","PHOTO_DIR"]},"install":[{"kind":"uv","package":"magick-py","bins":["magick"]}]}}
---

- Look at the photo.
- Resize it.
`;

const outline = (text: string, probe: Probe) =>
  createSkillPlanner({ probe }).outline(
    { task: "resize", bundle: textBundle({ "SKILL.md": text }), location: "/skills/photos" },
    context,
  );

describe("what a borrowed skill still needs", () => {
  it("names missing programs with the commands that bring them, and missing variables", async () => {
    const { steps, missing, env } = await outline(HEADER, machine(["uv", "eog"], ["PHOTO_DIR"]));
    expect(steps).toEqual(["Look at the photo.", "Resize it."]);
    expect(missing).toEqual([
      { kind: "bin", name: "magick", argv: [expect.arrayContaining(["uv", "magick-py"])] },
      { kind: "bin", name: "jq", argv: [] },
      { kind: "env", name: "PHOTO_KEY", argv: [] },
    ]);
    expect(env).toEqual(["PHOTO_DIR"]);
  });

  it("offers no command whose program is missing itself", async () => {
    const { missing } = await outline(HEADER, machine([]));
    expect(missing.filter(({ argv }) => argv.length > 0)).toEqual([]);
    expect(missing.map(({ name }) => name)).toEqual(["magick", "jq", "feh", "PHOTO_KEY", "PHOTO_DIR"]);
  });

  it("needs nothing where nothing is declared, also when the header is broken", async () => {
    expect((await outline("---\nname: x\ndescription: y\n---\n- Do it.\n", machine([]))).missing).toEqual([]);
    expect((await outline("---\n: : :\n---\n- Do it.\n", machine([]))).missing).toEqual([]);
  });

  it.each([
    ["a skill that declares nothing of it", HEADER],
    ["a skill whose header is broken", "---\n: : :\n---\n- Do it.\n"],
  ])("looks up the programs that lessons warn of for %s, and asks for none of them", async (_what, text) => {
    const request = { task: "resize", bundle: textBundle({ "SKILL.md": text }), location: "/skills/photos" };
    const planner = createSkillPlanner({ probe: machine(["ffmpeg"]) });
    const { missing, lookups } = await planner.outline({ ...request, programs: ["ffmpeg", "gs"] }, context);
    expect(lookups).toEqual([
      { name: "ffmpeg", present: true },
      { name: "gs", present: false },
    ]);
    expect(missing.map(({ name }) => name)).not.toContain("gs");
  });
});
