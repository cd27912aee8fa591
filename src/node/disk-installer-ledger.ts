import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { Diagnostic } from "../core/diagnostics.js";
import type { InstallerFiles } from "./installer-files.js";

const entrySchema = z.object({
  version: z.string(),
  digest: z.string(),
  /** Below the skills folder. */
  place: z.string(),
  /** Also written into the skill's folder: only a folder that still carries it is ours. */
  token: z.string(),
  installedAt: z.number(),
  /** What a crash interrupted; under the lock, any other state than `installed` belongs to a dead process. */
  state: z.enum(["installing", "installed", "removing"]),
  leases: z.array(z.string()),
  executables: z.array(z.string()),
});

const ledgerSchema = z.object({ version: z.literal(1), skills: z.record(z.string(), entrySchema) });

/** What this installer put on disk, by skill key. */
export type LedgerEntry = z.infer<typeof entrySchema>;
export type Ledger = z.infer<typeof ledgerSchema>;

const MARKER = "skill-cortex.json";

const ledgerPath = (workspace: string): string => join(workspace, ".clawhub", MARKER);

/** The note inside a skill's folder that says whose it is. */
export const markerPath = (folder: string): string => join(folder, ".clawhub", MARKER);

/** Reads the ledger; a damaged one is set aside and said so. Folders it named then count as not ours: nothing is deleted. */
export async function readLedger(
  files: InstallerFiles,
  workspace: string,
  report: (diagnostic: Diagnostic) => void,
): Promise<Ledger> {
  const path = ledgerPath(workspace);
  const text = await files.read(path);
  if (text === undefined) return { version: 1, skills: {} };
  try {
    return ledgerSchema.parse(JSON.parse(text));
  } catch {
    const aside = `${path}.corrupt-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
    await files.rename(path, aside);
    report({
      code: "ledger-corrupt",
      severity: "warning",
      message: `The list of borrowed skills was damaged and kept as ${aside}; the skills stay and are no longer removed.`,
      file: path,
      fix: "Uninstall borrowed skills by hand if they are not wanted.",
    });
    return { version: 1, skills: {} };
  }
}

export async function writeLedger(files: InstallerFiles, workspace: string, ledger: Ledger): Promise<void> {
  await files.replace(ledgerPath(workspace), `${JSON.stringify(ledger, null, 2)}\n`);
}

/** True while the folder is the one we put there; replacing or re-installing it makes it somebody else's. */
export async function isOurs(files: InstallerFiles, folder: string, token: string): Promise<boolean> {
  if ((await files.kindOf(folder)) !== "folder") return false;
  const text = await files.read(markerPath(folder));
  if (text === undefined) return false;
  try {
    return z.object({ token: z.string() }).parse(JSON.parse(text)).token === token;
  } catch {
    return false;
  }
}
