import assert from "node:assert/strict";
import type { Notifier } from "../ports/notifier.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";
import { sampleNotice } from "./samples.js";

/** What every notifier promises. `now` is the clock it goes by. */
export function notifierContract(
  makeNotifier: Make<Notifier>,
  options: { readonly now: () => number } = { now: Date.now },
): readonly ContractCase[] {
  const define = casesOf(makeNotifier);
  const request = (until: number) => ({ noticeId: "contract:1", notice: sampleNotice(), until });
  return [
    versionCase(makeNotifier),
    define("answers with one of the three outcomes", async (notifier) => {
      const outcome = await notifier.notify(request(options.now() + 20), contractContext());
      assert.ok(["proceed", "cancel", "undeliverable"].includes(outcome), outcome);
    }),
    define("a window that is over already does not block", async (notifier) => {
      const outcome = await notifier.notify(request(options.now() - 1000), contractContext());
      assert.ok(["proceed", "cancel", "undeliverable"].includes(outcome), outcome);
    }),
    ...cancelCases(makeNotifier, (notifier, cancelled) =>
      notifier.notify(request(options.now() + 20), cancelled),
    ),
  ];
}
