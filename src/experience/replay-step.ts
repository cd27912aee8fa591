import { describeTarget, summariseAction, TEXT_LIMITS } from "./describe-step.js";
import { typingParts } from "./input-text.js";
import type { MergedStep } from "./merge-runs.js";
import { scalarText } from "./scalar-text.js";
import { shellQuote } from "./shell-quote.js";
import type { TraceAction } from "./trace.js";

/** What a script does for one step. */
export type ReplayCommand =
  /** A command for the device's shell, already quoted for it. */
  | { readonly kind: "device"; readonly command: string }
  | { readonly kind: "sleep"; readonly seconds: number }
  /** Only a person can do this: a secret, an element without coordinates, something outside the device. */
  | { readonly kind: "by-hand"; readonly what: string };

/** Actions that change nothing on a device. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  "finish read screenshot observe memory_search memory_get todo_write evidence_add".split(" "),
);
const PACKAGE = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/;
const KEYCODE = /^(?:[A-Z][A-Z0-9_]{0,60}|[0-9]{1,4})$/;
const FARTHEST = 100_000;
const SHORTEST_SWIPE_MS = 100;
const SWIPE_MS = 300;
const LONGEST_WAIT_S = 300;

/** The commands that repeat a step; none for one that changes nothing. */
export function replayStep(step: MergedStep): readonly ReplayCommand[] {
  if (WITHOUT_EFFECT.has(step.action.type)) return [];
  const commands = step.hidden || isChoice(step) ? undefined : commandsOf(step.action);
  return commands ?? [{ kind: "by-hand", what: byHand(step) }];
}

/** A text that differed between runs is the user's to choose; repeating the last one would do something else. */
function isChoice({ action, varies }: MergedStep): boolean {
  return ["text", "command", "packageName", "keycode"].some((name) => name in action && varies.has(name));
}

function commandsOf(action: TraceAction): readonly ReplayCommand[] | undefined {
  switch (action.type) {
    case "tap":
      return pointer("tap", [action.x, action.y]);
    case "swipe":
      return pointer("swipe", [action.x1, action.y1, action.x2, action.y2], swipeTime(action));
    case "type":
      return typeof action.text === "string" ? typing(action.text) : undefined;
    case "keyevent": {
      const key = scalarText(action.keycode);
      return KEYCODE.test(key) ? [device(`input keyevent ${key}`)] : undefined;
    }
    case "launch_app": {
      const name = scalarText(action.packageName);
      return PACKAGE.test(name)
        ? [device(`monkey -p ${name} -c android.intent.category.LAUNCHER 1`)]
        : undefined;
    }
    case "wait":
      return [{ kind: "sleep", seconds: waitSeconds(action.durationMs) }];
    case "shell": {
      const command = action.command;
      return typeof command === "string" && isOneLine(command) ? [device(command)] : undefined;
    }
    case "batch_actions":
      return batch(action.actions);
    default:
      return undefined;
  }
}

/** A batch is replayed as a whole or by hand. */
function batch(actions: unknown): readonly ReplayCommand[] | undefined {
  if (!Array.isArray(actions)) return undefined;
  const all: ReplayCommand[] = [];
  for (const action of actions) {
    const commands = isPlainAction(action) ? commandsOf(action) : undefined;
    if (commands === undefined) return undefined;
    all.push(...commands);
  }
  return all;
}

/** One batch in another is nothing an agent does. */
function isPlainAction(value: unknown): value is TraceAction {
  if (typeof value !== "object" || value === null) return false;
  const { type } = value as { readonly type?: unknown };
  return typeof type === "string" && type !== "batch_actions";
}

function pointer(
  name: string,
  places: readonly unknown[],
  ...more: readonly number[]
): readonly ReplayCommand[] | undefined {
  const numbers = places.filter(
    (place): place is number => typeof place === "number" && Math.abs(place) <= FARTHEST,
  );
  if (numbers.length !== places.length) return undefined;
  // Adding zero turns -0 into 0.
  return [device(`input ${name} ${[...numbers, ...more].map((value) => Math.round(value) + 0).join(" ")}`)];
}

function swipeTime(action: TraceAction): number {
  const time = action.durationMs;
  const isTime = typeof time === "number" && time <= LONGEST_WAIT_S * 1000;
  return isTime ? Math.max(SHORTEST_SWIPE_MS, time) : SWIPE_MS;
}

/** Whole seconds: a fraction is not understood by every `sleep`. */
function waitSeconds(duration: unknown): number {
  const milliseconds = typeof duration === "number" ? duration : 1000;
  return Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(milliseconds / 1000)));
}

function typing(text: string): readonly ReplayCommand[] {
  return typingParts(text).flatMap((part) => {
    if (part.how === "key") return [device(`input keyevent ${part.key}`)];
    if (part.how === "input") return [device(`input text ${shellQuote(part.argument)}`)];
    return [
      device(`cmd clipboard set text ${shellQuote(part.text)}`),
      device("input keyevent KEYCODE_PASTE"),
    ];
  });
}

/** A command of several lines, or with signs that nobody sees, can't be reviewed in a script. */
function isOneLine(command: string): boolean {
  return command.trim() !== "" && !/[\p{C}\p{Zl}\p{Zp}]/u.test(command);
}

function device(command: string): ReplayCommand {
  return { kind: "device", command };
}

function byHand(step: MergedStep): string {
  const target = describeTarget(step.uiContext, TEXT_LIMITS.target);
  return [summariseAction(step, TEXT_LIMITS), ...(target === "" ? [] : [`on ${target}`])].join(" ");
}
