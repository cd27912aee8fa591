import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEnvScope, withEnvScope } from "../../src/node/skill-env-scope.js";

describe("a scope of variables", () => {
  test("sets and restores, also what was not there", () => {
    const environment: Record<string, string | undefined> = { KEPT: "old" };
    const scope = applyEnvScope({ env: { KEPT: "new", FRESH: "1" } }, environment);
    expect(environment).toEqual({ KEPT: "new", FRESH: "1" });
    scope.restore();
    scope.restore();
    expect(environment).toEqual({ KEPT: "old" });
    expect("FRESH" in environment).toBe(false);
  });

  test("OpenClaw 2026.2.26: the first of two overlapping runs to end must not take the second one's key", () => {
    const environment: Record<string, string | undefined> = {};
    const first = applyEnvScope({ env: { GH_TOKEN: "shared" } }, environment);
    const second = applyEnvScope({ env: { GH_TOKEN: "shared" } }, environment);
    expect(second.conflicts).toEqual([]);
    first.restore();
    expect(environment).toEqual({ GH_TOKEN: "shared" });
    second.restore();
    expect(environment).toEqual({});
  });

  test("two runs that want different values are told, and the later one's holds while it runs", () => {
    const environment: Record<string, string | undefined> = { REGION: "eu" };
    const first = applyEnvScope({ env: { REGION: "us" } }, environment);
    const second = applyEnvScope({ env: { REGION: "asia" } }, environment);
    expect(second.conflicts).toEqual(["REGION"]);
    first.restore();
    expect(environment.REGION).toBe("asia");
    second.restore();
    expect(environment.REGION).toBe("eu");
  });

  test("what the run itself changed is not undone", () => {
    const environment: Record<string, string | undefined> = { MODE: "a" };
    const scope = applyEnvScope({ env: { MODE: "b" } }, environment);
    environment.MODE = "c";
    scope.restore();
    expect(environment.MODE).toBe("c");
  });

  test("ends when the work fails", async () => {
    const environment: Record<string, string | undefined> = {};
    const work = withEnvScope(
      { env: { KEY: "x" } },
      async () => {
        expect(environment.KEY).toBe("x");
        throw new Error("broken");
      },
      environment,
    );
    await expect(work).rejects.toThrow("broken");
    expect(environment).toEqual({});
  });

  test("uses process.env by default", async () => {
    const name = "SKILL_CORTEX_TEST_SCOPE";
    await withEnvScope({ env: { [name]: "1" } }, () => expect(process.env[name]).toBe("1"));
    expect(process.env[name]).toBeUndefined();
  });

  test("runs that begin and end in any order leave the environment as it was, and each open run sees its keys", () => {
    const run = fc.record({
      env: fc.dictionary(fc.constantFrom("A", "B", "C"), fc.constantFrom("1", "2"), { maxKeys: 3 }),
      endsAfter: fc.nat({ max: 12 }),
    });
    const original = fc.dictionary(fc.constantFrom("A", "B", "D"), fc.constantFrom("0", "9"));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), original, (runs, before) => {
        const environment: Record<string, string | undefined> = { ...before };
        const open = new Map<number, { scope: ReturnType<typeof applyEnvScope>; names: string[] }>();
        const steps = runs.length + 13;
        for (let step = 0; step < steps; step += 1) {
          const started = runs[step];
          if (started !== undefined) {
            const scope = applyEnvScope(started, environment);
            for (const [name, value] of Object.entries(started.env)) expect(environment[name]).toBe(value);
            open.set(step, { scope, names: Object.keys(started.env) });
          }
          for (const [index, { scope }] of open) {
            if (index + (runs[index]?.endsAfter ?? 0) > step) continue;
            scope.restore();
            open.delete(index);
          }
          for (const { names } of open.values())
            for (const name of names) expect(environment[name]).toBeDefined();
        }
        expect(environment).toEqual({ ...before });
      }),
      { numRuns: 2_000 },
    );
  });
});
