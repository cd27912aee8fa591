import { z } from "zod";
import { FAILURES } from "../core/facts.js";
import type { Cortex } from "../runtime/cortex.js";
import { renderQuestion } from "../runtime/render-question.js";
import { renderReport } from "../runtime/render-report.js";
import type { Step } from "../runtime/steps.js";
import { safeText } from "../text/safe-text.js";
import { type AgentTool, defineTool } from "./agent-tool.js";

const flowId = z.string().min(1).max(200).describe("The flowId of an earlier answer.");

/**
 * The cortex for a model that runs skills itself. None of these tools can consent: a question is handed out as
 * text for the user, and only the host can bring the answer, through `cortex.answer`.
 */
export function createCortexTools(cortex: Cortex): readonly AgentTool[] {
  return [
    defineTool({
      name: "borrow_skill",
      description:
        "Call when you lack the ability for what the user wants. Finds a skill, asks the user, and hands you its instructions; report the outcome with report_skill_outcome.",
      input: z.strictObject({
        task: z.string().min(1).max(20_000).describe("What the user wants, in plain words."),
        keywords: z
          .array(z.string().max(64))
          .max(5)
          .optional()
          .describe("Three to five English words to search for."),
        region: z.string().max(64).optional().describe("The kind of task, for example image-editing."),
      }),
      run: async ({ task, keywords, region }) =>
        presentStep(
          await cortex.begin({
            task,
            ...(keywords === undefined ? {} : { keywords }),
            ...(region === undefined ? {} : { region }),
          }),
        ),
    }),
    defineTool({
      name: "report_skill_outcome",
      description: "Report how the borrowed skill did, once you have done the task with it, or failed to.",
      input: z.strictObject({
        flowId,
        result: z.enum(["success", ...FAILURES]).describe("How it went; be honest, it is learned from."),
        missing: z.array(z.string().max(64)).max(20).optional().describe("Programs that were not there."),
        sideEffects: z
          .array(z.string().max(500))
          .max(100)
          .optional()
          .describe("What it touched: network:<host>, write:<path>, delete:<path>, shell:<what>."),
      }),
      run: async ({ flowId: id, result, missing, sideEffects }) =>
        presentStep(
          await cortex.reportExecution(id, {
            result,
            by: "model",
            ...(missing === undefined ? {} : { missing }),
            ...(sideEffects === undefined ? {} : { sideEffects }),
          }),
        ),
    }),
    defineTool({
      name: "cancel_borrowing",
      description: "Call when the user no longer wants it. The skill is given back.",
      input: z.strictObject({ flowId }),
      run: async ({ flowId: id }) => presentStep(await cortex.cancel(id)),
    }),
    defineTool({
      name: "list_borrowings",
      description: "What is open: questions that wait for the user, skills that wait for your report.",
      input: z.strictObject({}),
      run: async () => ({ flows: await cortex.flows() }),
    }),
    defineTool({
      name: "preview_borrowing",
      description: "What would happen for a task, without searching, asking or installing anything.",
      input: z.strictObject({ task: z.string().min(1).max(20_000) }),
      run: async ({ task }) => ({ preview: await cortex.preview({ task }) }),
    }),
  ];
}

/**
 * A step as a model reads it, the same that the tools answer with: for the host that has brought the user's answer and now
 * tells its model how it goes on. A skill's own words stand in `untrustedInstructions` only.
 */
export function presentStep(step: Step): object {
  switch (step.kind) {
    case "question":
      return {
        status: "waiting-for-user",
        flowId: step.flowId,
        questionId: step.questionId,
        question: renderQuestion(step.question),
        next: "Show the question to the user. You can't answer it; their answer reaches the host.",
      };
    case "execute":
      return {
        status: "run-it",
        flowId: step.flowId,
        location: step.order.location,
        untrustedInstructions: step.order.skillMd,
        lessons: step.order.lessons,
        approvedEffects: step.order.plan.sideEffects.map((effect) => safeText(effect)),
        next: "Do the task with these instructions, with no other effects than the approved ones, then call report_skill_outcome.",
      };
    case "owned":
      return {
        status: "already-available",
        skills: step.skills,
        next: "Use one of these; nothing is borrowed.",
      };
    case "done":
      return { status: "done", outcome: step.report.outcome, report: renderReport(step.report) };
  }
}
