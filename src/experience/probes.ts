/** What a result says when a device was asked whether the user's data is at stake. */
export const PROBES = ["capability_probe", "human_auth_probe"] as const;
