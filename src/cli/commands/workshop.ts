import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CortexError } from "../../core/errors.js";
import { createNodeWorkshop } from "../../node/create-node-workshop.js";
import { defaultStoreDirectory } from "../../node/file-store-paths.js";
import type { ApprovalRequest, Approver } from "../../ports/approver.js";
import { safeText } from "../../text/safe-text.js";
import {
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalStatus,
  type SuggestResult,
  type Workshop,
} from "../../workshop/index.js";
import type { CliIo, Command } from "../command.js";
import { didYouMean } from "../near-names.js";
import { wrongUsageOf } from "../wrong-usage.js";
import {
  printDiff,
  printHistory,
  printProposal,
  printProposals,
  printSkills,
  printStatus,
  shortId,
} from "./workshop-print.js";

const USAGE = `
Usage: skill-cortex workshop [status]            how many proposals stand where
       skill-cortex workshop list [<status>]     waiting proposals; or pending, applied, rejected,
                                                 quarantined, stale, rolled_back, all
       skill-cortex workshop inspect <id>        one proposal with its findings
       skill-cortex workshop diff <id>           what it would change, or has changed
       skill-cortex workshop apply <id>          shows what would be written; writes with --revision
       skill-cortex workshop reject <id>         turns it down; it does not come back
       skill-cortex workshop reopen <id>         puts a rejected or stale one back into the queue
       skill-cortex workshop release <id>        lets a quarantined one back; needs --revision and --reason
       skill-cortex workshop rollback <id>       shows what taking it back would change; does it with --yes
       skill-cortex workshop history [<skill>]   everything that happened
       skill-cortex workshop skills              evidence and age of skills
       skill-cortex workshop pin|unpin <skill>   a pinned skill never ages
       skill-cortex workshop sweep               lets unused skills of the workshop's own age

An id may be shortened as long as it is unique. Your approval is for one revision: the one that you were shown.

Options:
  --workspace <folder>  whose skills (default: the current folder)
  --directory <folder>  where proposals live (default ~/.openclaw/skill-cortex)
  --revision <number>   approve exactly this revision
  --reason <text>       kept in the history
  --yes                 do what rollback has shown
  --json                for programs
Exit codes: 0 done, 1 refused or not found or nothing was written, 2 wrong usage, 3 something failed.
`;

const wrongUsage = wrongUsageOf(USAGE);

/** `skill-cortex workshop`: where a person reads, approves, rejects and takes back what agents propose. */
export const command: Command = {
  name: "workshop",
  summary: "read, approve, reject and roll back what agents want to learn",
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        workspace: { type: "string", default: "." },
        directory: { type: "string" },
        revision: { type: "string" },
        reason: { type: "string" },
        yes: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
    const [name = "status", subject, extra] = positionals;
    const perform = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    const revision = values.revision === undefined ? undefined : Number(values.revision);
    const isWrong = revision !== undefined && !(Number.isSafeInteger(revision) && revision > 0);
    if (perform === undefined)
      return wrongUsage(
        io,
        `There is no "workshop ${safeText(name, 40)}".${didYouMean(name, Object.keys(ACTIONS))}`,
      );
    const unused = WITHOUT_SUBJECT.has(name) ? subject : extra;
    if (unused !== undefined)
      return wrongUsage(io, `"workshop ${name}" has no use for "${safeText(unused, 40)}".`);
    if (subject === undefined && NEEDS_ID.has(name))
      return wrongUsage(io, "Name the proposal by its id: skill-cortex workshop list shows them.");
    if (isWrong) return wrongUsage(io, "--revision must be a whole number above zero.");
    const shown: ApprovalRequest[] = [];
    const workshop = createNodeWorkshop({
      workspace: resolve(io.workingDirectory, values.workspace),
      directory:
        values.directory === undefined
          ? defaultStoreDirectory(io.environment)
          : resolve(io.workingDirectory, values.directory),
      // The host's limits held when the proposals were made; these only must not be stricter.
      config: { maxSkillBytes: 200_000, maxPending: 200 },
      approver: onlyShows(shown),
    });
    const { json, reason, yes } = values;
    try {
      return await perform({ workshop, io, subject, json, revision, reason, yes, shown });
    } catch (error) {
      if (!CortexError.is(error) || error.category === "operational") throw error;
      const refusal = error.toFailure();
      if (json) io.stdout(`${JSON.stringify({ error: refusal })}\n`);
      else io.stderr(`${safeText(refusal.message, 400)} (${refusal.code})\n`);
      return 1;
    } finally {
      await workshop.close();
    }
  },
};

const WITHOUT_SUBJECT: ReadonlySet<string> = new Set(["status", "skills", "sweep"]);
const NEEDS_ID: ReadonlySet<string> = new Set([
  "inspect",
  "diff",
  "apply",
  "release",
  "reject",
  "reopen",
  "rollback",
]);

interface Action {
  readonly workshop: Workshop;
  readonly io: CliIo;
  readonly subject: string | undefined;
  readonly json: boolean;
  readonly revision: number | undefined;
  readonly reason: string | undefined;
  readonly yes: boolean;
  /** What an approver would have been shown. */
  readonly shown: readonly ApprovalRequest[];
}

