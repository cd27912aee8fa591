// Draws docs/architecture.md's diagram from the transition table; --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { EFFECT_HANDLERS } from "../dist/core/index.js";

const page = "docs/architecture.md";
const edges = Object.entries(EFFECT_HANDLERS).flatMap(([effect, { leadsTo }]) =>
  leadsTo.map((next) => `  ${effect} --> ${next}`),
);
const diagram = [
  "<!-- flow: drawn by scripts/draw-flow.mjs -->",
  "```mermaid",
  "stateDiagram-v2",
  "  [*] --> recall",
  ...edges,
  "  done --> [*]",
  "```",
  "<!-- /flow -->",
].join("\n");
const text = readFileSync(page, "utf8");
const drawn = text.replace(/<!-- flow:[\s\S]*<!-- \/flow -->/, diagram);
if (process.argv.includes("--check")) {
  if (drawn !== text) {
    console.error(
      `${page} does not show the transition table; run "node scripts/draw-flow.mjs" after a build`,
    );
    process.exitCode = 1;
  }
} else writeFileSync(page, drawn);
