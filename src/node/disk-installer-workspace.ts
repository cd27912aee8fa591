import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import type { Pin, SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import { clawHubReference } from "../registries/clawhub-identity.js";
import { treeDigest } from "../safety/tree-digest.js";
import { originText, readClawHubLock, writeClawHubLock } from "./clawhub-lock.js";
import {
  isOurs,
  type Ledger,
  type LedgerEntry,
  markerPath,
  readLedger,
  writeLedger,
} from "./disk-installer-ledger.js";
import { placePath, type SkillPlace, skillPlace } from "./disk-installer-paths.js";
import { withFileLock } from "./file-lock.js";
import type { InstallerFiles } from "./installer-files.js";
import { readSkillFolder } from "./read-skill-folder.js";

/** What an installer works with. */
export interface WorkspaceOptions {
  readonly workspace: string;
  readonly skillsFolder: string;
  readonly registryUrl: string;
  readonly files: InstallerFiles;
  readonly now: () => number;
  readonly report: (diagnostic: Diagnostic) => void;
}

const STAGING = ".skill-cortex-staging";

/**
 * The folder where skills are put in and taken out, in steps that survive a crash
 * between any two of them: the ledger first says what is about to happen, then it
 * happens by one rename, then the ledger says that it is done. What a dead
 * process left undone is undone by the next one. All writes happen under one lock.
 */
export class SkillWorkspace {
  readonly #options: WorkspaceOptions;
  readonly skills: string;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.skills = join(options.workspace, options.skillsFolder);
  }

  /** Runs `work` alone among all processes, after cleaning up what a crash left behind. */
  async exclusively<T>(context: PortContext, work: (ledger: Ledger) => Promise<T>): Promise<T> {
    const { files, workspace, now } = this.#options;
    await files.makeFolder(join(workspace, ".clawhub"));
    const waitMs = Math.max(0, Math.min(context.deadline - now(), 2_147_483_647));
    return withFileLock(
      join(workspace, ".clawhub", "skill-cortex.lock"),
      async () => work(await this.recover()),
      { signal: context.signal, waitMs },
    );
  }

  ledger(): Promise<Ledger> {
    return readLedger(this.#options.files, this.#options.workspace, this.#options.report);
  }

  lock() {
    const { files, workspace, report } = this.#options;
    return readClawHubLock(files, workspace, this.skills, report);
  }

  folderOf(entry: LedgerEntry): string {
    return join(this.skills, entry.place);
  }

  isOurs(entry: LedgerEntry): Promise<boolean> {
    return isOurs(this.#options.files, this.folderOf(entry), entry.token);
  }

  /** Undoes unfinished installs, finishes unfinished removals, and repairs a lock file that lost our entries. */
  async recover(): Promise<Ledger> {
    const { files } = this.#options;
    const staging = join(this.skills, STAGING);
    if ((await files.kindOf(staging)) !== "nothing") await files.remove(staging);
    let ledger = await this.ledger();
    for (const [key, entry] of Object.entries(ledger.skills)) {
      if (entry.state !== "installed") ledger = await this.remove(ledger, key, entry);
    }
    return ledger;
  }

  /** Puts a checked bundle in place. The target must be free. */
  async put(
    ledger: Ledger,
    request: { readonly pin: Pin; readonly bundle: Bundle; readonly lease: string },
    context: PortContext,
  ): Promise<string> {
    const { files, workspace, now } = this.#options;
    const place = skillPlace(request.pin.key);
    const entry: LedgerEntry = {
      version: request.pin.version,
      digest: request.pin.digest,
      place: placePath(place),
      token: randomBytes(12).toString("hex"),
      installedAt: now(),
      state: "installing",
      leases: [request.lease],
      executables: request.bundle.files.filter((file) => file.executable === true).map((file) => file.path),
    };
    const target = this.folderOf(entry);
    const stage = await this.#stage(place, entry, request, context);
    const withEntry = (state: LedgerEntry["state"]): Ledger => ({
      ...ledger,
      skills: { ...ledger.skills, [request.pin.key]: { ...entry, state } },
    });
    await writeLedger(files, workspace, withEntry("installing"));
    await this.#makeGroup(place);
    await files.rename(stage, target);
    await this.#track(place, entry);
    await writeLedger(files, workspace, withEntry("installed"));
    await files.remove(dirname(stage));
    return target;
  }

  /** Takes a skill out completely, if the folder is still ours; never fails half-way for the next caller. */
  async remove(ledger: Ledger, key: SkillKey, entry: LedgerEntry): Promise<Ledger> {
    const { files, workspace } = this.#options;
    const place = skillPlace(key);
    const skills = { ...ledger.skills };
    if (await this.isOurs(entry)) {
      skills[key] = { ...entry, state: "removing" };
      await writeLedger(files, workspace, { ...ledger, skills });
      await this.#untrack(place, entry);
      await this.#discard(this.folderOf(entry));
    } else if ((await files.read(join(this.folderOf(entry), ".clawhub", "origin.json"))) === undefined) {
      // Where the CLI put its own copy, the line is the CLI's too: an update keeps our time in it.
      await this.#untrack(place, entry);
    }
    if (place.group !== undefined) await files.removeEmpty(join(this.skills, place.group));
    delete skills[key];
    await writeLedger(files, workspace, { ...ledger, skills });
    return { ...ledger, skills };
  }

  /** Takes out a folder that the lock file tracks; after a crash in between, doing it again finishes it. */
  async removeTracked(reference: string): Promise<void> {
    const { files, workspace } = this.#options;
    const folder = join(this.skills, reference);
    if ((await files.kindOf(folder)) !== "nothing") await this.#discard(folder);
    const lock = await this.lock();
    const skills = { ...lock.skills };
    delete skills[reference];
    await writeClawHubLock(files, workspace, { ...lock, skills });
    if (reference.includes("/")) await files.removeEmpty(dirname(folder));
  }

  /** Gives a skill to the host: it stays, tracked by the CLI's lock file where it can be, and is forgotten here. */
  async handOver(ledger: Ledger, key: SkillKey, entry: LedgerEntry): Promise<void> {
    const { files, workspace } = this.#options;
    const skills = { ...ledger.skills };
    delete skills[key];
    await writeLedger(files, workspace, { ...ledger, skills });
    await files.remove(markerPath(this.folderOf(entry)));
  }

  async setLeases(
    ledger: Ledger,
    key: SkillKey,
    entry: LedgerEntry,
    leases: readonly string[],
  ): Promise<void> {
    const skills = { ...ledger.skills, [key]: { ...entry, leases: [...leases] } };
    await writeLedger(this.#options.files, this.#options.workspace, { ...ledger, skills });
  }

  /** Adds our entry to the CLI's lock file again when its own unlocked writes lost it. */
  async repairTracking(key: SkillKey, entry: LedgerEntry): Promise<void> {
    await this.#track(skillPlace(key), entry);
  }

  async readBundle(entry: LedgerEntry): Promise<Bundle> {
    return readSkillFolder(this.folderOf(entry), { executables: new Set(entry.executables) });
  }

  async #stage(
    place: SkillPlace,
    entry: LedgerEntry,
    request: { readonly pin: Pin; readonly bundle: Bundle },
    context: PortContext,
  ): Promise<string> {
    const { files, registryUrl } = this.#options;
    const stage = join(this.skills, STAGING, randomBytes(8).toString("hex"));
    const folders = new Set<string>();
    for (const file of request.bundle.files) {
      if (context.signal.aborted) throw new CortexError("cancelled", "The installation was cancelled.");
      const path = join(stage, file.path);
      if (!folders.has(dirname(path))) await files.makeFolder(dirname(path));
      folders.add(dirname(path));
      await files.createFile(path, file.bytes, file.executable === true);
    }
    await files.makeFolder(join(stage, ".clawhub"));
    const { version } = request.pin;
    const { installedAt } = entry;
    if (place.clawHub !== undefined) {
      const text = originText(place.clawHub, {
        registry: registryUrl,
        version,
        installedAt,
        bundle: request.bundle,
      });
      await files.createFile(join(stage, ".clawhub", "origin.json"), Buffer.from(text), false);
    }
    const marker = { version: 1, key: request.pin.key, digest: request.pin.digest, token: entry.token };
    await files.createFile(markerPath(stage), Buffer.from(`${JSON.stringify(marker)}\n`), false);
    const written = await readSkillFolder(stage, { executables: new Set(entry.executables) });
    if (treeDigest(written) !== request.pin.digest) {
      throw new CortexError("install-failed", "What was written to disk is not what was approved.");
    }
    return stage;
  }

  /** Away by one rename first: nobody ever sees half a skill. */
  async #discard(folder: string): Promise<void> {
    const { files } = this.#options;
    const trash = join(this.skills, STAGING, randomBytes(8).toString("hex"));
    await files.makeFolder(dirname(trash));
    await files.rename(folder, trash);
    await files.remove(dirname(trash));
  }

  /** The owner's folder must be a real folder: through a link, files would land elsewhere. */
  async #makeGroup(place: SkillPlace): Promise<void> {
    const { files } = this.#options;
    const group = place.group === undefined ? this.skills : join(this.skills, place.group);
    await files.makeFolder(group);
    if (place.group !== undefined && (await files.kindOf(group)) !== "folder") {
      throw new CortexError("path-unsafe", `${group} is not a plain folder.`);
    }
  }

  async #track(place: SkillPlace, entry: LedgerEntry): Promise<void> {
    if (place.clawHub === undefined) return;
    const lock = await this.lock();
    const reference = clawHubReference(place.clawHub);
    const { version, installedAt } = entry;
    const owner = place.clawHub.owner;
    const line = { version, installedAt, ...(owner === undefined ? {} : { ownerHandle: owner }) };
    const { files, workspace } = this.#options;
    await writeClawHubLock(files, workspace, { ...lock, skills: { ...lock.skills, [reference]: line } });
  }

  /** Removes only the line that we wrote: one with another time belongs to a later install by somebody else. */
  async #untrack(place: SkillPlace, entry: LedgerEntry): Promise<void> {
    if (place.clawHub === undefined) return;
    const lock = await this.lock();
    const reference = clawHubReference(place.clawHub);
    if (lock.skills[reference]?.installedAt !== entry.installedAt) return;
    const skills = { ...lock.skills };
    delete skills[reference];
    await writeClawHubLock(this.#options.files, this.#options.workspace, { ...lock, skills });
  }
}
