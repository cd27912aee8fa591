import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { childEnv } from "../../src/node/process-env.js";
import { runProcess } from "../../src/node/process-run.js";
import { temporaryFolder } from "../support/installer-world.js";

const node = (script: string, ...args: string[]) => [process.execPath, "-e", script, ...args];
const base = { env: childEnv([]), timeoutMs: 20_000, maximumOutputBytes: 64 * 1024 };

function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
    return state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  for (let wait = 0; wait < 500; wait += 1) {
    if (existsSync(file) && readFileSync(file, "utf8") !== "") return Number(readFileSync(file, "utf8"));
    await delay(10);
  }
  throw new Error("the child never started");
}

async function gone(pid: number): Promise<boolean> {
  for (let wait = 0; wait < 200; wait += 1) {
    if (!isAlive(pid)) return true;
    await delay(10);
  }
  return false;
}

describe("a command", () => {
  test("gets its arguments as they are: nothing is expanded, split or quoted", async () => {
    const args = ["$HOME", "a b", "; rm -rf /", "`id`", "$(id)", "*", "", '"', "'", "-n", "&& true", "|cat"];
    const result = await runProcess({
      ...base,
      argv: node("console.log(JSON.stringify(process.argv.slice(1)))", "--", ...args),
    });
    expect(JSON.parse(result.stdout)).toEqual(args);
  });

  test("says how it ended", async () => {
    const script = "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3";
    expect(await runProcess({ ...base, argv: node(script) })).toEqual({
      exitCode: 3,
      stdout: "out",
      stderr: "err",
      truncated: false,
    });
  });

  test("reads its input", async () => {
    const argv = node("process.stdin.pipe(process.stdout)");
    expect((await runProcess({ ...base, argv, stdin: "hello" })).stdout).toBe("hello");
  });

  test("that does not read a large input is no failure", async () => {
    const result = await runProcess({ ...base, argv: node(""), stdin: "x".repeat(4_000_000) });
    expect(result.exitCode).toBe(0);
  });

  test("keeps only so much output, and says so", async () => {
    const argv = node("process.stdout.write('x'.repeat(5_000_000)); process.stderr.write('y')");
    const result = await runProcess({ ...base, argv, maximumOutputBytes: 1_000 });
    expect(result.stdout).toBe("x".repeat(1_000));
    expect(result.stderr).toBe("y");
    expect(result.truncated).toBe(true);
  });

  test.each([
    ["a program that is not there", ["/nonexistent/program"], "binary-missing"],
    ["an empty vector", [], "input-invalid"],
    ["an empty program", [""], "input-invalid"],
    ["a NUL character", ["echo", "a\0b"], "input-invalid"],
  ])("%s", async (_name, argv, code) => {
    await expect(runProcess({ ...base, argv })).rejects.toMatchObject({ code });
  });

  test("a file that may not be run", async () => {
    const file = join(temporaryFolder(), "plain.txt");
    writeFileSync(file, "text");
    await expect(runProcess({ ...base, argv: [file] })).rejects.toMatchObject({ code: "process-failed" });
  });
});

describe("no process outlives its command", () => {
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  /** Starts a grandchild that ignores SIGTERM and writes its process id to a file. */
  const parent = (file: string, then: string) =>
    node(
      `const { spawn } = require("node:child_process");
       const child = spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { stdio: "inherit" });
       require("node:fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
       ${then}`,
    );

  test("after its time is over", async () => {
    const file = join(temporaryFolder(), "pid");
    const run = runProcess({ ...base, argv: parent(file, stubborn), timeoutMs: 1_500 });
    const settled = expect(run).rejects.toMatchObject({ code: "process-timeout" });
    const pid = await pidIn(file);
    expect(isAlive(pid)).toBe(true);
    await settled;
    expect(await gone(pid)).toBe(true);
  });

  test("after an abort", async () => {
    const file = join(temporaryFolder(), "pid");
    const controller = new AbortController();
    const run = runProcess({ ...base, argv: parent(file, stubborn), signal: controller.signal });
    const settled = expect(run).rejects.toMatchObject({ code: "cancelled" });
    const pid = await pidIn(file);
    controller.abort();
    await settled;
    expect(await gone(pid)).toBe(true);
  });

  test("after it ended by itself and left somebody behind with open pipes", async () => {
    const file = join(temporaryFolder(), "pid");
    const started = Date.now();
    const result = await runProcess({ ...base, argv: parent(file, "process.exit(0);") });
    expect(result.exitCode).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await gone(await pidIn(file))).toBe(true);
  });

  test("an aborted signal starts nothing", async () => {
    const file = join(temporaryFolder(), "pid");
    const argv = node(`require("node:fs").writeFileSync(${JSON.stringify(file)}, "x")`);
    await expect(runProcess({ ...base, argv, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe("the environment", () => {
  test("has no secret of ours", async () => {
    process.env.SKILL_CORTEX_CANARY = "canary-value";
    try {
      const argv = node("console.log(JSON.stringify(process.env))");
      const { stdout } = await runProcess({ ...base, argv, env: childEnv([]) });
      expect(stdout).not.toContain("canary");
      const passed = await runProcess({
        ...base,
        argv,
        env: childEnv(["SKILL_CORTEX_CANARY"], { MODE: "x" }),
      });
      expect(JSON.parse(passed.stdout)).toMatchObject({ SKILL_CORTEX_CANARY: "canary-value", MODE: "x" });
    } finally {
      delete process.env.SKILL_CORTEX_CANARY;
    }
  });

  test("takes only the named ones from where it is told", () => {
    const source = { PATH: "/bin", HOME: "/home/x", SECRET: "s", TOKEN: "t", AWS_KEY: "k" };
    expect(childEnv(["TOKEN", "ABSENT"], { LANG: "C" }, source)).toEqual({
      PATH: "/bin",
      HOME: "/home/x",
      TOKEN: "t",
      LANG: "C",
    });
  });

  test.each([
    "LD_PRELOAD",
    "ld_preload",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "BASH_ENV",
    "A=B",
    "A B",
    "1A",
    "",
  ])("%j is refused", (name) => {
    expect(() => childEnv([name])).toThrowError(expect.objectContaining({ code: "input-invalid" }));
    expect(() => childEnv([], { [name]: "x" })).toThrowError(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });
});

test("the folder is the one asked for, and a missing one is named as such", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sub"));
  const argv = node("console.log(process.cwd())");
  expect((await runProcess({ ...base, argv, cwd: join(folder, "sub") })).stdout.trim()).toMatch(/sub$/);
  await expect(runProcess({ ...base, argv, cwd: join(folder, "none") })).rejects.toMatchObject({
    code: "binary-missing",
  });
});

test("a process that ends takes its running commands with it", async () => {
  const file = join(temporaryFolder(), "pid");
  const script = `
    import { runProcess } from ${JSON.stringify(join(process.cwd(), "src/node/process-run.ts"))};
    import { existsSync, readFileSync } from "node:fs";
    const child = "require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)";
    void runProcess({ argv: [process.execPath, "-e", child, ${JSON.stringify(file)}], env: {}, timeoutMs: 60000, maximumOutputBytes: 10 });
    setInterval(() => { if (existsSync(${JSON.stringify(file)}) && readFileSync(${JSON.stringify(file)}, "utf8") !== "") process.exit(0); }, 20);
  `;
  execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    timeout: 30_000,
  });
  expect(await gone(await pidIn(file))).toBe(true);
});
