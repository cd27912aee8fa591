import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { CortexError } from "../core/errors.js";
import { parseRelaxedJson } from "../skills/relaxed-json.js";
import { asRecord } from "../skills/values.js";
import { errnoOf } from "./file-system.js";

/** Variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An OpenClaw configuration as far as skills need it. */
export interface OpenClawConfig {
  /** Where it was read from; undefined when there is none. */
  readonly file: string | undefined;
  /** The whole document; `requires.config` looks into it. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** The home folder that paths with `~` start from. */
export function homeFolder(environment: Environment): string {
  const named = [environment.OPENCLAW_HOME, environment.HOME, environment.USERPROFILE];
  // An empty one would make every path below it relative to wherever the program was started.
  return named.find((folder) => folder !== undefined && folder.trim() !== "") ?? homedir();
}

/** OpenClaw's own folder: `OPENCLAW_STATE_DIR`, else `~/.openclaw`. */
export function stateFolder(environment: Environment): string {
  const own = environment.OPENCLAW_STATE_DIR?.trim();
  return own === undefined || own === ""
    ? join(homeFolder(environment), ".openclaw")
    : expandPath(own, environment);
}

/** Absolute form of a path that may start with `~` or be relative to `from`. */
export function expandPath(path: string, environment: Environment, from: string = process.cwd()): string {
  const trimmed = path.trim();
  if (trimmed === "~") return homeFolder(environment);
  if (/^~[/\\]/.test(trimmed)) return join(homeFolder(environment), trimmed.slice(2));
  return isAbsolute(trimmed) ? trimmed : resolve(from, trimmed);
}

/**
 * Reads `OPENCLAW_CONFIG_PATH`, else `<state>/openclaw.json` (JSON5). No file is no error. `${NAME}` in
 * texts is replaced from the environment as OpenClaw does; a name that is not set leaves the text as it is.
 */
export function readOpenClawConfig(environment: Environment = process.env, path?: string): OpenClawConfig {
  const named = path ?? environment.OPENCLAW_CONFIG_PATH;
  const file =
    named === undefined || named === ""
      ? join(stateFolder(environment), "openclaw.json")
      : expandPath(named, environment);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT" && path === undefined) return { file: undefined, document: {} };
    throw new CortexError("config-invalid", `The configuration ${file} can't be read.`, { cause: error });
  }
  const parsed = parseRelaxedJson(text, { json5: true });
  const document = parsed.ok ? asRecord(parsed.value) : undefined;
  if (document === undefined) {
    const line = parsed.ok ? 1 : text.slice(0, parsed.offset).split("\n").length;
    const reason = parsed.ok ? "it is not an object" : parsed.reason;
    throw new CortexError(
      "config-invalid",
      `The configuration ${file} is not valid JSON5: line ${line}: ${reason}.`,
    );
  }
  return { file, document: substitute(document, environment) as Readonly<Record<string, unknown>> };
}

/** The workspace that the configuration names for its default agent, or for all agents; else `<state>/workspace`. */
export function openClawWorkspace(config: OpenClawConfig, environment: Environment): string {
  const agents = asRecord(config.document.agents);
  const list = Array.isArray(agents?.list) ? agents.list.map(asRecord) : [];
  const agent = list.find((one) => one?.default === true) ?? list[0];
  const workspace = agent?.workspace ?? asRecord(agents?.defaults)?.workspace;
  const from = config.file === undefined ? undefined : dirname(config.file);
  return typeof workspace === "string"
    ? expandPath(workspace, environment, from)
    : join(stateFolder(environment), "workspace");
}

function substitute(value: unknown, environment: Environment): unknown {
  if (typeof value === "string") {
    return value.includes("${")
      ? value.replace(/\$\{([A-Z_][A-Z0-9_]*)\}/g, (whole, name: string) => environment[name] ?? whole)
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment));
  const record = asRecord(value);
  if (record === undefined) return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(record)) result[key] = substitute(item, environment);
  return result;
}
