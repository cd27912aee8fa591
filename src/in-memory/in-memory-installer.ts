import { CortexError } from "../core/errors.js";
import { type Pin, samePin } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { InstalledSkill, Installer } from "../ports/installer.js";
import { redeemApproval } from "../safety/approval.js";
import { treeDigest } from "../safety/tree-digest.js";

interface Entry {
  readonly pin: Pin;
  readonly bundle: Bundle;
  readonly leases: ReadonlySet<string>;
  readonly ours: boolean;
}

/** Keeps skills in memory, with the same leases and consent as a real disk. */
export function createInMemoryInstaller(options: { readonly now: () => number }): Installer {
  const entries = new Map<string, Entry>();
  const locationOf = (pin: Pin) => `memory:/${pin.key}`;
  return {
    specificationVersion: "v1",
    async install({ pin, approval, lease, bundle }) {
      const scope = { kind: "install", pin, sideEffects: sideEffectsOf(approval) } as const;
      redeemApproval(approval, scope, options.now()).match(
        () => undefined,
        ({ code, message }) => {
          throw new CortexError(code, message);
        },
      );
      if (bundle === undefined) throw new CortexError("install-failed", "There are no bytes to install.");
      if (treeDigest(bundle) !== pin.digest)
        throw new CortexError("digest-mismatch", `The bytes of ${pin.key} are not the approved ones.`);
      const known = entries.get(pin.key);
      if (known !== undefined && !known.ours)
        throw new CortexError("not-ours", `${pin.key} is installed by somebody else.`);
      if (known !== undefined && !samePin(known.pin, pin) && known.leases.size > 0)
        throw new CortexError("already-installed", `${pin.key} is in use in another version.`);
      entries.set(pin.key, { pin, bundle, leases: new Set([...(known?.leases ?? []), lease]), ours: true });
      return { pin, location: locationOf(pin) };
    },
    async release({ pin, lease, keep }) {
      const known = entries.get(pin.key);
      if (known === undefined || !known.ours) return { removed: false };
      const leases = new Set(known.leases);
      leases.delete(lease);
      if (keep) entries.set(pin.key, { ...known, leases, ours: false });
      else if (leases.size > 0) entries.set(pin.key, { ...known, leases });
      else entries.delete(pin.key);
      return { removed: !keep && leases.size === 0 };
    },
    async read({ pin }) {
      const known = entries.get(pin.key);
      return known && { location: locationOf(pin), bundle: known.bundle };
    },
    async list() {
      return [...entries.values()].map(
        ({ pin, ours, leases }): InstalledSkill => ({
          key: pin.key,
          version: pin.version,
          digest: pin.digest,
          location: locationOf(pin),
          ours,
          leases: [...leases],
        }),
      );
    },
  };
}

function sideEffectsOf(approval: {
  readonly scope?: { readonly kind?: string; readonly sideEffects?: readonly string[] };
}): readonly string[] {
  return approval?.scope?.kind === "install" ? (approval.scope.sideEffects ?? []) : [];
}
