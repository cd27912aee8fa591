import { safeText } from "../text/safe-text.js";
import type { MergedStep } from "./merge-runs.js";
import { scalarText } from "./scalar-text.js";
import type { UiContext } from "./trace.js";

/** How long recorded texts may get, so that a draft stays readable and below the size of a skill. */
export interface TextLimits {
  readonly intent: number;
  readonly observed: number;
  readonly target: number;
  readonly typed: number;
  readonly command: number;
}

/** Limits of the original for what it limits; targets and generic arguments had none. */
export const TEXT_LIMITS: TextLimits = { intent: 160, observed: 180, target: 120, typed: 72, command: 96 };

const MOST_ARGUMENTS = 6;
const VARIES = "<varies>";

/** One step of the procedure, with its intent, target and result below. */
export function describeStep(step: MergedStep, number: number, limits: TextLimits): string {
  const app = safeText(step.currentApp, limits.target) || "unknown";
  const intent = safeText(step.thought, limits.intent);
  const target = describeTarget(step.uiContext, limits.target);
  const observed = safeText(step.result, limits.observed);
  return [
    `${number}. ${summariseAction(step, limits)} (app=${app})`,
    ...(intent === "" ? [] : [`   - intent: ${intent}`]),
    ...(target === "" ? [] : [`   - ui_target: ${target}`]),
    ...(observed === "" ? [] : [`   - observed: ${observed}`]),
  ].join("\n");
}

/** Semantic hints that find the element again where coordinates would not. */
export function describeTarget(uiContext: UiContext | undefined, longest: number): string {
  if (uiContext === undefined) return "";
  const { text, label, resourceId, contentDesc, className, clickable } = uiContext;
  const hint = (name: string, value: string | undefined): readonly string[] =>
    value === undefined || value.trim() === "" ? [] : [`${name}=${quoted(value, longest)}`];
  return [
    ...hint("text", text ?? label),
    ...hint("resourceId", resourceId),
    ...hint("contentDesc", contentDesc),
    ...hint("class", className),
    ...(clickable === undefined ? [] : [`clickable=${clickable}`]),
  ].join(" ");
}

/** What was done, in one line: known actions in their usual notation, any other with its arguments. */
export function summariseAction({ action, varies }: MergedStep, limits: TextLimits): string {
  const plain = (name: string, longest = limits.typed): string =>
    varies.has(name) ? VARIES : safeText(scalarText(action[name]), longest);
  const number = (name: string): string => {
    const value = action[name];
    return varies.has(name) || typeof value !== "number" ? VARIES : String(Math.round(value));
  };
  switch (action.type) {
    case "tap":
      return "x" in action ? `tap(${number("x")}, ${number("y")})` : "tap";
    case "tap_element":
      return `tap_element(elementId=${plain("elementId")})`;
    case "swipe":
      return `swipe(${number("x1")}, ${number("y1")} -> ${number("x2")}, ${number("y2")})`;
    case "type":
      return varies.has("text")
        ? `type(${VARIES})`
        : `type(${quoted(scalarText(action.text), limits.typed)})`;
    case "keyevent":
      return `keyevent(${plain("keycode")})`;
    case "launch_app":
      return `launch_app(${plain("packageName")})`;
    case "wait":
      return `wait(${typeof action.durationMs === "number" ? number("durationMs") : 1000}ms)`;
    case "shell":
      return `shell(${plain("command", limits.command)})`;
    case "run_script":
      return "run_script(<embedded>)";
    case "request_human_auth":
      return `request_human_auth(${plain("capability")})`;
    case "request_user_decision":
    case "request_user_input":
      return `${action.type}(${plain("question")})`;
    case "finish":
      return "finish(...)";
    default:
      return summariseAny(action, varies, limits);
  }
}

/** Words of the agent, not part of what was done. */
const NOT_SHOWN: ReadonlySet<string> = new Set(["type", "reason", "thought"]);

function summariseAny(action: MergedStep["action"], varies: ReadonlySet<string>, limits: TextLimits): string {
  // Anything but a plain name could open a heading, a list or a fence at the start of the item.
  const name = /^[A-Za-z][\w.:-]{0,60}$/.test(action.type) ? action.type : quoted(action.type, limits.typed);
  const all = Object.entries(action).filter(([key]) => !NOT_SHOWN.has(key));
  const shown = all
    .slice(0, MOST_ARGUMENTS)
    .map(
      ([key, value]) => `${safeText(key, 40)}=${varies.has(key) ? VARIES : argument(value, limits.typed)}`,
    );
  const rest = all.length > shown.length ? [`${all.length - shown.length} more`] : [];
  return shown.length === 0 ? name : `${name}(${[...shown, ...rest].join(", ")})`;
}

function argument(value: unknown, longest: number): string {
  return typeof value === "string" ? quoted(value, longest) : safeText(JSON.stringify(value) ?? "", longest);
}

function quoted(text: string, longest: number): string {
  return JSON.stringify(safeText(text, longest));
}
