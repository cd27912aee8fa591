/** A message of any common harness: text, or content blocks of OpenAI, Anthropic, Gemini or pi shape. */
export interface TurnMessage {
  readonly role: string;
  readonly id?: string;
  readonly content?: unknown;
  readonly text?: string;
  readonly [field: string]: unknown;
}

const CALL_TYPES = new Set([
  "tool_use",
  "toolCall",
  "tool_call",
  "function_call",
  "functionCall",
  "tool-call",
  "server_tool_use",
  "mcp_call",
]);
const CALL_FIELDS = ["tool_calls", "toolCalls", "function_call", "functionCall"];
/** Roles whose text a person or the model itself wrote. Everything else is output of tools and hosts. */
const SPEAKERS = new Set(["user", "assistant", "model"]);

/** What a message says in words; tool calls and tool results say nothing. */
export function messageText(message: TurnMessage): string {
  if (typeof message.text === "string") return message.text;
  if (typeof message.content === "string") return message.content;
  const parts = Array.isArray(message.content)
    ? message.content
    : Array.isArray(message.parts)
      ? message.parts
      : [];
  return parts.flatMap(partText).join("\n");
}

function partText(part: unknown): string[] {
  if (typeof part === "string") return [part];
  if (typeof part !== "object" || part === null) return [];
  const { type, text } = part as { type?: unknown; text?: unknown };
  const isText = type === undefined || type === "text" || type === "input_text" || type === "output_text";
  return isText && typeof text === "string" ? [text] : [];
}

/** True when a person or the model wrote it: tool output and host text never reach a reviewer. */
export function isSpoken(message: TurnMessage): boolean {
  return SPEAKERS.has(message.role);
}

/** How many tools were called, in every dialect: `tool_use` blocks, `toolCall` blocks, `tool_calls` lists … */
export function countToolCalls(messages: readonly TurnMessage[]): number {
  let calls = 0;
  for (const message of messages) {
    if (typeof message.type === "string" && CALL_TYPES.has(message.type)) calls += 1;
    for (const field of CALL_FIELDS) {
      const value = message[field];
      calls += Array.isArray(value) ? value.length : value !== undefined && value !== null ? 1 : 0;
    }
    for (const list of [message.content, message.parts]) {
      if (Array.isArray(list)) calls += list.filter(isCall).length;
    }
  }
  return calls;
}

function isCall(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { type } = part as { type?: unknown };
  return typeof type === "string" ? CALL_TYPES.has(type) : "functionCall" in part;
}
