import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { parseSkillKey } from "../../src/core/identity.js";
import { clawHubError } from "../../src/registries/clawhub-errors.js";
import { clawHubKey, clawHubName, clawHubReference } from "../../src/registries/clawhub-identity.js";
import { gitHubFolder, gitHubKey } from "../../src/registries/github-identity.js";
import { codeForStatus } from "../../src/registries/http-status.js";
import { readRateLimit } from "../../src/registries/rate-limit.js";
import { parseIndex } from "../../src/registries/well-known-index.js";

const numRuns = 2_000;

describe("names", () => {
  test.prop([fc.option(fc.string(), { nil: undefined }), fc.string()], { numRuns })(
    "of ClawHub are keys or nothing, and come back as they went in",
    (owner, slug) => {
      const key = clawHubKey(owner, slug);
      if (key === undefined) return;
      expect(parseSkillKey(key)).toMatchObject({ source: "clawhub", slug });
      expect(`clawhub:${clawHubReference(clawHubName(key))}`).toBe(key);
    },
  );

  test.prop(
    [
      fc.stringMatching(/^[A-Za-z0-9.-]{1,12}\/[A-Za-z0-9._-]{1,12}$/),
      fc.stringMatching(/^[A-Za-z0-9._/ -]{0,40}$/),
    ],
    { numRuns },
  )("of GitHub are keys or nothing, never leave their repository, and come back", (repo, path) => {
    const key = gitHubKey({ repo, path });
    if (key === undefined) return;
    expect(gitHubFolder(key)).toEqual({ repo, path });
    for (const part of path.split("/")) expect([".", ".."]).not.toContain(part);
  });
});

describe("rate limits", () => {
  const header = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  test.prop(
    [
      fc.dictionary(
        fc.constantFrom(
          "retry-after",
          "ratelimit-limit",
          "ratelimit-remaining",
          "ratelimit-reset",
          "x-ratelimit-reset",
        ),
        header,
      ),
      fc.nat(),
    ],
    {
      numRuns,
    },
  )("whatever the headers say, a wait is a number that is not negative, or none", (headers, now) => {
    const safe = Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]*$/.test(value));
    for (const value of Object.values(readRateLimit(new Headers(safe), now))) {
      expect(Number.isFinite(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("answers", () => {
  test.prop([fc.jsonValue()], { numRuns })(
    "an index is a list of keys, or refused with its code",
    (value) => {
      const index =
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? {
              $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
              skills: Object.values(value),
            }
          : value;
      try {
        for (const { key } of parseIndex(index, "example.com", () => {}))
          expect(parseSkillKey(key)).toBeDefined();
      } catch (error) {
        expect(CortexError.is(error) && error.code).toBe("registry-answer-invalid");
      }
    },
  );

  test.prop([fc.integer({ min: 400, max: 599 }), fc.oneof(fc.string(), fc.json())], { numRuns })(
    "every failed answer of ClawHub becomes a code",
    (status, body) => {
      const error = clawHubError({ status, body, rateLimit: {} });
      expect(error === undefined ? codeForStatus(status) : error.code).toMatch(/^[a-z-]+$/);
      for (const key of (error?.details?.matches as readonly string[] | undefined) ?? [])
        expect(parseSkillKey(key)).toBeDefined();
    },
  );
});
