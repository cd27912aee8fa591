import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../src/text/redact-secrets.js";
import { growthOf } from "../support/text-growth.js";

/** Joined at run time, so that no scanner takes this file for a leak. */
const join = (...parts: string[]) => parts.join("");

const GITHUB = join("ghp", "_16C7e42F292c6912E7710c838347Ae178B4a");
const OPENAI = join("sk", "-proj-9aBcD3fGhIjKlMnOpQrStUvWx12");
const JWT = join("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0", ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P");
const PEM = join(
  "-----BEGIN RSA PRIVATE",
  " KEY-----\nMIIEowIBAAKCAQEA7\nqQ9+/z==\n-----END RSA PRIVATE",
  " KEY-----",
);

describe("redactSecrets", () => {
  it.each([
    ["GitHub token", `push with ${GITHUB} now`, "push with [redacted:github-token] now", GITHUB],
    [
      "GitHub fine-grained",
      join("github", "_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRs"),
      "[redacted:github-token]",
      "11ABCDEFG0",
    ],
    ["OpenAI key", `curl -H "x: ${OPENAI}"`, 'curl -H "x: [redacted:api-key]"', OPENAI],
    ["AWS key id", join("AKIA", "IOSFODNN7ABCDEFG"), "[redacted:aws-key]", "IOSFODNN"],
    [
      "AWS secret",
      "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzKEY",
      "aws_secret_access_key = [redacted:secret]",
      "wJalr",
    ],
    ["JWT", `token ${JWT}`, "token [redacted:jwt]", "eyJ"],
    [
      "bearer",
      "Authorization: Bearer mF_9.B5f-4.1JqM",
      "Authorization: Bearer [redacted:credential]",
      "mF_9",
    ],
    [
      "basic",
      "authorization: basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
      "authorization: basic [redacted:credential]",
      "QWxh",
    ],
    ["private key", `a ${PEM} b`, "a [redacted:private-key] b", "MIIE"],
    ["cut private key", PEM.slice(0, 50), "[redacted:private-key]", "MIIE"],
    [
      "URL password",
      "postgres://app:hunter2@db:5432/x",
      "postgres://app:[redacted:password]@db:5432/x",
      "hunter2",
    ],
    ["URL password with @", "redis://:p@ss1@cache/0", "redis://:[redacted:password]@cache/0", "p@ss1"],
    [
      "URL token",
      "https://8d7f6a5b4c3d2e1f0a9b8c7d@git.example/x",
      "https://[redacted:token]@git.example/x",
      "8d7f",
    ],
    [
      "env file",
      "DB_PASSWORD=correcthorse\nPORT=80",
      "DB_PASSWORD=[redacted:password]\nPORT=80",
      "correcthorse",
    ],
    ["JSON", '{"apiKey":"a1b2c3d4e5f6","port":80}', '{"apiKey":"[redacted:secret]","port":80}', "a1b2"],
    [
      "escaped JSON",
      '"{\\"password\\":\\"hunter2\\"}"',
      '"{\\"password\\":\\"[redacted:password]\\"}"',
      "hunter2",
    ],
    ["YAML", "password: swordfish\nuser: root", "password: [redacted:password]\nuser: root", "swordfish"],
    [
      "query string",
      "https://x.test/?access_token=abc123def456&page=2",
      "https://x.test/?access_token=[redacted:secret]&page=2",
      "abc123",
    ],
    [
      "flag",
      "login --password hunter2 --verbose",
      "login --password [redacted:password] --verbose",
      "hunter2",
    ],
    ["flag with =", "run --api-key=A1B2C3D4E5", "run --api-key=[redacted:secret]", "A1B2"],
    [
      "curl user",
      "curl -u alice:s3cret https://x.test",
      "curl -u alice:[redacted:password] https://x.test",
      "s3cret",
    ],
    ["XML", "<password>hunter2</password>", "<password>[redacted:password]</password>", "hunter2"],
    ["prose", "my password is Tr0ub4dor&3 ok", "my password is [redacted:password] ok", "Tr0ub4dor"],
    [
      "azure",
      "AccountName=x;AccountKey=Zm9vYmFyYmF6cXV4MTIzNDU2;",
      "AccountName=x;AccountKey=[redacted:secret];",
      "Zm9v",
    ],
    ["slack", join("xoxb", "-123456789012-abcdefABCDEF"), "[redacted:slack-token]", "1234567"],
    ["ruby hash", "secret => 'x9f8e7d6c5b4'", "secret => '[redacted:secret]'", "x9f8"],
    ["python", "API_TOKEN = os.getenv('X') or 'q'", "API_TOKEN = os.getenv('X') or 'q'", "never"],
    ["code", 'const clientSecret = "Qm7xT2vK9";', 'const clientSecret = "[redacted:secret]";', "Qm7x"],
  ])("takes out: %s", (_name, input, expected, canary) => {
    const { text } = redactSecrets(input);
    expect(text).toBe(expected);
    expect(text).not.toContain(canary);
  });

  it.each([
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "digest sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "export TOKEN=$GITHUB_TOKEN",
    "api_key: <your-api-key>",
    "API_KEY=your-api-key-here",
    join("password: $", "{DB_PASSWORD}"),
    'token: "{{ secrets.TOKEN }}"',
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    "Use Bearer authentication for every request",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-your-api-key-goes-right-here-1",
    "max_tokens: 4096",
    "token_count=12345678",
    "The token is expired, the password was wrong.",
    "Password: the phrase that a person types",
    "token: string; password: string;",
    "const token = getToken(request1);",
    "const token = config.session.token",
    "passed: 12, bypass: yes1",
    "https://example.com/a/b?page=2#c",
    "see https://user@example.com/x",
    "git@github.com:owner/repository.git",
    "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "keyboard=qwerty12 monkey: banana77",
    "the secret of good documentation is editing",
    "tokens are short-lived; api keys are not",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "version=1.2.3 build=20240917",
    "password:",
    "secret=true token=null",
  ])("leaves alone: %s", (input) => {
    expect(redactSecrets(input)).toEqual({ text: input, redactions: [] });
  });

  it("counts by kind", () => {
    expect(redactSecrets(`${GITHUB} ${GITHUB} password=hunter2`).redactions).toEqual([
      { kind: "github-token", count: 2 },
      { kind: "password", count: 1 },
    ]);
  });

  it("changes nothing the second time", () => {
    const part = fc.constantFrom(
      GITHUB,
      OPENAI,
      JWT,
      PEM,
      "password",
      "=",
      ": ",
      '"',
      "token",
      " ",
      "\n",
      "hunter2",
      "https://a:b1c2@h",
      "Bearer ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = redactSecrets(parts.join("")).text;
        expect(redactSecrets(once).text).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("never lets an issued token through, whatever stands around it", () => {
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
    const body = fc
      .string({ unit: fc.constantFrom(...alphabet), minLength: 36, maxLength: 36 })
      .filter((text) => !/(.)\1{5}/.test(text) && !/example|placeholder/i.test(text));
    const around = fc.constantFrom(
      "",
      " ",
      "\n",
      '"',
      "'",
      "=",
      ":",
      "(",
      "/",
      ",",
      "token=",
      "Bearer ",
      "x ",
    );
    fc.assert(
      fc.property(around, body, around, (before, secret, after) => {
        expect(redactSecrets(`${before}ghp_${secret}${after}`).text).not.toContain(secret);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["prefixes", (size: number) => "eyJ-".repeat(size / 4)],
    ["BEGIN without END", (size: number) => join("-----BEGIN PRIVATE", " KEY-----").repeat(size / 27)],
    ["names", (size: number) => "password=".repeat(size / 9)],
    ["colons", (size: number) => "a:".repeat(size / 2)],
    ["quotes", (size: number) => 'token="'.repeat(size / 7)],
    ["URL heads", (size: number) => "a://a:".repeat(size / 6)],
    ["one word", (size: number) => "a".repeat(size)],
    ["sk-", (size: number) => "sk-".repeat(size / 3)],
    ["prose", (size: number) => "the password is set by the host. ".repeat(size / 33)],
  ])("takes linear time: %s", (_name, make) => {
    expect(growthOf(redactSecrets, make, 300_000)).toBeLessThan(3);
  });
});
