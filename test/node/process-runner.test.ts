import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProcessProvisioner } from "../../src/node/process-provisioner.js";
import { createProcessRunner, type ProcessRunnerOptions } from "../../src/node/process-runner.js";
import type { ExecutionOrder } from "../../src/ports/runner.js";
import { mintApproval } from "../../src/safety/approval.js";
import { portContext, temporaryFolder } from "../support/installer-world.js";

const PIN = { key: "clawhub:@alice/todo", version: "1.0.0", digest: `sha256:${"a".repeat(64)}` };
const node = (script: string) => [process.execPath, "-e", script];

function order(): ExecutionOrder {
  const location = temporaryFolder();
  const plan = {
    pin: PIN,
    location,
    steps: [],
    sideEffects: [],
    skillMdChars: 1,
    missing: [],
    env: [],
    findings: [],
  };
  return { task: "list todos", pin: PIN, plan, location, skillMd: "# Todo", lessons: [], attempt: 1 };
}

const run = (options: Partial<ProcessRunnerOptions> & Pick<ProcessRunnerOptions, "command">) =>
  createProcessRunner({ timeoutMs: 20_000, ...options }).execute(order(), portContext());

describe("the process runner", () => {
  test.each([
    ["exit code 0", node("")],
    [
      "the skill's folder as its own",
      node("if (!process.cwd().includes('skill-cortex-test-')) process.exit(1)"),
    ],
  ])("%s is success", async (_name, argv) => {
    expect(await run({ command: () => ({ argv }) })).toEqual({ result: "success" });
  });

  test.each([
    [node("process.exit(1)"), { result: "runtime_error" }],
    [node("process.kill(process.pid, 'SIGKILL')"), { result: "runtime_error" }],
    [node("process.exit(127)"), { result: "dependency_missing", missing: ["node"] }],
    [["/nonexistent/todo-cli"], { result: "dependency_missing", missing: ["todo-cli"] }],
    [["/nonexistent/strange name"], { result: "dependency_missing" }],
  ])("%j", async (argv, outcome) => {
    expect(await run({ command: () => ({ argv }) })).toEqual(outcome);
  });

  test("a run that takes too long is a runtime error", async () => {
    const command = () => ({ argv: node("setInterval(() => {}, 1000)"), sideEffects: ["read:x"] });
    expect(await run({ command, timeoutMs: 300 })).toEqual({
      result: "runtime_error",
      sideEffects: ["read:x"],
    });
  });

  test("no command is a mismatch", async () => {
    expect(await run({ command: () => undefined })).toEqual({ result: "task_mismatch" });
  });

  test("the host may judge, and declares what the command does", async () => {
    const outcome = await run({
      command: () => ({ argv: node("console.log('401'); process.exit(1)"), sideEffects: ["network:api.x"] }),
      interpret: ({ stdout }) => ({ result: stdout.includes("401") ? "auth_error" : "api_error" }),
    });
    expect(outcome).toEqual({ result: "auth_error", sideEffects: ["network:api.x"] });
  });

  test("an abort rejects as cancelled", async () => {
    const controller = new AbortController();
    const runner = createProcessRunner({ command: () => ({ argv: node("setInterval(() => {}, 1000)") }) });
    const outcome = runner.execute(order(), portContext({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 100);
    await expect(outcome).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("the process provisioner", () => {
  const approvalFor = (argv: readonly (readonly string[])[]) =>
    mintApproval({ kind: "provision", argv }, { expiresAt: Date.now() + 60_000 });

  test("runs exactly the approved commands, in order, once", async () => {
    const file = join(temporaryFolder(), "log");
    const write = (text: string) =>
      node(`require("node:fs").appendFileSync(${JSON.stringify(file)}, "${text}")`);
    const argv = [write("a"), write("b")];
    const approval = approvalFor(argv);
    const provisioner = createProcessProvisioner();
    const { installed } = await provisioner.provision({ argv, approval }, portContext());
    expect(installed).toHaveLength(2);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(file, "utf8")).toBe("ab");
    await expect(provisioner.provision({ argv, approval }, portContext())).rejects.toMatchObject({
      code: "approval-invalid",
    });
    expect(readFileSync(file, "utf8")).toBe("ab");
  });

  test("refuses other commands than those approved, and stops at the first failure", async () => {
    const provisioner = createProcessProvisioner();
    await expect(
      provisioner.provision({ argv: [node("1")], approval: approvalFor([node("2")]) }, portContext()),
    ).rejects.toMatchObject({ code: "approval-invalid" });
    const argv = [node(""), node("console.error('no space'); process.exit(2)"), node("")];
    await expect(
      provisioner.provision({ argv, approval: approvalFor(argv) }, portContext()),
    ).rejects.toMatchObject({ code: "process-failed", details: { said: "no space" } });
  });
});
