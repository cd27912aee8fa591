import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNodeWorkshop } from "../../src/node/create-node-workshop.js";
import { human } from "../support/workshop-desk.js";

const CORPUS = join(import.meta.dirname, "node_modules", "openclaw");
const MARKER = "- Do the corpus step before anything else.";

async function skillFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.name === "SKILL.md") found.push(join(entry.parentPath, entry.name));
  }
  return found.sort();
}

/** Headings by an own, simpler reading than the product's parser: ATX lines outside of fences and frontmatter. */
function headingsOf(text: string): readonly { readonly line: number; readonly heading: string }[] {
  const found: { line: number; heading: string }[] = [];
  let fence = "";
  let isHeader = /^---\r?$/m.exec(text)?.index === 0;
  text.split("\n").forEach((raw, line) => {
    const content = raw.replace(/\r$/, "");
    if (isHeader) {
      if (line > 0 && content === "---") isHeader = false;
      return;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(content)?.[1] ?? "";
    if (fence === "") {
      if (mark !== "") fence = mark;
      else if (/^#{1,6} +\S/.test(content)) found.push({ line, heading: content.replace(/[ #]+$/, "") });
    } else if (mark.startsWith(fence) && content.trim() === mark) fence = "";
  });
  return found;
}

describe("the skills of the openclaw package", () => {
  let root = "";
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "workshop-corpus-")));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test("append to every section of every file: only the new lines differ, and rollback gives the same bytes", async () => {
    const sources = await skillFiles(CORPUS);
    expect(sources.length).toBeGreaterThan(50);
    let sections = 0;
    for (const [index, source] of sources.entries()) {
      const workspace = join(root, `w${index}`);
      const file = join(workspace, "skills", "subject", "SKILL.md");
      const bytes = await readFile(source);
      await mkdir(join(workspace, "skills", "subject"), { recursive: true });
      await writeFile(file, bytes);
      const workshop = createNodeWorkshop({ workspace, directory: join(root, `s${index}`) });
      const old = bytes.toString("utf8");
      const seen = new Set<string>();
      for (const { line, heading } of headingsOf(old)) {
        // Of two sections with one name, the first is meant.
        if (seen.has(heading.toLowerCase())) continue;
        seen.add(heading.toLowerCase());
        const where = `${relative(CORPUS, source)}:${line + 1} ${heading}`;
        const { proposal } = await workshop.suggest({ skillName: "subject", section: heading, body: MARKER });
        expect(proposal?.status, where).toBe("pending");
        await workshop.approve(proposal?.id ?? "", human);
        checkAddition(old, await readFile(file, "utf8"), line, where);
        await workshop.rollback(proposal?.id ?? "", human);
        expect((await readFile(file)).equals(bytes), where).toBe(true);
        sections += 1;
      }
      await workshop.close();
    }
    expect(sections).toBeGreaterThan(300);
  }, 180_000);
});

/** Exactly one run of lines is new, it says only the marker, and the last heading before it is the one that was named. */
function checkAddition(old: string, now: string, headingLine: number, where: string): void {
  const [before, after] = [old.split("\n"), now.split("\n")];
  const at = after.findIndex((line) => line.replace(/\r$/, "") === MARKER);
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  const added = after.length - before.length;
  // A file without a last line end gets one.
  const rest = before.slice(head).join("\n");
  expect(after.slice(head + added).join("\n"), where).toBe(rest);
  expect(
    after
      .slice(head, head + added)
      .join("\n")
      .trim(),
    where,
  ).toBe(MARKER);
  const heading = headingsOf(now).findLast(({ line }) => line < at);
  expect(heading?.line, where).toBe(headingLine);
}
