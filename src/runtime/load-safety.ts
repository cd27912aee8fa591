let loading: Promise<typeof import("../safety/index.js")> | undefined;
let minting: Promise<typeof import("../safety/approval.js")> | undefined;

/** The scanner, loaded with the first skill that is looked at: a process that never needs one starts without it. */
export function loadSafety(): Promise<typeof import("../safety/index.js")> {
  loading ??= import("../safety/index.js");
  return loading;
}

/** Approvals, loaded with the first one that is given. */
export function loadApproval(): Promise<typeof import("../safety/approval.js")> {
  minting ??= import("../safety/approval.js");
  return minting;
}
