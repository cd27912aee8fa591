import { redactSecrets } from "../text/redact-secrets.js";
import type { MergedStep } from "./merge-runs.js";
import { type ReplayCommand, replayStep } from "./replay-step.js";
import { shellQuote } from "./shell-quote.js";

/**
 * Everything recorded reaches a shell only as one single-quoted word. `adb shell` joins its arguments with blanks
 * and gives them to a shell on the device, so there is exactly one, quoted for that shell first and for this one after.
 * adb reads standard input, which may be this very script: hence /dev/null.
 */
const PROLOGUE = `set -eu

device=\${1:-}
if [ -z "$device" ]; then
  device=$(adb devices </dev/null | awk 'NR > 1 && $2 == "device" { print $1; exit }')
fi
if [ -z "$device" ]; then
  echo 'No adb device.' >&2
  exit 1
fi

remote() {
  adb -s "$device" shell "$1" </dev/null
}

by_hand() {
  printf 'Do this on the device: %s\\n' "$1" >&2
  if [ ! -t 0 ]; then
    echo 'This step needs a person at a terminal.' >&2
    exit 1
  fi
  printf 'Press Enter when it is done. ' >&2
  IFS= read -r _
}
`;

/** A script that repeats a run on an Android device; undefined when no step of it is one for a device. */
export function replayScript(steps: readonly MergedStep[], fingerprint: string): string | undefined {
  const replayed = steps.map((step, index) => ({
    step,
    index,
    commands: replayStep(step).map(withoutSecret),
  }));
  if (!replayed.some(({ commands }) => commands.some((command) => command.kind === "device")))
    return undefined;
  const body = replayed.map(({ step, index, commands }) =>
    [`# step ${step.step ?? index + 1}: ${wordOf(step.action.type)}`, ...commands.map(lineOf), ""].join("\n"),
  );
  const head = [
    "#!/bin/sh",
    "# Repeats a recorded run on an Android device: sh <this file> [device]",
    "# Made automatically; read it before you run it.",
    `# behavior_fingerprint: ${fingerprint}`,
  ];
  const script = [...head, PROLOGUE, ...body].join("\n");
  // A secret that only the whole script spells: rather no script than one with a hole.
  return redactSecrets(script).redactions.length > 0 ? undefined : script;
}

/** Quoting can bring parts together that were harmless apart; such a step is left to a person. */
function withoutSecret(command: ReplayCommand): ReplayCommand {
  return redactSecrets(lineOf(command)).redactions.length > 0
    ? { kind: "by-hand", what: "a step that held a secret" }
    : command;
}

function lineOf(command: ReplayCommand): string {
  switch (command.kind) {
    case "device":
      return `remote ${shellQuote(command.command)}`;
    case "sleep":
      return `sleep ${command.seconds}`;
    case "by-hand":
      return `by_hand ${shellQuote(command.what)}`;
  }
}

/** A comment ends with its line: only letters of a name get into it. */
function wordOf(type: string): string {
  return type.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, 40);
}
