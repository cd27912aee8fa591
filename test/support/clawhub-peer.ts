import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** The pinned program of the end-to-end tests, run by this Node. */
export const CLAWHUB: readonly string[] = [
  process.execPath,
  join(process.cwd(), "test/e2e/node_modules/clawhub/bin/clawdhub.js"),
];

/** A proxy where nobody listens: a request to any other machine fails. */
export const NO_OUTSIDE: Readonly<Record<string, string>> = {
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1",
};

/** A fetch that knows this machine only. */
export const localFetch: typeof globalThis.fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  if (hostname !== "127.0.0.1") throw new Error(`a test tried to reach ${hostname}`);
  return fetch(input, init);
};

/** What a user sees who types `clawhub …` in a workspace. */
export async function clawhub(
  workspace: string,
  registry: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [program = "", ...before] = CLAWHUB;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: workspace,
    NO_COLOR: "1",
    CLAWHUB_REGISTRY: registry,
    CLAWHUB_GITHUB_CODELOAD_BASE_URL: `${registry}/github/codeload`,
    CLAWHUB_CONFIG_PATH: join(workspace, "clawhub-config.json"),
    CLAWHUB_DISABLE_TELEMETRY: "1",
    ...NO_OUTSIDE,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      program,
      [...before, "--no-input", "--workdir", workspace, ...args],
      { env, timeout: 60_000 },
    );
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
