import { textDigest } from "../safety/tree-digest.js";
import type { Change } from "./change.js";

/** Names a change by everything in it: what a person accepted is this change and no other. */
export function changeDigest(change: Change): string {
  return textDigest(JSON.stringify(Object.entries(change).sort(([a], [b]) => (a < b ? -1 : 1))));
}
