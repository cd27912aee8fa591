import { z } from "zod";
import { CortexError, failure } from "../core/errors.js";

/** An agent tool as harnesses register it: MCP, function calling, or an own loop. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Never rejects: a failure is `{ error: { code, category, message } }`. */
  execute(input: unknown): Promise<object>;
}

/** A tool whose input is checked by a schema before anything happens. */
export function defineTool<Schema extends z.ZodType>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly run: (input: z.output<Schema>) => Promise<object>;
}): AgentTool {
  const { name, description, input, run } = tool;
  return {
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: "input" }),
    async execute(given) {
      const parsed = input.safeParse(given ?? {});
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const path = (issue?.path ?? []).join(".");
        return { error: failure("input-invalid", `${path || "input"}: ${issue?.message ?? "invalid"}`) };
      }
      try {
        return await run(parsed.data);
      } catch (error) {
        if (CortexError.is(error)) return { error: error.toFailure() };
        return { error: failure("internal", `The tool ${name} failed unexpectedly.`) };
      }
    },
  };
}
