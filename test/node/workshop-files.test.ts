import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNodeWorkspaceFiles } from "../../src/node/workshop-files.js";
import { mintApproval } from "../../src/safety/approval.js";
import { textDigest } from "../../src/safety/tree-digest.js";
import { codeOf } from "../support/workshop-desk.js";

let outside = "";
let workspace = "";
beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "workshop-files-")));
  workspace = join(root, "workspace");
  outside = join(root, "outside");
  await mkdir(workspace);
  await mkdir(outside);
});
afterEach(() => rm(join(workspace, ".."), { recursive: true, force: true }));

const context = () => ({
  signal: new AbortController().signal,
  deadline: Date.now() + 10_000,
  flowId: "test",
});
const approval = (path: string, text: string) =>
  mintApproval(
    { kind: "write", subject: path, digest: textDigest(text) },
    { expiresAt: Date.now() + 10_000 },
  );
const write = (path: string, text: string, expected?: string, executable = false) =>
  createNodeWorkspaceFiles({ directory: workspace }).write(
    {
      path,
      text,
      executable,
      expected: expected === undefined ? undefined : textDigest(expected),
      approval: approval(path, text),
    },
    context(),
  );
const remove = (path: string, text: string) =>
  createNodeWorkspaceFiles({ directory: workspace }).remove(
    { path, expected: textDigest(text), approval: approval(path, text) },
    context(),
  );
const at = (path: string): string => join(workspace, ...path.split("/"));
const SKILL = "skills/demo/SKILL.md";

describe("writing", () => {
  test("a new file, its replacement and its removal leave nothing else behind", async () => {
    await write(SKILL, "one\n");
    expect(await readFile(at(SKILL), "utf8")).toBe("one\n");
    expect((await stat(at(SKILL))).nlink).toBe(1);
    await write(SKILL, "two\n", "one\n");
    expect(await readFile(at(SKILL), "utf8")).toBe("two\n");
    expect(await readdir(at("skills/demo"))).toEqual(["SKILL.md"]);
    await remove(SKILL, "two\n");
    expect(await readdir(at("skills"))).toEqual([]);
  });

  test("a replaced file keeps its mode; an executable is one for its owner only", async () => {
    await write(SKILL, "one\n");
    await chmod(at(SKILL), 0o600);
    await write(SKILL, "two\n", "one\n");
    expect((await stat(at(SKILL))).mode & 0o777).toBe(0o600);
    await write("scripts/auto/replay.sh", "echo\n", undefined, true);
    expect((await stat(at("scripts/auto/replay.sh"))).mode & 0o777).toBe(0o700);
  });

  test.each([
    ["another text", "other\n", "one\n"],
    ["a file where none was expected", undefined, "one\n"],
    ["no file where one was expected", "one\n", undefined],
  ])("refuses %s", async (_, expected, present) => {
    if (present !== undefined) await write(SKILL, present);
    expect(await codeOf(write(SKILL, "new\n", expected))).toBe("proposal-stale");
    if (present !== undefined) expect(await readFile(at(SKILL), "utf8")).toBe(present);
  });

  test("needs an approval for exactly this path and text", async () => {
    const files = createNodeWorkspaceFiles({ directory: workspace });
    const other = { path: SKILL, text: "b", expected: undefined, approval: approval(SKILL, "a") };
    expect(await codeOf(files.write(other, context()))).toBe("approval-invalid");
    const forged = { path: SKILL, text: "b", expected: undefined, approval: {} as never };
    expect(await codeOf(files.write(forged, context()))).toBe("approval-invalid");
    expect(await readdir(workspace)).toEqual([]);
  });

  test("what a writer left that died halfway is cleared away", async () => {
    await write(SKILL, "one\n");
    await writeFile(join(at("skills/demo"), ".skill-workshop-0123456789abcdef.tmp"), "half");
    await write(SKILL, "two\n", "one\n");
    expect(await readdir(at("skills/demo"))).toEqual(["SKILL.md"]);
  });

  test("many writers at once: each file change is seen by the next, none is lost", async () => {
    await write(SKILL, "0\n");
    const files = createNodeWorkspaceFiles({ directory: workspace });
    const add = async (line: string): Promise<void> => {
      for (;;) {
        const before = (await files.read({ path: SKILL }, context()))?.text ?? "";
        const outcome = await codeOf(write(SKILL, `${before}${line}\n`, before));
        if (outcome === "resolved") return;
        expect(outcome).toBe("proposal-stale");
      }
    };
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    await Promise.all(lines.map(add));
    const text = await readFile(at(SKILL), "utf8");
    expect(text.trim().split("\n").sort()).toEqual(["0", ...lines].sort());
  });
});

