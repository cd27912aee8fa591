import { describe, expect, it } from "vitest";
import { buildDraft, type Draft, refineDraft, type Session } from "../../src/experience/index.js";
import { AT, sessionOf, stepOf } from "../support/experience-sessions.js";

const run = (query: string, x: number, badge: string, at = AT): Session =>
  sessionOf(
    [
      stepOf({ type: "launch_app", packageName: "com.shop.app" }),
      stepOf(
        { type: "tap", x, y: 90 },
        { uiContext: { resourceId: "id/search", text: badge, clickable: true }, thought: "Open the search" },
      ),
      stepOf({ type: "type", text: query }, { uiContext: { resourceId: "id/query" } }),
      stepOf({ type: "keyevent", keycode: "KEYCODE_ENTER" }),
    ],
    { task: `Search the shop for ${query}`, finalMessage: `Found ${query}.`, at },
  );

const first = (): Draft => buildDraft(run("shoes", 10, "Search"), { layout: "strict" }).value as Draft;
const refined = (draft: Draft, session: Session): Draft => refineDraft(draft, session)._unsafeUnwrap().value;

describe("a second run of the same behaviour", () => {
  const draft = refined(first(), run("hats", 300, "Search (2)", AT + 86_400_000));
  const text = draft.files[0]?.text ?? "";

  it("keeps the name, so that the workshop changes one skill instead of adding another", () => {
    expect(draft.name).toBe(first().name);
    expect(draft.files.map((file) => file.path)).toEqual(first().files.map((file) => file.path));
    expect(draft.identity).toBe(first().identity);
  });

  it("marks what differed, and keeps only the hints that both runs share", () => {
    expect(text).toContain("2. tap(<varies>, 90)");
    expect(text).toContain('   - ui_target: resourceId="id/search" clickable=true');
    expect(text).toContain("3. type(<varies>)");
    expect(text).toContain("4. keyevent(KEYCODE_ENTER)");
    expect(text).toContain(
      "## Refined Outcome\n\n- Seen in 2 successful runs.\n- Steps whose arguments differed, to be chosen each time: 2, 3.",
    );
  });

  it("leaves the choice of the text to the person who replays it", () => {
    const script = draft.files[1]?.text ?? "";
    expect(script).toContain("by_hand 'type(<varies>) on resourceId=\"id/query\"'");
    expect(script).not.toContain("hats");
    expect(script).toContain("remote 'input tap 300 90'");
  });

  it("tells the latest outcome and time", () => {
    expect(text).toContain("- Generated: 2026-11-19T09:08:07.000Z");
    expect(text).toContain("- Reported: Found hats.");
    expect(text).toContain("- Runs: 2");
  });
});

it("an older run that arrives late does not become the latest", () => {
  const draft = refined(first(), run("hats", 300, "Search", AT - 1000));
  expect(draft.files[0]?.text).toContain("- Reported: Found shoes.");
});

it("three runs that agree make the confidence high, two do not", () => {
  const two = refined(first(), run("shoes", 10, "Search", AT + 1));
  expect(two.confidence).toBe("medium");
  expect(two.files[0]?.text).toContain("- Every run did exactly the same.");
  expect(refined(two, run("shoes", 10, "Search", AT + 2)).confidence).toBe("high");
});

it("a warning of one run stays, however many follow", () => {
  const probed = run("shoes", 10, "Search");
  const [opening, ...rest] = probed.traces;
  const warned = {
    ...probed,
    traces: [{ ...(opening as NonNullable<typeof opening>), result: "capability_probe" }, ...rest],
  };
  const draft = buildDraft(warned).value as Draft;
  expect(refined(draft, run("shoes", 10, "Search", AT + 1)).lacksHumanAuth).toBe(true);
});

it("only the latest ten runs are kept", () => {
  let draft = first();
  for (let day = 1; day <= 15; day += 1) draft = refined(draft, run("shoes", day, "Search", AT + day));
  expect(draft.runs).toHaveLength(10);
  expect(draft.runs[0]?.at).toBe(AT + 6);
});

it.each([
  ["a failed run", { ...run("hats", 1, "Search"), ok: false }],
  ["another behaviour", sessionOf([stepOf({ type: "tap", x: 1, y: 1 })])],
])("%s is refused", (_what, session) => {
  expect(refineDraft(first(), session)._unsafeUnwrapErr().code).toBe("input-invalid");
});

it("a draft that went through JSON can be refined", () => {
  const stored = JSON.parse(JSON.stringify(first())) as Draft;
  const session = run("hats", 300, "Search", AT + 1);
  expect(refined(stored, session)).toEqual(refined(first(), session));
});
