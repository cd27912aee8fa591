// Runs on Node 24, where OpenClaw runs: both programs in one process, interleaved.
import { interleaved } from "./harness.js";
import { readBytes, skillsOf, warmed } from "./skills-load.js";
import { UNLIMITED } from "./skills-tree.js";

interface OpenClaw {
  listSkillCommandsForWorkspace(request: {
    readonly workspaceDir: string;
    readonly cfg: object;
  }): readonly unknown[];
}

const [module = "", roundsText = "3", ...workspaces] = process.argv.slice(2);
const openClaw: OpenClaw = await import(module);
let call = 0;
const rows = [];
for (const workspace of workspaces) {
  const ours = async (): Promise<number> => (await skillsOf(workspace).commands()).length;
  const theirs = (): number =>
    openClaw.listSkillCommandsForWorkspace({
      workspaceDir: workspace,
      // Another configuration each time: an equal one would be answered from a cache.
      cfg: { plugins: { enabled: false }, logging: { level: "silent" }, skills: UNLIMITED, call: ++call },
    }).length;
  const [mine, other] = [await ours(), theirs()];
  if (mine !== other) throw new Error(`The programs disagree: ${mine} and ${other} commands.`);
  const alternatives = { ours, theirs, floor: () => readBytes(workspace) };
  rows.push(await interleaved(alternatives, await warmed(alternatives, mine, Number(roundsText))));
}
process.stdout.write(`\n@@${JSON.stringify(rows)}`, () => process.exit(0));
