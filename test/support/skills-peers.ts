import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Folder of the real programs that tests compare with. */
export const PEERS = new URL("../e2e/node_modules/", import.meta.url).pathname;

/** A skill as another loader sees it. */
export interface PeerSkill {
  readonly name: string;
  readonly description: string;
}

/** pi's skill; its formatter wants it whole. */
export interface PiSkill extends PeerSkill {
  readonly filePath: string;
  readonly disableModelInvocation: boolean;
}

/** The part of pi's package that is about skills. */
export interface PiSkills {
  loadSkillsFromDir(options: { readonly dir: string; readonly source: string }): {
    readonly skills: readonly PiSkill[];
  };
  formatSkillsForPrompt(skills: readonly PiSkill[]): string;
}

/** Loads pi into this process. */
export async function loadPi(): Promise<PiSkills> {
  return import(join(PEERS, "@mariozechner/pi-coding-agent/dist/index.js"));
}

/** A command of OpenClaw's public listing. */
export interface OpenClawCommand {
  readonly name: string;
  readonly skillName: string;
  readonly description: string;
  readonly skillFile: string;
}

/** OpenClaw's listing for several workspaces, in one process of Node 24, cut off from this machine's own folders. */
export async function openClawListings(
  workspaces: readonly string[],
  options: { readonly home: string; readonly bundled?: string; readonly config?: object },
): Promise<readonly (readonly OpenClawCommand[])[]> {
  const module = join(PEERS, "openclaw/dist/plugin-sdk/skill-commands-runtime.js");
  const config = { plugins: { enabled: false }, logging: { level: "silent" }, ...options.config };
  const script = `
    const { listSkillCommandsForWorkspace } = await import(${JSON.stringify(module)});
    const lists = ${JSON.stringify(workspaces)}.map((workspaceDir) =>
      listSkillCommandsForWorkspace({ workspaceDir, cfg: ${JSON.stringify(config)} })
        .map(({ name, skillName, description, skillFile }) => ({ name, skillName, description, skillFile })));
    process.stdout.write("\\n@@" + JSON.stringify(lists), () => process.exit(0));
  `;
  const { stdout } = await promisify(execFile)(
    join(PEERS, "node24/bin/node"),
    ["--no-warnings", "--input-type=module", "-e", script],
    {
      env: {
        PATH: "/usr/bin:/bin",
        HOME: options.home,
        OPENCLAW_STATE_DIR: join(options.home, "state"),
        OPENCLAW_BUNDLED_SKILLS_DIR: options.bundled ?? join(options.home, "none"),
      },
      maxBuffer: 1e9,
    },
  );
  return JSON.parse(stdout.slice(stdout.lastIndexOf("@@") + 2));
}
