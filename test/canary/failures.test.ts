import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createRecordingProvisioner } from "../../src/in-memory/index.js";
import { createCortex, renderReport } from "../../src/index.js";
import { createProcessProvisioner } from "../../src/node/index.js";
import { toFailure } from "../../src/runtime/call-port.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import {
  CANARIES,
  type Canary,
  createCanaryWorld,
  everyByte,
  everyWord,
  KEYS,
  leaks,
  PASSWORDS,
  PEOPLE,
  SPELLINGS,
} from "../support/canary-world.js";
import { exampleMatcher, examplePlanner } from "../support/testing-ports.js";

const TASK = "Show my todo list for today";

/** Every method of every port that a flow calls. */
const METHODS: readonly (readonly [keyof CortexOptions, string])[] = [
  ["store", "read"],
  ["store", "compareAndSwap"],
  ["store", "list"],
  ["installer", "install"],
  ["installer", "read"],
  ["installer", "list"],
  ["installer", "release"],
  ["confirmer", "confirm"],
  ["runner", "execute"],
  ["planner", "outline"],
  ["matcher", "regions"],
  ["matcher", "listings"],
  ["provisioner", "provision"],
  ["registries", "search"],
  ["registries", "describe"],
  ["registries", "fetch"],
];

const THROWN: Readonly<Record<string, (message: string) => unknown>> = {
  "an Error": (message) => new Error(message),
  "an Error with a cause": (message) => new Error("request failed", { cause: new Error(message) }),
  "an Error with fields": (message) =>
    Object.assign(new Error("request failed"), { config: { headers: message }, stack: message }),
  "a string": (message) => message,
  "an object": (message) => ({ message, toString: () => message }),
};

function breaking(
  options: CortexOptions,
  port: keyof CortexOptions,
  method: string,
  thrown: unknown,
): CortexOptions {
  const fail = async () => {
    throw thrown;
  };
  const value = options[port];
  const broken = Array.isArray(value)
    ? value.map((one) => ({ ...one, [method]: fail }))
    : { ...(value as object), [method]: fail };
  return { ...options, [port]: broken };
}

async function exitsAfter(port: keyof CortexOptions, method: string, thrown: unknown): Promise<string> {
  const world = createCanaryWorld();
  const planner = {
    ...examplePlanner(),
    outline: async () => ({
      steps: [],
      missing: [{ kind: "bin" as const, name: "jq", argv: [["brew", "install", "jq"]] }],
      env: [],
    }),
  };
  const options = {
    ...world.cortexOptions,
    planner,
    matcher: exampleMatcher(),
    provisioner: createRecordingProvisioner(),
  };
  const cortex = createCortex(breaking(options, port, method, thrown));
  const words: string[] = [];
  for (const call of [
    () => cortex.run({ task: TASK }),
    () => cortex.begin({ task: TASK }),
    () => cortex.flows(),
    () => cortex.sweep(),
    () => cortex.preview({ task: TASK }),
    () => cortex.memory.explain(),
    () => cortex.memory.blacklist("clawhub:@alice/x", true),
    () => cortex.memory.export(),
  ])
    words.push(await call().then((value) => JSON.stringify(value) ?? "", everyWord));
  return [...words, JSON.stringify(world.heard), everyByte(world.folder)].join("\n");
}

describe("a secret in a failure message leaves by no exit", () => {
  test.prop(
    [
      fc.constantFrom(...METHODS),
      fc.constantFrom(...CANARIES),
      fc.constantFrom(...Object.keys(SPELLINGS)),
      fc.constantFrom(...Object.keys(THROWN)),
      fc.constantFrom("login failed for @", "@", "503: @ (retry later)", "cannot parse @ at 7"),
    ],
    { numRuns: 120 },
  )("whatever any port throws", async ([port, method], canary, how, kind, frame) => {
    const message = frame.replace("@", () => SPELLINGS[how]?.(canary.text) ?? "");
    expect(leaks(canary, await exitsAfter(port, method, THROWN[kind]?.(message)))).toEqual([]);
  });

  test.prop(
    [
      fc.constantFrom(...METHODS),
      fc.constantFrom(...KEYS, ...PASSWORDS),
      fc.constantFrom(...Object.keys(SPELLINGS)),
    ],
    { numRuns: 60 },
  )(
    "also in an adapter's own error, in its sentence and in its details",
    async ([port, method], canary, how) => {
      const text = SPELLINGS[how]?.(canary.text) ?? "";
      const plain = how === "full width" ? "" : text;
      const thrown = new CortexError("registry-unavailable", `The service said: ${text}`, {
        details: { said: plain, list: [plain] },
      });
      expect(leaks(canary, await exitsAfter(port, method, thrown))).toEqual([]);
    },
  );

  it("an address in an adapter's own error", async () => {
    const [person] = PEOPLE;
    const address = "m.quintanilla@zyxmail.example";
    const thrown = new CortexError("registry-forbidden", `No access for ${address}`, {
      details: { who: address },
    });
    expect(
      leaks(
        { ...(person as Canary), needles: ["quintanilla", "zyxmail"] },
        await exitsAfter("registries", "search", thrown),
      ),
    ).toEqual([]);
  });

  it("a program's last words", async () => {
    const [key] = KEYS;
    if (key === undefined) throw new Error("no canary");
    const argv = [[process.execPath, "-e", `console.error("token ${key.text}"); process.exit(3)`]];
    const world = createCanaryWorld();
    const planner = {
      ...examplePlanner(),
      outline: async () => ({ steps: [], missing: [{ kind: "bin" as const, name: "jq", argv }], env: [] }),
    };
    const cortex = createCortex({ ...world.cortexOptions, planner, provisioner: createProcessProvisioner() });
    const { task: _own, ...report } = await cortex.run({ task: TASK });
    expect(report.attempts).toMatchObject([{ stage: "provision", reason: "process-failed" }]);
    expect(
      leaks(
        key,
        [JSON.stringify(report), JSON.stringify(world.heard), renderReport({ ...report, task: "" })].join(
          "\n",
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    ["connect ECONNREFUSED 127.0.0.1:443", "connect ECONNREFUSED …"],
    ["Request failed with status code 503", "Request failed with status code 503"],
    ["no space left on device, write", "no space left on device, write"],
    ["could not send to Grace Page", "could not send to …"],
    ["PIN 4821 rejected", "PIN … rejected"],
    ["密码是Zr0ub4dorXq9", "The port failed; its message holds no plain word."],
  ])("%s is told as: %s", (message, told) => {
    expect(toFailure(new Error(message)).message).toBe(told);
  });
});
