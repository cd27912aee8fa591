import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import type { MetadataSource } from "./metadata-report.js";
import { readBoolean, readText } from "./values.js";

/** Who may start a skill, and how. */
export interface InvocationPolicy {
  /** Offered as a slash command. */
  readonly userInvocable: boolean;
  /** Hidden from the model's list of skills. */
  readonly disableModelInvocation: boolean;
  /** The slash command goes straight to this tool, with its arguments untouched. */
  readonly dispatch?: { readonly kind: "tool"; readonly tool: string; readonly argumentMode: "raw" };
}

/** The policy of a skill that says nothing about it. */
export const DEFAULT_INVOCATION: InvocationPolicy = Object.freeze({
  userInvocable: true,
  disableModelInvocation: false,
});

const DEFAULT: Loaded<InvocationPolicy> = Object.freeze({
  value: DEFAULT_INVOCATION,
  diagnostics: Object.freeze([]),
});
const KEYS = [
  "user-invocable",
  "user_invocable",
  "disable-model-invocation",
  "disable_model_invocation",
  "command-dispatch",
  "command_dispatch",
] as const;

/** Reads the invocation fields. A value that nobody can read restricts: it never opens what it may have closed. */
export function readInvocation(
  data: Readonly<Record<string, unknown>>,
  source: MetadataSource = {},
): Loaded<InvocationPolicy> {
  if (!KEYS.some((key) => key in data)) return DEFAULT;
  const diagnostics: Diagnostic[] = [];
  const warn = (key: string, message: string, fix: string): void => {
    const line = source.locate?.([key]) ?? source.locate?.([key.replaceAll("-", "_")]);
    diagnostics.push({
      code: "invocation-invalid",
      severity: "warning",
      message,
      fix,
      ...(source.file === undefined ? {} : { file: source.file }),
      ...(line === undefined ? {} : { line }),
    });
  };
  const flag = (name: string, absent: boolean, unreadable: boolean): boolean => {
    const raw = data[name] ?? data[name.replaceAll("-", "_")] ?? undefined;
    const value = readBoolean(raw);
    if (value === null)
      warn(
        name,
        `\`${name}\` is neither true nor false; it counts as ${unreadable}.`,
        "Write true or false.",
      );
    return value === null ? unreadable : (value ?? absent);
  };
  const userInvocable = flag("user-invocable", true, false);
  const disableModelInvocation = flag("disable-model-invocation", false, true);
  const dispatch = readText(data["command-dispatch"] ?? data.command_dispatch);
  if (typeof dispatch !== "string") return { value: { userInvocable, disableModelInvocation }, diagnostics };

  const tool = readText(data["command-tool"] ?? data.command_tool);
  const mode = readText(data["command-arg-mode"] ?? data.command_arg_mode) ?? "raw";
  if (dispatch.toLowerCase() !== "tool" || typeof tool !== "string") {
    warn(
      "command-dispatch",
      "`command-dispatch` needs the value `tool` and a `command-tool`; the command goes to the model.",
      "Name the tool.",
    );
    return { value: { userInvocable, disableModelInvocation }, diagnostics };
  }
  if (mode.toLowerCase() !== "raw")
    warn("command-arg-mode", "`command-arg-mode` knows only `raw`.", "Write raw.");
  return {
    value: { userInvocable, disableModelInvocation, dispatch: { kind: "tool", tool, argumentMode: "raw" } },
    diagnostics,
  };
}
