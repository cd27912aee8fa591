import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createFileStore } from "../../src/node/file-store.js";
import { nodeFileSystem } from "../../src/node/file-system.js";
import { scratchBytesOf } from "../../src/node/scratch-buffer.js";
import { CALM, freshDirectory, removeDirectories } from "../support/store-directory.js";

afterEach(removeDirectories);

test("many documents that are written at once, of any size and script, keep their own text", async () => {
  const texts = Array.from({ length: 24 }, (_, index) =>
    `${index}: ${["a", "é", "漢", "😀", "\n"][index % 5]}`.repeat(1 + index ** 4 * (index === 23 ? 4 : 1)),
  );
  const directory = freshDirectory();
  const store = createFileStore({ directory });
  const swaps = await Promise.all(
    texts.map((text, index) =>
      store.compareAndSwap({ key: `flow/${index}`, expected: undefined, text }, CALM),
    ),
  );
  const fresh = createFileStore({ directory });
  const kept = await Promise.all(texts.map((_, index) => fresh.read({ key: `flow/${index}` }, CALM)));
  expect(kept.every((document, index) => document?.text === texts[index])).toBe(true);
  expect(swaps).toEqual(kept.map((document) => ({ outcome: "committed", revision: document?.revision })));
});

test("bytes of a text are those of UTF-8, whatever was there before", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      expect(scratchBytesOf(text).equals(Buffer.from(text, "utf8"))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a large file is read to its end, an emptied one to nothing", () => {
  const path = join(freshDirectory(), "file");
  const text = "0123456789".repeat(500_000);
  writeFileSync(path, text);
  const descriptor = nodeFileSystem.open(path, 0);
  try {
    expect(nodeFileSystem.readAll(descriptor).toString("utf8")).toBe(text);
    writeFileSync(path, "");
    expect(nodeFileSystem.readAll(descriptor)).toHaveLength(0);
  } finally {
    nodeFileSystem.close(descriptor);
  }
});
