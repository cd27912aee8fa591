/** Run as its own process: proposes and applies changes to skills that other processes change as well. */
import { CortexError } from "../../src/core/errors.js";
import { createNodeWorkshop } from "../../src/node/create-node-workshop.js";

const [workspace = "", directory = "", name = "", count = "0"] = process.argv.slice(2);
const workshop = createNodeWorkshop({ workspace, directory, config: { maxPending: 200 } });
const human = { by: "human", reason: "test" } as const;
const applied: string[] = [];

/** Approves until it is done: whenever another process was faster, the proposal is shown anew. */
async function approve(id: string): Promise<void> {
  for (;;) {
    try {
      await workshop.approve(id, human);
      return;
    } catch (error) {
      if (!CortexError.is(error) || !["proposal-stale", "proposal-state"].includes(error.code)) throw error;
      if ((await workshop.inspect(id)).status === "stale") await workshop.reopen(id, human);
    }
  }
}

process.stderr.write("ready\n");
for (let index = 0; index < Number(count); index += 1) {
  const line = `- Step ${index} of ${name}, taken with care.`;
  for (const skillName of ["shared", name]) {
    const { proposal } = await workshop.suggest({ skillName, section: "Workflow", body: line });
    if (proposal === undefined) throw new Error(`not proposed: ${line}`);
    await approve(proposal.id);
    applied.push(proposal.id);
  }
  await workshop.suggest({
    skillName: `waiting-${name}`,
    section: `Part ${index}`,
    body: `- Wait ${index}.`,
  });
}
await workshop.close();
process.stdout.write(JSON.stringify(applied));
