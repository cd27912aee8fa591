import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDraft, redactSession, type TraceAction, type TraceStep } from "../../src/experience/index.js";
import { sessionOf, stepOf } from "../support/experience-sessions.js";
import { growthOf } from "../support/text-growth.js";

const password = { uiContext: { resourceId: "com.shop:id/password" } };

/** Ways in which a run can enter `secret`, each known to be one by something else. */
const ENTRIES: readonly (readonly [string, (secret: string) => readonly TraceStep[]])[] = [
  ["a field's resource id", (secret) => [stepOf({ type: "type", text: secret }, password)]],
  ["a label", (secret) => [stepOf({ type: "type", text: secret }, { uiContext: { label: "Passcode" } })]],
  [
    "a Chinese label",
    (secret) => [stepOf({ type: "type", text: secret }, { uiContext: { text: "请输入密码" } })],
  ],
  [
    "a Spanish label",
    (secret) => [stepOf({ type: "type", text: secret }, { uiContext: { contentDesc: "Contraseña" } })],
  ],
  [
    "camel case",
    (secret) => [stepOf({ type: "type", text: secret }, { uiContext: { resourceId: "loginPwd" } })],
  ],
  [
    "two words",
    (secret) => [stepOf({ type: "type", text: secret }, { uiContext: { label: "Recovery phrase" } })],
  ],
  [
    "the agent's thought",
    (secret) => [stepOf({ type: "type", text: secret }, { thought: "Now enter the password" })],
  ],
  [
    "the app",
    (secret) => [stepOf({ type: "type", text: secret }, { currentApp: "com.agilebits.onepassword" })],
  ],
  [
    "the field tapped before",
    (secret) => [
      stepOf({ type: "tap", x: 1, y: 2 }, { uiContext: { text: "Password" } }),
      stepOf({ type: "wait" }),
      stepOf({ type: "type", text: secret }),
    ],
  ],
  [
    "an e-mail address typed before",
    (secret) => [
      stepOf({ type: "type", text: "alice@example.com" }),
      stepOf({ type: "keyevent", keycode: "KEYCODE_TAB" }),
      stepOf({ type: "type", text: secret.replace(/\s/g, "-") }),
    ],
  ],
  ["a flag", (secret) => [stepOf({ type: "fill", selector: "#x", value: secret, secure: true })]],
  ["a selector", (secret) => [stepOf({ type: "fill", selector: "input[type=password]", value: secret })]],
  ["the argument's name", (secret) => [stepOf({ type: "login", password: secret })]],
  ["a nested form", (secret) => [stepOf({ type: "form", fields: [{ name: "Password", value: secret }] })]],
  ["a list below the argument's name", (secret) => [stepOf({ type: "call", password: { plain: [secret] } })]],
  [
    "what a field for secrets shows",
    (secret) => [
      stepOf(
        { type: "tap", x: 1, y: 2 },
        { uiContext: { resourceId: "id/password", className: "android.widget.EditText", text: secret } },
      ),
      stepOf({ type: "login", pin: 1234 }),
    ],
  ],
  [
    "a batch that also enters single keys",
    (secret) => [
      stepOf({
        type: "batch_actions",
        actions: [
          { type: "type", text: "x", label: "password" },
          { type: "type", text: secret, label: "password" },
        ],
      }),
    ],
  ],
  ["a list of values", (secret) => [stepOf({ type: "fill", label: "One-time password", values: [secret] })]],
  ["a nested name", (secret) => [stepOf({ type: "call", arguments: { body: { apiKey: secret } } })]],
  [
    "a batch",
    (secret) => [
      stepOf({
        type: "batch_actions",
        actions: [
          { type: "tap", x: 1, y: 1, label: "password" },
          { type: "type", text: secret },
        ],
      }),
    ],
  ],
  [
    "input text in a command",
    (secret) => [
      stepOf({ type: "shell", command: `input text '${secret}'` }, { thought: "type the password" }),
    ],
  ],
];

describe("a secret is known by", () => {
  it.each(ENTRIES)("%s", (_how, entry) => {
    const secret = "correct horse battery";
    const run = redactSession(
      sessionOf([...entry(secret), stepOf({ type: "tap", x: 3, y: 4 }, { result: `typed ${secret}` })], {
        finalMessage: `Signed in with ${secret}.`,
      }),
    );
    const text = JSON.stringify(run);
    if (!_how.startsWith("an e-mail")) expect(text).not.toContain("horse");
    expect(run.traces.some((step) => step.hidden)).toBe(true);
    expect(run.redactions).toContainEqual(
      expect.objectContaining({ kind: expect.stringMatching(/password|code/) }),
    );
  });
});

