import { expect, test } from "vitest";
import { createInMemoryStore } from "../../src/in-memory/in-memory-store.js";
import {
  createInMemoryWorkspaceFiles,
  type InMemoryWorkspaceFiles,
} from "../../src/in-memory/in-memory-workspace-files.js";
import type { Store } from "../../src/ports/store.js";
import type { Workshop } from "../../src/workshop/create-workshop.js";
import { createCountingIds, createTestWorkshop, human } from "../support/workshop-desk.js";

/** Dies at a port call, before or after the call takes effect; from then on nothing works any more. */
function mortal<T extends object>(port: T, life: { calls: number; readonly after: boolean }): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...call: unknown[]) => {
        life.calls -= 1;
        if (life.calls < 0 || (life.calls === 0 && !life.after)) throw new Error("dead");
        const answer: unknown = await Reflect.apply(value, target, call);
        if (life.calls === 0) throw new Error("dead");
        return answer;
      };
    },
  });
}

const MINE = "---\nname: demo\ndescription: d\n---\n\n## Workflow\n\n- My own step.\n";
const DEMO = "skills/demo/SKILL.md";
const draft = (slug: string) => ({
  skillName: slug,
  title: "t",
  reason: "r",
  fingerprint: "f1",
  slug,
  files: [
    { path: `skills/auto/${slug}.md`, text: `# ${slug}\n`, executable: false },
    { path: `scripts/auto/${slug}.sh`, text: `echo ${slug}\n`, executable: true },
  ],
});

interface World {
  readonly store: Store;
  readonly files: InMemoryWorkspaceFiles;
  readonly id: string;
}

async function world(kind: "append" | "create" | "draft" | "rotation"): Promise<World> {
  const store = createInMemoryStore();
  const files = createInMemoryWorkspaceFiles({ texts: { [DEMO]: MINE } });
  const { workshop } = createTestWorkshop({ store, files });
  if (kind === "rotation") {
    const { proposal: old } = await workshop.suggestDraft(draft("older"));
    await workshop.approve(old?.id ?? "", human);
  }
  const { proposal } =
    kind === "draft" || kind === "rotation"
      ? await workshop.suggestDraft(draft("newer"))
      : await workshop.suggest({
          skillName: kind === "create" ? "fresh" : "demo",
          section: "Workflow",
          body: "- Learned step.",
        });
  return { store, files, id: proposal?.id ?? "" };
}

/** Another process on the same disk, with ids of its own. */
function survivor({ store, files }: World): Workshop {
  return createTestWorkshop({ store, files, ids: createCountingIds("survivor") }).workshop;
}

test.each(["append", "create", "draft", "rotation"] as const)(
  "%s: death at every single port call of apply and rollback loses nothing and repeats nothing",
  async (kind) => {
    let deaths = 0;
    for (const after of [false, true]) {
      for (let calls = 1, died = true; died; calls += 1) {
        expect(calls).toBeLessThan(200);
        const made = await world(kind);
        const { files, id } = made;
        const before = new Map(files.contents);
        const life = { calls, after };
        const ids = createCountingIds("doomed");
        const ports = { store: mortal(made.store, life), files: mortal(files, life) };
        const doomed = createTestWorkshop({ ...ports, ids });
        const where = `${after ? "after" : "before"} call ${calls}`;
        died = await doomed.workshop.approve(id, human).then(
          () =>
            doomed.workshop.rollback(id, human).then(
              () => false,
              () => true,
            ),
          () => true,
        );
        if (!died) break;
        deaths += 1;
        await settle(survivor(made), made, before, where);
      }
    }
    expect(deaths).toBeGreaterThan(20);
  },
);

/** Whatever happened, a person can bring it to both ends: applied once, and taken back to the same bytes. */
async function settle(
  workshop: Workshop,
  { files, id }: World,
  before: ReadonlyMap<string, unknown>,
  where: string,
): Promise<void> {
  let status: string = (await workshop.inspect(id)).status;
  if (status === "stale") ({ status } = await workshop.reopen(id, human));
  if (status === "pending") ({ status } = await workshop.approve(id, human));
  if (status === "applied") {
    const demo = files.contents.get(DEMO)?.text ?? "";
    expect(demo.split("- Learned step.").length, where).toBeLessThanOrEqual(2);
    await workshop.rollback(id, human);
  }
  expect(await workshop.inspect(id), where).toMatchObject({ status: "rolled_back" });
  expect(files.contents, where).toEqual(before);
  const edits = (await workshop.state()).edits.filter(({ proposalId }) => proposalId === id);
  expect(
    edits.map(({ rollbackOf }) => rollbackOf === undefined),
    where,
  ).toEqual([true, false]);
}
