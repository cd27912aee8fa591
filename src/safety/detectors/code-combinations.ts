import type { RuleId } from "../rules.js";
import type { CodeSignName } from "./code-sign-patterns.js";

/** Signs that are patterns, and one about the addresses in the same block. */
export type SignInCode = CodeSignName | "strange";

export interface CodeCombination {
  readonly rule: RuleId;
  readonly of: readonly SignInCode[];
  readonly and?: readonly SignInCode[];
  /** Named in the finding when they are there, but not needed. */
  readonly tells?: readonly SignInCode[];
  /** The sign whose line is shown. */
  readonly shows: CodeSignName;
}

/** What deserves a look when it stands in one script or one block; none of it blocks. */
export const CODE_COMBINATIONS: readonly CodeCombination[] = [
  { rule: "secret-exfiltration", of: ["sends", "strange", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["pushes", "encodes", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["publishes", "secrets"], shows: "secrets" },
  { rule: "secret-exfiltration", of: ["sends", "prompts"], shows: "prompts" },
  { rule: "secret-exfiltration", of: ["resolves"], shows: "resolves" },
  { rule: "data-exfiltration", of: ["sends", "strange", "privates"], shows: "privates" },
  { rule: "data-exfiltration", of: ["sends", "strange"], tells: ["hides", "encodes"], shows: "sends" },
  { rule: "dynamic-code-execution", of: ["evaluates", "fetches"], shows: "evaluates" },
  { rule: "obfuscated-payload", of: ["evaluates", "decodes"], shows: "evaluates" },
  { rule: "obfuscated-payload", of: ["assembles"], shows: "assembles" },
  {
    rule: "obfuscated-payload",
    of: ["computes"],
    and: ["runs", "evaluates", "sends", "fetches"],
    shows: "computes",
  },
  { rule: "payment-diversion", of: ["clipboard", "wallets"], shows: "wallets" },
  { rule: "payment-diversion", of: ["pays"], shows: "pays" },
  { rule: "payment-diversion", of: ["extorts"], and: ["destroys", "hides", "sends"], shows: "extorts" },
  { rule: "external-instructions", of: ["entersSkills", "strange"], shows: "entersSkills" },
  { rule: "output-manipulation", of: ["forges"], shows: "forges" },
  { rule: "security-weakening", of: ["overrules"], shows: "overrules" },
  { rule: "persistence", of: ["persists"], and: ["sends", "fetches", "hides"], shows: "persists" },
  { rule: "persistence", of: ["takesOver"], shows: "takesOver" },
  { rule: "secret-exfiltration", of: ["pipelineSecrets"], shows: "pipelineSecrets" },
  { rule: "download-then-execute", of: ["unmasks"], shows: "unmasks" },
  { rule: "data-destruction", of: ["destroys"], and: ["unattended"], shows: "destroys" },
  { rule: "privilege-escalation", of: ["breaksOut"], shows: "breaksOut" },
  { rule: "data-exfiltration", of: ["forwards"], shows: "forwards" },
  { rule: "reverse-shell", of: ["tunnels"], shows: "tunnels" },
  { rule: "download-then-execute", of: ["startsFetched", "fetches"], shows: "startsFetched" },
  { rule: "dependency-confusion", of: ["foreignPackage"], shows: "foreignPackage" },
  { rule: "data-destruction", of: ["erasesHistory"], shows: "erasesHistory" },
  { rule: "security-weakening", of: ["weakens"], and: ["sends", "strange", "evaluates"], shows: "weakens" },
  // Who gives the orders.
  { rule: "reverse-shell", of: ["handsShell", "opensSocket", "namesShell"], shows: "handsShell" },
  { rule: "reverse-shell", of: ["listens", "runsReceived"], shows: "runsReceived" },
  { rule: "surveillance", of: ["keys"], and: ["sends", "writes", "hides", "persists"], shows: "keys" },
  { rule: "traffic-diversion", of: ["sends", "patches"], shows: "patches" },
  // Where it comes from.
  {
    rule: "download-then-execute",
    of: ["makesExecutable", "starts", "fetches", "strange"],
    shows: "starts",
  },
  { rule: "dependency-confusion", of: ["foreignIndex", "strange"], shows: "foreignIndex" },
  {
    rule: "agent-config-tampering",
    of: ["agentSettings", "writes"],
    and: ["strange", "selfApproves"],
    shows: "agentSettings",
  },
  {
    rule: "persistence",
    of: ["startsAlong"],
    and: ["sends", "fetches", "hides", "strange"],
    shows: "startsAlong",
  },
  { rule: "security-weakening", of: ["ownRoot"], and: ["fetches", "strange"], shows: "ownRoot" },
  // Where it goes.
  {
    rule: "secret-exfiltration",
    of: ["looksUp", "encodes"],
    and: ["secrets", "privates"],
    shows: "looksUp",
  },
  { rule: "data-exfiltration", of: ["database", "stores"], shows: "database" },
  { rule: "data-exfiltration", of: ["pushesTo", "strange"], shows: "pushesTo" },
  { rule: "traffic-diversion", of: ["proxies", "strange"], shows: "proxies" },
  { rule: "traffic-diversion", of: ["hostsFile", "redirectsNames"], shows: "redirectsNames" },
  // What is lost.
  { rule: "data-destruction", of: ["walks", "spoils"], shows: "spoils" },
  { rule: "data-destruction", of: ["timed"], and: ["removes", "spoils", "destroys"], shows: "timed" },
  { rule: "data-destruction", of: ["removesAbove"], shows: "removesAbove" },
  { rule: "resource-exhaustion", of: ["breeds"], shows: "breeds" },
  { rule: "resource-exhaustion", of: ["restarts"], shows: "restarts" },
];
