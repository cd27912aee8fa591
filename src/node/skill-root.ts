import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import type { SkillLimits } from "../skills/limits.js";
import { readSkill } from "../skills/read-skill.js";
import type { ReadSkill, RejectedSkill, RejectionCode, Skill } from "../skills/skill.js";
import { type SpecMode, takesSingleFiles } from "../skills/spec-mode.js";
import { DEFAULT_DEPTH, type Tier } from "../skills/tiers.js";
import { errnoOf } from "./file-system.js";
import { isInside, readSkillFile, type SkillFileRules } from "./skill-file.js";
import { isSame, type SkillStamp, stampOf } from "./skill-stamp.js";

/** A file that is a skill or claims to be one. */
interface FileNode {
  readonly kind: "file";
  readonly path: string;
  /** Absent where there is nothing to compare: such a file is read again each time. */
  readonly stamp?: SkillStamp;
  readonly read: ReadSkill;
}

interface FolderNode {
  readonly kind: "folder";
  readonly path: string;
  readonly stamp?: SkillStamp;
  readonly children: readonly Child[];
}

interface Child {
  readonly name: string;
  readonly entry: "file" | "folder" | "link";
  readonly node: Node;
}

/** `note`: a refusal without a file that could be watched, such as a link out of the root. */
type Node = FileNode | FolderNode | { readonly kind: "note"; readonly read: ReadSkill };

/** Never entered: caches and dependencies, whose Markdown is nobody's skill. */
const NEVER = new Set(["node_modules", "__pycache__", "venv"]);
/** May be skills, but nothing below them is: what tools generate. */
const NOT_BELOW = new Set(["dist", "build"]);

/** One root folder of one tier: finds skills, remembers them, and looks again at what has changed. */
export class SkillRoot {
  readonly path: string;
  skills: readonly Skill[] = [];
  rejected: readonly RejectedSkill[] = [];
  diagnostics: readonly Diagnostic[] = [];
  readonly #tier: Tier;
  readonly #precedence: number;
  readonly #mode: SpecMode;
  readonly #limits: SkillLimits;
  readonly #rules: SkillFileRules;
  #tree: Node | undefined;
  #realPath = "";
  #startedAt = 0;
  #candidates = 0;
  #folders = 0;
  #dirty = true;
  #overLimit = false;
  #folderLimitHit = false;

