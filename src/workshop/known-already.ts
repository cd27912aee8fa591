import { addedText, type Change } from "./change.js";
import { type Desk, portContext } from "./desk.js";
import { findDuplicate } from "./duplicates.js";
import type { Proposal } from "./proposal.js";
import type { WorkshopState } from "./state.js";
import { skillPath } from "./workspace-paths.js";

/** What a change repeats, and which applied proposals no longer count because their text was taken out of the skill. */
export interface KnownAlready {
  readonly duplicate: Proposal | undefined;
  readonly gone: ReadonlySet<string>;
}

/** Finds the duplicate of a change. Advice that somebody removed from its skill may be given again. */
export async function knownAlready(
  desk: Desk,
  state: WorkshopState,
  skillName: string,
  change: Change,
): Promise<KnownAlready> {
  const gone = new Set<string>();
  for (;;) {
    const duplicate = findDuplicate(state.proposals, skillName, change, gone)?.proposal;
    if (duplicate?.status !== "applied" || (await stillSays(desk, duplicate))) return { duplicate, gone };
    gone.add(duplicate.id);
  }
}

async function stillSays(desk: Desk, { skillName, change }: Proposal): Promise<boolean> {
  const file = await desk.files.read({ path: skillPath(skillName) }, portContext(desk));
  if (file === undefined) return false;
  const lines = new Set(linesOf(file.text));
  const body = change.kind === "create" ? change.body : addedText(change);
  // Headings may have been adapted to the section.
  return linesOf(body).every((line) => line.startsWith("#") || lines.has(line));
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
