import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { clawHubCliError } from "./clawhub-cli-errors.js";
import { childEnv } from "./process-env.js";
import { type ProcessResult, runProcess } from "./process-run.js";

/** How the `clawhub` program is called. */
export interface ClawHubCliOptions {
  /** The program and leading arguments. @defaultValue `["clawhub"]` */
  readonly command?: readonly string[];
  /** Another registry than the CLI's own. */
  readonly url?: string;
  /** Where GitHub-backed skills come from. @defaultValue the CLI's own choice */
  readonly codeloadUrl?: string;
  /** The CLI's configuration file, which holds its token. @defaultValue the CLI's own choice */
  readonly configPath?: string;
  /** Names of variables to pass on. @defaultValue the proxy variables */
  readonly passEnv?: readonly string[];
  /** One call. @defaultValue 60000 */
  readonly timeoutMs?: number;
}

const PROXIES: readonly string[] = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
];

/** The answers are skill documents; a whole listing of files fits easily. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/** Calls the `clawhub` program: an argument vector, no shell, no questions, no telemetry. */
export class ClawHubCli {
  readonly #options: ClawHubCliOptions;

  constructor(options: ClawHubCliOptions) {
    this.#options = options;
  }

  /** Standard output of a call that ended well; otherwise a rejection with the code of what went wrong. */
  async call(
    args: readonly string[],
    options: { readonly workdir: string },
    context: PortContext,
  ): Promise<string> {
    const { command = ["clawhub"], timeoutMs = 60_000 } = this.#options;
    const result = await runProcess({
      argv: [...command, "--no-input", "--workdir", options.workdir, "--dir", "skills", ...args],
      cwd: options.workdir,
      env: this.#env(),
      timeoutMs,
      maximumOutputBytes: OUTPUT_BYTES,
      signal: context.signal,
    });
    if (result.exitCode !== 0) throw clawHubCliError(said(result));
    if (result.truncated) {
      throw new CortexError("registry-answer-invalid", "The clawhub program printed too much to be read.");
    }
    return plain(result.stdout);
  }

  #env(): Readonly<Record<string, string>> {
    const { url, codeloadUrl, configPath, passEnv = PROXIES } = this.#options;
    return childEnv(passEnv, {
      NO_COLOR: "1",
      CLAWHUB_DISABLE_TELEMETRY: "1",
      ...(url === undefined ? {} : { CLAWHUB_REGISTRY: url }),
      ...(codeloadUrl === undefined ? {} : { CLAWHUB_GITHUB_CODELOAD_BASE_URL: codeloadUrl }),
      ...(configPath === undefined ? {} : { CLAWHUB_CONFIG_PATH: configPath }),
    });
  }
}

function said({ stderr, stdout }: ProcessResult): string {
  return plain(stderr.trim() === "" ? stdout : stderr);
}

/** Some versions colour their output even into a pipe. */
function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
}
