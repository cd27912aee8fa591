import { stringify } from "yaml";
import { parseFrontmatter } from "../skills/frontmatter.js";

const LONGEST_DESCRIPTION = 1024;

/** A whole new SKILL.md. The header is written by a YAML serialiser, always quoted: every reader agrees on it. */
export function newSkillText(name: string, description: string, body: string): string {
  return `${frontmatterText({ name, description: oneLine(description, LONGEST_DESCRIPTION) })}\n${body.trim()}\n`;
}

/** A frontmatter block with its fences. */
export function frontmatterText(data: Readonly<Record<string, unknown>>): string {
  const yaml = stringify(data, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 });
  return `---\n${yaml}---\n`;
}

/** Where the body of a skill starts. */
export function bodyOffset(text: string): number {
  return text.length - parseFrontmatter(text).value.body.length;
}

/** Text on one line, without control characters, cut between characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