describe("what is no secret stays", () => {
  it.each([
    [{ type: "type", text: "blue shoes" }, { uiContext: { label: "Search" } }],
    [{ type: "type", text: "shopping list" }, { thought: "Type the name of the list" }],
    [{ type: "type", text: "bob" }, { uiContext: { label: "User name" } }],
    [{ type: "type", text: "你好，世界" }, {}],
    [
      { type: "tap", x: 5, y: 6 },
      { thought: "Tap the Forgot password link", uiContext: { text: "Forgot password?" } },
    ],
    [
      { type: "tap", x: 5, y: 6 },
      { uiContext: { text: "7" }, thought: "calculator key" },
    ],
    [
      { type: "tap", x: 5, y: 6 },
      { uiContext: { resourceId: "password_next", text: "Next", className: "Button" } },
    ],
    [{ type: "keyevent", keycode: "KEYCODE_BACK" }, {}],
    [{ type: "fill", selector: "#spinner-opinion", value: "compass" }, {}],
    [{ type: "shell", command: "git rev-parse 0123456789abcdef0123456789abcdef01234567" }, {}],
  ] as [TraceAction, Partial<TraceStep>][])("%j %j", (action, more) => {
    const [step] = redactSession(sessionOf([stepOf(action, more)])).traces;
    expect(step).toMatchObject({ action, ...more, hidden: false });
  });
});

describe("prose", () => {
  it.each([
    ["Unlock with PIN 4821 please", "Unlock with PIN [redacted:code] please"],
    ["the verification code is 482913.", "the verification code is [redacted:code]."],
    ["enter the code 482913", "enter the code [redacted:code]"],
    ["status code 404", "status code 404"],
    ["use password swordfish1 now", "use password [redacted:password] now"],
    ['use password "swordfish" now', 'use password "[redacted:password]" now'],
    ["the password field, then Next", "the password field, then Next"],
    ["密码是hunter22", "密码是[redacted:password]"],
    ["card 4111 1111 1111 1111 ok", "card [redacted:card] ok"],
    ["order 4111 1111 1111 1112 ok", "order 4111 1111 1111 1112 ok"],
    ["token ghp_0123456789abcdefghijABCDEFGHIJ012345", "token [redacted:github-token]"],
    ["full-width ＡＫＩＡＩＯＳＦＯＤＮＮ７ＱＲＳＴＵＶＷ", "full-width [redacted:aws-key]"],
  ])("%s", (said, kept) => {
    expect(redactSession(sessionOf([stepOf({ type: "x" })], { task: said })).task).toBe(kept);
  });
});

describe("a secret that is entered key by key", () => {
  const pad = (digit: string): TraceStep =>
    stepOf(
      { type: "tap", x: 100 + Number(digit), y: 200 },
      {
        uiContext: { text: digit, resourceId: `key${digit}` },
        thought: `tap ${digit}`,
        result: `pressed ${digit}`,
      },
    );
  const locked = stepOf(
    { type: "swipe", x1: 1, y1: 2, x2: 3, y2: 4 },
    { thought: "The screen asks for the PIN" },
  );

  it("leaves neither digits nor coordinates", () => {
    const run = redactSession(
      sessionOf([locked, ...[..."4821"].map(pad), stepOf({ type: "keyevent", keycode: 66 })], {
        finalMessage: "Unlocked with 4821.",
      }),
    );
    expect(run.traces.slice(1, 5).map((step) => step.action)).toEqual(Array(4).fill({ type: "tap" }));
    expect(JSON.stringify(run)).not.toMatch(/tap \d|key\d|pressed|10[1248]|4821/);
    expect(run.finalMessage).toBe("Unlocked with [redacted:code].");
  });

  it("also as key events and single letters", () => {
    const run = redactSession(
      sessionOf(
        [
          stepOf({ type: "tap", x: 1, y: 1 }, password),
          ...[..."zebra9"].map((key) =>
            stepOf({ type: "keyevent", keycode: `KEYCODE_${key.toUpperCase()}` }),
          ),
          stepOf({ type: "tap", x: 1, y: 1 }, password),
          ...[..."yak7"].map((text) => stepOf({ type: "type", text })),
        ],
        { finalMessage: "zebra9 and yak7" },
      ),
    );
    expect(run.finalMessage).toBe("[redacted:code] and [redacted:code]");
    expect(run.traces.filter((step) => step.hidden)).toHaveLength(10);
  });

  it("keeps what a probe reported, so that the warning is not lost with the digits", () => {
    const run = redactSession(sessionOf([locked, { ...pad("4"), result: "capability_probe: photos 4" }]));
    expect(run.traces[1]?.result).toBe("capability_probe");
  });
});

it("a secret that begins with another one goes as a whole", () => {
  const run = redactSession(
    sessionOf(
      [
        stepOf({ type: "type", text: "swordfish" }, password),
        stepOf({ type: "type", text: "swordfish extra" }, password),
      ],
      { finalMessage: "swordfish extra, then swordfish" },
    ),
  );
  expect(run.finalMessage).toBe("[redacted:password], then [redacted:password]");
});

