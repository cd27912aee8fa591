import { type CortexFailure, failure } from "../core/errors.js";
import type { Finding, Verdict } from "../core/findings.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import type { Inspection } from "../core/listing.js";
import { mergeSideEffects } from "../core/side-effects.js";
import type { Bundle } from "../ports/bundle.js";
import { parseFrontmatter } from "../skills/index.js";
import type { AcceptedFinding } from "./accepted.js";
import { combineVerdicts } from "./judge-verdict.js";
import { lookalikes } from "./lookalikes.js";
import { scanBundle } from "./scan-bundle.js";
import { treeDigest } from "./tree-digest.js";

export interface InspectBundleRequest {
  readonly key: SkillKey;
  readonly version: string;
  readonly bundle: Bundle;
  /** Raw opinions of registries and judges. */
  readonly verdicts: readonly Verdict[];
  /** Installed and popular names, against which look-alikes are told. */
  readonly knownNames: Iterable<string>;
  /** What the host knows about the skill; only ever adds. */
  readonly declaredSideEffects: readonly string[];
  readonly accepted?: readonly AcceptedFinding[];
}

/**
 * Everything that consent needs to know about fetched bytes, in one call: the exact
 * pin, what it would do, what is wrong with it, and whether it may be used at all.
 */
export function inspectBundle(request: InspectBundleRequest): Inspection {
  const { key, version, bundle, verdicts } = request;
  const header = readHeader(bundle);
  const scan = scanBundle(bundle, { skill: key, ...(request.accepted && { accepted: request.accepted }) });
  const derived = scan.sideEffects.map((entry) => entry.effect);
  const reference = parseSkillKey(key);
  const refusal = refusalOf(header, scan.findings, verdicts, reference === undefined);
  return {
    key,
    pin: { key, version, digest: treeDigest(bundle) },
    name: header.name === "" ? (reference?.slug ?? "") : header.name,
    description: header.description,
    sideEffects: mergeSideEffects(derived, request.declaredSideEffects),
    findings: scan.findings,
    verdicts,
    skillMdChars: header.chars,
    lookalikes: lookalikes(reference?.slug ?? key, request.knownNames),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

interface Header {
  readonly name: string;
  readonly description: string;
  /** Code points. */
  readonly chars: number;
  /** Why SKILL.md can't be used; undefined when it can. */
  readonly problem: string | undefined;
}

function readHeader(bundle: Bundle): Header {
  const file = bundle.files.find(({ path }) => path === "SKILL.md");
  if (file === undefined) return { name: "", description: "", chars: 0, problem: "it has no SKILL.md" };
  const text = new TextDecoder().decode(file.bytes);
  const { value, diagnostics } = parseFrontmatter(text, { file: "SKILL.md" });
  const name = textOf(value.data.name);
  const description = textOf(value.data.description);
  const problem = value.broken
    ? (diagnostics.find((entry) => entry.severity === "error")?.message ?? "its frontmatter is broken")
    : description === ""
      ? "its SKILL.md has no description"
      : undefined;
  return { name, description, chars: codePoints(text), problem };
}

function refusalOf(
  header: Header,
  findings: readonly Finding[],
  verdicts: readonly Verdict[],
  badKey: boolean,
): CortexFailure | undefined {
  if (badKey) return failure("skill-invalid", "Its key does not follow the pattern of its source.");
  if (header.problem !== undefined)
    return failure("skill-invalid", `The skill can't be used: ${header.problem}.`);
  const malicious = verdicts.find((verdict) => verdict.status === "malicious");
  if (malicious !== undefined) {
    return failure("skill-blocked", `${malicious.by} calls it malicious.`, { by: malicious.by });
  }
  if (!combineVerdicts(findings, verdicts).blocked) return undefined;
  const rules = [
    ...new Set(findings.filter(({ severity }) => severity === "critical").map(({ rule }) => rule)),
  ];
  return failure("scan-blocked", `The scanner found: ${rules.join(", ")}.`, { rules });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
