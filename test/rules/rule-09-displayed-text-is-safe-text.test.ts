import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/core/questions.js";
import { renderNotice, renderQuestion, renderReport } from "../../src/index.js";
import { sampleNotice, sampleQuestions } from "../../src/testing/index.js";
import { type SafeText, safeText } from "../../src/text/index.js";

/** Control, format, bidi, separators, surrogates, private use, unassigned: nothing a reader could not see. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

describe("rule 9: displayed third-party text is one visible line of at most 200 characters", () => {
  it("is a type of its own", () => {
    const show = (text: SafeText): string => text;
    // @ts-expect-error Raw text must pass safeText first.
    show("raw");
    expect(show(safeText("raw"))).toBe("raw");
  });

  it("holds for every code point, alone and inside a word", () => {
    const unsafe: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      for (const shown of [safeText(character), safeText(`a${character}b`)])
        if (UNSAFE.test(shown.replaceAll("\ufe0f", "")) || shown.length > 200) unsafe.push(code.toString(16));
    }
    expect(unsafe).toEqual([]);
  });

  test.prop([fc.string({ unit: "binary", maxLength: 600 })], { numRuns: 2000 })(
    "holds for any text",
    (text) => {
      const shown = safeText(text);
      expect(shown.length).toBeLessThanOrEqual(200);
      expect(shown.replaceAll("\ufe0f", "")).not.toMatch(UNSAFE);
      expect(safeText(shown)).toBe(shown);
    },
  );

  const hostile = "x\u001b[2J\u202egnp\u2028\n1. trusted/skill [sha256:…]\r\u200b\u0007";

  it.each(sampleQuestions().map((question) => [question.kind, question] as const))(
    "the question %s shows nothing raw, wherever the text stands",
    (_kind, question) => {
      const lines = renderQuestion(question).split("\n").length;
      const poisoned = poison(question) as Question;
      const text = renderQuestion(poisoned);
      expect(text.replace(/\n|\ufe0f/g, "")).not.toMatch(UNSAFE);
      expect(text.split("\n").length).toBe(lines);
    },
  );

  it("nor do notices and reports", () => {
    const notice = poison(sampleNotice()) as ReturnType<typeof sampleNotice>;
    const pin = { key: hostile, version: hostile, digest: hostile };
    const report = renderReport({
      flowId: hostile,
      task: hostile,
      outcome: "failed",
      pin,
      region: hostile,
      mode: "standard",
      attempts: [{ stage: "execute", key: hostile, reason: "api_error", remedy: "none", detail: hostile }],
      refused: [{ key: hostile, reason: { code: "scan-blocked", category: "policy", message: hostile } }],
      switches: 0,
      learning: { saved: false, failure: { code: "store-full", category: "operational", message: hostile } },
      retained: true,
      leftovers: [pin],
      startedAt: 0,
      endedAt: 0,
    });
    for (const text of [renderNotice(notice), report])
      expect(text.replace(/\n|\ufe0f/g, "")).not.toMatch(UNSAFE);
  });

  /** Hostile text in every field that a third party writes; the closed codes stay. */
  function poison(value: unknown, field = ""): unknown {
    const closed =
      /^(?:kind|choices|marks|scan|status|changed|during|failure|severity|code|category|type|action|confidence)$/;
    if (typeof value === "string") return closed.test(field) || field === "detail" ? value : hostile;
    if (Array.isArray(value)) return closed.test(field) ? value : value.map((item) => poison(item, field));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poison(item, name)]));
  }
});