  constructor(path: string, tier: Tier, precedence: number, mode: SpecMode, limits: SkillLimits) {
    this.path = path;
    this.#tier = tier;
    this.#precedence = precedence;
    this.#mode = mode;
    this.#limits = limits;
    const follow = tier.links === "follow";
    this.#rules = {
      maximumBytes: limits.maxSkillFileBytes,
      linksOut: follow,
      hardLinks: follow || tier.bundled === true,
      // Other modes fall back to the body's heading and first line.
      headOnly: mode === "standard",
    };
  }

  /** Looks again; true when anything is different from last time. */
  refresh(now: number): boolean {
    // What was left out for a limit was not read; only a complete look tells what may now come in.
    const previous = this.#overLimit ? undefined : this.#tree;
    this.#startedAt = now;
    this.#candidates = 0;
    this.#folders = 0;
    this.#overLimit = false;
    this.#folderLimitHit = false;
    this.#dirty = this.#tree === undefined || previous === undefined;
    this.#realPath = quietly(() => realpathSync(this.path)) ?? this.path;
    const tree = this.#visitFolder(this.path, 0, previous);
    if (tree === undefined && this.#tree !== undefined) this.#dirty = true;
    this.#tree = tree;
    if (!this.#dirty) return false;
    this.#collect(tree);
    return true;
  }

  /** Folders whose changes matter: the watcher's list. */
  watchedFolders(): readonly string[] {
    const folders: string[] = [];
    const walk = (node: Node): void => {
      if (node.kind === "file") folders.push(dirname(node.path));
      if (node.kind !== "folder") return;
      folders.push(node.path);
      for (const child of node.children) walk(child.node);
    };
    if (this.#tree !== undefined) walk(this.#tree);
    return folders;
  }

  /** The folder as a skill, as a folder of skills, or nothing. */
  #visitFolder(path: string, depth: number, previous: Node | undefined): Node | undefined {
    let own: FileNode | undefined;
    if (previous?.kind === "file") own = this.#revisitFile(previous);
    else if (previous?.kind === "folder" && this.#isUnchanged(previous, path))
      return this.#revisitChildren(previous, depth);
    else if (this.#mode === "standard") own = this.#readFile(`${path}${sep}SKILL.md`, basename(path));
    return own !== undefined && isSkillAt(depth, own) ? own : this.#readFolder(path, depth, previous, own);
  }

  #isUnchanged(previous: FolderNode, path: string): boolean {
    const status = statSync(path, { throwIfNoEntry: false });
    return status !== undefined && previous.stamp !== undefined && isSame(previous.stamp, status);
  }

  #revisitChildren(folder: FolderNode, depth: number): Node {
    this.#folders += 1;
    let changed = false;
    const children: Child[] = [];
    for (const child of folder.children) {
      const node = this.#revisitChild(child, `${folder.path}${sep}${child.name}`, depth + 1);
      if (node === undefined) {
        changed = true;
        this.#dirty = true;
        continue;
      }
      if (node.kind === "file" && child.name === "SKILL.md" && isSkillAt(depth, node)) return node;
      if (node !== child.node) changed = true;
      children.push(node === child.node ? child : { ...child, node });
    }
    return changed ? { ...folder, children } : folder;
  }

  #revisitChild(child: Child, path: string, depth: number): Node | undefined {
    if (child.entry === "file")
      return child.node.kind === "file" ? this.#revisitFile(child.node) : child.node;
    if (child.entry === "link") return this.#visitLink(path, child.name, depth, child.node);
    return this.#visitFolder(path, depth, child.node);
  }

  #revisitFile(node: FileNode): FileNode | undefined {
    const status = lstatSync(node.path, { throwIfNoEntry: false });
    if (status !== undefined && node.stamp !== undefined && isSame(node.stamp, status)) {
      this.#candidates += 1;
      return node;
    }
    return this.#readFile(node.path, idOf(node.read), node);
  }

  #readFolder(
    path: string,
    depth: number,
    previous: Node | undefined,
    rootFile: FileNode | undefined,
  ): Node | undefined {
    this.#folders += 1;
    let status: Stats;
    let entries: Dirent[];
    try {
      status = statSync(path);
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      return this.#unreadableFolder(path, errnoOf(error), depth);
    }
    this.#dirty = true;
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    if (this.#mode !== "standard") {
      const own = entries.find((entry) => /^skill\.md$/i.test(entry.name) && !entry.isDirectory());
      const skill =
        own === undefined ? undefined : this.#readFile(`${path}${sep}${own.name}`, basename(path));
      if (skill !== undefined && isSkillAt(depth, skill)) return skill;
    }
    const closed = depth > 0 && NOT_BELOW.has(basename(path));
    const known = new Map(
      previous?.kind === "folder" ? previous.children.map((child) => [child.name, child]) : [],
    );
    const children: Child[] =
      rootFile === undefined ? [] : [{ name: "SKILL.md", entry: "file", node: rootFile }];
    for (const entry of closed ? [] : entries) {
      const child = this.#visitEntry(path, entry, depth + 1, known.get(entry.name));
      if (child !== undefined) children.push(child);
    }
    return { kind: "folder", path, stamp: stampOf(status, this.#startedAt), children };
  }

  #visitEntry(folder: string, entry: Dirent, depth: number, known: Child | undefined): Child | undefined {
    const { name } = entry;
    if (name.startsWith(".") || NEVER.has(name)) return undefined;
    const path = `${folder}${sep}${name}`;
    const kind = entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "file";
    const previous = known?.entry === kind ? known.node : undefined;
    if (kind === "file") {
      if (!entry.isFile() || !this.#isSingleFile(name)) return undefined;
      const node =
        previous?.kind === "file"
          ? this.#revisitFile(previous)
          : this.#readFile(path, withoutExtension(name));
      return node === undefined ? undefined : { name, entry: kind, node };
    }
    if (depth > (this.#tier.depth ?? DEFAULT_DEPTH) || this.#tooManyFolders()) return undefined;
    const node =
      kind === "link"
        ? this.#visitLink(path, name, depth, previous)
        : this.#visitFolder(path, depth, previous);
    return node === undefined ? undefined : { name, entry: kind, node };
  }

  #visitLink(path: string, name: string, depth: number, previous: Node | undefined): Node | undefined {
    const target = quietly(() => realpathSync(path));
    const status = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false });
    if (target === undefined || status === undefined)
      return this.#note(
        previous,
        path,
        name,
        "file-unreadable",
        "The link leads nowhere.",
        "Remove it, or correct its target.",
      );
    if (!status.isDirectory()) {
      if (!this.#isSingleFile(name)) return undefined;
      return previous?.kind === "file"
        ? this.#revisitFile(previous)
        : this.#readFile(path, withoutExtension(name));
    }
    // A link to a folder above itself would be followed until the depth ends.
    if (isInside(path, target)) return undefined;
    const policy = this.#tier.links ?? "contained";
    const trusted =
      policy === "follow" ||
      isInside(target, this.#realPath) ||
      (this.#tier.linkTargets ?? []).some((folder) =>
        isInside(target, quietly(() => realpathSync(folder)) ?? folder),
      );
    if (trusted) return this.#visitFolder(path, depth, previous?.kind === "note" ? undefined : previous);
    const skillFolder =
      policy === "skill-folders" &&
      lstatSync(`${path}${sep}SKILL.md`, { throwIfNoEntry: false }) !== undefined;
    if (skillFolder) return this.#visitFolder(path, depth, previous?.kind === "note" ? undefined : previous);
    return this.#note(
      previous,
      path,
      name,
      "outside-root",
      "The folder is a link out of its root.",
      "Add its real folder to skills.load.allowSymlinkTargets, or copy it.",
    );
  }

  #readFile(path: string, id: string, previous?: FileNode): FileNode | undefined {
    if (this.#candidates >= this.#limits.maxCandidatesPerRoot) {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
      this.#overLimit = true;
      this.#candidates += 1;
      const message = `More than ${this.#limits.maxCandidatesPerRoot} skills in one root.`;
      return { kind: "file", path, read: this.#refuse(path, id, "limit", message, []) };
    }
    const file = readSkillFile(path, this.#rules);
    if (file.kind === "absent") return undefined;
    this.#candidates += 1;
    const stamp = file.status === undefined ? undefined : stampOf(file.status, this.#startedAt);
    if (file.kind === "read" && previous?.read.skill?.digest === file.digest) {
      return { ...previous, ...(stamp === undefined ? {} : { stamp }) };
    }
    this.#dirty = true;
    const read =
      file.kind === "read"
        ? readSkill(file.text, {
            file: path,
            directory: dirname(path),
            id,
            tier: this.#tier.id,
            precedence: this.#precedence,
            bundled: this.#tier.bundled ?? false,
            mode: this.#mode,
            digest: file.digest,
          })
        : this.#refuse(path, id, file.code, file.message, [file.fix]);
    return { kind: "file", path, read, ...(stamp === undefined ? {} : { stamp }) };
  }

  #refuse(
    file: string,
    id: string,
    code: RejectionCode,
    message: string,
    [fix]: readonly string[],
  ): ReadSkill {
    const diagnostic: Diagnostic = {
      code: `skill-${code}`,
      severity: "error",
      message: `Skill left out: ${message}`,
      file,
      ...(fix === undefined ? {} : { fix }),
    };
    return {
      rejected: { id, name: id, file, tier: this.#tier.id, code, message },
      // Limits are told once for the root, not once for each file.
      diagnostics: code === "limit" ? [] : [diagnostic],
    };
  }

  #note(
    previous: Node | undefined,
    path: string,
    name: string,
    code: RejectionCode,
    message: string,
    fix: string,
  ): Node {
    if (previous?.kind === "note" && previous.read.rejected?.code === code) return previous;
    this.#dirty = true;
    return { kind: "note", read: this.#refuse(path, name, code, message, [fix]) };
  }

  #unreadableFolder(path: string, code: string, depth: number): Node | undefined {
    this.#dirty = true;
    if (code === "ENOENT" && (depth > 0 || this.#tier.expected !== true)) return undefined;
    const why = code === "ENOENT" ? "The folder does not exist." : `The folder can't be read (${code}).`;
    return this.#note(
      undefined,
      path,
      basename(path),
      "file-unreadable",
      why,
      "Check the path and its permissions.",
    );
  }

  #isSingleFile(name: string): boolean {
    return takesSingleFiles(this.#mode) && /\.md$/i.test(name) && !/^(?:readme|skill)\.md$/i.test(name);
  }

  /** Folders without skills do not count as candidates, but somebody may point a root at a whole disk. */
  #tooManyFolders(): boolean {
    const maximum = Math.max(1_000, 10 * this.#limits.maxCandidatesPerRoot);
    if (this.#folders < maximum) return false;
    this.#folderLimitHit = true;
    return true;
  }

  #collect(tree: Node | undefined): void {
    const skills: Skill[] = [];
    const rejected: RejectedSkill[] = [];
    const diagnostics: Diagnostic[] = [];
    const walk = (node: Node): void => {
      if (node.kind === "folder") {
        for (const child of node.children) walk(child.node);
        return;
      }
      if (node.read.skill !== undefined) skills.push(node.read.skill);
      else rejected.push(node.read.rejected);
      for (const diagnostic of node.read.diagnostics) diagnostics.push(diagnostic);
    };
    if (tree !== undefined) walk(tree);
    if (this.#overLimit) {
      diagnostics.push({
        code: "limit-candidates",
        severity: "warning",
        file: this.path,
        message: `The root has ${this.#candidates} skills; the first ${this.#limits.maxCandidatesPerRoot} were looked at.`,
        fix: "Raise skills.limits.maxCandidatesPerRoot.",
      });
    }
    if (this.#folderLimitHit) {
      diagnostics.push({
        code: "limit-folders",
        severity: "warning",
        file: this.path,
        message: "The root has very many folders without skills; the rest was not searched.",
        fix: "Point the root at a folder of skills.",
      });
    }
    this.skills = skills;
    this.rejected = rejected;
    this.diagnostics = diagnostics;
  }
}

/** An unusable SKILL.md in the root itself must not hide the skills below it. */
function isSkillAt(depth: number, node: FileNode): boolean {
  return depth > 0 || node.read.skill !== undefined;
}

function idOf(read: ReadSkill): string {
  return read.skill?.id ?? read.rejected?.id ?? "";
}

function withoutExtension(name: string): string {
  return name.replace(/\.md$/i, "");
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
