import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDate, parseDate } from "../../src/core/civil-date.js";

describe("civil dates without a clock", () => {
  it("agree with the platform's calendar on every day until 9999", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (time) => {
        const day = new Date(time).toISOString().slice(0, 10);
        expect(formatDate(time)).toBe(day);
        expect(parseDate(day)).toBe(time - (time % 86_400_000));
      }),
      { numRuns: 5000 },
    );
  });

  it.each(["2024-02-29", "2000-02-29", "1970-01-01", "9999-12-31"])("%s is a day", (text) => {
    expect(parseDate(text)).toBe(Date.parse(text));
  });

  it.each([
    "2026-02-29",
    "2100-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "1969-12-31",
    "",
    "today",
    "2026-02-24x",
  ])("%j is none", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it("reads the day of a longer timestamp", () => {
    expect(parseDate("2026-02-24T18:30:00Z")).toBe(Date.parse("2026-02-24"));
  });
});
