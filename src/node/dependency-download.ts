import { hash } from "node:crypto";
import { basename, join } from "node:path";
import { CortexError } from "../core/errors.js";
import type { BundleFile } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import { DEFAULT_ARCHIVE_LIMITS } from "../registries/archive-limits.js";
import { checkArchivePath, PathClashes } from "../registries/archive-path.js";
import { HttpClient } from "../registries/http.js";
import { unpackArchive } from "../registries/read-archive.js";
import type { InstallPlan } from "../skills/dependencies.js";
import type { InstallSpec } from "../skills/install-specs.js";
import { placeTools } from "./dependency-files.js";

/** Programs are larger than skills; these are OpenClaw's own figures. */
const LIMITS = {
  ...DEFAULT_ARCHIVE_LIMITS,
  archiveBytes: 256 * 1024 * 1024,
  fileBytes: 256 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  entries: 50_000,
  files: 50_000,
};
const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Downloads what a plan names, checks its digest, and puts it below the tools folder. Nothing is run. */
export async function downloadDependency(
  plan: InstallPlan,
  options: { readonly toolsDirectory: string; readonly fetch: typeof globalThis.fetch },
  context: PortContext,
): Promise<{ readonly folder: string; readonly programs: readonly string[] }> {
  const [, address, digest, folder] = plan.argv[0] ?? [];
  if (address === undefined || digest === undefined || folder === undefined) {
    throw new CortexError("input-invalid", "The plan is not a download.");
  }
  const url = new URL(address);
  checkArchivePath(folder, LIMITS);
  const client = new HttpClient(url, { fetch: options.fetch, timeoutMs: DOWNLOAD_TIMEOUT_MS });
  const { bytes } = await client.request({ url, maximumBytes: LIMITS.archiveBytes }, context);
  if (digest !== "unverified" && digest !== `sha256:${hash("sha256", bytes)}`) {
    throw new CortexError("digest-mismatch", "The download is not what the skill says it should be.", {
      details: { expected: digest, host: url.host },
    });
  }
  const files = filesOf(bytes, url, plan.spec).map((file) =>
    plan.bins.includes(basename(file.path)) ? { ...file, executable: true } : file,
  );
  const target = await placeTools(options.toolsDirectory, folder, files);
  const programs = files
    .filter(({ path }) => plan.bins.includes(basename(path)))
    .map(({ path }) => join(target, path));
  return { folder: target, programs };
}

function filesOf(bytes: Uint8Array, url: URL, spec: InstallSpec): readonly BundleFile[] {
  const name = url.pathname.split("/").at(-1) ?? "";
  const isArchive = /\.(?:zip|tar|tgz|tar\.\w+)$/i.test(name);
  if (!(spec.extract ?? isArchive)) return [{ path: checkArchivePath(name, LIMITS), bytes }];
  const { files } = unpackArchive(bytes, { limits: LIMITS });
  const clashes = new PathClashes();
  const stripped: BundleFile[] = [];
  for (const file of files) {
    const path = file.path
      .split("/")
      .slice(spec.stripComponents ?? 0)
      .join("/");
    if (path === "") continue;
    clashes.addFile(path);
    stripped.push({ ...file, path });
  }
  return stripped;
}
