import { isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from "yaml";
import { faithfulNumber } from "./relaxed-json.js";

/** Something in the YAML text that the reader of the skill should know. Offsets count from the block's start. */
export interface YamlProblem {
  readonly reason: string;
  readonly offset: number;
}

/** A YAML mapping as plain data, or the problems that prevent one. */
export type LimitedYaml =
  | {
      readonly ok: true;
      readonly data: Record<string, unknown>;
      /** Keys that were written twice, as paths; the last value was taken. */
      readonly repeated: readonly { readonly path: readonly string[]; readonly offset: number }[];
      /** Top-level texts that end in ` #…`, which YAML takes for a comment. */
      readonly commented: readonly { readonly key: string; readonly offset: number }[];
    }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

const MAXIMUM_DEPTH = 64;

/**
 * YAML 1.2 core schema without anchors, aliases, tags and merge keys: nothing in a skill's
 * header needs them, and each has been a way to smuggle size or meaning past a reader.
 */
export function parseLimitedYaml(block: string): LimitedYaml {
  const document = parseDocument(block, {
    schema: "core",
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    stringKeys: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0) {
    return {
      ok: false,
      problems: document.errors.map((error) => ({ reason: error.message, offset: error.pos[0] })),
    };
  }
  if (document.contents === null) return { ok: true, data: Object.create(null), repeated: [], commented: [] };
  const walk: Walk = { problems: [], repeated: [], commented: [] };
  const value = convert(document.contents, [], walk);
  if (walk.problems.length > 0) return { ok: false, problems: walk.problems };
  if (!isMap(document.contents)) {
    return { ok: false, problems: [{ reason: "expected `key: value` lines", offset: 0 }] };
  }
  return {
    ok: true,
    data: value as Record<string, unknown>,
    repeated: walk.repeated,
    commented: walk.commented,
  };
}

interface Walk {
  readonly problems: YamlProblem[];
  readonly repeated: { path: readonly string[]; offset: number }[];
  readonly commented: { key: string; offset: number }[];
}

function convert(node: unknown, path: readonly string[], walk: Walk, inFlow = false): unknown {
  const offset = offsetOf(node);
  if (isAlias(node)) return refuse(walk, "aliases (`*name`) are not supported", offset);
  if (path.length > MAXIMUM_DEPTH) return refuse(walk, "nested too deeply", offset);
  if (isScalar(node) || isMap(node) || isSeq(node)) {
    if (node.anchor !== undefined) return refuse(walk, "anchors (`&name`) are not supported", offset);
    if (node.tag !== undefined) return refuse(walk, "tags (`!name`) are not supported", offset);
  }
  if (isScalar(node)) {
    if (inFlow && isJsonComment(node)) return refuse(walk, "a comment of JSON in YAML", offset);
    const [key] = path;
    if (path.length === 1 && key !== undefined && node.type === "PLAIN" && /^\S/.test(node.comment ?? ""))
      walk.commented.push({ key, offset });
    if (typeof node.value === "number") return faithfulNumber(node.source ?? String(node.value));
    return node.value ?? null;
  }
  const flow = inFlow || ((isSeq(node) || isMap(node)) && node.flow === true);
  if (isSeq(node))
    return node.items.map((item, index) => convert(item, [...path, String(index)], walk, flow));
  if (!isMap(node)) return node === null ? null : refuse(walk, "unsupported content", offset);
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.items) {
    if (!isScalar(key) || key.anchor !== undefined || key.tag !== undefined) {
      refuse(walk, "only plain words can be keys", offsetOf(key, offset));
      continue;
    }
    if (flow && isJsonComment(key)) refuse(walk, "a comment of JSON in YAML", offsetOf(key, offset));
    const name = key.source ?? String(key.value);
    if (name === "<<") refuse(walk, "merge keys (`<<`) are not supported", offsetOf(key, offset));
    if (name in result) walk.repeated.push({ path: [...path, name], offset: offsetOf(key, offset) });
    result[name] = convert(value, [...path, name], walk, flow);
  }
  return result;
}

/**
 * `{ // why` and the key on the next line are one plain word for YAML, which would swallow the key with
 * the comment. Asked only inside `{}` and `[]`; elsewhere `//` is text.
 */
function isJsonComment(node: Scalar): boolean {
  return node.type === "PLAIN" && node.source !== undefined && /(?:^|\s)\/[/*]/.test(node.source);
}

function refuse(walk: Walk, reason: string, offset: number): null {
  walk.problems.push({ reason, offset });
  return null;
}

function offsetOf(node: unknown, fallback = 0): number {
  const range = (node as { readonly range?: readonly number[] } | null)?.range;
  return range?.[0] ?? fallback;
}
