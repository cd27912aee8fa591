import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { WatchedFolders } from "../../src/node/skill-folder-watches.js";
import { type SkillWatcherOptions, watchSkillFolders } from "../../src/node/skill-watcher.js";
import { openPocketTiers } from "../../src/skills/tiers.js";
import { recordChanges, skillsOf } from "../support/skills-host.js";
import { type SkillsTree, skillsTree, skillText } from "../support/skills-tree.js";

const EVENTS: SkillWatcherOptions = { debounceMs: 30 };
const POLLING: SkillWatcherOptions = { debounceMs: 30, polling: true, pollMs: 40 };

interface Expected {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly changed?: readonly string[];
}

/** What happens to a workspace with the skills `alpha` and `beta`, and what must be told of it. */
const CHANGES: readonly {
  readonly what: string;
  readonly act: (tree: SkillsTree) => void;
  readonly told: Expected;
}[] = [
  {
    what: "an edit in place",
    act: (tree) => writeFileSync(tree.path("workspace/skills/alpha/SKILL.md"), skillText("alpha", "Edited.")),
    told: { changed: ["alpha"] },
  },
  {
    what: "an edit that keeps the size",
    act: (tree) => tree.skill("workspace/skills/alpha", "Does workspace/skills/alphA."),
    told: { changed: ["alpha"] },
  },
  {
    what: "text appended to the body",
    act: (tree) => appendFileSync(tree.path("workspace/skills/alpha/SKILL.md"), "More.\n"),
    told: { changed: ["alpha"] },
  },
  {
    what: "vim: rename away, write anew, delete the backup",
    act: (tree) => {
      const file = tree.path("workspace/skills/alpha/SKILL.md");
      renameSync(file, `${file}~`);
      writeFileSync(file, skillText("alpha", "From vim."));
      unlinkSync(`${file}~`);
    },
    told: { changed: ["alpha"] },
  },
  {
    what: "VS Code and others: write beside, rename over",
    act: (tree) => {
      const file = tree.path("workspace/skills/alpha/SKILL.md");
      writeFileSync(`${file}.tmp`, skillText("alpha", "Atomic."));
      renameSync(`${file}.tmp`, file);
    },
    told: { changed: ["alpha"] },
  },
  {
    what: "a new skill",
    act: (tree) => tree.skill("workspace/skills/gamma"),
    told: { added: ["gamma"] },
  },
  {
    what: "a new skill in new nested folders",
    act: (tree) => tree.skill("workspace/skills/team/web/gamma"),
    told: { added: ["gamma"] },
  },
  {
    what: "a SKILL.md in a folder that had none",
    act: (tree) => tree.skill("workspace/skills/empty", "No longer empty."),
    told: { added: ["empty"] },
  },
  {
    what: "a deleted skill folder",
    act: (tree) => tree.remove("workspace/skills/beta"),
    told: { removed: ["beta"] },
  },
  {
    what: "a deleted SKILL.md",
    act: (tree) => tree.remove("workspace/skills/beta/SKILL.md"),
    told: { removed: ["beta"] },
  },
  {
    what: "a renamed skill folder",
    act: (tree) => renameSync(tree.path("workspace/skills/beta"), tree.path("workspace/skills/delta")),
    // The name is in the file; the place is another.
    told: { changed: ["beta"] },
  },
  {
    what: "a skill moved in from elsewhere",
    act: (tree) => {
      tree.skill("elsewhere/gamma");
      renameSync(tree.path("elsewhere/gamma"), tree.path("workspace/skills/gamma"));
    },
    told: { added: ["gamma"] },
  },
  {
    what: "a skill moved out",
    act: (tree) => renameSync(tree.path("workspace/skills/beta"), tree.path("beta")),
    told: { removed: ["beta"] },
  },
  {
    what: "a skill replaced by another folder of the same name",
    act: (tree) => {
      tree.remove("workspace/skills/beta");
      tree.skill("workspace/skills/beta", "Another one.");
    },
    told: { changed: ["beta"] },
  },
  {
    what: "a link to a skill",
    act: (tree) => symlinkSync(tree.path("workspace/skills/empty"), tree.path("workspace/skills/linked")),
    told: {},
  },
  {
    what: "a deleted root",
    act: (tree) => tree.remove("workspace/skills"),
    told: { removed: ["alpha", "beta"] },
  },
  {
    what: "a root renamed away",
    act: (tree) => renameSync(tree.path("workspace/skills"), tree.path("workspace/skills.old")),
    told: { removed: ["alpha", "beta"] },
  },
  {
    what: "a deleted workspace",
    act: (tree) => tree.remove("workspace"),
    told: { removed: ["alpha", "beta"] },
  },
  {
    what: "a skill in a root that did not exist",
    act: (tree) => tree.skill("workspace/.agents/skills/gamma"),
    told: { added: ["gamma"] },
  },
  {
    what: "a skill that shadows another one from a root that did not exist",
    act: (tree) => tree.skill("workspace/.agents/skills/alpha", "Loses against the workspace's."),
    told: {},
  },
];

