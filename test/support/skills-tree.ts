import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder on a real disk that is gone after the test. */
export interface SkillsTree {
  readonly root: string;
  path(...parts: string[]): string;
  /** Writes a file and the folders above it; gives its path. */
  file(path: string, text: string | Uint8Array): string;
  /** Writes `<folder>/SKILL.md`; gives its path. */
  skill(folder: string, description?: string, frontmatter?: string): string;
  /** Writes a program that writes its arguments, one line each, into `<name>.log` beside it. */
  program(path: string, options?: { readonly exitCode?: number; readonly script?: string }): string;
  remove(path: string): void;
}

/** Makes an empty tree; a large one in memory where the system offers that, so that the disk does not decide how long a test takes. */
export function skillsTree(options: { readonly large?: boolean } = {}): SkillsTree {
  const base = options.large === true && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const root = realpathSync(mkdtempSync(join(base, "skill-cortex-skills-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return buildTree(root);
}

/** A tree in a folder that exists and that somebody else removes. */
export function buildTree(root: string): SkillsTree {
  const path = (...parts: string[]): string => join(root, ...parts);
  const file: SkillsTree["file"] = (name, text) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
    return path(name);
  };
  return {
    root,
    path,
    file,
    skill: (folder, description = `Does ${folder}.`, frontmatter = "") =>
      file(`${folder}/SKILL.md`, skillText(folder.split("/").at(-1) ?? folder, description, frontmatter)),
    program: (name, { exitCode = 0, script = "" } = {}) => {
      const place = file(
        name,
        `#!/bin/sh\nprintf '%s\\n' "$@" > "${path(name)}.log"\n${script}\nexit ${exitCode}\n`,
      );
      chmodSync(place, 0o755);
      return place;
    },
    remove: (name) => rmSync(path(name), { recursive: true, force: true }),
  };
}

/** The text of a small skill. */
export function skillText(name: string, description: string, frontmatter = ""): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${frontmatter}---\n\n# ${name}\n\nSteps.\n`;
}
