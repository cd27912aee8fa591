import { fc, test as propertyTest } from "@fast-check/vitest";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { CortexError, type ErrorCode } from "../../src/core/errors.js";
import { readArchive } from "../../src/registries/read-archive.js";
import {
  gzip,
  join,
  makeTar,
  makeZip,
  paxRecord,
  type TarSpec,
  type ZipSpec,
} from "../support/registry-archives.js";

const SKILL: ZipSpec = { name: "SKILL.md", content: "---\nname: x\n---\nHello" };
const TAR_SKILL: TarSpec = { name: "SKILL.md", content: "Hello" };
const zip = (...specs: ZipSpec[]) => makeZip([SKILL, ...specs]);
const tgz = (...specs: TarSpec[]) => gzip(makeTar([TAR_SKILL, ...specs]));
const MEGABYTE = 1024 * 1024;

function codeOf(work: () => unknown): ErrorCode | "accepted" {
  try {
    work();
    return "accepted";
  } catch (error) {
    if (!CortexError.is(error)) throw error;
    return error.code;
  }
}

/** Unicode path extra field that claims another name. */
function unicodePath(name: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  return join(Uint8Array.of(0x75, 0x70, text.length + 5, 0, 1, 0, 0, 0, 0), text);
}

const good = zip({ name: "a.txt", content: "A".repeat(500) });
const goodTar = makeTar([TAR_SKILL]);

