import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { CortexError } from "../core/errors.js";
import type { Finding } from "../core/findings.js";
import type { Approval } from "../ports/approval.js";
import type { Bundle } from "../ports/bundle.js";
import type { Confirmer } from "../ports/confirmer.js";
import type { PortContext } from "../ports/context.js";
import { redeemApproval } from "../safety/approval.js";
import { scanBundle } from "../safety/scan-bundle.js";
import { treeDigest } from "../safety/tree-digest.js";
import type { InstallPlan } from "../skills/dependencies.js";
import type { Skill } from "../skills/skill.js";
import { publicOnly, type ResolveHost } from "./dependency-address.js";
import { askToInstall } from "./dependency-consent.js";
import { downloadDependency } from "./dependency-download.js";
import { createProcessProvisioner } from "./process-provisioner.js";
import { readSkillFolder } from "./read-skill-folder.js";
import { createHostProbe } from "./skill-probe.js";

/** Options of `createDependencyInstaller`. */
export interface DependencyInstallerOptions {
  /** Where downloads go, each skill in a folder of its own. */
  readonly toolsDirectory: string;
  /** Who is asked by `askAndInstall`. */
  readonly confirmer?: Confirmer;
  /** Names of variables that package managers may see, for example `HTTPS_PROXY`. */
  readonly passEnv?: readonly string[];
  /** For one plan. @defaultValue 600000 */
  readonly timeoutMs?: number;
  /** @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch;
  /** Addresses of a host name, all of which must be public. @defaultValue the system's resolver */
  readonly resolveHost?: ResolveHost;
  /** The clock that approvals expire by. @defaultValue Date.now */
  readonly now?: () => number;
}

/** What is there after an install. */
export interface DependencyInstallation {
  /** Programs of the plan that can be started now: names on the PATH, or full paths of downloads. */
  readonly programs: readonly string[];
  /** Programs of the plan that are not found, although the install succeeded: often a folder that is not on the PATH. */
  readonly missing: readonly string[];
  /** Everything the scan had to say; nothing critical. */
  readonly findings: readonly Finding[];
}

/** Runs install plans, each with an approval of its own. */
export interface DependencyInstaller {
  /**
   * Scans the skill, redeems the approval for exactly the plan's commands, and runs them without a shell.
   * Rejects with `scan-blocked`, `digest-mismatch`, `approval-invalid` or a code of processes and downloads.
   */
  install(
    request: { readonly plan: InstallPlan; readonly skill: Skill; readonly approval: Approval },
    context: PortContext,
  ): Promise<DependencyInstallation>;
  /**
   * Scans the skill, asks the confirmer a `dependencies` question that shows exactly the plan's commands, and installs
   * after the answer `install`. Rejects with `approval-required` after any other answer, silence included.
   */
  askAndInstall(
    request: { readonly plan: InstallPlan; readonly skill: Skill },
    context?: PortContext,
  ): Promise<DependencyInstallation>;
}

/** A person needs time to read; who wants another limit gives a context. */
const PATIENCE_MS = 600_000;

/** For a caller that has no run of its own. */
function patientContext(): PortContext {
  const deadline = Date.now() + PATIENCE_MS;
  return { signal: new AbortController().signal, deadline, flowId: "" };
}

/** Makes the installer of what skills depend on. */
export function createDependencyInstaller(options: DependencyInstallerOptions): DependencyInstaller {
  const { toolsDirectory, passEnv, timeoutMs, now = Date.now } = options;
  const provisioner = createProcessProvisioner({
    now,
    ...(passEnv === undefined ? {} : { passEnv }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const installer: DependencyInstaller = {
    askAndInstall: async ({ plan, skill }, context = patientContext()) => {
      const { digest } = await scanSkill(plan, skill);
      const { confirmer } = options;
      const approval = await askToInstall({ plan, skill, digest, confirmer, now }, context);
      return installer.install({ plan, skill, approval }, context);
    },
    install: async ({ plan, skill, approval }, context) => {
      const { findings } = await scanSkill(plan, skill);
      const { argv, bins } = plan;
      if (plan.spec.kind !== "download") {
        await provisioner.provision({ argv, approval }, context);
        const programs = createHostProbe().probeNow({ bins, env: [] }).bins;
        return { programs, missing: bins.filter((name) => !programs.includes(name)), findings };
      }
      const redeemed = redeemApproval(approval, { kind: "provision", argv }, now());
      if (redeemed.isErr()) throw new CortexError(redeemed.error.code, redeemed.error.message);
      const fetch = publicOnly(options.fetch ?? globalThis.fetch, options.resolveHost);
      const { programs } = await downloadDependency(plan, { toolsDirectory, fetch }, context);
      const found = new Set(programs.map((path) => basename(path)));
      return { programs, missing: bins.filter((name) => !found.has(name)), findings };
    },
  };
  return installer;
}

/** The skill as it is on disk now must be the one that the plan was made from, and nothing critical may be in it. */
async function scanSkill(
  plan: InstallPlan,
  skill: Skill,
): Promise<{ readonly findings: readonly Finding[]; readonly digest: string }> {
  if (plan.skill !== skill.name || !skill.metadata.install.includes(plan.spec)) {
    throw new CortexError("input-invalid", "The plan was made for another skill.");
  }
  const bundle = await bundleOf(skill);
  const name = basename(skill.file);
  const main = bundle.files.find(({ path }) => path === name);
  if (main === undefined || hash("sha256", main.bytes) !== skill.digest) {
    throw new CortexError("digest-mismatch", "The skill has changed since the plan was made.");
  }
  const { findings } = scanBundle(bundle);
  const critical = findings.filter(({ severity }) => severity === "critical");
  if (critical.length > 0) {
    const rules = [...new Set(critical.map(({ rule }) => rule))];
    throw new CortexError("scan-blocked", `The scan found something critical: ${rules.join(", ")}.`, {
      details: { rules, places: critical.map(({ file, line }) => `${file}:${line}`) },
    });
  }
  return { findings, digest: treeDigest(bundle) };
}

/** A single-file skill is that file alone; its neighbours are other skills. */
async function bundleOf(skill: Skill): Promise<Bundle> {
  if (/^skill\.md$/i.test(basename(skill.file))) return readSkillFolder(skill.directory);
  return { files: [{ path: basename(skill.file), bytes: new Uint8Array(await readFile(skill.file)) }] };
}
