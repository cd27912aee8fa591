import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import type { SkillLimits } from "../skills/limits.js";
import { readSkill } from "../skills/read-skill.js";
import type { ReadSkill, RejectedSkill, Skill } from "../skills/skill.js";
import { type SpecMode, takesSingleFiles } from "../skills/spec-mode.js";
import { DEFAULT_DEPTH, type Tier } from "../skills/tiers.js";
import { errnoOf } from "./file-system.js";
import { ownStatusOf, statusOf } from "./quiet-stat.js";
import { readSkillFile, type SkillFileRules } from "./skill-file.js";
import { followLink, realPath } from "./skill-link.js";
import {
  type Child,
  contentOf,
  type FileNode,
  type FolderNode,
  foldersOf,
  idOf,
  isSkillAt,
  type Node,
  type Refusal,
  refuse,
} from "./skill-node.js";
import { limitDiagnostics } from "./skill-root-limits.js";
import { isSame, stampOf } from "./skill-stamp.js";

/** Never entered: installed packages may bring a SKILL.md, but nobody has chosen it. */
const NEVER = new Set(["node_modules"]);
/** May be skills, but nothing below them is, for the same reason. */
const NOT_BELOW = new Set(["venv", "__pycache__", "site-packages"]);

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
  #reads: readonly ReadSkill[] | undefined;
  #realPath = "";
  #startedAt = 0;
  #candidates = 0;
  #folders = 0;
  #overLimit = false;
  #cuts: readonly FolderNode[] = [];

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
    const complete = !this.#overLimit && !this.#cuts.some(({ cut }) => cut === "folders");
    const previous = complete ? this.#tree : undefined;
    this.#startedAt = now;
    this.#candidates = 0;
    this.#folders = 0;
    this.#overLimit = false;
    const obstacle = this.#obstacle();
    if (obstacle !== undefined) {
      this.#tree = this.#unreadableFolder(this.path, obstacle, 0, previous);
    } else {
      this.#realPath = realPath(this.path) ?? this.path;
      this.#tree = this.#visitFolder(this.path, 0, previous);
    }
    const { reads, cuts } = contentOf(this.#tree);
    const same =
      this.#reads !== undefined && isSameList(this.#reads, reads) && cuts.length === this.#cuts.length;
    this.#reads = reads;
    this.#cuts = cuts;
    if (same) return false;
    this.#collect(reads);
    return true;
  }

  /** Folders whose changes matter: the watcher's list. */
  watchedFolders(): readonly string[] {
    return foldersOf(this.#tree);
  }

  /** Why the root can't be looked at: one bad root must not cost the others. */
  #obstacle(): string | undefined {
    try {
      // Most of the usual places do not exist; asking costs less than failing.
      return statSync(this.path, { throwIfNoEntry: false }) === undefined ? "ENOENT" : undefined;
    } catch (error) {
      return errnoOf(error);
    }
  }

  /** The folder as a skill, as a folder of skills, or nothing. */
  #visitFolder(path: string, depth: number, previous: Node | undefined): Node | undefined {
    if (previous?.kind === "folder" && this.#isUnchanged(previous, path))
      return this.#revisitChildren(previous, depth);
    let own: FileNode | undefined;
    if (previous?.kind === "file") own = this.#revisitFile(previous);
    else if (this.#mode === "standard")
      own = this.#readFile(`${path}${sep}SKILL.md`, basename(path), ownFile(previous));
    return own !== undefined && isSkillAt(depth, own) ? own : this.#readFolder(path, depth, previous, own);
  }

  #isUnchanged(previous: FolderNode, path: string): boolean {
    const status = statusOf(path);
    return status !== undefined && previous.stamp !== undefined && isSame(previous.stamp, status);
  }

  #revisitChildren(folder: FolderNode, depth: number): Node {
    this.#folders += 1;
    // Copied at the first difference: usually there is none.
    let children: Child[] | undefined;
    for (const [index, child] of folder.children.entries()) {
      const node = this.#revisitChild(child, `${folder.path}${sep}${child.name}`, depth + 1);
      if (node !== child.node) children ??= folder.children.slice(0, index);
      if (node === undefined) continue;
      if (node.kind === "file" && child.name === "SKILL.md" && isSkillAt(depth, node)) return node;
      children?.push(node === child.node ? child : { ...child, node });
    }
    return children === undefined ? folder : { ...folder, children };
  }

  #revisitChild(child: Child, path: string, depth: number): Node | undefined {
    if (child.entry === "file")
      return child.node.kind === "file" ? this.#revisitFile(child.node) : child.node;
    if (child.entry === "link") return this.#visitLink(path, child.name, depth, child.node);
    return this.#visitFolder(path, depth, child.node);
  }

  #revisitFile(node: FileNode): FileNode | undefined {
    const status = ownStatusOf(node.path);
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
      return this.#unreadableFolder(path, errnoOf(error), depth, previous);
    }
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
    let cut: FolderNode["cut"];
    for (const entry of closed ? [] : entries) {
      const child = this.#visitEntry(path, entry, depth + 1, known.get(entry.name));
      if (typeof child === "string") cut = child;
      else if (child !== undefined) children.push(child);
    }
    const stamp = stampOf(status, this.#startedAt);
    return { kind: "folder", path, stamp, children, ...(cut === undefined ? {} : { cut }) };
  }

  #visitEntry(
    folder: string,
    entry: Dirent,
    depth: number,
    known: Child | undefined,
  ): Child | NonNullable<FolderNode["cut"]> | undefined {
    const { name } = entry;
    if (name.startsWith(".") || NEVER.has(name)) return undefined;
    const path = `${folder}${sep}${name}`;
    const kind = entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "file";
    const previous = known?.entry === kind ? known.node : undefined;
    if (kind === "file") {
      if (!entry.isFile() || !this.#isSingleFile(name)) return undefined;
      const node = this.#visitSingleFile(path, name, previous);
      return node === undefined ? undefined : { name, entry: kind, node };
    }
    if (depth > (this.#tier.depth ?? DEFAULT_DEPTH)) return "depth";
    // Folders without skills are no candidates, but somebody may point a root at a whole disk.
    if (this.#folders >= Math.max(1_000, 10 * this.#limits.maxCandidatesPerRoot)) return "folders";
    const node =
      kind === "link"
        ? this.#visitLink(path, name, depth, previous)
        : this.#visitFolder(path, depth, previous);
    return node === undefined ? undefined : { name, entry: kind, node };
  }

  #visitSingleFile(path: string, name: string, previous: Node | undefined): FileNode | undefined {
    if (previous?.kind === "file") return this.#revisitFile(previous);
    return this.#readFile(path, name.replace(/\.md$/i, ""));
  }

  #visitLink(path: string, name: string, depth: number, previous: Node | undefined): Node | undefined {
    const target = followLink(path, this.#tier, this.#realPath);
    if (target === "loop") return undefined;
    if (target === "file")
      return this.#isSingleFile(name) ? this.#visitSingleFile(path, name, previous) : undefined;
    if (target !== "folder") return this.#note(path, target, previous);
    return this.#visitFolder(path, depth, previous?.kind === "note" ? undefined : previous);
  }

  #readFile(path: string, id: string, previous?: FileNode): FileNode | undefined {
    const tier = this.#tier.id;
    if (this.#candidates >= this.#limits.maxCandidatesPerRoot) {
      if (ownStatusOf(path) === undefined) return undefined;
      this.#overLimit = true;
      this.#candidates += 1;
      const message = `More than ${this.#limits.maxCandidatesPerRoot} skills in one root.`;
      const read = refuse(path, tier, { code: "limit", message }, previous?.read, id);
      return { kind: "file", path, stamp: undefined, read };
    }
    const file = readSkillFile(path, this.#rules);
    if (file.kind === "absent") return undefined;
    this.#candidates += 1;
    const stamp = file.status === undefined ? undefined : stampOf(file.status, this.#startedAt);
    if (file.kind === "refused")
      return { kind: "file", path, stamp, read: refuse(path, tier, file, previous?.read, id) };
    const { digest, target } = file;
    if (previous !== undefined && previous.digest === digest)
      return { kind: "file", path, stamp, digest, target, read: previous.read };
    const read = readSkill(file.text, {
      file: path,
      directory: dirname(path),
      id,
      tier,
      precedence: this.#precedence,
      bundled: this.#tier.bundled ?? false,
      mode: this.#mode,
      digest,
    });
    return { kind: "file", path, stamp, digest, target, read };
  }

  #note(path: string, refusal: Refusal, previous: Node | undefined): Node {
    const known = previous?.kind === "note" ? previous : undefined;
    const read = refuse(path, this.#tier.id, refusal, known?.read);
    return known !== undefined && read === known.read ? known : { kind: "note", read };
  }

  #unreadableFolder(path: string, code: string, depth: number, previous: Node | undefined): Node | undefined {
    const absent = code === "ENOENT" || code === "ENOTDIR";
    if (absent && (depth > 0 || this.#tier.expected !== true)) return undefined;
    const message = absent ? "The folder does not exist." : `The folder can't be read (${code}).`;
    return this.#note(
      path,
      { code: "file-unreadable", message, fix: "Check the path and its permissions." },
      previous,
    );
  }

  #isSingleFile(name: string): boolean {
    return takesSingleFiles(this.#mode) && /\.md$/i.test(name) && !/^(?:readme|skill)\.md$/i.test(name);
  }

  #collect(reads: readonly ReadSkill[]): void {
    this.skills = reads.flatMap(({ skill }) => (skill === undefined ? [] : [skill]));
    this.rejected = reads.flatMap(({ rejected }) => (rejected === undefined ? [] : [rejected]));
    this.diagnostics = [
      ...reads.flatMap(({ diagnostics }) => diagnostics),
      ...limitDiagnostics({
        root: this.path,
        cuts: this.#cuts,
        candidates: this.#overLimit ? this.#candidates : undefined,
        maximum: this.#limits.maxCandidatesPerRoot,
      }),
    ];
  }
}

/** The unusable SKILL.md that lies in a folder of skills itself. */
function ownFile(previous: Node | undefined): FileNode | undefined {
  if (previous?.kind !== "folder") return undefined;
  const own = previous.children.find(({ name, entry }) => name === "SKILL.md" && entry === "file")?.node;
  return own?.kind === "file" ? own : undefined;
}

function isSameList(a: readonly ReadSkill[], b: readonly ReadSkill[]): boolean {
  return a.length === b.length && a.every((read, index) => read === b[index]);
}
