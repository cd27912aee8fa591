import assert from "node:assert/strict";
import type { Pin } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { Installer } from "../ports/installer.js";
import { treeDigest } from "../safety/tree-digest.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  consentTo,
  contractBundle,
  contractContext,
  contractPin,
  falseConsents,
  type Make,
  rejectsWith,
  versionCase,
} from "./contract.js";

const context = contractContext();
const bundle = contractBundle();
const pin = contractPin(bundle);

/** What every installer promises. `makeInstaller` gives one with nothing installed. */
export function installerContract(makeInstaller: Make<Installer>): readonly ContractCase[] {
  const define = casesOf(makeInstaller);
  return [
    versionCase(makeInstaller),
    define("begins with nothing that is its own", async (installer) => {
      assert.deepEqual(await ours(installer), []);
      assert.equal(await installer.read({ pin }, context), undefined);
    }),
    ...falseConsents(scopeOf(pin)).map(([what, approval]) =>
      define(`refuses an approval that is ${what}, and installs nothing`, async (installer) => {
        const request = { pin, approval: approval(), lease: "a", bundle };
        await rejectsWith(installer.install(request, context), "approval-invalid");
        assert.deepEqual(await ours(installer), []);
        assert.equal(await installer.read({ pin }, context), undefined);
      }),
    ),
    define("refuses an approval for other bytes, and installs nothing", async (installer) => {
      const other = contractPin(contractBundle("two"));
      const request = { pin, approval: consentTo(scopeOf(other)), lease: "a", bundle };
      await rejectsWith(installer.install(request, context), "approval-invalid");
      assert.deepEqual(await ours(installer), []);
    }),
    define("an approval works once", async (installer) => {
      const approval = consentTo(scopeOf(pin));
      await installer.install({ pin, approval, lease: "a", bundle }, context);
      const again = { pin, approval, lease: "b", bundle };
      await rejectsWith(installer.install(again, context), "approval-invalid");
      assert.deepEqual(
        (await ours(installer)).map(({ leases }) => leases),
        [["a"]],
      );
    }),
    define("bytes other than the approved ones are refused, and nothing remains", async (installer) => {
      const request = { pin, approval: consentTo(scopeOf(pin)), lease: "a", bundle: contractBundle("two") };
      await rejectsWith(installer.install(request, context), "digest-mismatch");
      assert.deepEqual(await ours(installer), []);
      assert.equal(await installer.read({ pin }, context), undefined);
    }),
    define("what was installed is listed, and read back byte for byte", async (installer) => {
      const installed = await install(installer, pin, bundle, "a");
      assert.deepEqual(installed.pin, pin);
      const [entry, ...others] = await ours(installer);
      assert.deepEqual(others, []);
      assert.equal(entry?.key, pin.key);
      assert.equal(entry?.version, pin.version);
      assert.deepEqual(entry?.leases, ["a"]);
      assert.equal(entry?.location, installed.location);
      const read = await installer.read({ pin }, context);
      assert.equal(read?.location, installed.location);
      assert.equal(read && treeDigest(read.bundle), pin.digest);
    }),
    define("installing the same again for the same flow changes nothing", async (installer) => {
      const first = await install(installer, pin, bundle, "a");
      const second = await install(installer, pin, bundle, "a");
      assert.deepEqual(second, first);
      assert.deepEqual(
        (await ours(installer)).map(({ leases }) => leases),
        [["a"]],
      );
    }),
    define("a skill stays until its last lease ends", async (installer) => {
      for (const lease of ["a", "b"]) await install(installer, pin, bundle, lease);
      assert.deepEqual(await installer.release({ pin, lease: "a", keep: false }, context), {
        removed: false,
      });
      assert.notEqual(await installer.read({ pin }, context), undefined);
      assert.deepEqual(await installer.release({ pin, lease: "b", keep: false }, context), { removed: true });
      assert.equal(await installer.read({ pin }, context), undefined);
      assert.deepEqual(await ours(installer), []);
    }),
    define("somebody without a lease takes nothing away", async (installer) => {
      await install(installer, pin, bundle, "a");
      assert.deepEqual(await installer.release({ pin, lease: "x", keep: false }, context), {
        removed: false,
      });
      assert.notEqual(await installer.read({ pin }, context), undefined);
    }),
    define("ending a lease twice is harmless", async (installer) => {
      await install(installer, pin, bundle, "a");
      await installer.release({ pin, lease: "a", keep: false }, context);
      assert.deepEqual(await installer.release({ pin, lease: "a", keep: false }, context), {
        removed: false,
      });
    }),
    define("releasing what was never installed removes nothing", async (installer) => {
      assert.deepEqual(await installer.release({ pin, lease: "a", keep: false }, context), {
        removed: false,
      });
    }),
    define("a skill that was kept belongs to the host from then on", async (installer) => {
      await install(installer, pin, bundle, "a");
      assert.deepEqual(await installer.release({ pin, lease: "a", keep: true }, context), { removed: false });
      assert.deepEqual(await ours(installer), []);
      assert.deepEqual(await installer.release({ pin, lease: "a", keep: false }, context), {
        removed: false,
      });
      assert.ok((await installer.list(context)).some(({ key, ours }) => key === pin.key && !ours));
      const request = { pin, approval: consentTo(scopeOf(pin)), lease: "b", bundle };
      await rejectsWith(installer.install(request, context));
    }),
    define("another version takes the place of one that nobody uses", async (installer) => {
      await install(installer, pin, bundle, "a");
      await installer.release({ pin, lease: "a", keep: false }, context);
      const next = contractBundle("two");
      await install(installer, contractPin(next, "2.0.0"), next, "b");
      assert.deepEqual(
        (await ours(installer)).map(({ version }) => version),
        ["2.0.0"],
      );
    }),
    define("another version never replaces one that is in use", async (installer) => {
      await install(installer, pin, bundle, "a");
      const next = contractBundle("two");
      const other = contractPin(next, "2.0.0");
      const request = { pin: other, approval: consentTo(scopeOf(other)), lease: "b", bundle: next };
      await rejectsWith(installer.install(request, context));
      const read = await installer.read({ pin }, context);
      assert.equal(read && treeDigest(read.bundle), pin.digest);
    }),
    define("many flows that install at once all hold their lease on one skill", async (installer) => {
      const leases = Array.from({ length: 8 }, (_, index) => `flow-${index}`);
      await Promise.all(leases.map((lease) => install(installer, pin, bundle, lease)));
      assert.deepEqual(
        (await ours(installer)).map((entry) => [...entry.leases].sort()),
        [leases],
      );
      const ends = await Promise.all(
        leases.map((lease) => installer.release({ pin, lease, keep: false }, context)),
      );
      assert.equal(ends.filter(({ removed }) => removed).length, 1);
      assert.deepEqual(await ours(installer), []);
    }),
    ...cancelCases(makeInstaller, (installer, cancelled) =>
      installer.install({ pin, approval: consentTo(scopeOf(pin)), lease: "a", bundle }, cancelled),
    ),
  ];
}

function scopeOf(of: Pin) {
  return { kind: "install", pin: of, sideEffects: [] } as const;
}

function install(installer: Installer, what: Pin, bytes: Bundle, lease: string) {
  return installer.install({ pin: what, approval: consentTo(scopeOf(what)), lease, bundle: bytes }, context);
}

async function ours(installer: Installer) {
  return (await installer.list(context)).filter((entry) => entry.ours);
}