function world(watcher: SkillWatcherOptions) {
  const tree = skillsTree();
  tree.skill("workspace/skills/alpha");
  tree.skill("workspace/skills/beta");
  mkdirSync(tree.path("workspace/skills/empty"));
  const skills = skillsOf(tree, { watcher });
  return { tree, skills };
}

const nothing: Required<Expected> = { added: [], removed: [], changed: [] };

describe.each([
  ["events", EVENTS],
  ["polling", POLLING],
] as const)("by %s the watcher tells of", (mode, options) => {
  test.each(CHANGES.filter(({ told }) => Object.keys(told).length > 0))("$what", async ({ act, told }) => {
    const { tree, skills } = world(options);
    await skills.load();
    const recorder = recordChanges(skills);
    expect(skills.watching).toBe(mode);
    act(tree);
    const seen: Required<Expected> = structuredClone(nothing);
    // Several steps may be told of together or one after another.
    do {
      const change = await recorder.next();
      for (const key of ["added", "removed", "changed"] as const)
        (seen[key] as string[]).push(...change[key].filter((name) => !seen[key].includes(name)));
      await recorder.quiet(120);
    } while (recorder.changes.length > 1 && !isAll(seen, told));
    const expectedNow = await skills.load();
    expect(recorder.changes.at(-1)?.skills.catalog).toBe(expectedNow.catalog);
    expect(isAll(seen, told)).toBe(true);
  });
});

/** Between two steps of one action the watcher may rightly see a skill gone and come back. */
function isAll(seen: Required<Expected>, told: Expected): boolean {
  const all = [...seen.added, ...seen.changed];
  return (
    (told.added ?? []).every((name) => seen.added.includes(name)) &&
    (told.removed ?? []).every((name) => seen.removed.includes(name)) &&
    (told.changed ?? []).every((name) => all.includes(name))
  );
}

