import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ERROR_CATEGORIES } from "../../src/core/errors.js";

it("docs/errors.md explains every error code, and no other", () => {
  const text = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const documented = [...text.matchAll(/^\| `([a-z-]+)` +\|/gm)].map((match) => match[1]);
  expect(documented.toSorted()).toEqual(Object.keys(ERROR_CATEGORIES).toSorted());
});
