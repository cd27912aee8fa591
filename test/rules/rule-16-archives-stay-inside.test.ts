import { describe, expect, it } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createDiskInstaller } from "../../src/node/index.js";
import { readArchive } from "../../src/registries/read-archive.js";
import {
  approvalFor,
  bundleOf,
  pinOf,
  portContext,
  temporaryFolder,
  tree,
} from "../support/installer-world.js";
import { gzip, makeTar, makeZip, type TarSpec, type ZipSpec } from "../support/registry-archives.js";

const SKILL = { name: "SKILL.md", content: "---\nname: x\ndescription: d\n---\nHello" };
const zip = (...specs: ZipSpec[]) => makeZip([SKILL, ...specs]);
const tgz = (...specs: TarSpec[]) => gzip(makeTar([SKILL, ...specs]));

const PATHS = [
  "../evil",
  "a/../../evil",
  "a/..",
  "..",
  "/etc/passwd",
  "//host/share",
  "C:/evil",
  "C:evil",
  "c:\\evil",
  "\\\\host\\share\\x",
  "..\\evil",
  "a\\..\\evil",
  "a\nb",
  "a\u001b[2Jb",
  "a:stream",
  "sub/NUL",
  "con.txt",
  "trailing.",
  ".git/config",
];
const LINKS: readonly (readonly [string, () => Uint8Array])[] = [
  ["zip symlink", () => zip({ name: "l", content: "/etc/passwd", mode: 0o120777 })],
  ["zip device", () => zip({ name: "d", mode: 0o020666 })],
  ["zip FIFO", () => zip({ name: "f", mode: 0o010644 })],
  ["tar symlink", () => tgz({ name: "l", type: "2", link: "/etc/passwd" })],
  ["tar symlink inside", () => tgz({ name: "l", type: "2", link: "SKILL.md" })],
  ["tar hard link", () => tgz({ name: "l", type: "1", link: "/etc/passwd" })],
  ["tar character device", () => tgz({ name: "d", type: "3" })],
  ["tar block device", () => tgz({ name: "d", type: "4" })],
  ["tar FIFO", () => tgz({ name: "f", type: "6" })],
];
const CLASHES: readonly (readonly [string, readonly string[]])[] = [
  ["the same name", ["a.txt", "a.txt"]],
  ["another case", ["a.txt", "A.TXT"]],
  ["another case of SKILL.md", ["skill.md"]],
  ["another Unicode form", ["caf\u00e9", "cafe\u0301"]],
  ["a file where a folder is", ["a", "a/b"]],
];
const limits = { files: 4, fileBytes: 1000, totalBytes: 2000 };
const big = (bytes: number) => "A".repeat(bytes);

function refusal(work: () => unknown): string {
  try {
    work();
    return "accepted";
  } catch (error) {
    if (!CortexError.is(error)) throw error;
    return error.code;
  }
}

describe("rule 16: archives can't reach outside, link, clash or explode", () => {
  it("accepts an ordinary one", () => {
    const files = [{ name: "references/a b-ü.md", content: "x" }];
    expect(refusal(() => readArchive(zip(...files)))).toBe("accepted");
    expect(refusal(() => readArchive(tgz(...files)))).toBe("accepted");
  });

  it.each(PATHS)("the path %j, zipped, in a tar, or handed to the installer", async (name) => {
    expect(refusal(() => readArchive(zip({ name, content: "x" })))).toBe("archive-unsafe");
    expect(refusal(() => readArchive(tgz({ name, content: "x" })))).toBe("archive-unsafe");
    const directory = temporaryFolder();
    const bundle = bundleOf({ "SKILL.md": SKILL.content, [name]: "x" });
    const pin = pinOf("clawhub:@alice/x", "1.0.0", bundle);
    const request = { pin, approval: approvalFor(pin), lease: "flow-1", bundle };
    await expect(createDiskInstaller({ directory }).install(request, portContext())).rejects.toMatchObject({
      code: "archive-unsafe",
    });
    expect(await tree(directory)).toEqual([]);
  });

  it("a NUL in a name", () => {
    expect(refusal(() => readArchive(zip({ name: "a\0b", content: "x" })))).toBe("archive-unsafe");
  });

  it.each(LINKS)("%s", (_name, make) => {
    expect(refusal(() => readArchive(make()))).toBe("archive-unsafe");
  });

  it.each(CLASHES)("%s", (_name, names) => {
    const specs = names.map((name) => ({ name, content: "x" }));
    expect(refusal(() => readArchive(zip(...specs)))).toBe("archive-unsafe");
    expect(refusal(() => readArchive(tgz(...specs)))).toBe("archive-unsafe");
  });

  it.each<[string, readonly { name: string; content: string }[]]>([
    ["too many files", ["a", "b", "c", "d", "e"].map((name) => ({ name, content: "x" }))],
    ["one file too large", [{ name: "a", content: big(1500) }]],
    ["too large together", ["a", "b", "c"].map((name) => ({ name, content: big(900) }))],
  ])("%s", (_name, specs) => {
    expect(refusal(() => readArchive(zip(...specs), { limits }))).toBe("archive-too-large");
    expect(refusal(() => readArchive(tgz(...specs), { limits }))).toBe("archive-too-large");
  });

  it("a bomb is stopped by what comes out, not by what it says", () => {
    const bomb = zip({ name: "a", content: big(50_000_000) });
    expect(bomb.length).toBeLessThan(200_000);
    expect(refusal(() => readArchive(bomb))).toBe("archive-too-large");
    const liar = zip({ name: "a", content: big(50_000_000), size: 10, localSize: 10 });
    expect(refusal(() => readArchive(liar))).not.toBe("accepted");
    expect(refusal(() => readArchive(gzip(new Uint8Array(100_000_000))))).toBe("archive-too-large");
  });

  it("has at least forty vectors", () => {
    expect(3 * PATHS.length + LINKS.length + 2 * CLASHES.length).toBeGreaterThanOrEqual(40);
  });
});
