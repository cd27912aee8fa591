import type { Notice } from "../core/questions.js";
import type { PortContext } from "./context.js";

/**
 * Delivers the reflex notice and waits until `until`: the user may cancel meanwhile.
 * `undeliverable` (also a throw or a timeout) falls back to asking.
 */
export interface Notifier {
  readonly specificationVersion: "v1";
  notify(
    request: { readonly noticeId: string; readonly notice: Notice; readonly until: number },
    context: PortContext,
  ): Promise<"proceed" | "cancel" | "undeliverable">;
}
