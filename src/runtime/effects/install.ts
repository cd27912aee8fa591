import type { AnswerOf, EffectOf, Grant } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { Approval } from "../../ports/approval.js";
import type { PortContext } from "../../ports/context.js";
import { loadApproval } from "../load-safety.js";
import type { Session } from "../session.js";
import { bundleOf } from "./inspect.js";

/** Consent becomes an unforgeable, single-use value only here, in the process that heard it. */
async function approve(grant: Grant): Promise<Approval> {
  const { mintApproval } = await loadApproval();
  return mintApproval(grant.scope, { expiresAt: grant.expiresAt });
}

export async function install(
  session: Session,
  { pin, grant }: EffectOf<"install">,
  context: PortContext,
): Promise<AnswerOf<"install">> {
  const bundle = await bundleOf(session, pin, context);
  const request = { pin, approval: await approve(grant), lease: context.flowId };
  const installed = await session.options.installer.install(
    bundle === undefined ? request : { ...request, bundle },
    context,
  );
  return { kind: "install", pin: installed.pin };
}

export async function provision(
  { options }: Session,
  { argv, grant }: EffectOf<"provision">,
  context: PortContext,
): Promise<AnswerOf<"provision">> {
  if (options.provisioner === undefined)
    throw new CortexError("port-missing", "No provisioner is configured: install the dependencies by hand.");
  const { installed } = await options.provisioner.provision(
    { argv, approval: await approve(grant) },
    context,
  );
  return { kind: "provision", installed };
}

export async function release(
  { options }: Session,
  { pin, keep }: EffectOf<"release">,
  context: PortContext,
): Promise<AnswerOf<"release">> {
  const { removed } = await options.installer.release({ pin, lease: context.flowId, keep }, context);
  return { kind: "release", removed };
}
