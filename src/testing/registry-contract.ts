import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ScanStatus } from "../core/findings.js";
import { parseSkillKey, type SkillKey, sameSkill } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { Registry } from "../ports/registry.js";
import { treeDigest } from "../safety/tree-digest.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  rejectsWith,
  versionCase,
} from "./contract.js";

/** What the suite must know of the registry's content. */
export interface RegistryContractOptions {
  /** A skill that is there. */
  readonly key: SkillKey;
  /** Words that find it. */
  readonly query: string;
  /** A key of this registry that names nothing. */
  readonly missing: SkillKey;
}

const STATUSES: readonly ScanStatus[] = ["clean", "suspicious", "malicious", "pending", "error", "unknown"];
const context = contractContext();

/** What every registry promises. */
export function registryContract(
  makeRegistry: Make<Registry>,
  options: RegistryContractOptions,
): readonly ContractCase[] {
  const { key, query, missing } = options;
  const define = casesOf(makeRegistry);
  return [
    versionCase(makeRegistry),
    define("finds what is there, under keys of its own source", async (registry) => {
      const listings = await registry.search({ query, limit: 10 }, context);
      assert.ok(
        listings.some((listing) => sameSkill(listing.key, key)),
        "the skill is found",
      );
      for (const listing of listings) {
        assert.equal(parseSkillKey(listing.key)?.source, registry.id, listing.key);
        assert.equal(listing.source, registry.id);
        assert.equal(listing.reviewed, registry.reviewed);
        assert.ok(STATUSES.includes(listing.scan), listing.scan);
        assert.equal(typeof listing.description, "string");
      }
      const keys = listings.map((listing) => listing.key);
      assert.equal(new Set(keys).size, keys.length, "each skill once");
    }),
    define("gives at most as many as were asked for", async (registry) => {
      assert.ok((await registry.search({ query, limit: 1 }, context)).length <= 1);
    }),
    define("finding nothing is an empty answer, not an error", async (registry) => {
      assert.ok(Array.isArray(await registry.search({ query: "zzqx vwkj", limit: 5 }, context)));
    }),
    define("describes the latest version, and the same when asked for it by name", async (registry) => {
      const latest = await registry.describe({ key }, context);
      assert.ok(sameSkill(latest.key, key));
      assert.notEqual(latest.version, "");
      assert.equal(latest.blocked, false);
      for (const { status } of latest.verdicts) assert.ok(STATUSES.includes(status), status);
      const named = await registry.describe({ key, version: latest.version }, context);
      assert.equal(named.version, latest.version);
    }),
    define("a skill that is not there is refused as such", async (registry) => {
      await rejectsWith(registry.describe({ key: missing }, context), "skill-not-found");
    }),
    define("a version that is not there is refused as such", async (registry) => {
      const version = "987.654.321";
      await rejectsWith(registry.describe({ key, version }, context), "version-not-found", "skill-not-found");
      if (registry.fetch !== undefined) {
        await rejectsWith(registry.fetch({ key, version }, context), "version-not-found", "skill-not-found");
      }
    }),
    define("fetches the same bytes every time, as published, with SKILL.md at the root", async (registry) => {
      if (registry.fetch === undefined) return;
      const { version, files } = await registry.describe({ key }, context);
      const heard: number[] = [];
      const first = await registry.fetch(
        { key, version, onBytes: (received) => heard.push(received) },
        context,
      );
      const second = await registry.fetch({ key, version }, context);
      assert.equal(treeDigest(second), treeDigest(first));
      assertPaths(first);
      assert.deepEqual(
        heard,
        [...heard].sort((a, b) => a - b),
        "received bytes only grow",
      );
      for (const published of files) {
        const own = first.files.find(({ path }) => path === published.path);
        assert.equal(
          own && createHash("sha256").update(own.bytes).digest("hex"),
          published.sha256,
          published.path,
        );
      }
    }),
    ...cancelCases(makeRegistry, (registry, cancelled) => registry.search({ query, limit: 5 }, cancelled)),
  ];
}

function assertPaths({ files }: Bundle): void {
  const paths = files.map(({ path }) => path);
  assert.ok(paths.includes("SKILL.md"), "SKILL.md lies at the root");
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, paths.length, "each path once");
  for (const path of paths) {
    assert.doesNotMatch(path, /^\/|\\|\0|^[A-Za-z]:/, "relative, forward-slashed");
    assert.ok(!path.split("/").some((part) => part === "" || part === "." || part === ".."), path);
  }
}
