import { textDigest } from "../safety/tree-digest.js";
import { ENTRY_KEYS, typedText } from "./entry-watcher.js";
import type { RedactedStep } from "./redact-session.js";
import { scalarText } from "./scalar-text.js";

/** How many steps of a run are described and compared. */
export const STEPS_COMPARED = 25;
const LENGTH = 12;

/**
 * The behaviour of a run: apps and kinds of actions in order, with the launched package and the requested
 * capability. What was typed, where it was tapped and what came of it are no part. The same digest as OpenPocket's.
 */
export function behaviorFingerprint(traces: readonly RedactedStep[]): string {
  return short(traces.slice(0, STEPS_COMPARED).map(behaviorOf).join("|"));
}

function behaviorOf({ action, currentApp }: RedactedStep): string {
  const detail =
    action.type === "launch_app"
      ? `launch_app:${scalarText(action.packageName)}`
      : action.type === "request_human_auth"
        ? `request_human_auth:${scalarText(action.capability)}`
        : action.type;
  return `${currentApp || "?"}:${detail}`;
}

/**
 * What makes two drafts the same one: the behaviour, and what it was done to where the traces say it. "Turn Wi-Fi on" and
 * "turn Bluetooth on" are both a launch and a tap in the settings; without the targets one would replace the other.
 */
export function draftIdentity(traces: readonly RedactedStep[]): string {
  const compared = traces.slice(0, STEPS_COMPARED);
  const targets = compared.map(targetOf);
  const fingerprint = behaviorFingerprint(compared);
  return targets.every((target) => target === "")
    ? fingerprint
    : `${fingerprint}-${short(targets.join("\n"))}`;
}

/** The most stable name of what a step acted on; counters in labels ("Inbox (3)") are left out. */
function targetOf({ action, uiContext }: RedactedStep): string {
  const { resourceId, contentDesc, label, text } = uiContext ?? {};
  const shown = contentDesc || label || text || "";
  const isTyping = typedText(action) !== undefined;
  // The text of a field that is typed into is what was typed.
  const target = [resourceId ?? "", isTyping ? "" : withoutNumbers(shown)].join("/");
  const named = Object.entries(action)
    .filter(([key, value]) => typeof value === "string" && !IGNORED.has(key) && !ENTRY_KEYS.has(key))
    .map(([key, value]) => `${key}=${withoutNumbers(String(value))}`)
    .sort();
  return target === "/" && named.length === 0 ? "" : JSON.stringify([target, ...named]);
}

/** Already in the fingerprint, words of the agent, or names that last for one screen only. */
const IGNORED: ReadonlySet<string> = new Set(
  "type packageName capability reason thought message instruction question elementId".split(" "),
);

function withoutNumbers(text: string): string {
  return text
    .replace(/[0-9]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function short(text: string): string {
  return textDigest(text).slice("sha256:".length, "sha256:".length + LENGTH);
}
