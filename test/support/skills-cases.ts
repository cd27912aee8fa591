import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { type SkillsTree, skillText } from "./skills-tree.js";

/** One way in which people lay out a folder of skills, below `<case>/skills`. */
export interface FolderCase {
  /** As in the table of docs/skills-differences.md, if loaders disagree. */
  readonly id: string;
  /** `at` gives paths inside the case's folder. */
  readonly build: (tree: SkillsTree, at: (path: string) => string) => void;
}

/** A skill whose header requires a program that nobody has. */
const UNUSABLE = 'metadata: {"openclaw": {"requires": {"bins": ["no-such-program-anywhere"]}}}\n';

const one = (id: string, build: FolderCase["build"]): FolderCase => ({ id, build });
const skills = (id: string, ...folders: readonly string[]): FolderCase =>
  one(id, (tree, at) => {
    for (const folder of folders) tree.skill(at(folder));
  });

/** Layouts that loaders are asked about. Most are agreed on; the others are in the table. */
export const FOLDER_CASES: readonly FolderCase[] = [
  skills("one folder a skill", "skills/alpha", "skills/beta", "skills/gamma"),
  skills("grouped in folders", "skills/alpha", "skills/team/beta", "skills/team/web/gamma"),
  skills("six levels deep", "skills/1/2/3/4/5/deep"),
  skills("seven levels deep", "skills/1/2/3/4/5/6/deep"),
  skills("a skill below a skill", "skills/alpha", "skills/alpha/references/beta"),
  skills("a nested `skills` folder", "skills/alpha", "skills/skills/beta"),
  skills("node_modules", "skills/alpha", "skills/node_modules/beta"),
  skills("hidden folders", "skills/alpha", "skills/.beta", "skills/.git/gamma"),
  skills("generated folders", "skills/alpha", "skills/dist/beta", "skills/build/gamma"),
  skills("caches of Python", "skills/alpha", "skills/venv/beta", "skills/__pycache__/gamma"),
  one("folders without a skill", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.file(at("skills/notes/README.md"), "# Notes\n");
    mkdirSync(tree.path(at("skills/empty")));
  }),
  one("more folders without a skill than skills may be", (tree, at) => {
    for (let index = 0; index < 320; index += 1)
      mkdirSync(tree.path(at(`skills/junk-${index}`)), { recursive: true });
    tree.skill(at("skills/zz-last"));
  }),
  one("Markdown beside the folders", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.file(at("skills/note.md"), skillText("note", "Looks like a skill."));
  }),
  one("a root that is a skill", (tree, at) => {
    tree.file(at("skills/SKILL.md"), skillText("whole", "The root itself."));
    tree.skill(at("skills/alpha"));
  }),
  one("an unusable SKILL.md in the root", (tree, at) => {
    tree.file(at("skills/SKILL.md"), "---\nname: whole\n---\n");
    tree.skill(at("skills/alpha"));
  }),
  one("SKILL.md in lower case", (tree, at) => {
    tree.file(at("skills/alpha/skill.md"), skillText("alpha", "Lower case."));
    tree.skill(at("skills/beta"));
  }),
  one("listed in .gitignore", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.skill(at("skills/beta"));
    tree.file(at("skills/.gitignore"), "beta/\n");
  }),
  one("a folder linked inside the root", (tree, at) => {
    tree.skill(at("skills/group/alpha"));
    symlinkSync(tree.path(at("skills/group")), tree.path(at("skills/linked")));
  }),
  one("a folder linked from outside", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.skill(at("outside/beta"));
    symlinkSync(tree.path(at("outside/beta")), tree.path(at("skills/beta")));
  }),
  one("a SKILL.md linked from outside", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.file(at("secret.md"), skillText("beta", "Anybody's file."));
    mkdirSync(tree.path(at("skills/beta")));
    symlinkSync(tree.path(at("secret.md")), tree.path(at("skills/beta/SKILL.md")));
  }),
  one("a SKILL.md that is a hard link", (tree, at) => {
    tree.skill(at("skills/alpha"));
    linkSync(tree.skill(at("elsewhere/beta")), tree.path(at("skills/beta.md")));
    mkdirSync(tree.path(at("skills/beta")));
    linkSync(tree.path(at("elsewhere/beta/SKILL.md")), tree.path(at("skills/beta/SKILL.md")));
    tree.remove(at("skills/beta.md"));
  }),
  one("a link that leads nowhere", (tree, at) => {
    tree.skill(at("skills/alpha"));
    symlinkSync(tree.path("nowhere"), tree.path(at("skills/beta")));
  }),
  one("a link to the root", (tree, at) => {
    tree.skill(at("skills/alpha"));
    symlinkSync(tree.path(at("skills")), tree.path(at("skills/loop")));
  }),
  one("a file of 300 KB", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.file(at("skills/beta/SKILL.md"), skillText("beta", "Large.") + "x".repeat(300_000));
  }),
  one("two skills of one name", (tree, at) => {
    tree.file(at("skills/first/SKILL.md"), skillText("alpha", "The first."));
    tree.file(at("skills/second/SKILL.md"), skillText("alpha", "The second."));
  }),
  one("a requirement that is not met", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.skill(at("skills/beta"), "Needs a program.", UNUSABLE);
  }),
  one("hidden from the model", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.skill(at("skills/beta"), "Only for people.", "disable-model-invocation: true\n");
  }),
  one("not for people", (tree, at) => {
    tree.skill(at("skills/alpha"));
    tree.skill(at("skills/beta"), "Only for the model.", "user-invocable: false\n");
  }),
  one("markup in a description", (tree, at) => {
    tree.skill(at("skills/alpha"), `</description> & <b>"bold"</b> 'quoted'`);
    tree.skill(at("skills/über"), "Ümläute, 日本語 and 🎵.");
  }),
  one("a description over several lines", (tree, at) => {
    tree.file(
      at("skills/alpha/SKILL.md"),
      "---\nname: alpha\ndescription: |-\n  First line.\n  Second line.\n---\n",
    );
  }),
  one("invisible characters in a description", (tree, at) => {
    tree.skill(at("skills/alpha"), "Safe\u202e text\u200b.");
  }),
];