const HOSTILE: readonly (readonly [string, ErrorCode, () => Uint8Array])[] = [
  ["traversal", "archive-unsafe", () => zip({ name: "../evil.sh", content: "x" })],
  ["traversal in the middle", "archive-unsafe", () => zip({ name: "a/../../evil.sh", content: "x" })],
  ["a dot segment", "archive-unsafe", () => zip({ name: "./a.txt", content: "x" })],
  ["an empty segment", "archive-unsafe", () => zip({ name: "a//b.txt", content: "x" })],
  ["absolute path", "archive-unsafe", () => zip({ name: "/etc/passwd", content: "x" })],
  ["drive letter", "archive-unsafe", () => zip({ name: "C:/evil.txt", content: "x" })],
  ["drive letter without slash", "archive-unsafe", () => zip({ name: "C:evil.txt", content: "x" })],
  ["UNC path", "archive-unsafe", () => zip({ name: "\\\\host\\share\\x", content: "x" })],
  ["UNC path with slashes", "archive-unsafe", () => zip({ name: "//host/share/x", content: "x" })],
  ["backslash traversal", "archive-unsafe", () => zip({ name: "..\\evil.sh", content: "x" })],
  ["NUL in a name", "archive-unsafe", () => zip({ name: "a.txt\0.sh", content: "x" })],
  ["line break in a name", "archive-unsafe", () => zip({ name: "a\nb.txt", content: "x" })],
  ["escape sequence in a name", "archive-unsafe", () => zip({ name: "\u001b[2Jx", content: "x" })],
  ["alternate data stream", "archive-unsafe", () => zip({ name: "a.txt:hidden", content: "x" })],
  ["Windows device", "archive-unsafe", () => zip({ name: "sub/NUL.txt", content: "x" })],
  ["trailing dot", "archive-unsafe", () => zip({ name: "SKILL.md.", content: "x" })],
  ["trailing space", "archive-unsafe", () => zip({ name: "SKILL.md ", content: "x" })],
  ["git hooks", "archive-unsafe", () => zip({ name: ".git/hooks/post-checkout", content: "x" })],
  ["installer bookkeeping", "archive-unsafe", () => zip({ name: ".clawhub/origin.json", content: "{}" })],
  [
    "invalid UTF-8 in a name",
    "archive-unsafe",
    () => zip({ name: Uint8Array.of(0x61, 0xff, 0xfe), content: "x" }),
  ],
  ["symlink", "archive-unsafe", () => zip({ name: "link", content: "/etc/passwd", mode: 0o120777 })],
  ["FIFO", "archive-unsafe", () => zip({ name: "pipe", mode: 0o010644 })],
  ["character device", "archive-unsafe", () => zip({ name: "null", mode: 0o020666 })],
  ["block device", "archive-unsafe", () => zip({ name: "sda", mode: 0o060660 })],
  ["socket", "archive-unsafe", () => zip({ name: "sock", mode: 0o140777 })],
  ["symlink that calls itself a folder", "archive-unsafe", () => zip({ name: "link/", mode: 0o120777 })],
  ["case clash", "archive-unsafe", () => zip({ name: "skill.md", content: "x" })],
  [
    "case clash of folders",
    "archive-unsafe",
    () => zip({ name: "Lib/a", content: "x" }, { name: "lib/b", content: "x" }),
  ],
  [
    "Unicode form clash",
    "archive-unsafe",
    () => zip({ name: "caf\u00e9", content: "1" }, { name: "cafe\u0301", content: "2" }),
  ],
  [
    "compatibility clash",
    "archive-unsafe",
    () => zip({ name: "\ufb01le", content: "1" }, { name: "file", content: "2" }),
  ],
  ["duplicate names", "archive-unsafe", () => zip({ name: "SKILL.md", content: "other" })],
  [
    "file and folder of one name",
    "archive-unsafe",
    () => zip({ name: "a", content: "x" }, { name: "a/b", content: "x" }),
  ],
  ["too deep", "archive-unsafe", () => zip({ name: `${"d/".repeat(17)}f`, content: "x" })],
  ["name too long", "archive-unsafe", () => zip({ name: "n".repeat(300), content: "x" })],
  ["bomb by ratio", "archive-too-large", () => zip({ name: "zeros", content: new Uint8Array(9 * MEGABYTE) })],
  [
    "bomb by file size",
    "archive-too-large",
    () => zip({ name: "big", size: 11 * MEGABYTE, packed: new Uint8Array(9), method: 8 }),
  ],
  [
    "bomb by declared total",
    "archive-too-large",
    () =>
      zip(
        ...Array.from({ length: 6 }, (_, index) => ({
          name: `f${index}`,
          size: 9 * MEGABYTE,
          packed: new Uint8Array(300_000),
          method: 8,
        })),
      ),
  ],
  [
    "bomb by count",
    "archive-too-large",
    () => zip(...Array.from({ length: 2001 }, (_, index) => ({ name: `f${index}` }))),
  ],
  [
    "bomb that declares little",
    "archive-too-large",
    () => zip({ name: "z", content: new Uint8Array(MEGABYTE), size: 10, localSize: 10 }),
  ],
  [
    "too many files",
    "archive-too-large",
    () => zip(...Array.from({ length: 1500 }, (_, index) => ({ name: `f${index}` }))),
  ],
  [
    "overlapping entries",
    "archive-invalid",
    () => makeZip([SKILL, { ...SKILL, name: "SKILL.md", offset: 0 }]),
  ],
  ["truncated", "archive-invalid", () => good.slice(0, good.length - 30)],
  ["only the first half", "archive-invalid", () => good.slice(0, good.length / 2)],
  ["wrong checksum", "archive-invalid", () => zip({ name: "a", content: "hello", crc: 1 })],
  [
    "damaged data",
    "archive-invalid",
    () => zip({ name: "a", content: "hello", packed: Uint8Array.of(7, 7, 7, 7), method: 8 }),
  ],
  [
    "shorter than declared",
    "archive-invalid",
    () => zip({ name: "a", content: "hello", size: 9, localSize: 9 }),
  ],
  ["zip64 without need", "archive-invalid", () => makeZip([SKILL], { zip64: true })],
  ["zip64 count lie", "archive-invalid", () => makeZip([SKILL], { count: 0xffff })],
  ["zip64 entry size", "archive-invalid", () => zip({ name: "a", content: "x", size: 0xffffffff })],
  [
    "local name differs",
    "archive-invalid",
    () => zip({ name: "harmless.txt", localName: "evil-ware.sh", content: "x" }),
  ],
  ["local size differs", "archive-invalid", () => zip({ name: "a", content: "hello", localSize: 4 })],
  ["local checksum differs", "archive-invalid", () => zip({ name: "a", content: "hello", localCrc: 4 })],
  ["local method differs", "archive-invalid", () => zip({ name: "a", content: "hello", localMethod: 0 })],
  [
    "second name in an extra field",
    "archive-invalid",
    () => zip({ name: "a", content: "x", extra: unicodePath("../b") }),
  ],
  ["password-protected", "archive-invalid", () => zip({ name: "a", content: "x", flags: 0x0801 })],
  ["strong encryption", "archive-invalid", () => zip({ name: "a", content: "x", flags: 0x0841 })],
  [
    "unknown compression",
    "archive-invalid",
    () => zip({ name: "a", content: "x", method: 14, packed: Uint8Array.of(1) }),
  ],
  [
    "stored with two sizes",
    "archive-invalid",
    () => zip({ name: "a", content: "abc", store: true, size: 2, localSize: 2 }),
  ],
  ["folder with content", "archive-invalid", () => zip({ name: "d/", content: "abc", mode: 0o040755 })],
  ["entry outside the data", "archive-invalid", () => zip({ name: "a", content: "x", offset: 999_999 })],
  [
    "packed size beyond the data",
    "archive-invalid",
    () => zip({ name: "a", content: "x", packedSize: 99_999 }),
  ],
  ["split over disks", "archive-invalid", () => makeZip([SKILL], { disk: 1 })],
  ["two entry counts", "archive-invalid", () => makeZip([SKILL], { diskCount: 2 })],
  ["fewer entries than bytes", "archive-invalid", () => makeZip([SKILL, SKILL], { count: 1 })],
  ["directory elsewhere", "archive-invalid", () => makeZip([SKILL], { directoryShift: 3 })],
  [
    "program in front",
    "archive-invalid",
    () => makeZip([SKILL], { prefix: Uint8Array.of(0x50, 0x4b, 0, 0) }),
  ],
  ["trailing garbage", "archive-invalid", () => makeZip([SKILL], { suffix: Uint8Array.of(1, 2, 3) })],
  ["second archive in the comment", "archive-invalid", () => makeZip([SKILL], { comment: makeZip([SKILL]) })],
  ["empty file", "archive-invalid", () => new Uint8Array()],
  ["not an archive", "archive-invalid", () => new TextEncoder().encode("<html>not found</html>")],
  ["only a zip signature", "archive-invalid", () => Uint8Array.of(0x50, 0x4b, 3, 4)],
  ["empty zip", "skill-invalid", () => makeZip([])],
  ["no SKILL.md", "skill-invalid", () => makeZip([{ name: "README.md", content: "x" }])],
  ["SKILL.md in a folder", "skill-invalid", () => makeZip([{ name: "x/SKILL.md", content: "x" }])],
  ["SKILL.md in lower case", "skill-invalid", () => makeZip([{ name: "skill.md", content: "x" }])],
  ["SKILL.md that is empty", "skill-invalid", () => makeZip([{ name: "SKILL.md", content: " \n" }])],
  [
    "SKILL.md that is binary",
    "skill-invalid",
    () => makeZip([{ name: "SKILL.md", content: Uint8Array.of(0xff, 0xfe, 0) }]),
  ],
  ["archive too large", "archive-too-large", () => new Uint8Array(33 * MEGABYTE)],
  ["tar traversal", "archive-unsafe", () => tgz({ name: "../evil", content: "x" })],
  ["tar absolute", "archive-unsafe", () => tgz({ name: "/etc/cron.d/x", content: "x" })],
  ["tar symlink", "archive-unsafe", () => tgz({ name: "l", type: "2", link: "/etc" })],
  ["tar hard link", "archive-unsafe", () => tgz({ name: "l", type: "1", link: "SKILL.md" })],
  ["tar device", "archive-unsafe", () => tgz({ name: "d", type: "3" })],
  ["tar FIFO", "archive-unsafe", () => tgz({ name: "p", type: "6" })],
  [
    "tar pax path override",
    "archive-unsafe",
    () =>
      tgz(
        { name: "PaxHeader", type: "x", content: paxRecord("path", "../../evil") },
        { name: "ok.txt", content: "x" },
      ),
  ],
  [
    "tar pax link override",
    "archive-unsafe",
    () =>
      tgz(
        { name: "PaxHeader", type: "x", content: paxRecord("linkpath", "/etc/passwd") },
        { name: "ok.txt", content: "x" },
      ),
  ],
  [
    "tar global pax override",
    "archive-invalid",
    () => tgz({ name: "g", type: "g", content: paxRecord("path", "evil") }, { name: "ok.txt", content: "x" }),
  ],
  [
    "tar pax size lie",
    "archive-invalid",
    () =>
      tgz(
        { name: "PaxHeader", type: "x", content: paxRecord("size", "99999999") },
        { name: "ok.txt", content: "x" },
      ),
  ],
  [
    "tar malformed pax",
    "archive-invalid",
    () => tgz({ name: "PaxHeader", type: "x", content: "99 path=a\n" }, { name: "ok" }),
  ],
  [
    "tar GNU long name traversal",
    "archive-unsafe",
    () =>
      tgz({ name: "././@LongLink", type: "L", content: "../../evil\0" }, { name: "ok.txt", content: "x" }),
  ],
  ["tar prefix traversal", "archive-unsafe", () => tgz({ name: "evil", prefix: "..", content: "x" })],
  ["tar negative size", "archive-invalid", () => tgz({ name: "a", sizeField: "-0000000001\0" })],
  ["tar base-256 size", "archive-invalid", () => tgz({ name: "a", sizeField: "\u0080\u00001234567890" })],
  ["tar bad checksum", "archive-invalid", () => tgz({ name: "a", content: "x", badChecksum: true })],
  ["tar sparse file", "archive-unsafe", () => tgz({ name: "s", type: "S" })],
  ["tar duplicate", "archive-unsafe", () => tgz({ name: "SKILL.md", content: "other" })],
  ["tar cut off", "archive-invalid", () => gzip(goodTar.slice(0, 700))],
  ["tar without end", "archive-invalid", () => gzip(makeTar([TAR_SKILL], { end: false }))],
  [
    "tar with more behind its end",
    "archive-invalid",
    () => gzip(makeTar([TAR_SKILL], { suffix: makeTar([{ name: "evil", content: "x" }]) })),
  ],
  ["extension header for nothing", "archive-invalid", () => tgz({ name: "L", type: "L", content: "name\0" })],
  [
    "too many tar headers",
    "archive-too-large",
    () => tgz(...Array.from({ length: 2500 }, (_, index) => ({ name: `f${index}` }))),
  ],
  ["gzip bomb", "archive-too-large", () => gzip(new Uint8Array(70 * MEGABYTE))],
  ["gzip with trailing garbage", "archive-invalid", () => join(gzip(goodTar), new Uint8Array(20).fill(7))],
  ["gzip of two members", "archive-invalid", () => join(gzip(goodTar), gzip(goodTar))],
  ["gzip cut off", "archive-invalid", () => gzip(goodTar).slice(0, 60)],
  [
    "gzip with a wrong checksum",
    "archive-invalid",
    () => {
      const bytes = gzip(goodTar);
      bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
      return bytes;
    },
  ],
  ["gzip of something else", "archive-invalid", () => gzip(new TextEncoder().encode("just text"))],
];

