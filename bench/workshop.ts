import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInMemoryStore } from "../src/in-memory/in-memory-store.js";
import { createNodeWorkshop, type NodeWorkshop } from "../src/node/create-node-workshop.js";
import { createFileStore } from "../src/node/file-store.js";
import type { Store } from "../src/ports/store.js";
import { captureCorrection } from "../src/workshop/capture.js";
import { findDuplicate } from "../src/workshop/duplicates.js";
import type { TurnMessage } from "../src/workshop/messages.js";
import type { Proposal } from "../src/workshop/proposal.js";
import { serialiseWorkshop } from "../src/workshop/snapshot.js";
import { EMPTY_WORKSHOP } from "../src/workshop/state.js";
import { workspaceHash } from "../src/workshop/workshop-document.js";
import { type Area, interleaved, median, type Row } from "./harness.js";

const HUMAN = { by: "human", reason: "bench" } as const;
const context = () => ({
  signal: new AbortController().signal,
  deadline: Date.now() + 60_000,
  flowId: "bench",
});

/** What a workshop costs with much in its memory, beside the least that the same result can cost on this machine. */
export const run: Area = async ({ short }) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "bench-workshop-")));
  try {
    const sizes = short
      ? { proposals: 200, rounds: 3, skills: 20, applied: 10 }
      : { proposals: 1000, rounds: 15, skills: 200, applied: 100 };
    return [...(await memory(root, sizes)), await capture(sizes.rounds), await applying(root, sizes)];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

const WORDS =
  "build deploy verify record compress animate translate review publish archive format measure".split(" ");
const THINGS = "frames licenses screenshots invoices packages certificates logs schemas backups fonts".split(
  " ",
);

function advice(index: number): string {
  const verb = WORDS[index % WORDS.length];
  const thing = THINGS[Math.floor(index / WORDS.length) % THINGS.length];
  return [
    `- When asked to ${verb} ${thing} for customer ${index}, look at the manifest of the last release first.`,
    `- Keep a copy of the ${thing} beside the ticket, with its number ${index * 7} in the name.`,
    `- Never ${verb} more than ${(index % 9) + 2} of them at once; the service slows down for everybody.`,
  ].join("\n");
}

/** Waiting ones are few, as the limit says; most of a memory is history. */
function proposals(count: number, workspaceDir: string, offset = 0): readonly Proposal[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `proposal-${index}`,
    createdAt: index,
    updatedAt: index,
    workspaceDir,
    skillName: `skill-${index % 150}`,
    title: `Title ${index}`,
    reason: "A reason of some length, as people give it.",
    source: "tool",
    status: index % 10 === 0 ? "pending" : "rejected",
    change: { kind: "append", section: "Workflow", body: advice(offset + index) },
    revision: 1,
    base: [{ path: `skills/skill-${index % 150}/SKILL.md`, digest: null, result: `sha256:${index}` }],
    held: false,
    transitions: [{ at: index, actor: "model", from: "new", to: "pending", what: "suggested", reason: "r" }],
  }));
}

async function workshopWith(workspace: string, store: Store, text: string): Promise<NodeWorkshop> {
  mkdirSync(join(workspace, "skills"), { recursive: true });
  const key = `workshop/${workspaceHash(workspace)}`;
  await store.compareAndSwap({ key, expected: undefined, text }, context());
  return createNodeWorkshop({ workspace, store, config: { maxPending: 200 } });
}