describe("containment", () => {
  const refused = async (path: string) => {
    expect(await codeOf(write(path, "x")), path).toBe("path-unsafe");
    expect(await readdir(outside)).toEqual([]);
  };

  test("a skill folder that is a link out is not written through", async () => {
    await mkdir(at("skills"));
    await symlink(outside, at("skills/demo"));
    await refused(SKILL);
  });

  test("nor is a root, a support folder, a file, or a link to nowhere", async () => {
    await symlink(outside, at("skills"));
    await refused(SKILL);
    await rm(at("skills"));
    await mkdir(at("skills/demo"), { recursive: true });
    await symlink(outside, at("skills/demo/references"));
    await refused("skills/demo/references/x.md");
    await symlink(join(outside, "new.md"), at(SKILL));
    await refused(SKILL);
    // Inside the root, but nowhere: a write would go to another place than the one that was checked.
    await rm(at(SKILL));
    await symlink(at("skills/elsewhere.md"), at(SKILL));
    await refused(SKILL);
    expect(await readdir(at("skills"))).toEqual(["demo"]);
  });

  test("a file where a folder is needed, and links in a circle, are refused with the same code", async () => {
    await write("skills/demo/references/a.md", "x");
    expect(await codeOf(write("skills/demo/references/a.md/b.md", "x"))).toBe("path-unsafe");
    await symlink(at("skills/two"), at("skills/one"));
    await symlink(at("skills/one"), at("skills/two"));
    await refused("skills/one/SKILL.md");
  });

  test("a link that stays inside its root is followed to the real file", async () => {
    await mkdir(at("skills/real"), { recursive: true });
    await symlink(at("skills/real"), at("skills/demo"));
    await write(SKILL, "one\n");
    expect(await readFile(at("skills/real/SKILL.md"), "utf8")).toBe("one\n");
  });

  test.each([
    "SKILL.md",
    "skills/../SKILL.md",
    "skills/demo/../../x",
    "/etc/passwd",
    "scripts/x.sh",
    "skills/.hidden/SKILL.md",
    "skills/demo/a\u0000b",
    "skills/demo/trailing.",
    "skills\\demo\\SKILL.md",
    `skills/${"x".repeat(240)}/SKILL.md`,
  ])("refuses %j", async (path) => {
    await refused(path);
  });

  test("reads neither pipes nor folders nor what is no UTF-8; a byte order mark is kept", async () => {
    const files = createNodeWorkspaceFiles({ directory: workspace });
    const read = (path: string) => files.read({ path }, context());
    await mkdir(at("skills/demo/SKILL.md"), { recursive: true });
    expect(await codeOf(read(SKILL))).toBe("path-unsafe");
    await mkdir(at("skills/latin"), { recursive: true });
    await writeFile(at("skills/latin/SKILL.md"), Buffer.from([0x61, 0xe9]));
    expect(await codeOf(read("skills/latin/SKILL.md"))).toBe("skill-invalid");
    await mkdir(at("skills/bom"), { recursive: true });
    await writeFile(at("skills/bom/SKILL.md"), "\ufeffx");
    expect((await read("skills/bom/SKILL.md"))?.text).toBe("\ufeffx");
    expect(await read("skills/none/SKILL.md")).toBeUndefined();
  });

  test("lists the skills that can be addressed", async () => {
    for (const name of ["a", "b", ".hidden"]) {
      await mkdir(at(`skills/${name}`), { recursive: true });
      await writeFile(at(`skills/${name}/SKILL.md`), "x");
    }
    await mkdir(at("skills/auto/draft"), { recursive: true });
    await writeFile(at("skills/auto/draft/SKILL.md"), "x");
    await writeFile(at("skills/auto/single.md"), "x");
    await writeFile(at("skills/loose.md"), "x");
    expect(await createNodeWorkspaceFiles({ directory: workspace }).list(context())).toEqual([
      "skills/a/SKILL.md",
      "skills/auto/draft/SKILL.md",
      "skills/auto/single.md",
      "skills/b/SKILL.md",
    ]);
  });
});
