import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcessProvisioner, createProcessRunner, type SkillCommand } from "../../src/node/index.js";
import { mintApproval } from "../../src/safety/approval.js";
import { sampleOrder } from "../../src/testing/index.js";
import { portContext, temporaryFolder } from "../support/installer-world.js";

const CANARY = "canary-5f2c9a";
const NAMES = [
  "OPENAI_API_KEY",
  "AWS_SECRET_ACCESS_KEY",
  "GITHUB_TOKEN",
  "DATABASE_URL",
  "NODE_OPTIONS_X",
  "MY_PLAIN_NOTE",
];

beforeEach(() => {
  for (const name of NAMES) process.env[name] = CANARY;
});
afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

async function environmentOf(more: Partial<SkillCommand> = {}) {
  let env: Record<string, string> = {};
  const argv = [process.execPath, "-e", "console.log(JSON.stringify(process.env))"];
  const runner = createProcessRunner({
    command: () => ({ argv, cwd: temporaryFolder(), ...more }),
    interpret: ({ stdout }) => {
      env = JSON.parse(stdout);
      return { result: "success" };
    },
  });
  await runner.execute(sampleOrder(), portContext());
  return env;
}

describe("rule 18: children get an argument vector and an allow list of variables, never a shell", () => {
  it("a child sees PATH and HOME, and no secret of ours", async () => {
    const env = await environmentOf();
    expect(env.PATH).toBe(process.env.PATH);
    expect(JSON.stringify(env)).not.toContain(CANARY);
    const ours =
      /^(?:PATH|HOME|LANG|LC_ALL|LC_CTYPE|TZ|TMPDIR|TEMP|TMP|USER|LOGNAME|USERPROFILE|PATHEXT|APPDATA|LOCALAPPDATA|S[Yy][Ss][Tt][Ee][Mm]R[Oo][Oo][Tt])$/;
    expect(Object.keys(env).filter((name) => !ours.test(name))).toEqual([]);
  });

  it("a named key reaches it, and only that one", async () => {
    const env = await environmentOf({ passEnv: ["GITHUB_TOKEN"] });
    expect(env.GITHUB_TOKEN).toBe(CANARY);
    expect(Object.values(env).filter((value) => value === CANARY)).toHaveLength(1);
  });

  it.each([
    "NODE_OPTIONS",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ld_preload",
    "A=B",
    "",
    "PATH;x",
  ])("the variable %j is refused", async (name) => {
    await expect(environmentOf({ passEnv: [name] })).rejects.toMatchObject({ code: "input-invalid" });
    await expect(environmentOf({ env: { [name]: "x" } })).rejects.toMatchObject({ code: "input-invalid" });
  });

  it.each(["$(touch ran)", "; touch ran", "`touch ran`", "| touch ran", "&& touch ran", "$HOME", "*"])(
    "the argument %j is only text",
    async (argument) => {
      const cwd = temporaryFolder();
      let said = "";
      const runner = createProcessRunner({
        command: () => ({
          argv: [process.execPath, "-e", "console.log(process.argv[1])", "--", argument],
          cwd,
        }),
        interpret: ({ stdout }) => {
          said = stdout.trim();
          return { result: "success" };
        },
      });
      await runner.execute(sampleOrder(), portContext());
      expect(said).toBe(argument);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it("dependency installs see no more", async () => {
    const seen = join(temporaryFolder(), "env.json");
    const script = `require("fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env))`;
    const argv = [[process.execPath, "-e", script]];
    const approval = mintApproval({ kind: "provision", argv }, { expiresAt: Number.MAX_SAFE_INTEGER });
    await createProcessProvisioner().provision({ argv, approval }, portContext());
    expect(readFileSync(seen, "utf8")).not.toContain(CANARY);
  });

  it("one place starts processes, and it takes no shell", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const starters = sources.filter((file) =>
      /from "node:child_process"/.test(readFileSync(join("src", file), "utf8")),
    );
    expect(starters).toEqual(["node/process-run.ts"]);
    expect(readFileSync("src/node/process-run.ts", "utf8")).toContain("shell: false");
    for (const file of sources) expect(readFileSync(join("src", file), "utf8")).not.toMatch(/shell:\s*true/);
  });
});