it("an account name is a credential only beside a password", () => {
  const account = stepOf(
    { type: "type", text: "alice.smith" },
    { uiContext: { resourceId: "id/user_name" } },
  );
  const secret = stepOf({ type: "type", text: "correct horse" }, password);
  expect(redactSession(sessionOf([account])).traces[0]?.action.text).toBe("alice.smith");
  const run = redactSession(sessionOf([account, secret], { finalMessage: "Hello alice.smith" }));
  expect(run.traces[0]?.action.text).toBe("[redacted:account]");
  expect(run.finalMessage).toBe("Hello [redacted:account]");
});

describe("no secret in any byte", () => {
  const canary = fc.oneof(
    fc.stringMatching(/^Zq[a-z0-9]{8,20}$/),
    fc.stringMatching(/^Zq[a-z]{3}[!@#$%^&*()'"`;:|<>?,.\\/+=~[\]{}-]{1,4} [a-z0-9]{4}$/),
    fc.stringMatching(/^[1-9][0-9]{7}$/),
  );
  const spellings: readonly ((secret: string) => string)[] = [
    (secret) => secret,
    (secret) => secret.toUpperCase(),
    (secret) => encodeURIComponent(secret),
    (secret) => JSON.stringify(secret),
    (secret) => secret.replace(/ /g, "%s"),
    (secret) => secret.replace(/ /g, "  \n"),
    (secret) => secret.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  ];
  const place = fc.tuple(fc.constantFrom(...spellings), fc.string({ maxLength: 6 }), fc.nat(9));

  it("whatever was said around it, and wherever", async () => {
    await fc.assert(
      fc.asyncProperty(
        canary,
        fc.constantFrom(...ENTRIES.filter(([how]) => !how.startsWith("an e-mail"))),
        fc.array(place, { maxLength: 10 }),
        fc.constantFrom("mixed" as const, "strict" as const),
        async (secret, [, entry], places, layout) => {
          const at = (slot: number): string =>
            places
              .filter(([, , where]) => where === slot)
              .map(([spell, glue]) => `${glue} ${spell(secret)} ${glue}`)
              .join(" ");
          const noise = stepOf(
            { type: "tap", x: 1, y: 2, note: at(0), [`k ${at(1)}`]: at(2) },
            {
              thought: at(3),
              result: at(4),
              uiContext: { text: at(5), resourceId: at(6) },
              currentApp: `app ${at(9)}`,
            },
          );
          const { value } = buildDraft(
            sessionOf([...entry(secret), noise], {
              task: `Do it ${at(7)}`,
              finalMessage: at(8),
              sessionPath: `/s/${at(9)}`,
            }),
            { layout },
          );
          const bytes = JSON.stringify(value).normalize("NFKC").toLowerCase();
          const squeezed = bytes.replace(/\\[nt]|\s+|%20|%s/g, " ");
          for (const spell of spellings.slice(0, 5)) {
            const needle = spell(secret).normalize("NFKC").toLowerCase();
            expect(bytes).not.toContain(needle);
            expect(squeezed).not.toContain(needle.replace(/\s+|%20|%s/g, " "));
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});

it("a second redaction changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 4 }), (texts) => {
      const once = redactSession(
        sessionOf(texts.map((text) => stepOf({ type: "note", about: text }, { result: text }))),
      );
      const twice = redactSession(once);
      expect(twice.traces).toEqual(once.traces);
    }),
    { numRuns: 1000 },
  );
});

describe("the time grows with the run", () => {
  it.each([
    ["passwords spoken of", "password '"],
    ["digits", "1 2-"],
    ["marks that look like ours", "[redacted:"],
    ["words of other languages", "密码"],
    ["codes", "pin code 12345"],
  ])("%s", (_what, piece) => {
    const work = (text: string) =>
      redactSession(sessionOf([stepOf({ type: "tap" }, { thought: text, result: text })]));
    expect(growthOf(work, (size) => piece.repeat(size / piece.length), 80_000)).toBeLessThan(3);
  });

  it("many different secrets too: a pattern of all of them would be a hundred times slower from some number on", () => {
    const word = (index: number): string => `zq${Math.imul(index + 1, 2654435761) >>> 0}w${index}`;
    const work = (ticks: string): void => {
      const steps = [...ticks].map((_, index) =>
        stepOf({ type: "type", text: word(index) }, { ...password, result: `typed ${word(index)}` }),
      );
      expect(JSON.stringify(redactSession(sessionOf(steps)))).not.toContain("zq");
    };
    expect(growthOf(work, (size) => "|".repeat(size), 1000)).toBeLessThan(10);
  });
});
