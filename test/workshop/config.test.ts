import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSHOP_CONFIG, resolveWorkshopConfig } from "../../src/workshop/config.js";
import { workshopGuidance } from "../../src/workshop/guidance.js";
import { normaliseSkillName } from "../../src/workshop/skill-name.js";

describe("configuration", () => {
  test("the defaults of the source document", () => {
    expect(resolveWorkshopConfig()._unsafeUnwrap()).toMatchObject({
      enabled: true,
      autoCapture: true,
      approvalPolicy: "pending",
      reviewMode: "hybrid",
      reviewInterval: 15,
      reviewMinToolCalls: 8,
      reviewTimeoutMs: 45_000,
      maxPending: 50,
      maxSkillBytes: 40_000,
      captureRecurrence: 1,
    });
    expect(Object.isFrozen(DEFAULT_WORKSHOP_CONFIG)).toBe(true);
  });

  test.each([
    ["reviewInterval", 1, 200],
    ["reviewMinToolCalls", 1, 500],
    ["reviewTimeoutMs", 5000, 180_000],
    ["maxPending", 1, 200],
    ["maxSkillBytes", 1024, 200_000],
    ["captureRecurrence", 1, 10],
    ["watchDays", 1, 365],
    ["approvalTimeoutMs", 1000, 3_600_000],
  ] as const)("%s takes %i to %i and names the range otherwise", (key, minimum, maximum) => {
    for (const value of [minimum, maximum]) expect(resolveWorkshopConfig({ [key]: value }).isOk()).toBe(true);
    for (const value of [minimum - 1, maximum + 1, minimum + 0.5, "5", null]) {
      const error = resolveWorkshopConfig({ [key]: value } as never)._unsafeUnwrapErr();
      expect(error.code).toBe("config-invalid");
      expect(error.message).toContain(`${key}: must be a whole number from ${minimum} to ${maximum}`);
    }
  });

  test("wrong values and unknown keys name what is allowed", () => {
    const message = (options: object) => resolveWorkshopConfig(options as never)._unsafeUnwrapErr().message;
    expect(message({ approvalPolicy: "yes" })).toContain('approvalPolicy: must be one of "pending", "auto"');
    expect(message({ reviewMode: "all" })).toContain('"off", "heuristic", "llm", "hybrid"');
    expect(message({ autoCapture: 1 })).toContain("autoCapture: must be true or false");
    expect(message({ maxPendng: 1 })).toContain("maxPendng: unknown; known keys are");
    expect(message({ staleAfterDays: 40 })).toContain(
      "archiveAfterDays: must not be smaller than staleAfterDays",
    );
  });

  test("an undefined option means its default", () => {
    expect(resolveWorkshopConfig({ maxPending: undefined } as never)._unsafeUnwrap().maxPending).toBe(50);
  });
});

describe("skill names", () => {
  test.each([
    ["Animated GIF Workflow", "animated-gif-workflow"],
    ["  --Release_Notes!! ", "release_notes"],
    ["Überprüfung der Größe", "uberprufung-der-grosse"],
    ["Проверка отчёта", "proverka-otcheta"],
    ["Έλεγχος", "elegchos"],
    ["ギフ ワークフロー", "gifu-wakufuro"],
    ["스킬", "seukil"],
    ["发布检查", "skill-53d1-5e03-68c0-67e5"],
    ["x", "skill-x"],
    ["../../etc/passwd", "etc-passwd"],
    ["CON", "con-skill"],
    ["auto", "auto-skill"],
    ["a".repeat(120), "a".repeat(80)],
    [`${"a".repeat(79)}-b`, "a".repeat(79)],
  ])("%s → %s", (name, expected) => {
    expect(normaliseSkillName(name)).toBe(expected);
    expect(expected).toMatch(/^[a-z0-9][a-z0-9_-]{1,79}$/);
  });

  test("an unreadable name takes the first readable hint", () => {
    expect(normaliseSkillName("发布检查", ["发布", "Release checks"])).toBe("release-checks");
    expect(normaliseSkillName("  ")).toBeUndefined();
  });
});

test("the guidance changes its rule with the policy", () => {
  const [pending, auto] = [workshopGuidance("pending"), workshopGuidance("auto")];
  for (const text of [pending, auto]) {
    expect(text).toMatch(/^<skill_workshop>\n[\s\S]+\n<\/skill_workshop>$/);
    expect(text.length).toBeLessThan(1500);
  }
  expect(pending).toContain("Only the user can approve");
  expect(auto).toContain("written at once");
  expect(auto).not.toContain("Only the user can approve");
});
