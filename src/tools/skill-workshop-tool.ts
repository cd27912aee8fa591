import { z } from "zod";
import { CortexError, type CortexFailure, failure } from "../core/errors.js";
import type { Workshop } from "../workshop/create-workshop.js";
import { PROPOSAL_STATUSES } from "../workshop/proposal.js";
import type { SuggestResult } from "../workshop/suggest-result.js";
import type { AgentTool } from "./agent-tool.js";

const ACTIONS = [
  "status",
  "list_pending",
  "list_quarantine",
  "inspect",
  "suggest",
  "apply",
  "reject",
  "write_support_file",
  "revise",
  "reopen",
  "release",
  "diff",
  "history",
  "rollback",
] as const;

const text = (description: string) => z.string().describe(description).optional();

const inputSchema = z.strictObject({
  action: z.enum(ACTIONS).default("status").describe("What to do."),
  id: text("A proposal's id; for rollback also an edit's."),
  status: z.enum(PROPOSAL_STATUSES).describe("With list_pending: list this status instead.").optional(),
  skillName: text("The skill to create or change."),
  title: text("A short title for the user."),
  reason: text("Why this is worth keeping."),
  description: text("When the skill is to be used, in a user's words."),
  body: text("Markdown: short imperative steps. For write_support_file: the file's text."),
  section: text("Append to this section."),
  oldText: text("Replace this text, exactly as it stands, indentation included."),
  newText: text("The text that takes its place."),
  relativePath: text("With write_support_file: a path in references/, templates/, scripts/ or assets/."),
  apply: z.boolean().describe("True asks the user to approve at once; false keeps it for review.").optional(),
});

/** What the `skill_workshop` tool takes. */
export type SkillWorkshopInput = z.input<typeof inputSchema>;

/** Who calls the tool, for the record of where a proposal came from. */
export interface SkillWorkshopCaller {
  readonly agentId?: string;
  readonly sessionId?: string;
}

/** The workshop as an agent tool. */
export interface SkillWorkshopTool extends AgentTool {
  readonly name: "skill_workshop";
  /** Never rejects: a failure is `{ error: { code, message, … } }`. */
  execute(input: unknown, caller?: SkillWorkshopCaller): Promise<object>;
}

/**
 * The agent's side of the workshop; undefined when it is switched off. Nothing here consents: what
 * needs a person becomes a question to the approver, and without an answer nothing is written.
 */
export function createSkillWorkshopTool(workshop: Workshop): SkillWorkshopTool | undefined {
  if (!workshop.config.enabled) return undefined;
  return {
    name: "skill_workshop",
    description:
      "Remember reusable procedures as workspace skills: suggest a skill or a change to one, see what waits for the user's approval, and ask for it. Writing needs the user's approval.",
    inputSchema: z.toJSONSchema(inputSchema, { io: "input" }),
    async execute(input, caller = {}) {
      const parsed = inputSchema.safeParse(input ?? {});
      if (!parsed.success) return { error: inputFailure(parsed.error) };
      try {
        return await run(workshop, parsed.data, caller);
      } catch (error) {
        if (CortexError.is(error)) return { error: error.toFailure() };
        return { error: failure("internal", "The workshop failed unexpectedly.") };
      }
    },
  };
}

type Parsed = z.output<typeof inputSchema>;

async function run(workshop: Workshop, input: Parsed, caller: SkillWorkshopCaller): Promise<object> {
  const id = (): string => {
    if (input.id === undefined || input.id.trim() === "")
      throw new CortexError("input-invalid", "id required");
    return input.id.trim();
  };
  const model = { by: "model", ...(input.reason === undefined ? {} : { reason: input.reason }) } as const;
  switch (input.action) {
    case "status":
      return workshop.status();
    case "list_pending":
      return { proposals: await workshop.list(input.status ?? "pending") };
    case "list_quarantine":
      return { proposals: await workshop.list("quarantined") };
    case "inspect":
      return { proposal: await workshop.inspect(id()) };
    case "suggest":
      return workshop.suggest(fieldsOf(input), originOf(input, caller));
    case "write_support_file":
      if (input.skillName === undefined || input.relativePath === undefined || input.body === undefined) {
        throw new CortexError("input-invalid", "skillName, relativePath, and body required");
      }
      return withFilePath(
        await workshop.suggest(
          { ...fieldsOf(input), relativePath: input.relativePath },
          originOf(input, caller),
        ),
      );
    case "apply":
      return workshop.requestApply(id());
    case "reject":
      return workshop.reject(id(), model);
    case "revise": {
      const { skillName: _, ...revision } = fieldsOf(input);
      return workshop.revise(id(), revision, model);
    }
    case "reopen":
      return workshop.reopen(id(), model);
    case "release":
      return workshop.requestRelease(id());
    case "diff":
      return { diff: await workshop.diff(id()) };
    case "history":
      return { history: await workshop.history(input.skillName) };
    case "rollback":
      return workshop.requestRollback(id());
  }
}

/** A support file that was written is named by `filePath`. */
function withFilePath({ skillPath, ...result }: SuggestResult): object {
  return skillPath === undefined ? result : { ...result, filePath: skillPath };
}

/** Only what was given: an absent field and an empty one mean different changes. */
function fieldsOf(
  input: Parsed,
): { skillName: string } & Partial<
  Record<"title" | "reason" | "description" | "body" | "section" | "oldText" | "newText", string>
> {
  const { skillName = "", title, reason, description, body, section, oldText, newText } = input;
  const given = { title, reason, description, body, section, oldText, newText };
  return {
    skillName,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function originOf(
  input: Parsed,
  caller: SkillWorkshopCaller,
): SkillWorkshopCaller & { readonly apply?: boolean } {
  return {
    ...(caller.agentId === undefined ? {} : { agentId: caller.agentId }),
    ...(caller.sessionId === undefined ? {} : { sessionId: caller.sessionId }),
    ...(input.apply === undefined ? {} : { apply: input.apply }),
  };
}

function inputFailure(error: z.ZodError): CortexFailure {
  const problems = error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
  return failure("input-invalid", problems.join("; "), { problems });
}
