import { describe, expect, it } from "vitest";
import { askJudge, combineVerdicts, judgeAnswerSchema, parseJudgeVerdict } from "../../src/safety/index.js";

const context = { signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER, flowId: "f" };
const request = { name: "demo", bundle: { files: [] }, findings: [] };
const judge = (answer: () => unknown) => ({
  specificationVersion: "v1" as const,
  id: "model",
  judge: async () => answer() as { status: "clean" },
});

describe("a judge", () => {
  it.each(["clean", "suspicious", "malicious", "unknown"])("may say %s", (status) => {
    expect(parseJudgeVerdict("model", { status })).toEqual({ by: "judge:model", status });
  });

  it.each([
    ["another word", { status: "fine" }],
    ["one more field", { status: "clean", confidence: 1 }],
    ["a string", "clean"],
    ["JSON in a string", '{"status":"clean"}'],
    ["nothing", undefined],
    ["a list", [{ status: "clean" }]],
    ["a long story", { status: "clean", detail: "x".repeat(3_000) }],
  ])("that answers with %s has no opinion, and is never taken for clean", (_, answer) => {
    expect(parseJudgeVerdict("model", answer).status).toBe("error");
  });

  it("that fails is shown as failed", async () => {
    const failing = judge(() => {
      throw new Error("quota for sk-secret exceeded");
    });
    const verdict = await askJudge(failing, request, context);
    expect(verdict).toMatchObject({ by: "judge:model", status: "error" });
    expect(JSON.stringify(verdict)).not.toContain("sk-secret");
  });

  it("is quoted as safe text", async () => {
    const verdict = await askJudge(
      judge(() => ({ status: "clean", detail: "ok\u202e\n\u001b[2J" })),
      request,
      context,
    );
    expect(verdict.detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("gets a schema that forbids anything else", () => {
    expect(judgeAnswerSchema).toMatchObject({ additionalProperties: false, required: ["status"] });
  });
});

describe("opinions side by side", () => {
  const critical = [{ severity: "critical" as const }];

  it("a clean verdict does not lift a critical finding, and the disagreement is shown", () => {
    const combined = combineVerdicts(critical, [{ by: "judge:model", status: "clean" }]);
    expect(combined.blocked).toBe(true);
    expect(combined.disagreements).toEqual([{ harmless: "judge:model", harmful: "scanner" }]);
  });

  it("one malicious verdict blocks a bundle that the scanner finds clean", () => {
    const verdicts = [
      { by: "clawhub", status: "malicious" as const },
      { by: "judge:model", status: "clean" as const },
    ];
    const combined = combineVerdicts([], verdicts);
    expect(combined.blocked).toBe(true);
    expect(combined.opinions).toEqual([{ by: "scanner", status: "clean" }, ...verdicts]);
    expect(combined.disagreements).toHaveLength(2);
  });

  it.each(["pending", "error", "unknown", "suspicious"] as const)("%s makes a person look", (status) => {
    const combined = combineVerdicts([], [{ by: "clawhub", status }]);
    expect(combined).toMatchObject({ blocked: false, needsReview: true });
  });

  it("agreement that all is well asks for nothing", () => {
    expect(combineVerdicts([], [{ by: "clawhub", status: "clean" }])).toMatchObject({
      blocked: false,
      needsReview: false,
      disagreements: [],
    });
  });
});
