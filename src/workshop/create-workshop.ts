import { CortexError } from "../core/errors.js";
import type { Approver } from "../ports/approver.js";
import type { Clock, Randomness } from "../ports/clock.js";
import type { Judge } from "../ports/judge.js";
import type { Logger } from "../ports/logger.js";
import type { Reviewer } from "../ports/reviewer.js";
import type { Store } from "../ports/store.js";
import type { WorkspaceFiles } from "../ports/workspace-files.js";
import { type Suggestion, wordsOf } from "./admit.js";
import { applyProposal } from "./apply-proposal.js";
import { resolveWorkshopConfig, type WorkshopConfig } from "./config.js";
import type { Consent } from "./consent.js";
import { createQueue, type Desk, orThrow, portContext, type SkillsChanged } from "./desk.js";
import { type DraftSuggestion, proposeDraft } from "./drafts.js";
import { refreshProposals } from "./freshness.js";
import { workshopGuidance } from "./guidance.js";
import type { Proposal, ProposalStatus } from "./proposal.js";
import {
  type Action,
  type Revision,
  reject,
  release,
  reopen,
  requestRelease,
  revise,
} from "./proposal-actions.js";
import { requestAgentApply } from "./request-agent-apply.js";
import { requestRollback, rollback } from "./rollback.js";
import { pinSkill, recordEvidence, type SkillReport, skillReports, sweepSkills } from "./skill-care.js";
import type { EvidenceKind, WorkshopState } from "./state.js";
import { type Origin, suggest } from "./suggest.js";
import { type SuggestResult, written } from "./suggest-result.js";
import { type Turn, type TurnResult, turnEnded } from "./turn-end.js";
import { createTurnStarts } from "./turn-starts.js";
import {
  diffProposal,
  type HistoryEntry,
  historyOf,
  inspectProposal,
  listProposals,
  statusOf,
  type WorkshopStatus,
} from "./views.js";
import { openWorkshopDocument } from "./workshop-document.js";

/** What a workshop stands on. */
export interface WorkshopOptions {
  readonly store: Store;
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly ids: Pick<Randomness, "id">;
  readonly config?: Readonly<Partial<WorkshopConfig>>;
  readonly approver?: Approver;
  readonly reviewer?: Reviewer;
  readonly judge?: Judge;
  readonly logger?: Logger;
  /** Called after every write: refresh the skills snapshot here. */
  readonly onSkillsChanged?: (change: SkillsChanged) => void | Promise<void>;
}

/**
 * Procedural memory of one workspace. Methods reject with a `CortexError`. What only a person or the host may
 * do takes a {@link Consent}; the `request…` methods are what an agent may call: they ask, and never decide.
 */
export interface Workshop {
  readonly config: WorkshopConfig;
  /** The prompt section for the agent; empty when the workshop is switched off. */
  readonly guidance: string;
  status(): Promise<WorkshopStatus>;
  list(status?: ProposalStatus): Promise<readonly Proposal[]>;
  inspect(id: string): Promise<Proposal>;
  diff(id: string): Promise<string>;
  history(skillName?: string): Promise<readonly HistoryEntry[]>;
  /** Looks at the files of every waiting proposal and gives those that turned stale. */
  refresh(): Promise<readonly Proposal[]>;
  suggest(suggestion: Suggestion, origin?: Partial<Origin>): Promise<SuggestResult>;
  suggestDraft(draft: DraftSuggestion, origin?: Partial<Origin>): Promise<SuggestResult>;
  revise(id: string, revision: Revision, action: Action): Promise<SuggestResult>;
  reopen(id: string, action: Action): Promise<SuggestResult>;
  reject(id: string, action: Action): Promise<SuggestResult>;
  /** Consent to a pending proposal: writes it. */
  approve(id: string, consent: Consent): Promise<SuggestResult>;
  /** Lets a quarantined proposal back into the queue; needs a reason. */
  release(id: string, consent: Consent): Promise<SuggestResult>;
  /** Takes one edit back, byte for byte; `id` is an edit's or a proposal's. */
  rollback(id: string, consent: Consent): Promise<SuggestResult>;
  requestApply(id: string): Promise<SuggestResult>;
  requestRelease(id: string): Promise<SuggestResult>;
  requestRollback(id: string): Promise<SuggestResult>;
  /** The post-turn hook; never rejects. */
  onTurnEnd(turn: Turn): Promise<TurnResult>;
  recordEvidence(skillName: string, what: EvidenceKind): Promise<void>;
  pin(skillName: string, on: boolean): Promise<void>;
  /** Ages unused skills of the workshop's own. */
  sweep(): Promise<readonly SkillReport[]>;
  skills(): Promise<readonly SkillReport[]>;
  /** The whole memory, for export and diagnosis. */
  state(): Promise<WorkshopState>;
}

/** Opens the workshop of a workspace. Nothing happens by itself: creating it is the opt-in. */
export function createWorkshop(options: WorkshopOptions): Workshop {
  const config = orThrow(resolveWorkshopConfig(options.config));
  const { store, files, clock, ids, logger } = options;
  const desk: Desk = {
    config,
    files,
    clock,
    ids,
    logger,
    document: openWorkshopDocument({ store, workspaceDir: files.workspaceDir, clock, logger }),
    approver: options.approver,
    reviewer: options.reviewer,
    judge: options.judge,
    onSkillsChanged: options.onSkillsChanged,
    inTurn: createQueue(),
  };
  const starts = createTurnStarts();
  /** Everything but the inert hook refuses when the workshop is switched off. */
  const open = async <T>(work: (desk: Desk) => Promise<T>): Promise<T> => {
    if (!config.enabled)
      throw new CortexError("closed", "The workshop is switched off in its configuration.");
    return work(desk);
  };
  return {
    config,
    guidance: config.enabled ? workshopGuidance(config.approvalPolicy) : "",
    status: () => open(statusOf),
    list: (status) => open((d) => listProposals(d, status)),
    inspect: (id) => open((d) => inspectProposal(d, id)),
    diff: (id) => open((d) => diffProposal(d, id)),
    history: (skillName) => open((d) => historyOf(d, skillName)),
    suggest: (suggestion, origin) => open((d) => suggest(d, suggestion, { source: "tool", ...origin })),
    suggestDraft: (draft, origin) => open((d) => proposeDraft(d, draft, { source: "experience", ...origin })),
    revise: (id, revision, action) => open((d) => revise(d, id, revision, action)),
    reopen: (id, action) => open((d) => reopen(d, id, action)),
    reject: (id, action) => open((d) => reject(d, id, action)),
    refresh: () => open(refreshProposals),
    approve: (id, { by, ...words }) =>
      open(async (d) =>
        written(
          await applyProposal(d, id, { actor: by, ...words, reason: wordsOf(words, `approved by ${by}`) }),
        ),
      ),
    release: (id, consent) => open((d) => release(d, id, consent)),
    rollback: (id, consent) => open((d) => rollback(d, id, consent)),
    requestApply: (id) => open((d) => requestAgentApply(d, id)),
    requestRelease: (id) => open((d) => requestRelease(d, id)),
    requestRollback: (id) => open((d) => requestRollback(d, id)),
    onTurnEnd: (turn) => turnEnded(desk, turn, starts.startOf),
    recordEvidence: (skillName, what) => open((d) => recordEvidence(d, skillName, what)),
    pin: (skillName, on) => open((d) => pinSkill(d, skillName, on)),
    sweep: () => open(sweepSkills),
    skills: () => open(skillReports),
    state: () => open(async (d) => orThrow(await d.document.read(portContext(d)))),
  };
}
