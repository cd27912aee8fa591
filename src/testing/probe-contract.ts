import assert from "node:assert/strict";
import type { Probe } from "../ports/probe.js";
import { type ContractCase, casesOf, contractContext, type Make, versionCase } from "./contract.js";

/** Names that no machine has, some of which would do harm in a shell or a path. */
const ABSENT = ["no-such-binary-zq", "../../bin/sh", "sh; echo", "$(sh)", "", " ", "a\0b", "x".repeat(5000)];

/** What every probe promises. With `bin` or `env`, a name that is there. */
export function probeContract(
  makeProbe: Make<Probe>,
  options: { readonly bin?: string; readonly env?: string } = {},
): readonly ContractCase[] {
  const define = casesOf(makeProbe);
  const bins = options.bin === undefined ? [] : [options.bin];
  const env = options.env === undefined ? [] : [options.env];
  return [
    versionCase(makeProbe),
    define("names the place and its platform", async (probe) => {
      assert.match(probe.id, /\S/);
      assert.match((await probe.probe({ bins: [], env: [] }, contractContext())).platform, /^[a-z0-9]+$/);
    }),
    define("finds what is there", async (probe) => {
      const answer = await probe.probe({ bins, env }, contractContext());
      assert.deepEqual(answer.bins, bins);
      assert.deepEqual(answer.env, env);
    }),
    define("finds nothing that is not there, whatever it is called", async (probe) => {
      const answer = await probe.probe({ bins: ABSENT, env: ABSENT }, contractContext());
      assert.deepEqual(answer.bins, []);
      assert.deepEqual(answer.env, []);
    }),
    define("answers only what was asked, with names and never with values", async (probe) => {
      const answer = await probe.probe({ bins: [...bins, "no-such-binary-zq"], env }, contractContext());
      for (const bin of answer.bins) assert.ok(bins.includes(bin), bin);
      for (const name of answer.env) assert.ok(env.includes(name), "a name that was asked for");
    }),
  ];
}