describe("hostile archives are refused whole, each with its code", () => {
  test.each(HOSTILE)("%s: %s", (_name, code, make) => {
    expect(codeOf(() => readArchive(make()))).toBe(code);
  });

  test("there are at least forty of them", () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
  });

  test("a bomb costs no more memory than the limits allow", () => {
    const bomb = zip({ name: "z", content: new Uint8Array(9 * MEGABYTE), size: 10, localSize: 10 });
    const before = process.memoryUsage().arrayBuffers;
    expect(codeOf(() => readArchive(bomb))).toBe("archive-too-large");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MEGABYTE);
  });
});

describe("ordinary archives are read exactly", () => {
  test("zip with folders, an executable and a data descriptor", () => {
    const bundle = readArchive(
      zip(
        { name: "scripts/", mode: 0o040755 },
        { name: "scripts/run.sh", content: "echo hi", mode: 0o100755 },
        { name: "data.txt", content: "d".repeat(1000), descriptor: true },
      ),
    );
    expect(bundle.files.map((file) => [file.path, file.bytes.length, file.executable ?? false])).toEqual([
      ["SKILL.md", 21, false],
      ["data.txt", 1000, false],
      ["scripts/run.sh", 7, true],
    ]);
  });

  test("tar.gz with leading ./, pax and GNU long names", () => {
    const long = `${"deep/".repeat(10)}${"n".repeat(120)}.txt`;
    const bundle = readArchive(
      gzip(
        makeTar([
          { name: "./", type: "5" },
          { name: "pax_global_header", type: "g", content: paxRecord("comment", "0123") },
          { name: "./SKILL.md", content: "Hello" },
          { name: "x", type: "x", content: paxRecord("path", long) },
          { name: "short", content: "1" },
          { name: "L", type: "L", content: `other-${long}\0` },
          { name: "short", content: "22", mode: 0o755 },
        ]),
      ),
    );
    expect(bundle.files.map((file) => [file.path, file.bytes.length])).toEqual([
      ["SKILL.md", 5],
      [long, 1],
      [`other-${long}`, 2],
    ]);
    expect(bundle.files[2]?.executable).toBe(true);
  });

  test("one folder of a repository archive; links elsewhere in the repository do not matter", () => {
    const archive = makeZip([
      { name: "repo-0123/", mode: 0o040755 },
      { name: "repo-0123/link", content: "/etc", mode: 0o120777 },
      { name: "repo-0123/aux.c", content: "x" },
      { name: "repo-0123/skills/todo/SKILL.md", content: "Todo" },
      { name: "repo-0123/skills/todo-other/SKILL.md", content: "Other" },
    ]);
    const bundle = readArchive(archive, { root: { stripFirstFolder: true, subpath: "skills/todo" } });
    expect(bundle.files.map((file) => file.path)).toEqual(["SKILL.md"]);
    const inside = makeZip([
      { name: "r/s/SKILL.md", content: "x" },
      { name: "r/s/link", content: "/etc", mode: 0o120777 },
    ]);
    expect(codeOf(() => readArchive(inside, { root: { stripFirstFolder: true, subpath: "s" } }))).toBe(
      "archive-unsafe",
    );
    const climbing = makeZip([
      { name: "r/s/SKILL.md", content: "x" },
      { name: "r/s/../../evil", content: "x" },
    ]);
    expect(codeOf(() => readArchive(climbing, { root: { stripFirstFolder: true, subpath: "s" } }))).toBe(
      "archive-unsafe",
    );
    const twoRoots = makeZip([
      { name: "r/SKILL.md", content: "x" },
      { name: "q/SKILL.md", content: "x" },
    ]);
    expect(codeOf(() => readArchive(twoRoots, { root: { stripFirstFolder: true } }))).toBe("archive-invalid");
  });
});

