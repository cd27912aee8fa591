import type { Diagnostic } from "../core/diagnostics.js";
import { type Frontmatter, parseFrontmatter } from "./frontmatter.js";
import { readInvocation } from "./invocation.js";
import { lineOfKey } from "./line-of-key.js";
import { readMetadata } from "./read-metadata.js";
import type { ReadSkill, RejectionCode, Skill } from "./skill.js";
import { firstHeading, firstTextLine, type SpecMode } from "./spec-mode.js";
import { validateSkill } from "./validate-skill.js";
import { readText, readTools } from "./values.js";

/** Where a file lies and by which rules it is read. */
export interface SkillPlace {
  readonly file: string;
  readonly directory: string;
  readonly id: string;
  readonly tier: string;
  readonly precedence: number;
  readonly bundled: boolean;
  readonly mode: SpecMode;
  readonly digest: string;
}

/** Text of one file in, a skill or the reason why not out. Never throws. */
export function readSkill(text: string, place: SkillPlace): ReadSkill {
  const parsed = parseFrontmatter(text, place);
  const { data } = parsed.value;
  const { bodyLine } = parsed.value;
  const source = {
    file: place.file,
    locate: (path: readonly string[]) => lineOfKey(text, bodyLine, path),
  };
  const metadata = readMetadata(data, source);
  const invocation = readInvocation(data, source);
  const notes = join(parsed.diagnostics, metadata.diagnostics, invocation.diagnostics);
  const name = nameOf(parsed.value, place);

  const reject = (code: RejectionCode, message: string, fix: string, told = false): ReadSkill => {
    const { id, file, tier } = place;
    const diagnostic: Diagnostic = {
      code: `skill-${code}`,
      severity: "error",
      message: `Skill left out: ${message}`,
      file,
      fix,
    };
    return {
      rejected: { id, name, file, tier, code, message },
      diagnostics: told ? notes : [...notes, diagnostic],
    };
  };

  if (parsed.value.broken) {
    const why = parsed.diagnostics.find(({ severity }) => severity === "error")?.message;
    return reject("frontmatter-invalid", why ?? "The frontmatter can't be read.", "", why !== undefined);
  }
  if (metadata.value.broken) {
    const why = metadata.diagnostics.find(({ severity }) => severity === "error")?.message;
    return reject("metadata-invalid", why ?? "The metadata can't be read.", "", why !== undefined);
  }
  const description = descriptionOf(parsed.value, place.mode);
  if (description === null)
    return reject("description-invalid", "`description` is not text.", "Write it as one line of text.");
  if (description === undefined) {
    return parsed.value.present
      ? reject("description-missing", "It has no `description`.", "Add `description:` to the frontmatter.")
      : reject(
          "frontmatter-missing",
          "It has no frontmatter.",
          "Start the file with `---`, `name:`, `description:`, `---`.",
        );
  }

  const strictness = place.mode === "strict" || place.mode === "mixed" ? strictProblems(text, place) : [];
  if (place.mode === "strict" && strictness[0] !== undefined) {
    const { code, message, fix } = strictness[0];
    return reject("not-strict", `${code}: ${message}`, fix ?? "");
  }

  const skill: Skill = {
    id: place.id,
    name,
    description,
    file: place.file,
    directory: place.directory,
    tier: place.tier,
    precedence: place.precedence,
    bundled: place.bundled,
    frontmatter: data,
    metadata: metadata.value.metadata,
    invocation: invocation.value,
    ...standardFields(data, metadata.value.metadata.homepage),
    bodyLine,
    digest: place.digest,
  };
  const warnings = strictness.map((problem): Diagnostic => ({ ...problem, severity: "warning" }));
  return { skill, diagnostics: join(notes, warnings) };
}

function nameOf({ data, body }: Frontmatter, place: SkillPlace): string {
  const declared = readText(data.name);
  if (typeof declared === "string") return oneLine(declared);
  const falls = place.mode === "legacy" || place.mode === "mixed";
  return oneLine((falls ? firstHeading(body) : undefined) ?? place.id);
}

function descriptionOf({ data, body }: Frontmatter, mode: SpecMode): string | null | undefined {
  const declared = readText(data.description);
  if (typeof declared === "string" || declared === null) return declared;
  if (mode !== "legacy" && mode !== "mixed") return undefined;
  return firstTextLine(body) ?? "(no description)";
}

function strictProblems(text: string, place: SkillPlace): readonly Diagnostic[] {
  if (place.mode === "mixed" && !/[/\\]skill\.md$/i.test(place.file)) return [];
  return validateSkill(text, { file: place.file, profile: "openpocket-strict" });
}

function standardFields(
  data: Readonly<Record<string, unknown>>,
  metadataHomepage: string | undefined,
): Pick<Skill, "homepage" | "license" | "compatibility" | "allowedTools"> {
  const homepage = readText(data.homepage ?? data.website ?? data.url) ?? metadataHomepage;
  const license = readText(data.license);
  const compatibility = readText(data.compatibility);
  const allowedTools = readTools(data["allowed-tools"]);
  return {
    ...(typeof homepage === "string" ? { homepage } : {}),
    ...(typeof license === "string" ? { license } : {}),
    ...(typeof compatibility === "string" ? { compatibility } : {}),
    ...(allowedTools === undefined || allowedTools === null ? {} : { allowedTools }),
  };
}

/** Names are identities and end up in prompts and file paths: whitespace inside them is one blank. */
function oneLine(name: string): string {
  return /\s\s|[^\S ]/.test(name) ? name.replace(/\s+/g, " ") : name;
}

function join(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length <= 1 ? (filled[0] ?? []) : filled.flat();
}
