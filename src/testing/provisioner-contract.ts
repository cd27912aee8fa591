import assert from "node:assert/strict";
import type { Provisioner } from "../ports/provisioner.js";
import {
  type ContractCase,
  casesOf,
  consentTo,
  contractContext,
  falseConsents,
  type Make,
  rejectsWith,
  versionCase,
} from "./contract.js";

/** How the suite sees what a provisioner did. */
export interface ProvisionerContractOptions {
  /** How many commands ran so far, where that can be seen: a refusal must run none. */
  readonly ran?: (provisioner: Provisioner) => number;
}

const context = contractContext();
/** Fixed, so that the suite gives consent to nothing but this harmless command. */
const argv = [["node", "--version"]];

/** What every provisioner promises: exactly the approved commands, and never any others. */
export function provisionerContract(
  makeProvisioner: Make<Provisioner>,
  options: ProvisionerContractOptions = {},
): readonly ContractCase[] {
  const { ran } = options;
  const define = casesOf(makeProvisioner);
  const scope = { kind: "provision", argv } as const;
  const ranNothing = (provisioner: Provisioner) => {
    if (ran !== undefined) assert.equal(ran(provisioner), 0);
  };
  return [
    versionCase(makeProvisioner),
    define("runs what was approved and names what it installed", async (provisioner) => {
      const { installed } = await provisioner.provision({ argv, approval: consentTo(scope) }, context);
      assert.ok(Array.isArray(installed));
      if (ran !== undefined) assert.equal(ran(provisioner), argv.length);
    }),
    ...falseConsents(scope).map(([what, approval]) =>
      define(`refuses an approval that is ${what}, and runs nothing`, async (provisioner) => {
        await rejectsWith(provisioner.provision({ argv, approval: approval() }, context), "approval-invalid");
        ranNothing(provisioner);
      }),
    ),
    define("refuses an approval for other commands, and runs nothing", async (provisioner) => {
      const longer = [...argv, ["node", "--help"]];
      const wrong = consentTo({ kind: "provision", argv: longer });
      await rejectsWith(provisioner.provision({ argv, approval: wrong }, context), "approval-invalid");
      const approval = consentTo(scope);
      await rejectsWith(provisioner.provision({ argv: longer, approval }, context), "approval-invalid");
      ranNothing(provisioner);
    }),
    define("an approval works once", async (provisioner) => {
      const approval = consentTo(scope);
      await provisioner.provision({ argv, approval }, context);
      await rejectsWith(provisioner.provision({ argv, approval }, context), "approval-invalid");
    }),
  ];
}