const ACTIONS: Readonly<Record<string, (action: Action) => Promise<number>>> = {
  async status(action) {
    await action.workshop.refresh();
    const status = await action.workshop.status();
    return tell(action, status, printStatus(status));
  },
  async list(action) {
    const { workshop, io, subject } = action;
    await workshop.refresh();
    const wanted = subject === undefined ? ["pending" as const] : statusesOf(subject);
    if (wanted === undefined)
      return wrongUsage(
        io,
        `There is no status "${safeText(subject ?? "", 40)}". Use one of: ${[...PROPOSAL_STATUSES, "all"].join(", ")}.`,
      );
    const proposals = (await Promise.all(wanted.map((status) => workshop.list(status)))).flat();
    return tell(action, { proposals }, printProposals(proposals));
  },
  async inspect(action) {
    const proposal = await action.workshop.inspect((await named(action)).id);
    return tell(action, { proposal }, printProposal(proposal));
  },
  async diff(action) {
    const diff = await action.workshop.diff((await named(action)).id);
    return tell(action, { diff }, printDiff(diff));
  },
  async apply(action) {
    const { workshop, revision } = action;
    const proposal = await workshop.inspect((await named(action)).id);
    if (revision === undefined) return propose(action, proposal, await workshop.diff(proposal.id), "apply");
    const result = await workshop.approve(proposal.id, consent(action, "approved on the command line"));
    return done(action, result, `Written: ${result.skillPath ?? ""}`);
  },
  async release(action) {
    const { workshop, revision, reason } = action;
    const proposal = await workshop.inspect((await named(action)).id);
    if (revision === undefined || reason === undefined) {
      return propose(action, proposal, await workshop.diff(proposal.id), "release");
    }
    const result = await workshop.release(proposal.id, consent(action, ""));
    return done(action, result, "Released. It waits for your approval: use apply.");
  },
  async reject(action) {
    const result = await action.workshop.reject((await named(action)).id, said(action));
    return done(action, result, "Rejected.");
  },
  async reopen(action) {
    const result = await action.workshop.reopen((await named(action)).id, said(action));
    return done(action, result, `Back in the queue as ${result.status}.`);
  },
  async rollback(action) {
    const { workshop, yes, shown } = action;
    const { id } = await named(action);
    if (!yes) {
      await workshop.requestRollback(id);
      const diff = shown[0]?.diff ?? "";
      const way = `Nothing was written. To take it back: skill-cortex workshop rollback ${shortId(id)} --yes`;
      tell(action, { diff, written: false }, `${printDiff(diff)}\n${way}\n`);
      return 1;
    }
    const result = await workshop.rollback(id, consent(action, "rolled back on the command line"));
    return done(action, result, "Taken back.");
  },
  async history(action) {
    const history = await action.workshop.history(action.subject);
    return tell(action, { history }, printHistory(history));
  },
  async skills(action) {
    const skills = await action.workshop.skills();
    return tell(action, { skills }, printSkills(skills));
  },
  async sweep(action) {
    const skills = await action.workshop.sweep();
    return tell(action, { skills }, printSkills(skills));
  },
  pin: (action) => setPinned(action, true),
  unpin: (action) => setPinned(action, false),
};

/** Asks nothing and grants nothing: it keeps what would have been asked. */
function onlyShows(shown: ApprovalRequest[]): Approver {
  return {
    specificationVersion: "v1",
    answers: "human",
    approve: async (request) => {
      shown.push(request);
      return { decision: "later" };
    },
  };
}

/** Shows everything that an approval is about, and how to give it. */
function propose(action: Action, proposal: Proposal, diff: string, verb: "apply" | "release"): number {
  const reason = verb === "release" ? ' --reason "…"' : "";
  const way = `skill-cortex workshop ${verb} ${shortId(proposal.id)} --revision ${proposal.revision}${reason}`;
  const text = `${printProposal(proposal)}\n${printDiff(diff)}\nNothing was written. To approve exactly this: ${way}\n`;
  tell(action, { proposal, diff, written: false }, text);
  return 1;
}

async function setPinned(action: Action, on: boolean): Promise<number> {
  const { workshop, io, subject } = action;
  if (subject === undefined) return wrongUsage(io, "Name the skill.");
  await workshop.pin(subject, on);
  return tell(action, { skillName: subject, pinned: on }, on ? "Pinned.\n" : "No longer pinned.\n");
}

/** The one proposal whose id starts so. */
async function named({ workshop, subject }: Action): Promise<Proposal> {
  const { proposals } = await workshop.state();
  const wanted = subject ?? "";
  const found = proposals.filter(
    ({ id }) => wanted !== "" && (id.startsWith(wanted) || id.startsWith(`proposal-${wanted}`)),
  );
  const [only, second] = found;
  if (only === undefined) throw new CortexError("proposal-not-found", `proposal not found: ${wanted}`);
  if (second !== undefined) throw new CortexError("input-invalid", `More than one id starts with ${wanted}.`);
  return only;
}

function statusesOf(word: string): readonly ProposalStatus[] | undefined {
  if (word === "all") return PROPOSAL_STATUSES;
  const status = PROPOSAL_STATUSES.find((known) => known === word);
  return status === undefined ? undefined : [status];
}

function consent({ reason, revision }: Action, otherwise: string) {
  return {
    by: "human",
    reason: reason ?? otherwise,
    ...(revision === undefined ? {} : { revision }),
  } as const;
}

function said({ reason }: Action) {
  return { by: "human", ...(reason === undefined ? {} : { reason }) } as const;
}

function done(action: Action, result: SuggestResult, sentence: string): number {
  return tell(action, result, `${safeText(sentence, 400)}\n`);
}

function tell({ io, json }: Action, data: object, text: string): number {
  io.stdout(json ? `${JSON.stringify(data)}\n` : text);
  return 0;
}
