import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, FRONTMATTER_CASES, REQUIRED_PROGRAM } from "../fixtures/skills/frontmatter-cases.js";

/** The table's columns about others are what the others really answer. */
const peers = new URL("./node_modules/", import.meta.url).pathname;

interface PiSkill {
  readonly name: string;
  readonly description: string;
  readonly disableModelInvocation: boolean;
}

let root: string;
let openClaw: readonly Answer[];
let pi: readonly Answer[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "skill-cortex-frontmatter-"));
  for (const [index, { text }] of FRONTMATTER_CASES.entries()) {
    const folder = join(root, String(index), "skills", "folder");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), text);
  }
  const programs = join(root, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, REQUIRED_PROGRAM), "#!/bin/sh\n");
  chmodSync(join(programs, REQUIRED_PROGRAM), 0o755);
  pi = await answersOfPi();
  openClaw = await answersOfOpenClaw(programs);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function answersOfPi(): Promise<readonly Answer[]> {
  const module: {
    readonly loadSkillsFromDir: (options: { readonly dir: string; readonly source: string }) => {
      readonly skills: readonly PiSkill[];
    };
  } = await import(`${peers}@mariozechner/pi-coding-agent/dist/index.js`);
  return FRONTMATTER_CASES.map((_, index) => {
    const { skills } = module.loadSkillsFromDir({ dir: join(root, String(index), "skills"), source: "test" });
    const [skill] = skills;
    if (skill === undefined) return "dropped";
    const { name, description, disableModelInvocation } = skill;
    return { name, description, ...(disableModelInvocation ? { hidden: true } : {}) };
  });
}

/** OpenClaw lists what is eligible: asked without and with the required program, the difference is the gate. */
async function answersOfOpenClaw(programs: string): Promise<readonly Answer[]> {
  const script = `
    const { listSkillCommandsForWorkspace } = await import(${JSON.stringify(`${peers}openclaw/dist/plugin-sdk/skill-commands-runtime.js`)});
    const list = (run) => Array.from({ length: ${FRONTMATTER_CASES.length} }, (_, index) => {
      const [command] = listSkillCommandsForWorkspace({
        workspaceDir: ${JSON.stringify(root)} + "/" + index,
        cfg: { plugins: { enabled: false }, logging: { level: "silent" }, run },
      });
      return command === undefined ? null : { name: command.skillName, description: command.description };
    });
    const without = list(1);
    process.env.PATH += ":" + ${JSON.stringify(programs)};
    const withProgram = list(2);
    process.stdout.write("\\n@@" + JSON.stringify({ without, withProgram }));
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(
    join(peers, "node24", "bin", "node"),
    ["--no-warnings", "--input-type=module", "-e", script],
    {
      env: {
        PATH: "/usr/bin:/bin",
        HOME: root,
        OPENCLAW_STATE_DIR: join(root, "state"),
        OPENCLAW_BUNDLED_SKILLS_DIR: join(root, "none"),
      },
      maxBuffer: 1e8,
    },
  );
  type Listed = { readonly name: string; readonly description: string } | null;
  const { without, withProgram }: { without: readonly Listed[]; withProgram: readonly Listed[] } = JSON.parse(
    stdout.slice(stdout.lastIndexOf("@@") + 2),
  );
  return withProgram.map((skill, index) => {
    if (skill === null) return "dropped";
    const mentions = FRONTMATTER_CASES[index]?.text.includes(REQUIRED_PROGRAM) === true;
    return { ...skill, ...(mentions ? { gated: without[index] === null } : {}) };
  });
}

describe("the frontmatter table's columns about others", () => {
  it.each(FRONTMATTER_CASES.map((one, index) => ({ ...one, index })))("$title", ({ index, ...expected }) => {
    expect({ pi: pi[index], openClaw: openClaw[index] }).toEqual({
      pi: expected.pi,
      openClaw: expected.openClaw,
    });
  });
});
