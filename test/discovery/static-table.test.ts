import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createStaticEmbedder } from "../../src/discovery/index.js";

const model = readFileSync("models/static-en.bin");
const headerLength = model.readUInt32LE(4);
const header = model.subarray(8, 8 + headerLength).toString();

/** The model with another header of the same length. */
function withHeader(changed: string): Buffer {
  return Buffer.concat([
    model.subarray(0, 8),
    Buffer.from(changed.padEnd(headerLength).slice(0, headerLength)),
    model.subarray(8 + headerLength),
  ]);
}

describe("a model file", () => {
  it.each([
    ["of another kind", Buffer.from("no model at all"), "does not begin as one"],
    ["that is empty", Buffer.alloc(0), "does not begin as one"],
    ["with an unreadable header", withHeader("{"), "header is unreadable"],
    ["of another format", withHeader(header.replace('"format": 3', '"format": 2')), "format is another"],
    [
      "without all sixteen levels",
      withHeader(header.replace(/"levels": \[[^,]*, /, '"levels": [')),
      "format is another",
    ],
    [
      "with a leaning of another space",
      withHeader(header.replace(/"direction": \[[^,]*, /, '"direction": [')),
      "format is another",
    ],
    ["that was cut off", model.subarray(0, -1), "size is wrong"],
  ])("%s is refused, with the reason and what to do", (_, bytes, reason) => {
    expect(() => createStaticEmbedder({ bytes }).id).toThrowError(
      new RegExp(`${reason}.*Reinstall the package`),
    );
  });

  it("gives unit vectors, and nothing for a text without a known token", async () => {
    const embedder = createStaticEmbedder({ bytes: model });
    const [known, unknown] = await embedder.embed({
      texts: ["water the plants", "\u{1f33f}"],
      kind: "query",
    });
    expect(Math.hypot(...(known ?? []))).toBeCloseTo(1, 5);
    expect(unknown?.every((value) => value === 0)).toBe(true);
  });
});
