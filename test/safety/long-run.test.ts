import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { hasLongRun } from "../../src/safety/long-run.js";

const text = fc
  .array(fc.oneof(fc.stringMatching(/^[A-Za-z0-9+/_=-]{0,30}$/), fc.string({ maxLength: 5 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

test.prop([text], { numRuns: 5_000 })("a long run is found exactly where a pattern finds one", (value) => {
  expect(hasLongRun(value)).toBe(/[A-Za-z0-9+/_=-]{20}/.test(value));
});
