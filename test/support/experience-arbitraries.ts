import fc from "fast-check";
import type { Session } from "../../src/experience/index.js";

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.lorem(),
  fc.constantFrom(
    "password: hunter22",
    "key-open-the-door-number-2",
    "<!--",
    "```",
    "# x",
    "- x",
    "Pw:",
    "---",
  ),
);
const KINDS = [
  "tap",
  "type",
  "swipe",
  "keyevent",
  "launch_app",
  "wait",
  "shell",
  "batch_actions",
  "finish",
] as const;

const step = fc.record(
  {
    action: fc
      .tuple(
        fc.oneof(fc.constantFrom<string>(...KINDS), fc.string({ minLength: 1 })),
        fc.dictionary(
          fc.oneof(
            fc.string(),
            fc.constantFrom("text", "x", "y", "command", "keycode", "packageName", "actions"),
          ),
          fc.oneof(text, fc.nat(3000), fc.jsonValue({ maxDepth: 2 })),
          { maxKeys: 4 },
        ),
      )
      .map(([type, rest]) => ({ ...rest, type })),
    thought: text,
    result: text,
    currentApp: text,
    uiContext: fc.record(
      { text, label: text, resourceId: text, clickable: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["action", "thought", "result", "currentApp"] },
);

/** A successful run of some agent: valid for the schema, and otherwise anything. */
export const anySession: fc.Arbitrary<Session> = fc.record({
  task: text,
  sessionPath: text,
  ok: fc.constant(true),
  finalMessage: text,
  at: fc.nat(),
  traces: fc.array(step, { minLength: 1, maxLength: 6 }),
});
