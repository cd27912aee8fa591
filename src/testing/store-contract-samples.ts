/** Keys that every store refuses. */
export const BAD_KEYS = [
  "",
  "/",
  "/cortex",
  "cortex/",
  "flow//x",
  "../cortex",
  "flow/../cortex",
  "flow/..",
  ".",
  ".hidden",
  "Cortex",
  "c:\\cortex",
  "flow\\x",
  "cortex\0",
  "cortex\n",
  "-rf",
  "~",
  "a".repeat(201),
] as const;

/** Keys whose spelling invites a file store to confuse one with another's file, backup, lock or folder. */
export const CONFUSABLE_KEYS = [
  "a",
  "a.json",
  "a.json.bak",
  "a.json.lock",
  "a.bak",
  "a.lock",
  "a.tmp",
  "a/a",
  "a.json/a",
  "a.json.bak/a",
  "a.json.lock/a",
  "a.corrupt-0",
  "nul",
  "a".repeat(199),
] as const;

/** Texts that a store may spoil on their way. */
export const TEXTS = [
  "",
  " ",
  "\n",
  "{}",
  "\u0000",
  "\uFEFF{}",
  "a\r\nb\rc\n",
  "日本語 🦀 é \u202E",
  "x".repeat(300_000),
  "é".repeat(70_000),
] as const;
