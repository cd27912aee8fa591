import { redactAddresses, redactSecrets } from "../text/index.js";
import type { SeverityMark } from "./listing.js";

/** How many side effects a record keeps; write-like ones stay first. */
export const SIDE_EFFECTS_CAP = 64;

const SIDE_EFFECT_CHARS = 200;

/** Stands for something that could not be understood: it counts as a shell command. */
const UNKNOWN_EFFECT = "shell:unknown";

const SECRET_NAME = /key|token|secret|passw|passphrase|credential|auth|cookie|session|private/i;
const SECRET_PATH = /(?:^|[/\\~])\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|docker|git-credentials)\b/i;

/**
 * True for everything that is not known to be harmless: `write:`, `delete:`, `shell:` and any prefix
 * this release does not know. Only `read:` and `network:` pass.
 */
export function isWriteEffect(effect: string): boolean {
  return !effect.startsWith("read:") && !effect.startsWith("network:");
}

/** True when the effects are known and none can change anything. Nothing known counts as `shell:`. */
export function isReadOnly(effects: readonly string[]): boolean {
  return effects.length > 0 && !effects.some(isWriteEffect);
}

/** The marks that a person sees beside a plan, mildest first. */
export function severityMarks(effects: readonly string[]): readonly SeverityMark[] {
  const marks: SeverityMark[] = [];
  if (isReadOnly(effects)) marks.push("read-only");
  if (effects.some((effect) => effect.startsWith("write:"))) marks.push("write");
  if (effects.some((effect) => effect.startsWith("delete:"))) marks.push("destructive");
  if (effects.some(readsCredentials)) marks.push("credentials");
  if (effects.length === 0 || effects.some(actsAsShell)) marks.push("shell");
  return marks;
}

/** The union of both lists, in a stable order and capped so that no write-like effect is lost to a harmless one. */
export function mergeSideEffects(known: readonly string[], added: readonly unknown[]): readonly string[] {
  let merged: string[] | undefined;
  for (const effect of added) {
    if (typeof effect === "string" && (merged ?? known).includes(effect)) continue;
    const clean =
      typeof effect === "string" && effect.length > 0
        ? storable(effect).slice(0, SIDE_EFFECT_CHARS)
        : UNKNOWN_EFFECT;
    if ((merged ?? known).includes(clean)) continue;
    merged ??= [...known];
    merged.push(clean);
    // Bounds the work on a hostile list; the last slot always tells that something was write-like.
    if (merged.length > 4 * SIDE_EFFECTS_CAP) merged = [...capped(merged)];
  }
  return merged === undefined ? known : capped(merged);
}

/** Somebody's home folder in any system's spelling: its last part is a person's name. */
const HOME =
  /(?<=^(?:read|write|delete):)(?:\/(?:home|Users)\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+)(?=[\\/]|$)/i;

const HOST = /^network:(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#@"'`<>()&=]{1,200})/i;
/** What follows in a target is a query, a value or a quotation: no part of a place. */
const BEYOND_PLACE = /[?#&="'`<>].*$/su;

/** An effect as memory may keep it: a host, a path or a command, without secrets, addresses and whose home it is. */
function storable(effect: string): string {
  const clean = redactAddresses(redactSecrets(effect.slice(0, 4 * SIDE_EFFECT_CHARS)).text);
  if (/^network:./i.test(clean)) return `network:${HOST.exec(clean)?.[1] ?? "unknown"}`;
  const place = clean.replace(HOME, "~").replace(BEYOND_PLACE, "").trimEnd();
  return place === "" ? UNKNOWN_EFFECT : place;
}

function capped(effects: readonly string[]): readonly string[] {
  if (effects.length <= SIDE_EFFECTS_CAP) return effects;
  const writes = effects.filter(isWriteEffect);
  const others = effects.filter((effect) => !isWriteEffect(effect));
  return [...writes, ...others].slice(0, SIDE_EFFECTS_CAP);
}

function readsCredentials(effect: string): boolean {
  if (effect.startsWith("read:env:")) return SECRET_NAME.test(effect.slice("read:env:".length));
  return effect.startsWith("read:") && SECRET_PATH.test(effect);
}

function actsAsShell(effect: string): boolean {
  return isWriteEffect(effect) && !effect.startsWith("write:") && !effect.startsWith("delete:");
}
