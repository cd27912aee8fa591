import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stem } from "../../src/text/stem.js";

describe("stem", () => {
  it.each([
    "compress compresses compressed compressing compression",
    "resize resizes resized resizing",
    "query queries queried querying",
    "map maps mapped mapping",
    "plan plans planned planning",
    "use uses used using",
    "add adds added adding",
    "search searches searched searching",
    "cache caches cached caching",
    "install installs installed installing",
    "control controls controlled controlling",
    "translate translates translated translating translation translator",
    "notify notifies notified notifying notification",
    "embed embeds embedded embedding",
    "copy copies copied copying",
    "deploy deploys deployed deploying",
    "process processes processed processing",
    "index indexes indexed indexing",
    "file files",
    "need needs needed needing",
    "move moves moved moving",
    "agree agrees agreed agreeing",
  ])("meets in one stem: %s", (forms) => {
    expect(new Set(forms.split(" ").map(stem)).size).toBe(1);
  });

  it.each([
    ["string", "strong"],
    ["station", "state"],
    ["news", "new"],
    ["red", "read"],
    ["bus", "busy"],
    ["thing", "thin"],
  ])("keeps %s and %s apart", (left, right) => {
    expect(stem(left)).not.toBe(stem(right));
  });

  it.each(["status", "analysis", "gas", "news", "c++", "画像", "h264", "map", "über"])(
    "leaves %s alone",
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );

  it("is total and never empties a word", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (word) => {
        expect(stem(word).length).toBeGreaterThan(0);
      }),
    );
  });
});