async function memory(
  root: string,
  sizes: { readonly proposals: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const workspace = join(root, "memory");
  const text = serialiseWorkshop({ ...EMPTY_WORKSHOP, proposals: proposals(sizes.proposals, workspace) });
  const quick = await workshopWith(workspace, createInMemoryStore(), text);
  const durable = await workshopWith(workspace, createFileStore({ directory: join(root, "state") }), text);
  const parsed = (JSON.parse(text) as { proposals: Proposal[] }).proposals;
  let turn = 0;
  let fresh = 1_000_000;
  const suggested = async (workshop: NodeWorkshop): Promise<void> => {
    fresh += 1;
    const skillName = `skill-${fresh % 150}`;
    const { status } = await workshop.suggest({ skillName, section: "Workflow", body: advice(fresh) });
    if (status !== "pending") throw new Error(`expected a new proposal: ${status}`);
  };
  const times = await interleaved(
    {
      list: () => durable.list(),
      parse: () => JSON.parse(text),
      duplicate: async () => {
        turn = (turn + 17) % sizes.proposals;
        const body = advice(turn).replace("look at", "please look at");
        const { status } = await durable.suggest({
          skillName: `skill-${turn % 150}`,
          section: "Workflow",
          body,
        });
        if (status !== "duplicate") throw new Error(`expected a duplicate: ${status}`);
      },
      compare: () => {
        const wanted = JSON.stringify({ kind: "append", section: "Workflow", body: advice(turn) });
        return parsed.some((proposal) => JSON.stringify(proposal.change) === wanted);
      },
      suggest: () => suggested(quick),
      stringify: () => JSON.stringify(parsed),
      durable: () => suggested(durable),
      floor: () => replaceDurably(join(root, "floor.json"), text),
    },
    { rounds: sizes.rounds, callsPerRound: 2 },
  );
  await durable.close();
  const first = await firstLook(sizes);
  const of = `${sizes.proposals} proposals`;
  return [
    atMost(`list, ${of}`, times.list, times.parse, "JSON.parse of the document", 5),
    atMost(`find a near-duplicate, ${of}`, times.duplicate, times.compare, "exact comparison as JSON", 5),
    atMost(
      "the same, in a process that has just begun",
      first.ours,
      first.other,
      "exact comparison as JSON",
      5,
    ),
    atMost(`suggest, ${of}`, times.suggest, times.stringify, "JSON.stringify of the document", 5),
    atMost(`suggest, ${of}, durably`, times.durable, times.floor, "write, fsync, rename of the document", 5),
  ];
}

/** A process that has just started has analysed no text yet. */
async function firstLook(sizes: {
  readonly proposals: number;
  readonly rounds: number;
}): Promise<{ readonly ours: number; readonly other: number }> {
  let offset = 2_000_000;
  const change = {
    kind: "create",
    description: "Move animals between zoos.",
    body: "- Ask the keeper for photographs of the stripes before a zebra travels.\n- Have the vet sign the transport letter, and send it ahead of the lorry.",
  } as const;
  const unseen = () => {
    offset += sizes.proposals;
    return proposals(sizes.proposals, "/w", offset);
  };
  const [ours, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const known = unseen();
    const wanted = JSON.stringify(change);
    const start = performance.now();
    if (findDuplicate(known, "zebras", change) !== undefined) throw new Error("expected no duplicate");
    const middle = performance.now();
    known.some((proposal) => JSON.stringify(proposal.change) === wanted);
    ours.push(middle - start);
    other.push(performance.now() - middle);
  }
  return { ours: median(ours), other: median(other) };
}

async function capture(rounds: number): Promise<Row> {
  const messages: TurnMessage[] = Array.from({ length: 200 }, (_, turn) => [
    {
      role: "user",
      content: `Please look at ticket ${turn}: ${"the build fails on the second machine. ".repeat(8)}`,
    },
    {
      role: "assistant",
      content: [{ type: "text", text: "I am looking at it now. ".repeat(30) }, { type: "tool_use" }],
    },
    { role: "tool", content: "output ".repeat(300) },
  ]).flat();
  messages.unshift({
    role: "user",
    content: "Next time, verify the checksum of every archive you download.",
  });
  const phrases = /next time|from now on|remember to|make sure to|always|prefer|when asked/i;
  const times = await interleaved(
    {
      ours: () => {
        if (captureCorrection(messages) === undefined) throw new Error("nothing was captured");
      },
      other: () => messages.filter(({ content }) => typeof content === "string" && phrases.test(content)),
    },
    { rounds, callsPerRound: 5 },
  );
  return atMost("capture, transcript of 200 turns", times.ours, times.other, "one regular expression", 10);
}

async function applying(
  root: string,
  sizes: { readonly skills: number; readonly applied: number },
): Promise<Row> {
  const samples: { readonly ours: number; readonly other: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const folder = join(root, `apply-${round}`);
    const workspace = join(folder, "workspace");
    for (let index = 0; index < sizes.skills; index += 1) {
      const skill = join(workspace, "skills", `skill-${index}`);
      mkdirSync(skill, { recursive: true });
      writeFileSync(join(skill, "SKILL.md"), skillText(index));
    }
    const workshop = createNodeWorkshop({
      workspace,
      directory: join(folder, "state"),
      config: { maxPending: 200 },
    });
    const ids: string[] = [];
    for (let index = 0; index < sizes.applied; index += 1) {
      const suggestion = { skillName: `skill-${index * 2}`, section: "Workflow", body: advice(index) };
      ids.push((await workshop.suggest(suggestion)).proposal?.id ?? "");
    }
    const start = performance.now();
    for (const id of ids) await workshop.approve(id, HUMAN);
    const ours = performance.now() - start;
    await workshop.close();
    const floorStart = performance.now();
    for (let index = 0; index < sizes.applied; index += 1) {
      replaceDurably(join(workspace, "skills", `skill-${index * 2}`, "SKILL.md"), skillText(index));
    }
    samples.push({ ours, other: performance.now() - floorStart });
  }
  const middle = (pick: (sample: { readonly ours: number; readonly other: number }) => number) =>
    median(samples.map(pick));
  return atMost(
    `apply ${sizes.applied} proposals, ${sizes.skills} skills, with fsync`,
    middle((sample) => sample.ours),
    middle((sample) => sample.other),
    "write, fsync, rename of the skills alone",
    2000,
  );
}

function skillText(index: number): string {
  return `---\nname: skill-${index}\ndescription: What to do for ${index}.\n---\n\n# Skill\n\n## Workflow\n\n${advice(index + 5000)}\n\n## Notes\n\n${"Some notes. ".repeat(100)}\n`;
}

/** The least that a durable replacement needs. */
function replaceDurably(path: string, text: string): void {
  const descriptor = openSync(`${path}.tmp`, "w");
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${path}.tmp`, path);
  const folder = openSync(join(path, ".."), "r");
  fsyncSync(folder);
  closeSync(folder);
}

function atMost(name: string, ours: number, other: number, peer: string, limit: number): Row {
  return {
    name,
    ours,
    other,
    peer,
    unit: "ms",
    ratio: ours / other,
    goal: `<= ${limit} ms`,
    met: ours <= limit,
  };
}
