import { safeText } from "../text/safe-text.js";
import type { MetadataReport, View } from "./metadata-report.js";
import { isNear, isOrdinary, NAMESPACES, namesNamespace } from "./near-key.js";
import { asRecord } from "./values.js";

/** The block that restricts a skill, and where it stands. */
export interface Block {
  readonly path: readonly string[];
  readonly view: View;
}

/** Requirements, in OpenClaw's words. */
export const REQUIREMENTS = ["bins", "anyBins", "env", "config"] as const;

/** Nearly all headers have nothing of the kind, and should cost nothing. */
export function mayRestrict(key: string, value: unknown): boolean {
  return !isOrdinary(key) || holdsNamespace(value);
}

function holdsNamespace(value: unknown): boolean {
  // JSON as text, which is one way to write `metadata`.
  if (typeof value === "string") return value.startsWith("{") && namesNamespace(value);
  const record = asRecord(value);
  return record !== undefined && NAMESPACES.some((name) => asRecord(record[name]) !== undefined);
}

/** Finds the block, and everything that looks like one in a place where nobody looks for it. */
export class MetadataBlockFinder {
  readonly #report: MetadataReport;
  /** A place that has requirements although it is not the block. */
  #stray: Block | undefined;

  constructor(report: MetadataReport) {
    this.#report = report;
  }

  /**
   * Inside `metadata` (the holder), else at the top level. Anything that looks like a second or misspelt block is
   * reported.
   */
  find(data: View): { readonly block: Block | undefined; readonly holder: View | undefined } {
    const report = this.#report;
    const outer = report.pick(data, "metadata");
    const holder = outer === undefined || outer === null ? undefined : report.record(outer, ["metadata"]);
    const blocks: Block[] = [];
    for (const [place, path] of [
      [holder, ["metadata"]],
      [data, []],
    ] as const) {
      if (place === undefined) continue;
      for (const name of NAMESPACES) {
        const block = report.pick(place, name, path);
        if (block === undefined) continue;
        const record = report.record(block, [...path, name]);
        if (record !== undefined) blocks.push({ path: [...path, name], view: record });
      }
      this.#checkStrays(place, path);
    }
    const [first, ...others] = blocks;
    for (const other of others) {
      // Skills carry the same block under two names; but one that restricts more must not be passed over.
      const more = ["requires", "os"].find(
        (key) => key in other.view.record && !(key in (first?.view.record ?? {})),
      );
      if (more !== undefined) report.break([...other.path, more], "another block is used, which lacks it");
      else
        report.warn(
          "metadata-second-block",
          `\`${other.path.join(".")}\` is not used: there is another block.`,
          other.path,
        );
    }
    return { block: first ?? this.#stray, holder };
  }

  /** Keys that people meant to restrict something with, where nobody looks for them. */
  #checkStrays(view: View, path: readonly string[]): void {
    const report = this.#report;
    const { record } = view;
    for (const key of view.keys) {
      const value = record[key];
      if (isOrdinary(key) && !holdsNamespace(value)) continue;
      if (NAMESPACES.some((name) => isNear(key, name))) continue;
      if (!(path.length === 0 && isNear(key, "metadata")) && holdsNamespace(value))
        report.break([...path, key], "its content belongs directly below `metadata`");
      else if (namesNamespace(key) && (key.includes(".") || asRecord(value) !== undefined))
        report.break([...path, key], "its key is not exactly `openclaw`");
      else if (isNear(key, "requires")) this.#misplaced({ view, path }, key);
    }
  }

  /**
   * Requirements outside of the block. Below an empty `metadata` they have lost their indentation. In OpenClaw's own words they
   * are applied; in others they may be meant for another program.
   */
  #misplaced(place: Block, key: string): void {
    const report = this.#report;
    const path = [...place.path, key];
    const value = place.view.record[key];
    if (place.view.record.metadata === null) {
      report.break(path, "it does not stand below `metadata.openclaw`");
      return;
    }
    if (value === null) return;
    const requires = asRecord(value);
    const applies =
      requires !== undefined &&
      Object.keys(requires).some((name) => REQUIREMENTS.some((known) => isNear(name, known)));
    if (applies) this.#stray ??= place;
    report.warn(
      "metadata-misplaced",
      `\`${safeText(path.join("."), 100)}\` is ${applies ? "applied, but other readers ignore it here" : "not checked here"}.`,
      path,
      "Move it below `metadata.openclaw`.",
    );
  }
}
