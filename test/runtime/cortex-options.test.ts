import { expect, it } from "vitest";
import { type CortexOptions, createCortex } from "../../src/index.js";
import { createWorld } from "../support/flow-world.js";

const { options } = createWorld({}, []);

it.each([
  ["no options", undefined, "createCortex needs options: store, installer and registries."],
  ["nothing in them", {}, 'createCortex needs the option "store".'],
  ["a misspelt option", { ...options, registrys: [] }, 'There is no option "registrys". There are: store, '],
  ["one registry instead of a list", { ...options, registries: options.registries[0] }, "is a list"],
  [
    "a port of another release",
    { ...options, store: { ...options.store, specificationVersion: "v2" } },
    "v1",
  ],
  ["nothing as a port", { ...options, confirmer: null }, 'The port "confirmer"'],
  ["a limit out of range", { ...options, limits: { shortlist: -1 } }, 'Option "limits.shortlist"'],
  ["an unknown time limit", { ...options, timeouts: { serach: 5 } }, 'Option "timeouts"'],
])("%s is an error at once that says what is wrong", (_what, wrong, message) => {
  expect(() => createCortex(wrong as unknown as CortexOptions)).toThrowError(
    expect.objectContaining({ code: "config-invalid", message: expect.stringContaining(message) }),
  );
});
