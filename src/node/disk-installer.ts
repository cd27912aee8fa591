import { join } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import { type Pin, parseSkillKey, type SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { InstalledSkill, Installer } from "../ports/installer.js";
import { DEFAULT_ARCHIVE_LIMITS } from "../registries/archive-limits.js";
import { checkArchivePath, PathClashes } from "../registries/archive-path.js";
import { clawHubName } from "../registries/clawhub-identity.js";
import { requireSkillMd } from "../registries/skill-md.js";
import { treeDigest } from "../safety/tree-digest.js";
import { trackedAs } from "./clawhub-lock.js";
import type { Ledger, LedgerEntry } from "./disk-installer-ledger.js";
import { listOtherSkills } from "./disk-installer-list.js";
import { placePath, skillPlace } from "./disk-installer-paths.js";
import { SkillWorkspace } from "./disk-installer-workspace.js";
import { errnoOf } from "./file-system.js";
import { type InstallerFiles, nodeInstallerFiles } from "./installer-files.js";
import { redeemInstall } from "./redeem-install.js";

/** Options of `createDiskInstaller`. */
export interface DiskInstallerOptions {
  /** The workspace: skills go to its `skills` folder, bookkeeping to `.clawhub` beside it, as with the `clawhub` CLI. */
  readonly directory: string;
  /** Name of the skills folder inside the workspace. @defaultValue "skills" */
  readonly skillsFolder?: string;
  /** The address written into `origin.json`, from which the CLI would update. @defaultValue "https://clawhub.ai" */
  readonly clawHubUrl?: string;
  /** The clock that approvals expire by. @defaultValue Date.now */
  readonly now?: () => number;
  /** Told about damaged bookkeeping that was set aside. Must not throw. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Gets the bytes of a pin when they are not given. @defaultValue none: a bundle must be given */
  readonly download?: (pin: Pin, context: PortContext) => Promise<Bundle>;
  /** @internal */
  readonly files?: InstallerFiles;
}

/** The installer with one thing more than the port, for people: no flow and no tool calls it. */
export interface DiskInstaller extends Installer {
  /**
   * Removes a ClawHub skill that the lock file tracks, whoever installed it: what `clawhub uninstall`
   * does. Rejects with `not-installed`, or with `not-ours` while a task uses it.
   */
  uninstall(request: { readonly key: SkillKey }, context: PortContext): Promise<void>;
}

/**
 * Installs bundles into a workspace that the `clawhub` CLI understands too. Needs
 * a bundle and an approval for exactly its bytes; releases only what it installed itself.
 */
export function createDiskInstaller(options: DiskInstallerOptions): DiskInstaller {
  if (typeof options.directory !== "string" || options.directory === "")
    throw new CortexError("config-invalid", 'createDiskInstaller needs the path of a folder as "directory".');
  const now = options.now ?? Date.now;
  const files = options.files ?? nodeInstallerFiles;
  const workspace = new SkillWorkspace({
    workspace: options.directory,
    skillsFolder: options.skillsFolder ?? "skills",
    registryUrl: options.clawHubUrl ?? "https://clawhub.ai",
    files,
    now,
    report: options.onDiagnostic ?? (() => {}),
  });

  /** The ledger after recovery; takes the lock only when a crash left something to do. */
  async function settled(context: PortContext): Promise<Ledger> {
    const ledger = await workspace.ledger();
    const unfinished = Object.values(ledger.skills).some((entry) => entry.state !== "installed");
    return unfinished ? workspace.exclusively(context, async (recovered) => recovered) : ledger;
  }

  async function installLocked(
    ledger: Ledger,
    request: { readonly pin: Pin; readonly lease: string; readonly bundle: Bundle },
    context: PortContext,
  ): Promise<string> {
    const { pin, lease } = request;
    let current = ledger;
    const entry = ledger.skills[pin.key];
    if (entry !== undefined && (await workspace.isOurs(entry))) {
      if (await isIntact(workspace, entry, pin)) {
        await workspace.setLeases(ledger, pin.key, entry, [...new Set([...entry.leases, lease])]);
        await workspace.repairTracking(pin.key, entry);
        return workspace.folderOf(entry);
      }
      if (entry.version !== pin.version && entry.leases.some((other) => other !== lease)) {
        throw occupied(pin, workspace.folderOf(entry), "another task uses another version of it");
      }
      current = await workspace.remove(ledger, pin.key, entry);
    } else if (entry !== undefined) {
      current = await workspace.remove(ledger, pin.key, entry);
    }
    const place = skillPlace(pin.key);
    const target = join(workspace.skills, placePath(place));
    if ((await files.kindOf(target)) !== "nothing") throw occupied(pin, target, "somebody else installed it");
    const tracked =
      place.clawHub === undefined ? undefined : trackedAs(await workspace.lock(), place.clawHub);
    if (tracked !== undefined && (await files.kindOf(join(workspace.skills, tracked))) !== "nothing") {
      throw occupied(pin, join(workspace.skills, tracked), "somebody else installed it");
    }
    return workspace.put(current, request, context);
  }

  return {
    specificationVersion: "v1",
    install: ({ pin: approved, approval, lease, bundle: given }, context) =>
      reported(async () => {
        redeemInstall(approval, approved, now());
        const bundle = given ?? (await options.download?.(approved, context));
        if (bundle === undefined) {
          throw new CortexError("input-invalid", "This installer does not download: it needs the bundle.");
        }
        // Whoever approved without seeing the bytes approved the version; from here on the bytes are fixed.
        const unseen = given === undefined && approved.digest === "";
        const pin = unseen ? { ...approved, digest: treeDigest(bundle) } : approved;
        checkBundle(bundle, pin);
        const location = await workspace.exclusively(context, async (ledger) => {
          try {
            return await installLocked(ledger, { pin, lease, bundle }, context);
          } catch (error) {
            // Undo at once what can be undone; what can't be is undone by the next call.
            await workspace.recover().catch(() => {});
            throw error;
          }
        });
        return { pin, location };
      }),
    release: ({ pin, lease, keep }, context) =>
      reported(() =>
        workspace.exclusively(context, async (ledger) => {
          const entry = ledger.skills[pin.key];
          if (entry === undefined || entry.version !== pin.version || !entry.leases.includes(lease)) {
            return { removed: false };
          }
          if (!(await workspace.isOurs(entry))) {
            await workspace.remove(ledger, pin.key, entry);
            return { removed: false };
          }
          if (keep) {
            await workspace.repairTracking(pin.key, entry);
            await workspace.handOver(ledger, pin.key, entry);
            return { removed: false };
          }
          const leases = entry.leases.filter((other) => other !== lease);
          if (leases.length > 0) {
            await workspace.setLeases(ledger, pin.key, entry, leases);
            return { removed: false };
          }
          await workspace.remove(ledger, pin.key, entry);
          return { removed: true };
        }),
      ),
    read: ({ pin }, context) =>
      reported(async () => {
        const entry = (await settled(context)).skills[pin.key];
        if (entry === undefined || entry.version !== pin.version || !(await workspace.isOurs(entry)))
          return undefined;
        return { location: workspace.folderOf(entry), bundle: await workspace.readBundle(entry) };
      }),
    uninstall: ({ key }, context) =>
      reported(() =>
        workspace.exclusively(context, async (ledger) => {
          const name = clawHubName(key);
          const entry = ledger.skills[key];
          if (entry !== undefined && (await workspace.isOurs(entry)))
            throw new CortexError("not-ours", `${key} is borrowed by ${entry.leases.length} tasks now.`);
          const reference = trackedAs(await workspace.lock(), name);
          if (reference === undefined)
            throw new CortexError("not-installed", `${key} is not in the lock file of this workspace.`);
          await workspace.removeTracked(reference);
        }),
      ),
    list: (context) =>
      reported(async () => {
        const ledger = await settled(context);
        const ours: InstalledSkill[] = [];
        for (const [key, entry] of Object.entries(ledger.skills)) {
          if (parseSkillKey(key) === undefined || !(await workspace.isOurs(entry))) continue;
          const { version, digest, leases } = entry;
          ours.push({ key, version, digest, location: workspace.folderOf(entry), ours: true, leases });
        }
        const known = new Set(ours.map((skill) => skill.location));
        const others = await listOtherSkills(files, workspace.skills, await workspace.lock(), known);
        return [...ours, ...others].sort((left, right) => (left.key < right.key ? -1 : 1));
      }),
  };
}

async function isIntact(workspace: SkillWorkspace, entry: LedgerEntry, pin: Pin): Promise<boolean> {
  if (entry.version !== pin.version || entry.digest !== pin.digest) return false;
  return workspace.readBundle(entry).then(
    (bundle) => treeDigest(bundle) === pin.digest,
    () => false,
  );
}

/** A bundle may come from anywhere, so the rules for archives hold here again. */
function checkBundle(bundle: Bundle, pin: Pin): void {
  const clashes = new PathClashes();
  for (const file of bundle.files) clashes.addFile(checkArchivePath(file.path, DEFAULT_ARCHIVE_LIMITS));
  requireSkillMd(bundle);
  if (treeDigest(bundle) !== pin.digest) {
    throw new CortexError("digest-mismatch", "These are not the bytes that were approved.", {
      details: { expected: pin.digest },
    });
  }
}

function occupied(pin: Pin, location: string, reason: string): CortexError {
  return new CortexError("already-installed", `${pin.key} is already there: ${reason}.`, {
    details: { location, reason },
  });
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (CortexError.is(error)) throw error;
    const code = errnoOf(error);
    throw new CortexError(
      "install-failed",
      `The files could not be written (${code === "" ? "unknown" : code}).`,
      {
        cause: error,
        details: { errno: code },
      },
    );
  }
}
