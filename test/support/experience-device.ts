import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What one run of a script did. */
export interface DeviceRun {
  readonly status: number | null;
  readonly stderr: string;
  /** Arguments of every call of `adb` on this side. */
  readonly adb: readonly (readonly string[])[];
  /** Every command that the shell of the device really ran, with its arguments. */
  readonly device: readonly (readonly string[])[];
  /** Commands that only an injection could have called, on either side. */
  readonly strangers: readonly (readonly string[])[];
  /** Files that appeared where the script ran. */
  readonly leftovers: readonly string[];
}

/** A recorder: appends the number of its arguments and the arguments, NUL-terminated. */
const recorder = (log: string): string => `#!/bin/sh
printf '%s\\0' "$(($# + 1))" "\${0##*/}" "$@" >> "$${log}"
`;

/** Does what adb does with a shell command: joins the arguments with blanks and has the device's shell evaluate them. */
const ADB = `#!/bin/sh
printf '%s\\0' "$#" "$@" >> "$ADB_LOG"
if [ "$1" = devices ]; then
  printf 'List of devices attached\\noffline-1\\toffline\\nemulator-5554\\tdevice\\n'
  exit 0
fi
[ "$1" = -s ] && [ "$3" = shell ] || exit 9
cat >/dev/null
shift 3
cd "$DEVICE_CWD"
PATH=$DEVICE_PATH exec /bin/sh -c "$*"
`;

const DEVICE_COMMANDS = ["input", "cmd", "monkey", "svc"];
const STRANGERS = ["reboot", "touch", "rm", "curl", "pwn", "id", "cat"];

/** Runs a script in `sh` with a recording `adb`, whose commands run in another `sh` with recording commands of a device. */
export function runOnDevice(
  script: string,
  options: {
    readonly arguments?: readonly string[];
    readonly viaStdin?: boolean;
    /** Runs in a terminal of its own, where somebody presses these keys. */
    readonly keys?: string;
    readonly shell?: string;
  } = {},
): DeviceRun {
  const root = mkdtempSync(join(tmpdir(), "experience-"));
  try {
    const [local, device, here, there] = ["local", "device", "here", "there"].map((name) => {
      const path = join(root, name);
      mkdirSync(path);
      return path;
    }) as [string, string, string, string];
    const command = (folder: string, name: string, text: string): void => {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o755);
    };
    command(local, "adb", ADB);
    command(local, "sleep", "#!/bin/sh\n");
    for (const name of DEVICE_COMMANDS) command(device, name, recorder("DEVICE_LOG"));
    for (const name of STRANGERS) command(device, name, recorder("STRANGER_LOG"));
    // `cat` is adb's own here; the rest would be an injection on this side.
    for (const name of STRANGERS.filter((name) => name !== "cat"))
      command(local, name, recorder("STRANGER_LOG"));
    const file = join(root, "replay.sh");
    writeFileSync(file, script);
    const logs = {
      ADB_LOG: join(root, "adb.log"),
      DEVICE_LOG: join(root, "device.log"),
      STRANGER_LOG: join(root, "stranger.log"),
    };
    const shell = options.shell ?? "/bin/sh";
    const { viaStdin = false, keys } = options;
    const [program, ...given] =
      keys === undefined
        ? [shell, ...(viaStdin ? ["-s"] : [file]), ...(options.arguments ?? [])]
        : ["/usr/bin/script", "-qec", `${shell} ${file}`, "/dev/null"];
    const run = spawnSync(program as string, given, {
      cwd: here,
      input: viaStdin ? script : (keys ?? ""),
      encoding: "utf8",
      timeout: 60_000,
      env: {
        PATH: `${local}:/usr/bin:/bin`,
        DEVICE_PATH: device,
        DEVICE_CWD: there,
        HOME: "/nonexistent",
        ...logs,
      },
    });
    return {
      status: run.status,
      // In a terminal both streams are one.
      stderr: keys === undefined ? run.stderr : run.stdout,
      adb: recordsOf(logs.ADB_LOG),
      device: recordsOf(logs.DEVICE_LOG),
      strangers: recordsOf(logs.STRANGER_LOG),
      leftovers: [...readdirSync(here), ...readdirSync(there)],
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function recordsOf(log: string): readonly (readonly string[])[] {
  let text: string;
  try {
    text = readFileSync(log, "utf8");
  } catch {
    return [];
  }
  const parts = text.split("\0").slice(0, -1);
  const records: string[][] = [];
  for (let at = 0; at < parts.length; ) {
    const count = Number(parts[at]);
    records.push(parts.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return records;
}

/** What a device shows after these commands, by Android's rules: `%s` is a space, a paste inserts the clipboard. */
export function screenAfter(commands: readonly (readonly string[])[]): string {
  let screen = "";
  let clipboard = "";
  for (const [name, ...rest] of commands) {
    if (name === "input" && rest[0] === "text") screen += decodeInputText(rest[1] ?? "");
    if (name === "input" && rest[1] === "KEYCODE_ENTER") screen += "\n";
    if (name === "input" && rest[1] === "KEYCODE_TAB") screen += "\t";
    if (name === "cmd" && rest.slice(0, 3).join(" ") === "clipboard set text") clipboard = rest[3] ?? "";
    if (name === "input" && rest[1] === "KEYCODE_PASTE") screen += clipboard;
  }
  return screen;
}

/** Android's own reading of the argument: scan left to right, an `s` right after a percent sign makes both one space. */
function decodeInputText(argument: string): string {
  let shown = "";
  for (const character of argument) {
    if (character === "s" && shown.endsWith("%")) shown = `${shown.slice(0, -1)} `;
    else shown += character;
  }
  return shown;
}
