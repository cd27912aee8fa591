import type { SkillsConfig } from "./config.js";
import type { InstallKind, InstallSpec } from "./install-specs.js";
import type { Skill } from "./skill.js";

/** One way to get a skill's missing binaries, as commands. Nothing has been run. */
export interface InstallPlan {
  readonly skill: string;
  readonly spec: InstallSpec;
  /**
   * Argument vectors, never shell text: exactly what an approval of kind `provision` must name.
   * A download is `["download", url, "sha256:…" | "unverified", folder]`.
   */
  readonly argv: readonly (readonly string[])[];
  /** Binaries that should exist afterwards. */
  readonly bins: readonly string[];
  /** The program that does it; absent for downloads, which need none. */
  readonly manager?: string;
  /** False when that program is missing here. */
  readonly available: boolean;
  /** It has to be run as root. */
  readonly needsRoot: boolean;
}

/** The machine that a plan is for. */
export interface InstallMachine {
  readonly platform: string;
  /** Binaries that exist; only the package managers are looked at. */
  readonly bins: ReadonlySet<string>;
}

/** Programs whose presence decides which plan is preferred: ask a probe for these. */
export const INSTALL_MANAGERS: readonly string[] = [
  "brew",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "go",
  "uv",
  "apt-get",
];

const NODE_COMMANDS: Readonly<Record<SkillsConfig["install"]["nodeManager"], readonly string[]>> = {
  npm: ["npm", "install", "-g", "--ignore-scripts"],
  pnpm: ["pnpm", "add", "-g", "--ignore-scripts"],
  yarn: ["yarn", "global", "add", "--ignore-scripts"],
  bun: ["bun", "add", "-g", "--ignore-scripts"],
};

/** All usable plans, the preferred one first: brew (if preferred), uv, node, brew, go, apt, download; missing managers last. */
export function planInstalls(
  skill: Pick<Skill, "name" | "metadata">,
  machine: InstallMachine,
  config: Pick<SkillsConfig, "install">,
): readonly InstallPlan[] {
  const plans = skill.metadata.install
    .filter(({ os }) => os.length === 0 || os.includes(machine.platform))
    .map((spec) => planOf(skill.name, spec, machine, config));
  const order: readonly InstallKind[] = config.install.preferBrew
    ? ["brew", "uv", "node", "go", "apt", "download"]
    : ["uv", "node", "brew", "go", "apt", "download"];
  const rank = (plan: InstallPlan): number =>
    order.indexOf(plan.spec.kind) + (plan.available ? 0 : order.length);
  return plans
    .map((plan, index) => ({ plan, index }))
    .sort((a, b) => rank(a.plan) - rank(b.plan) || a.index - b.index)
    .map(({ plan }) => plan);
}

function planOf(
  skill: string,
  spec: InstallSpec,
  machine: InstallMachine,
  config: Pick<SkillsConfig, "install">,
): InstallPlan {
  const argv = commandOf(skill, spec, config);
  const manager = spec.kind === "download" ? undefined : argv[0];
  return {
    skill,
    spec,
    argv: [argv],
    bins: spec.bins,
    ...(manager === undefined ? {} : { manager }),
    available: manager === undefined || machine.bins.has(manager),
    needsRoot: spec.kind === "apt",
  };
}

function commandOf(
  skill: string,
  spec: InstallSpec,
  config: Pick<SkillsConfig, "install">,
): readonly string[] {
  const name = spec.package ?? "";
  switch (spec.kind) {
    case "brew":
      return ["brew", "install", name];
    case "node":
      return [...NODE_COMMANDS[config.install.nodeManager], name];
    case "go":
      // Outside a module, go wants a version.
      return ["go", "install", name.includes("@") ? name : `${name}@latest`];
    case "uv":
      return ["uv", "tool", "install", name];
    case "apt":
      return ["apt-get", "install", "--yes", "--no-install-recommends", name];
    case "download": {
      const digest = spec.sha256 === undefined ? "unverified" : `sha256:${spec.sha256}`;
      return ["download", spec.url ?? "", digest, downloadFolder(skill, spec)];
    }
  }
}

/** Where a download ends up, relative to the host's tools folder. */
function downloadFolder(skill: string, spec: InstallSpec): string {
  const folder = skill
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
  const inner = (spec.targetDirectory ?? "").replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  return [folder === "" ? "skill" : folder, ...(inner === "" || inner === "." ? [] : [inner])].join("/");
}
