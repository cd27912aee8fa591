import assert from "node:assert/strict";
import type { Catalog } from "../ports/catalog.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

const TASKS = ["", " ", "query today's todos", "翻訳して", "\0\u202e", "x".repeat(100_000)];

/** What every catalog promises. With `task`, one that some skill of it can do. */
export function catalogContract(
  makeCatalog: Make<Catalog>,
  options: { readonly task?: string } = {},
): readonly ContractCase[] {
  const define = casesOf(makeCatalog);
  return [
    versionCase(makeCatalog),
    define("lists skills with a name and a place, the same every time", async (catalog) => {
      const skills = await catalog.list(contractContext());
      for (const { name, location, description } of skills) {
        assert.notEqual(name, "");
        assert.notEqual(location, "");
        assert.equal(typeof description, "string");
      }
      assert.deepEqual(await catalog.list(contractContext()), skills);
    }),
    define("matches only skills that it lists, for any task", async (catalog) => {
      const places = (await catalog.list(contractContext())).map(({ location }) => location);
      for (const task of TASKS) {
        const matches = await catalog.match({ task }, contractContext());
        for (const { location } of matches) assert.ok(places.includes(location), location);
        assert.equal(new Set(matches.map(({ location }) => location)).size, matches.length, "each once");
      }
    }),
    define("finds the skill for a task that it can do", async (catalog) => {
      if (options.task === undefined) return;
      assert.notDeepEqual(await catalog.match({ task: options.task }, contractContext()), []);
    }),
    ...cancelCases(makeCatalog, (catalog, cancelled) => catalog.match({ task: "query todos" }, cancelled)),
  ];
}
