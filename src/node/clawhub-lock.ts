import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { Diagnostic } from "../core/diagnostics.js";
import type { Bundle } from "../ports/bundle.js";
import { type ClawHubName, clawHubReference } from "../registries/clawhub-identity.js";
import type { InstallerFiles } from "./installer-files.js";

const entrySchema = z.looseObject({
  version: z.string().nullable(),
  installedAt: z.number(),
  ownerHandle: z.string().optional(),
});

const lockSchema = z.looseObject({ version: z.literal(1), skills: z.record(z.string(), entrySchema) });

const originSchema = z.looseObject({
  version: z.literal(1),
  slug: z.string(),
  ownerHandle: z.string().optional(),
  installedVersion: z.string(),
  installedAt: z.number(),
});

/** One line of `.clawhub/lock.json`; fields of other programs are kept. */
export type ClawHubLockEntry = z.infer<typeof entrySchema>;

/** `.clawhub/lock.json` as the `clawhub` CLI reads and writes it. */
export type ClawHubLock = z.infer<typeof lockSchema>;

const lockPath = (workspace: string): string => join(workspace, ".clawhub", "lock.json");

/**
 * Reads the CLI's lock file. The CLI treats a damaged one as empty and forgets
 * every skill; here it is set aside, said so, and rebuilt from what each skill's folder says about itself.
 */
export async function readClawHubLock(
  files: InstallerFiles,
  workspace: string,
  skillsFolder: string,
  report: (diagnostic: Diagnostic) => void,
): Promise<ClawHubLock> {
  const path = lockPath(workspace);
  const text = await files.read(path);
  if (text === undefined) return { version: 1, skills: {} };
  const lock = parse(text);
  if (lock !== undefined) return lock;
  const sha = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const aside = `${path}.corrupt-${sha}`;
  const rebuilt = await rebuild(files, skillsFolder);
  await files.replace(aside, text);
  await writeClawHubLock(files, workspace, rebuilt);
  report({
    code: "lock-corrupt",
    severity: "warning",
    message: `The lock file was damaged. It was kept as ${aside} and rebuilt from ${Object.keys(rebuilt.skills).length} installed skills.`,
    file: path,
    fix: "Compare the two files if something is missing, then delete the damaged one.",
  });
  return rebuilt;
}

/** Writes the lock file in one step, formatted as the CLI does. */
export async function writeClawHubLock(
  files: InstallerFiles,
  workspace: string,
  lock: ClawHubLock,
): Promise<void> {
  await files.replace(lockPath(workspace), `${JSON.stringify(lock, null, 2)}\n`);
}

function parse(text: string): ClawHubLock | undefined {
  try {
    const parsed = lockSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function rebuild(files: InstallerFiles, skillsFolder: string): Promise<ClawHubLock> {
  const skills: Record<string, ClawHubLockEntry> = {};
  for (const name of await files.list(skillsFolder)) {
    const references = name.startsWith("@")
      ? (await files.list(join(skillsFolder, name))).map((slug) => `${name}/${slug}`)
      : [name];
    for (const reference of references) {
      const text = await files.read(join(skillsFolder, reference, ".clawhub", "origin.json"));
      const origin = text === undefined ? undefined : parseOrigin(text);
      if (origin === undefined) continue;
      const { ownerHandle } = origin;
      skills[reference] = {
        version: origin.installedVersion,
        installedAt: origin.installedAt,
        ...(ownerHandle === undefined ? {} : { ownerHandle }),
      };
    }
  }
  return { version: 1, skills };
}

function parseOrigin(text: string): z.infer<typeof originSchema> | undefined {
  try {
    const parsed = originSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The lock entry under which a skill is already tracked: by reference, or by its bare slug with the same owner. */
export function trackedAs(lock: ClawHubLock, name: ClawHubName): string | undefined {
  const reference = clawHubReference(name);
  if (Object.hasOwn(lock.skills, reference)) return reference;
  const bare = Object.hasOwn(lock.skills, name.slug) ? lock.skills[name.slug] : undefined;
  const owner = bare?.ownerHandle?.replace(/^@/, "").toLowerCase();
  return name.owner !== undefined && owner === name.owner ? name.slug : undefined;
}

/** `.clawhub/origin.json` inside the skill's folder. */
export function originText(
  name: ClawHubName,
  details: {
    readonly registry: string;
    readonly version: string;
    readonly installedAt: number;
    readonly bundle: Bundle;
  },
): string {
  const fingerprint = clawHubFingerprint(details.bundle);
  const origin = {
    version: 1,
    registry: details.registry,
    slug: name.slug,
    ...(name.owner === undefined ? {} : { ownerHandle: name.owner }),
    installedVersion: details.version,
    installedAt: details.installedAt,
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
  return `${JSON.stringify(origin, null, 2)}\n`;
}

const IGNORE_FILES: ReadonlySet<string> = new Set([".gitignore", ".clawhubignore", ".clawdhubignore"]);

/**
 * The CLI's fingerprint, by which it notices local changes. Undefined when the
 * skill brings its own ignore rules: the CLI would apply them, and a wrong value is worse than none.
 */
export function clawHubFingerprint(bundle: Bundle): string | undefined {
  if (bundle.files.some((file) => IGNORE_FILES.has(file.path))) return undefined;
  const lines = bundle.files
    .filter((file) => !file.path.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    .sort((left, right) => left.path.localeCompare(right.path))
    .map((file) => `${file.path}:${createHash("sha256").update(file.bytes).digest("hex")}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
