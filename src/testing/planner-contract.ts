import assert from "node:assert/strict";
import type { Bundle } from "../ports/bundle.js";
import type { Planner } from "../ports/planner.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractBundle,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

/** What every planner promises, also for skills that are empty, huge or not text at all. */
export function plannerContract(makePlanner: Make<Planner>): readonly ContractCase[] {
  const define = casesOf(makePlanner);
  const request = (bundle: Bundle) => ({ task: "query today's todos", bundle, location: "memory:/probe" });
  return [
    versionCase(makePlanner),
    ...hostileBundles().map(([what, bundle]) =>
      define(`outlines ${what} in at most twelve lines`, async (planner) => {
        const { steps, missing, env } = await planner.outline(request(bundle), contractContext());
        assert.ok(steps.length <= 12, `${steps.length} steps`);
        for (const step of steps) assert.equal(typeof step, "string");
        for (const { kind, name, argv } of missing) {
          assert.ok(["bin", "env", "config"].includes(kind), kind);
          assert.notEqual(name, "");
          for (const command of argv) for (const part of command) assert.equal(typeof part, "string");
        }
        for (const name of env) assert.doesNotMatch(name, /=/, "a variable's name, never its value");
      }),
    ),
    define(
      "looks up just the programs that are asked about, if any, and needs none of them for that",
      async (planner) => {
        const asked = { ...request(contractBundle()), programs: ["a-program-that-nobody-has"] };
        const { lookups = [], missing } = await planner.outline(asked, contractContext());
        for (const lookup of lookups)
          assert.deepEqual(lookup, { name: "a-program-that-nobody-has", present: false });
        assert.deepEqual(
          missing,
          (await planner.outline(request(contractBundle()), contractContext())).missing,
        );
      },
    ),
    define("says the same of the same skill", async (planner) => {
      const first = await planner.outline(request(contractBundle()), contractContext());
      assert.deepEqual(await planner.outline(request(contractBundle()), contractContext()), first);
    }),
    ...cancelCases(makePlanner, (planner, cancelled) =>
      planner.outline(request(contractBundle()), cancelled),
    ),
  ];
}

function hostileBundles(): readonly (readonly [string, Bundle])[] {
  const skill = (bytes: Uint8Array): Bundle => ({ files: [{ path: "SKILL.md", bytes }] });
  const text = (value: string) => skill(new TextEncoder().encode(value));
  return [
    ["an ordinary skill", contractBundle()],
    ["an empty skill", text("")],
    ["a skill without SKILL.md", { files: [] }],
    ["a skill of five thousand steps", text("- step\n".repeat(5000))],
    ["a skill with broken frontmatter", text("---\nname: [\n---\n# x\n\u202e\u001b[2J\n")],
    ["a skill that is no text", skill(Uint8Array.from({ length: 4096 }, (_, index) => (index * 151) % 256))],
  ];
}