const segment = fc
  .stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
  .filter((name) => !/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name));

describe("properties", () => {
  propertyTest.prop(
    [fc.dictionary(segment, fc.uint8Array({ maxLength: 3000 }), { maxKeys: 8 }), fc.constantFrom(0, 1, 6, 9)],
    { numRuns: 300 },
  )("what another library packed comes out byte for byte", (extra, level) => {
    const files: Record<string, Uint8Array> = { "SKILL.md": new TextEncoder().encode("Hello") };
    for (const [name, bytes] of Object.entries(extra)) files[`dir/${name}`] = bytes;
    const bundle = readArchive(zipSync(files, { level: level as 0 | 1 | 6 | 9 }));
    expect(bundle.files.length).toBe(Object.keys(files).length);
    for (const file of bundle.files)
      expect(Buffer.from(file.bytes).equals(Buffer.from(files[file.path] ?? []))).toBe(true);
  });

  propertyTest.prop([fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom("zip", "tgz")], {
    numRuns: 3000,
  })(
    "one changed byte gives the same content or a closed code, never anything else",
    (position, value, kind) => {
      const bytes = kind === "zip" ? good.slice() : gzip(goodTar);
      bytes[position % bytes.length] = value;
      const outcome = codeOf(() => {
        const bundle = readArchive(bytes);
        for (const file of bundle.files) {
          if (file.path === "SKILL.md")
            expect(["Hello", "---\nname: x\n---\nHello"]).toContain(Buffer.from(file.bytes).toString());
        }
      });
      expect([
        "accepted",
        "archive-invalid",
        "archive-unsafe",
        "archive-too-large",
        "skill-invalid",
      ]).toContain(outcome);
    },
  );

  propertyTest.prop([fc.uint8Array({ maxLength: 600 })], { numRuns: 2000 })(
    "random bytes never escape as another error",
    (bytes) => {
      for (const start of [[], [0x50, 0x4b, 3, 4], [0x1f, 0x8b, 8, 0]]) {
        expect(codeOf(() => readArchive(join(Uint8Array.from(start), bytes)))).not.toBe("accepted");
      }
    },
  );
});
