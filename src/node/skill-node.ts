import { basename, dirname } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import type { ReadSkill, RejectionCode } from "../skills/skill.js";
import type { SkillStamp } from "./skill-stamp.js";

/** A file that is a skill or claims to be one. */
export interface FileNode {
  readonly kind: "file";
  readonly path: string;
  /** Undefined where there is nothing to compare: such a file is read again each time. */
  readonly stamp: SkillStamp | undefined;
  /** Of the bytes; absent when they could not be read. */
  readonly digest?: string;
  /** The real folder of a file that is reached through a link. */
  readonly target?: string | undefined;
  readonly read: ReadSkill;
}

/** A folder that may hold skills, at any depth. */
export interface FolderNode {
  readonly kind: "folder";
  readonly path: string;
  readonly stamp?: SkillStamp;
  readonly children: readonly Child[];
  /** Some of its folders were not searched, because of this limit. */
  readonly cut?: "depth" | "folders";
}

/** One entry of a folder. */
export interface Child {
  readonly name: string;
  readonly entry: "file" | "folder" | "link";
  readonly node: Node;
}

/** `note`: a refusal without a file that could be watched, such as a link out of the root. */
export type Node = FileNode | FolderNode | { readonly kind: "note"; readonly read: ReadSkill };

/** Everything that was read below a node, and every folder that was not searched whole, in the order of discovery. */
export function contentOf(tree: Node | undefined): {
  readonly reads: readonly ReadSkill[];
  readonly cuts: readonly FolderNode[];
} {
  const reads: ReadSkill[] = [];
  const cuts: FolderNode[] = [];
  const walk = (node: Node): void => {
    if (node.kind !== "folder") {
      reads.push(node.read);
      return;
    }
    if (node.cut !== undefined) cuts.push(node);
    for (const child of node.children) walk(child.node);
  };
  if (tree !== undefined) walk(tree);
  return { reads, cuts };
}

/** Folders in which a change would matter. */
export function foldersOf(tree: Node | undefined): readonly string[] {
  const folders: string[] = [];
  const walk = (node: Node): void => {
    if (node.kind === "file") {
      folders.push(dirname(node.path));
      if (node.target !== undefined) folders.push(node.target);
    }
    if (node.kind !== "folder") return;
    folders.push(node.path);
    for (const child of node.children) walk(child.node);
  };
  if (tree !== undefined) walk(tree);
  return folders;
}

/** What a refusal says, and what to do about it. */
export interface Refusal {
  readonly code: RejectionCode;
  readonly message: string;
  readonly fix?: string;
}

/** A refused file as the reader of skills would report it. The same one again when `previous` says the same. */
export function refuse(
  file: string,
  tier: string,
  { code, message, fix }: Refusal,
  previous?: ReadSkill,
  id: string = basename(file),
): ReadSkill {
  if (previous?.rejected?.code === code && previous.rejected.message === message) return previous;
  const diagnostic: Diagnostic = {
    code: `skill-${code}`,
    severity: "error",
    message: `Skill left out: ${message}`,
    file,
    ...(fix === undefined ? {} : { fix }),
  };
  return {
    rejected: { id, name: id, file, tier, code, message },
    // Limits are told once for the root, not once for each file.
    diagnostics: code === "limit" ? [] : [diagnostic],
  };
}

/** An unusable SKILL.md in the root itself must not hide the skills below it. */
export function isSkillAt(depth: number, node: FileNode): boolean {
  return depth > 0 || node.read.skill !== undefined;
}

/** The id under which a file was read. */
export function idOf(read: ReadSkill): string {
  return read.skill?.id ?? read.rejected?.id ?? "";
}
