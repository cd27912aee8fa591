import assert from "node:assert/strict";
import { CortexError } from "../core/errors.js";
import type { Pin } from "../core/identity.js";
import type { Approval, ApprovalScope } from "../ports/approval.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import { mintApproval } from "../safety/approval.js";
import { treeDigest } from "../safety/tree-digest.js";

/** One promise of a port, to be run by any test runner: `for (const { name, run } of cases) test(name, run)`. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Makes what is tested; called anew for every case. */
export type Make<Port> = () => Port | Promise<Port>;

/** How long a port may take to notice that it was cancelled. */
const SOON_MS = 2000;

/** A function that defines the cases of one port: each gets a fresh adapter. */
export function casesOf<Port>(
  make: Make<Port>,
): (name: string, body: (port: Port) => Promise<void>) => ContractCase {
  return (name, body) => ({ name, run: async () => body(await make()) });
}

/** What comes with the suite's calls. */
export function contractContext(overrides: Partial<PortContext> = {}): PortContext {
  return {
    signal: new AbortController().signal,
    deadline: Number.MAX_SAFE_INTEGER,
    flowId: "contract",
    ...overrides,
  };
}

/** Every port says which contract it follows. */
export function versionCase<Port extends { readonly specificationVersion: "v1" }>(
  make: Make<Port>,
): ContractCase {
  return casesOf(make)("says that it follows version 1 of the contract", async (port) => {
    assert.equal(port.specificationVersion, "v1");
  });
}

/** A call whose signal is aborted before or while it runs comes to an end, whichever. */
export function cancelCases<Port>(
  make: Make<Port>,
  call: (port: Port, context: PortContext) => Promise<unknown>,
): readonly ContractCase[] {
  const define = casesOf(make);
  return [
    define("a call that is cancelled from the start comes to an end", async (port) => {
      await settles(() => call(port, contractContext({ signal: AbortSignal.abort() })));
    }),
    define("a call that is cancelled while it runs comes to an end", async (port) => {
      const controller = new AbortController();
      const work = settles(() => call(port, contractContext({ signal: controller.signal })));
      controller.abort();
      await work;
    }),
  ];
}

async function settles(work: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), SOON_MS);
  });
  const ended = work().then(
    () => "ended",
    () => "ended",
  );
  const outcome = await Promise.race([ended, late]);
  clearTimeout(timer);
  assert.equal(outcome, "ended", `still running ${SOON_MS} ms after it was cancelled`);
}

/** Asserts the failure contract: a `CortexError`, with one of these codes if any are named. */
export async function rejectsWith(work: Promise<unknown>, ...codes: readonly string[]): Promise<void> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(CortexError.is(error), `rejects with a CortexError (${codes.join(", ")})`);
  if (codes.length > 0)
    assert.ok(codes.includes(error.code), `${error.code} is none of ${codes.join(", ")}: ${error.message}`);
}

/** Consent to exactly this, as a person would have given it to the runtime. */
export function consentTo(scope: ApprovalScope): Approval {
  return mintApproval(scope, { expiresAt: Number.MAX_SAFE_INTEGER });
}

/** Things that look like consent and are none, with what is wrong about each. */
export function falseConsents(scope: ApprovalScope): readonly (readonly [string, () => Approval])[] {
  return [
    ["made up", () => ({ scope, expiresAt: Number.MAX_SAFE_INTEGER }) as Approval],
    ["copied", () => structuredClone(consentTo(scope)) as Approval],
    ["expired", () => mintApproval(scope, { expiresAt: 1 })],
    ["absent", () => undefined as unknown as Approval],
  ];
}

/** A skill of text files. */
export function contractBundle(marker = "one"): Bundle {
  const text = `---\nname: contract-probe\ndescription: Says ${marker}.\n---\n\n# Probe\n\n1. Say ${marker}.\n`;
  const encoder = new TextEncoder();
  return {
    files: [
      { path: "SKILL.md", bytes: encoder.encode(text) },
      { path: "references/notes.md", bytes: encoder.encode(`Notes on ${marker}: é 日本 🦀\n`) },
    ],
  };
}

/** The pin of a bundle. */
export function contractPin(bundle: Bundle, version = "1.0.0", key = "clawhub:@contract/probe"): Pin {
  return { key, version, digest: treeDigest(bundle) };
}