describe("the watcher", () => {
  test.each(CHANGES.filter(({ told }) => Object.keys(told).length === 0))(
    "says nothing of removed or changed skills after $what",
    async ({ act }) => {
      const { tree, skills } = world(EVENTS);
      const recorder = recordChanges(skills);
      act(tree);
      await recorder.quiet(300);
      for (const change of recorder.changes) {
        expect([change.added, change.removed, change.changed]).toEqual([[], [], []]);
      }
    },
  );

  test("says nothing when a file is touched without a change, or another file changes", async () => {
    const { tree, skills } = world(EVENTS);
    const recorder = recordChanges(skills);
    tree.skill("workspace/skills/alpha");
    tree.file("workspace/skills/alpha/references/notes.md", "Notes.");
    tree.file("workspace/notes.md", "Notes.");
    await recorder.quiet(300);
    expect(recorder.changes).toEqual([]);
  });

  test("tells of many edits in one go, after a quiet time", async () => {
    const { tree, skills } = world({ debounceMs: 150 });
    const recorder = recordChanges(skills);
    for (let edit = 0; edit < 5; edit += 1) {
      tree.skill("workspace/skills/alpha", `Edit ${edit}.`);
      tree.skill(`workspace/skills/new-${edit}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const change = await recorder.next();
    expect(change.changed).toEqual(["alpha"]);
    expect(change.added).toHaveLength(5);
    await recorder.quiet(300);
    expect(recorder.changes).toHaveLength(1);
  });

  test("does not wait for ever while somebody keeps writing", async () => {
    const { tree, skills } = world({ debounceMs: 60 });
    const recorder = recordChanges(skills);
    const started = Date.now();
    const writer = setInterval(() => tree.skill("workspace/skills/alpha", `At ${Date.now()}.`), 10);
    try {
      await recorder.next();
    } finally {
      clearInterval(writer);
    }
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test("sees edits in a folder that came, went and came back", async () => {
    const { tree, skills } = world(EVENTS);
    const recorder = recordChanges(skills);
    for (let round = 0; round < 3; round += 1) {
      tree.remove("workspace/skills");
      expect((await recorder.next()).removed).toContain("alpha");
      tree.skill("workspace/skills/alpha", `Round ${round}.`);
      await recorder.quiet(150);
      const before = recorder.changes.length;
      tree.skill("workspace/skills/alpha", `Round ${round}, edited.`);
      await recorder.quiet(150);
      expect(recorder.changes.length).toBeGreaterThan(before);
      expect(recorder.changes.at(-1)?.skills.eligible[0]?.description).toBe(`Round ${round}, edited.`);
      while (recorder.changes.at(-1) !== (await recorder.next()));
    }
  });

  test("sees edits after the whole root was swapped for a copy", async () => {
    const { tree, skills } = world(EVENTS);
    const recorder = recordChanges(skills);
    cpSync(tree.path("workspace/skills"), tree.path("workspace/copy"), { recursive: true });
    renameSync(tree.path("workspace/skills"), tree.path("workspace/old"));
    renameSync(tree.path("workspace/copy"), tree.path("workspace/skills"));
    await recorder.quiet(200);
    tree.skill("workspace/skills/beta", "After the swap.");
    await recorder.quiet(200);
    expect(recorder.changes.at(-1)?.changed).toEqual(["beta"]);
  });

  test("sees the end of a link's target", async () => {
    const { tree, skills } = world(EVENTS);
    tree.skill("home/.agents/skills/.keep-root");
    tree.skill("elsewhere/gamma");
    symlinkSync(tree.path("elsewhere/gamma"), tree.path("home/.agents/skills/gamma"));
    expect((await skills.load()).eligible.map(({ name }) => name)).toContain("gamma");
    const recorder = recordChanges(skills);
    tree.skill("elsewhere/gamma", "Edited behind the link.");
    expect((await recorder.next()).changed).toEqual(["gamma"]);
    tree.remove("elsewhere/gamma");
    expect((await recorder.next()).removed).toEqual(["gamma"]);
  });

  test("tells OpenPocket's skills apart by id: two of one name are not news each time", async () => {
    const tree = skillsTree();
    for (const id of ["one", "two"])
      tree.file(`workspace/skills/${id}.md`, "---\nname: same\ndescription: d\n---\n");
    tree.file("workspace/skills/third.md", "---\nname: third\ndescription: d\n---\n");
    const plan = openPocketTiers({ workspace: tree.path("workspace/skills") });
    const skills = skillsOf(tree, { plan, watcher: EVENTS });
    await skills.load();
    const recorder = recordChanges(skills);
    tree.file("workspace/skills/third.md", "---\nname: third\ndescription: e\n---\n");
    expect(await recorder.next()).toMatchObject({ added: [], removed: [], changed: ["third"] });
  });

  test("a listener that throws keeps nobody else from hearing, now and later, and is not hidden", async () => {
    const { tree, skills } = world(EVENTS);
    await skills.load();
    const seen: unknown[] = [];
    const note = (error: unknown): void => void seen.push(error);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
    onTestFinished(() => {
      process.off("unhandledRejection", note);
      for (const other of others) process.on("unhandledRejection", other);
    });
    skills.watch(() => {
      throw new Error("careless");
    });
    const recorder = recordChanges(skills);
    for (const name of ["gamma", "delta"]) {
      tree.skill(`workspace/skills/${name}`);
      expect(await recorder.next()).toMatchObject({ added: [name] });
    }
    await recorder.quiet();
    expect(seen).toHaveLength(2);
  });

  test("stops with the last listener, and starts again with the next", async () => {
    const { tree, skills } = world(EVENTS);
    const [first, second] = [recordChanges(skills), recordChanges(skills)];
    first.stop();
    expect(skills.watching).toBe("events");
    tree.skill("workspace/skills/gamma");
    expect((await second.next()).added).toEqual(["gamma"]);
    second.stop();
    expect(skills.watching).toBe("off");
    tree.skill("workspace/skills/delta");
    const third = recordChanges(skills);
    tree.skill("workspace/skills/epsilon");
    expect((await third.next()).added).toEqual(["epsilon"]);
    expect(first.changes).toEqual([]);
    expect(second.changes).toHaveLength(1);
  });

  test("looks again at what was written after the look and before the watch", async () => {
    const tree = skillsTree();
    mkdirSync(tree.path("root"));
    let looks = 0;
    const folders = (): WatchedFolders => ({ roots: [tree.path("root")], inside: [tree.path("root")] });
    const onLook = (): void => {
      looks += 1;
    };
    const watcher = watchSkillFolders({ folders }, onLook, { debounceMs: 10 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    watcher.close();
    expect(looks).toBe(1);
  });

  test("polls what it has no watches left for", async () => {
    const { tree, skills } = world({ debounceMs: 20, pollMs: 40, maximumWatches: 2 });
    const recorder = recordChanges(skills);
    expect(skills.watching).toBe("polling");
    tree.skill("workspace/skills/beta", "Beyond the limit.");
    expect((await recorder.next()).changed).toEqual(["beta"]);
    rmSync(tree.path("workspace/skills"), { recursive: true });
    expect((await recorder.next()).removed).toEqual(["alpha", "beta"]);
  });

  test("needs a handful of descriptors for 5,000 skills", async () => {
    const tree = skillsTree({ large: true });
    for (let index = 0; index < 5_000; index += 1) tree.skill(`workspace/skills/skill-${index}`);
    const limits = { maxCandidatesPerRoot: 10_000, maxSkillsLoadedPerSource: 10_000 };
    const skills = skillsOf(tree, { config: { limits }, watcher: EVENTS });
    await skills.load();
    const before = readdirSync("/dev/fd").length;
    const recorder = recordChanges(skills);
    expect(readdirSync("/dev/fd").length - before).toBeLessThan(10);
    tree.skill("workspace/skills/skill-4321", "Edited among five thousand.");
    expect((await recorder.next()).changed).toEqual(["skill-4321"]);
    skills.close();
    expect(readdirSync("/dev/fd").length - before).toBeLessThan(10);
  });
});
