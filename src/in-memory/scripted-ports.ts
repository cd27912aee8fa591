import { CortexError } from "../core/errors.js";
import type { Notice, Question } from "../core/questions.js";
import type { Confirmer, ConfirmerAnswer } from "../ports/confirmer.js";
import type { Notifier } from "../ports/notifier.js";
import type { Provisioner } from "../ports/provisioner.js";
import type { ExecutionOrder, ExecutionOutcome, Runner } from "../ports/runner.js";
import { redeemApproval } from "../safety/approval.js";

/** A confirmer that answers by a rule, for tests, demos and hosts with a policy of their own. */
export function createRuleConfirmer(
  rule: (question: Question) => ConfirmerAnswer | Promise<ConfirmerAnswer>,
  answers: Confirmer["answers"] = "host",
): Confirmer {
  return { specificationVersion: "v1", answers, confirm: async ({ question }) => rule(question) };
}

/** A notifier that decides by a rule. */
export function createRuleNotifier(
  rule: (notice: Notice) => "proceed" | "cancel" | "undeliverable",
): Notifier {
  return { specificationVersion: "v1", notify: async ({ notice }) => rule(notice) };
}

/** A runner that is one function. */
export function createFunctionRunner(
  run: (order: ExecutionOrder) => ExecutionOutcome | Promise<ExecutionOutcome>,
  reports: Runner["reports"] = "runner",
): Runner {
  return { specificationVersion: "v1", reports, execute: async (order) => run(order) };
}

/** A provisioner that only notes what it was told to install, by an approval as a real one would want it. */
export function createRecordingProvisioner(options: { readonly now?: () => number } = {}): Provisioner & {
  readonly commands: readonly (readonly string[])[];
} {
  const { now = Date.now } = options;
  const commands: (readonly string[])[] = [];
  return {
    specificationVersion: "v1",
    commands,
    async provision({ argv, approval }) {
      redeemApproval(approval, { kind: "provision", argv }, now()).match(
        () => undefined,
        ({ code, message }) => {
          throw new CortexError(code, message);
        },
      );
      commands.push(...argv);
      return { installed: argv.map((command) => command.at(-1) ?? "") };
    },
  };
}
