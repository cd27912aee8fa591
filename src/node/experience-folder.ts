import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import { buildDraft, type Draft, type DraftOptions, refineDraft } from "../experience/draft.js";
import { proposeDraft } from "../experience/propose-draft.js";
import { parseSession, type Session } from "../experience/trace.js";
import type { Workshop } from "../workshop/create-workshop.js";
import type { SuggestResult } from "../workshop/suggest-result.js";
import { errnoOf } from "./file-system.js";

/** A recorded run is a few hundred kilobytes at most. */
const LARGEST_BYTES = 8_000_000;
/** Never through a link, never waiting for a pipe. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A recorded run and the file that it was read from. */
export interface RecordedSession {
  readonly file: string;
  readonly session: Session;
}

/** Where runs are kept, and the workshop that drafts go to. */
export interface ExperienceFolderOptions extends DraftOptions {
  /** Holds one `*.json` file a run. */
  readonly directory: string;
  readonly workshop: Pick<Workshop, "list" | "suggestDraft">;
}

/** A draft and what the workshop made of it. */
export interface ProposedDraft {
  readonly draft: Draft;
  readonly result: SuggestResult;
}

/** Reads the recorded runs of a folder, in the order of their names. A file that can't be used is reported, not fatal. */
export async function readSessions(directory: string): Promise<Loaded<readonly RecordedSession[]>> {
  const value: RecordedSession[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of await jsonFiles(directory)) {
    const file = join(directory, name);
    const read = await readJson(file);
    if (typeof read === "string") {
      diagnostics.push(unusable(file, read));
      continue;
    }
    parseSession(read.json).match(
      (session) => value.push({ file, session }),
      (error) => diagnostics.push(unusable(file, error.message)),
    );
  }
  return { value, diagnostics };
}

/**
 * Makes drafts of all recorded runs of a folder, one a behaviour and refined by every later run of it, and proposes them to
 * the workshop. Nothing else is written. A draft that the workshop refuses is reported, and the others go on.
 */
export async function proposeFromFolder(
  options: ExperienceFolderOptions,
): Promise<Loaded<readonly ProposedDraft[]>> {
  const { value: recorded, diagnostics: unread } = await readSessions(options.directory);
  const diagnostics: Diagnostic[] = [...unread];
  const value: ProposedDraft[] = [];
  for (const { draft, file, notes } of draftsOf(recorded, options)) {
    diagnostics.push(...notes);
    if (draft === undefined) continue;
    try {
      value.push({ draft, result: await proposeDraft(options.workshop, draft) });
    } catch (error) {
      if (!CortexError.is(error)) throw error;
      diagnostics.push({
        code: "draft-refused",
        severity: "warning",
        message: `The workshop refused the draft (${error.code}): ${error.message}`,
        file,
      });
    }
  }
  return { value, diagnostics };
}

interface Learned {
  readonly draft: Draft | undefined;
  readonly file: string;
  readonly notes: readonly Diagnostic[];
}

function draftsOf(recorded: readonly RecordedSession[], options: DraftOptions): readonly Learned[] {
  const drafts = new Map<string, Learned>();
  for (const { file, session } of [...recorded].sort((a, b) => a.session.at - b.session.at)) {
    const { value: draft, diagnostics } = buildDraft(session, options);
    const key = draft?.identity ?? `none:${file}`;
    const known = drafts.get(key)?.draft;
    const refined =
      known === undefined ? undefined : refineDraft(known, session, options).unwrapOr(undefined);
    const notes = (refined?.diagnostics ?? diagnostics).map((note) => ({ ...note, file }));
    drafts.set(key, { draft: refined?.value ?? draft, file, notes });
  }
  return [...drafts.values()];
}

async function jsonFiles(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory))
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .sort();
  } catch (error) {
    throw new CortexError("input-invalid", "The folder of recorded runs can't be read.", {
      details: { directory, errno: errnoOf(error) },
      cause: error,
    });
  }
}

/** The value in a file, or why there is none. What the file says never gets into the reason. */
async function readJson(file: string): Promise<{ readonly json: unknown } | string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_FLAGS);
    const status = await handle.stat();
    if (!status.isFile()) return "It is not a regular file.";
    if (status.size > LARGEST_BYTES) return `It is larger than ${LARGEST_BYTES} bytes.`;
    return { json: JSON.parse(await handle.readFile("utf8")) };
  } catch (error) {
    return error instanceof SyntaxError ? "It is not valid JSON." : `It can't be read (${errnoOf(error)}).`;
  } finally {
    await handle?.close();
  }
}

function unusable(file: string, reason: string): Diagnostic {
  return {
    code: "trace-unusable",
    severity: "warning",
    message: reason,
    file,
    fix: "See docs/experience.md for the format of a recorded run.",
  };
}
