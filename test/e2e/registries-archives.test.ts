import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArchive } from "../../src/registries/read-archive.js";
import { temporaryFolder } from "../support/installer-world.js";

/** Archives by the programs that really make them: git, as code hosts do, and the system's tar. */

const LONG = `references/${"a-rather-long-folder-name/".repeat(5)}notes.md`;
const FILES: Readonly<Record<string, string>> = {
  "SKILL.md": "---\nname: probe\n---\n\n# Probe\n",
  "scripts/run.sh": "echo hi\n",
  "references/überblick 日本.md": "Text\n",
  [LONG]: "Long\n",
  "empty.txt": "",
};

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A repository with the skill in a folder, other things around it, and a link among those. */
function repository(): string {
  const folder = temporaryFolder();
  write(join(folder, "skills/probe"), FILES);
  chmodSync(join(folder, "skills/probe/scripts/run.sh"), 0o755);
  write(folder, { "README.md": "# Repository\n", "docs/aux.md": "a name that Windows does not allow\n" });
  symlinkSync("README.md", join(folder, "docs/link.md"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "x");
  return folder;
}

const contents = (bundle: ReturnType<typeof readArchive>) =>
  Object.fromEntries(bundle.files.map((file) => [file.path, new TextDecoder().decode(file.bytes)]));

describe("git archive, as code hosts send it", () => {
  test.each(["zip", "tar.gz"])("%s", (format) => {
    const folder = repository();
    const args = ["archive", `--format=${format}`, "--prefix=probe-0123456789/", "HEAD"];
    const bytes = new Uint8Array(execFileSync("git", args, { cwd: folder }));
    const root = { stripFirstFolder: true, subpath: "skills/probe" };
    const bundle = readArchive(bytes, { root });
    expect(contents(bundle)).toEqual(FILES);
    expect(bundle.files.filter((file) => file.executable).map((file) => file.path)).toEqual([
      "scripts/run.sh",
    ]);
    expect(() => readArchive(bytes, { root: { stripFirstFolder: true, subpath: "docs" } })).toThrowError(
      expect.objectContaining({ code: "archive-unsafe" }),
    );
  });
});

describe("tar", () => {
  test.each(["gnu", "pax", "ustar"])("in the format %s", (format) => {
    const folder = temporaryFolder();
    write(join(folder, "skill"), FILES);
    const file = join(folder, "skill.tar.gz");
    execFileSync("tar", [`--format=${format}`, "-czf", file, "-C", join(folder, "skill"), "."]);
    expect(contents(readArchive(new Uint8Array(readFileSync(file))))).toEqual(FILES);
  });

  test("with a hard link and with a symbolic link is refused", () => {
    for (const kind of ["-s", ""]) {
      const folder = temporaryFolder();
      write(join(folder, "skill"), { "SKILL.md": "# X\n" });
      execFileSync("ln", [...(kind === "" ? [] : [kind]), "SKILL.md", "other.md"], {
        cwd: join(folder, "skill"),
      });
      const file = join(folder, "skill.tar.gz");
      execFileSync("tar", ["-czf", file, "-C", join(folder, "skill"), "."]);
      expect(() => readArchive(new Uint8Array(readFileSync(file)))).toThrowError(
        expect.objectContaining({ code: "archive-unsafe" }),
      );
    }
  });
});
