import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import type { SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { Registry, SkillVersion } from "../ports/registry.js";
import { AnswerMemory } from "../registries/answer-memory.js";
import type { ArchiveLimits } from "../registries/archive-limits.js";
import { type ClawHubName, clawHubName, clawHubReference } from "../registries/clawhub-identity.js";
import { canonicalName, refuse, toVersion } from "../registries/clawhub-registry.js";
import { type SkillAnswer, skillSchema, versionSchema } from "../registries/clawhub-schemas.js";
import { worstStatus } from "../registries/clawhub-verdicts.js";
import { parseAnswer } from "../registries/parse-answer.js";
import { requireSkillMd } from "../registries/skill-md.js";
import { verifyPublishedFiles } from "../registries/verify-files.js";
import { ClawHubCli, type ClawHubCliOptions } from "./clawhub-cli.js";
import { parseSearchTable } from "./clawhub-cli-search.js";
import { readClawHubLock } from "./clawhub-lock.js";
import { nodeInstallerFiles } from "./installer-files.js";
import { readSkillFolder } from "./read-skill-folder.js";

/** Options of `createClawHubCliRegistry`. */
export interface ClawHubCliRegistryOptions extends ClawHubCliOptions {
  /** Stricter or looser limits for what is downloaded. */
  readonly limits?: Partial<ArchiveLimits>;
  /** As for the HTTP adapter. @defaultValue "show" */
  readonly suspicious?: "show" | "refuse";
  /** How many search results get their description by a further call; each takes a second or two. @defaultValue 3 */
  readonly described?: number;
  /** Told about every search result that was left out, and why. Must not throw. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

interface Found {
  readonly answer: SkillAnswer;
  readonly version: SkillVersion;
  readonly bundle?: Bundle;
}

const isCommit = (version: string): boolean => /^[0-9a-f]{40}$/.test(version);

/**
 * ClawHub through the `clawhub` program. Give the same answers as the HTTP
 * adapter where the program can; docs/registries.md lists where it can't.
 */
export function createClawHubCliRegistry(
  options: ClawHubCliRegistryOptions = {},
): Registry & { fetch: NonNullable<Registry["fetch"]> } {
  const cli = new ClawHubCli(options);
  const report = options.onDiagnostic ?? (() => {});
  const memory = new AnswerMemory(Date.now);

  /** A flow asks about the same version several times, and every call of the program takes a second or two. */
  async function inspect(key: SkillKey, wanted: string | undefined, context: PortContext): Promise<Found> {
    const found = await memory.remembered(`${key} ${wanted ?? ""}`, () => look(key, wanted, context));
    return memory.remembered(`${key} ${found.version.version}`, async () => found);
  }

  async function ask(asked: ClawHubName, args: readonly string[], context: PortContext) {
    const text = await inFolder((workdir) =>
      cli.call(["inspect", "--json", ...args, "--", clawHubReference(asked)], { workdir }, context),
    );
    const value = parseJson(text);
    const answer = parseAnswer(skillSchema, value, "clawhub");
    return { value, answer, name: canonicalName(answer, asked) };
  }

  async function look(key: SkillKey, wanted: string | undefined, context: PortContext): Promise<Found> {
    const asked = clawHubName(key);
    const version = wanted === undefined || isCommit(wanted) ? [] : ["--version", wanted];
    try {
      const { value, answer, name } = await ask(asked, ["--files", ...version], context);
      const document = parseAnswer(versionSchema, value, "clawhub").version;
      return { answer, version: toVersion(answer, name, document.version, document) };
    } catch (error) {
      if (!CortexError.is(error) || error.code !== "version-not-found" || version.length > 0) throw error;
    }
    // A skill without versions lies on GitHub; the program names its commit only after installing it.
    const { answer, name } = await ask(asked, [], context);
    const staged = await install(name, undefined, answer, context);
    if (wanted !== undefined && wanted !== staged.version) {
      throw new CortexError("version-not-found", "ClawHub serves another commit of this skill now.", {
        details: { available: staged.version },
      });
    }
    return { answer, version: toVersion(answer, name, staged.version, undefined), bundle: staged.bundle };
  }

  /** Lets the program install into a folder of its own, and takes the files from there. */
  function install(
    name: ClawHubName,
    version: string | undefined,
    answer: SkillAnswer,
    context: PortContext,
  ): Promise<{ readonly version: string; readonly bundle: Bundle }> {
    const reference = clawHubReference(name);
    const wanted = version === undefined ? [] : ["--version", version];
    // The folder is new and empty, so `--force` can only lift the refusal that the user decides about.
    const force = answer.moderation?.isSuspicious === true ? ["--force"] : [];
    return inFolder(async (workdir) => {
      await cli.call(["install", ...wanted, ...force, "--", reference], { workdir }, context);
      const { limits } = options;
      const folder = join(workdir, "skills", reference);
      const bundle = await readSkillFolder(folder, limits === undefined ? {} : { limits });
      const lock = await readClawHubLock(nodeInstallerFiles, workdir, join(workdir, "skills"), report);
      return { bundle, version: version ?? lock.skills[reference]?.version ?? "" };
    });
  }

  return {
    specificationVersion: "v1",
    id: "clawhub",
    reviewed: true,
    async search({ query, limit }, context) {
      const args = ["search", "--limit", String(limit), "--", query];
      const table = await inFolder((workdir) => cli.call(args, { workdir }, context));
      const listings = parseSearchTable(table, report).slice(0, limit);
      return Promise.all(
        listings.map(async (listing, index) => {
          if (index >= (options.described ?? 3)) return listing;
          const found = await inspect(listing.key, undefined, context).catch((error: unknown) => {
            if (CortexError.is(error) && error.code !== "cancelled") return undefined;
            throw error;
          });
          if (found === undefined) return listing;
          const { stats, updatedAt } = found.answer.skill ?? {};
          const stars = stats?.stars;
          return {
            ...listing,
            description: found.version.description,
            scan: worstStatus(found.version.verdicts),
            ...(typeof stars === "number" ? { stars } : {}),
            ...(typeof updatedAt === "number" ? { updatedAt } : {}),
          };
        }),
      );
    },
    describe: async ({ key, version }, context) => (await inspect(key, version, context)).version,
    async fetch({ key, version, onBytes }, context): Promise<Bundle> {
      const found = await inspect(key, version, context);
      refuse(found.version, options.suspicious ?? "show");
      const bundle =
        found.bundle ??
        (await install(clawHubName(found.version.key), version, found.answer, context)).bundle;
      requireSkillMd(bundle);
      await verifyPublishedFiles(bundle, found.version.files);
      const total = bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
      onBytes?.(total, total);
      return bundle;
    },
  };
}

/** The program keeps its books in a folder; this one is of nobody else and is gone afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "skill-cortex-clawhub-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CortexError("registry-answer-invalid", "The clawhub program did not print JSON.", { cause });
  }
}
