import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import type { PortContext } from "../ports/context.js";
import { type EntryTexts, entryClauses, entryTexts } from "./entry.js";
import { type IndexHeader, parseIndexHeader } from "./index-header.js";
import type { CompactVector } from "./kernel.js";
import { learnedLength } from "./learned-meaning.js";
import { createIndexFrom } from "./skill-index.js";
import { createStaticEmbedder } from "./static-embedder.js";
import type { ExportedIndex, SkillIndex, SkillIndexOptions } from "./types.js";
import type { EmbeddedEntry } from "./vector-space.js";

const MAGIC = "SCIX";
const SCALE_BYTES = 4;

/**
 * The index as bytes: "SCIX", u32 header length, header (JSON), then a float32 vector a skill, then the small
 * vectors in the header's order (float32 scale and int8 values), all little endian.
 */
export async function saveSkillIndex(index: SkillIndex): Promise<Uint8Array> {
  const exported = await index.export();
  const { dimensions, skills } = exported;
  const header: IndexHeader = {
    format: 3,
    embedder: exported.embedder,
    dimensions,
    calibration: exported.calibration,
    skills: skills.map(({ skill, vectors }) => ({ skill, vectors: smallCounts(vectors) })),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const small = skills.flatMap(({ vectors }) => smallVectors(vectors));
  const wholeAt = 8 + head.length;
  const smallAt = wholeAt + skills.length * dimensions * 4;
  const bytes = new Uint8Array(smallAt + small.length * (SCALE_BYTES + dimensions));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(4, head.length, true);
  bytes.set(head, 8);
  skills.forEach(({ vectors }, place) => {
    vectors.whole.forEach((value, index) => {
      view.setFloat32(wholeAt + (place * dimensions + index) * 4, value, true);
    });
  });
  small.forEach(({ scale, values }, place) => {
    const at = smallAt + place * (SCALE_BYTES + dimensions);
    view.setFloat32(at, scale, true);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), at + SCALE_BYTES);
  });
  return bytes;
}

/**
 * The index that was saved. Nothing is embedded again unless another embedder is chosen now; a damaged file
 * gives an empty index. Either is said in the diagnostics.
 */
export async function loadSkillIndex(
  bytes: Uint8Array,
  options: SkillIndexOptions = {},
  context?: PortContext,
): Promise<Loaded<SkillIndex>> {
  const saved = readIndex(bytes);
  if (saved === undefined) return { value: createIndexFrom(options), diagnostics: [DAMAGED] };
  const embedder = options.embedder ?? createStaticEmbedder();
  const usable = saved.embedder === embedder.id && saved.dimensions === embedder.dimensions;
  const fitting = usable ? saved.skills.filter(({ texts, vectors }) => fits(texts, vectors)) : [];
  const index = createIndexFrom(options, { ...saved, skills: fitting });
  const others = saved.skills.filter((entry) => !fitting.includes(entry));
  await index.put(
    others.map(({ skill }) => skill),
    context,
  );
  const again: Diagnostic = {
    code: "index-embedded-again",
    severity: "info",
    message: `${others.length} of ${saved.skills.length} skills were embedded again: their vectors were made by ${saved.embedder}.`,
  };
  const failed: Diagnostic[] =
    index.degraded === undefined
      ? []
      : [{ code: index.degraded.code, severity: "warning", message: index.degraded.message }];
  return { value: index, diagnostics: [...(others.length === 0 ? [] : [again]), ...failed] };
}

const DAMAGED: Diagnostic = {
  code: "index-invalid",
  severity: "warning",
  message: "The saved index is damaged or of another format; the index is empty.",
  fix: "Put the skills in again and save.",
};

interface SavedIndex extends ExportedIndex {
  readonly skills: readonly (ExportedIndex["skills"][number] & { readonly texts: EntryTexts })[];
}

function readIndex(given: Uint8Array): SavedIndex | undefined {
  // A plain array: a Node Buffer's own `slice` makes no copy.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const header = parseIndexHeader(bytes, MAGIC);
  if (header === undefined) return undefined;
  const { dimensions } = header.value;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = header.value.skills.map(({ vectors }) => vectors);
  const smallTotal = counts.reduce(
    (sum, { clauses, triggers, examples }) => sum + clauses + triggers + examples,
    0,
  );
  const smallBytes = SCALE_BYTES + dimensions;
  const wholeAt = header.end;
  let at = wholeAt + counts.length * dimensions * 4;
  if (at + smallTotal * smallBytes !== bytes.length) return undefined;
  const takeAll = (count: number): readonly CompactVector[] => {
    // One copy a skill: a buffer each would cost more than the values.
    const { buffer } = bytes.slice(at, at + count * smallBytes);
    const begin = at;
    at += count * smallBytes;
    return Array.from({ length: count }, (_, place) => ({
      values: new Int8Array(buffer, place * smallBytes + SCALE_BYTES, dimensions),
      scale: view.getFloat32(begin + place * smallBytes, true),
    }));
  };
  const skills = header.value.skills.map(({ skill, vectors: own }, place) => {
    const whole = Float32Array.from({ length: dimensions }, (_, index) =>
      view.getFloat32(wholeAt + (place * dimensions + index) * 4, true),
    );
    const triggersAt = own.clauses;
    const examplesAt = triggersAt + own.triggers;
    const small = takeAll(examplesAt + own.examples);
    const examples = small.slice(examplesAt);
    const vectors = {
      whole,
      clauses: small.slice(0, triggersAt),
      triggers: small.slice(triggersAt, examplesAt),
      examples,
      learned: learnedLength(whole, examples),
      centrality: own.centrality,
    };
    return { skill, vectors, texts: entryTexts(skill) };
  });
  return { ...header.value, skills };
}

function smallVectors({ clauses, triggers, examples }: EmbeddedEntry): readonly CompactVector[] {
  return [...clauses, ...triggers, ...examples];
}

function smallCounts({ clauses, triggers, examples, centrality }: EmbeddedEntry) {
  return {
    clauses: clauses.length,
    triggers: triggers.length,
    examples: examples.length,
    centrality,
  };
}

/** False when another release cut the texts otherwise. */
function fits(texts: EntryTexts, vectors: EmbeddedEntry): boolean {
  return (
    entryClauses(texts).length === vectors.clauses.length &&
    texts.triggers.length === vectors.triggers.length &&
    texts.examples.length === vectors.examples.length
  );
}
