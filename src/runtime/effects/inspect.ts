import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError, failure } from "../../core/errors.js";
import { type Pin, type SkillKey, sameSkill } from "../../core/identity.js";
import type { Inspection, Listing } from "../../core/listing.js";
import type { Bundle } from "../../ports/bundle.js";
import type { PortContext } from "../../ports/context.js";
import { callPort } from "../call-port.js";
import { loadSafety } from "../load-safety.js";
import type { Session } from "../session.js";

/** Fetches to memory, digests and scans every candidate. Nothing is installed, nothing runs. */
export async function inspect(
  session: Session,
  effect: EffectOf<"inspect">,
  context: PortContext,
  effectId: string,
  trusted: readonly SkillKey[],
): Promise<AnswerOf<"inspect">> {
  const scope = { ...session.scope, signal: context.signal };
  const timeoutMs = Math.ceil(session.options.timeouts.inspect * OWN_SHARE);
  const inspections = await Promise.all(
    effect.skills.map(async (listing) => {
      // A candidate whose download hangs must not take the others with it.
      const outcome = await callPort(scope, timeoutMs, (own) =>
        inspectOne(session, listing, own, effectId, trusted),
      );
      if (outcome.kind === "answered") return outcome.value;
      const refusal = outcome.kind === "failed" ? outcome.failure : failure("cancelled", "Cancelled.");
      return { ...unknownBytes(listing, undefined), refusal };
    }),
  );
  return { kind: "inspect", inspections };
}

/** Of the effect's time limit, so that the whole ends in time with an answer. */
const OWN_SHARE = 0.9;

async function inspectOne(
  session: Session,
  listing: Listing,
  context: PortContext,
  effectId: string,
  trusted: readonly SkillKey[],
): Promise<Inspection> {
  const { options } = session;
  const registry = options.registries.find(({ id }) => listing.key.startsWith(`${id}:`));
  if (registry === undefined) throw new CortexError("port-missing", `No registry serves ${listing.key}.`);
  const described = await registry.describe({ key: listing.key }, context);
  const declared = options.declaredSideEffects?.(listing.key) ?? [];
  const { version, verdicts, stars, downloads } = described;
  const standing = { reviewed: registry.reviewed, stars, downloads };
  // With its verdicts: a malware verdict also blocks the skill in memory.
  if (described.blocked)
    return {
      ...unknownBytes(listing, undefined),
      verdicts,
      refusal: failure("skill-blocked", "The registry blocks this skill."),
    };
  if (registry.fetch === undefined)
    return {
      ...unknownBytes(listing, { key: listing.key, version, digest: "" }),
      sideEffects: declared,
      verdicts,
      description: described.description,
      standing,
    };
  const bundle = await registry.fetch(
    {
      key: listing.key,
      version,
      onBytes: (received, total) =>
        session.report({
          kind: "bytes",
          flowId: context.flowId,
          effectId,
          key: listing.key,
          received,
          total,
        }),
    },
    context,
  );
  const { inspectBundle } = await loadSafety();
  const inspection = inspectBundle({
    key: listing.key,
    version,
    bundle,
    verdicts,
    knownNames: [...(options.popularNames ?? []), ...imitable(listing.key, trusted)],
    declaredSideEffects: declared,
  });
  if (inspection.pin !== undefined) session.bundles.set(inspection.pin.digest, bundle);
  return { ...inspection, standing };
}

/** What the user has or has used, unless this is one of them: a clone must not cost the original its standing. */
function imitable(key: SkillKey, trusted: readonly SkillKey[]): readonly SkillKey[] {
  return trusted.some((other) => sameSkill(other, key)) ? [] : trusted;
}

function unknownBytes(listing: Listing, pin: Pin | undefined): Inspection {
  return {
    key: listing.key,
    ...(pin === undefined ? {} : { pin }),
    name: listing.name,
    description: listing.description,
    sideEffects: [],
    findings: [],
    verdicts: [],
    skillMdChars: 0,
    lookalikes: [],
  };
}

/** The bytes of a pin: from this process's inspection, or fetched again and compared. */
export async function bundleOf(
  session: Session,
  pin: Pin,
  context: PortContext,
): Promise<Bundle | undefined> {
  const known = session.bundles.get(pin.digest);
  if (known !== undefined) return known;
  const registry = session.options.registries.find(({ id }) => pin.key.startsWith(`${id}:`));
  if (registry?.fetch === undefined) return undefined;
  const bundle = await registry.fetch({ key: pin.key, version: pin.version }, context);
  const { treeDigest } = await loadSafety();
  if (treeDigest(bundle) !== pin.digest)
    throw new CortexError(
      "digest-mismatch",
      "The registry serves other bytes than those that were approved.",
    );
  return bundle;
}
