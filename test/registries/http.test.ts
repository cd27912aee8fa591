import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { baseUrl, HttpClient, type HttpOptions } from "../../src/registries/http.js";
import { portContext } from "../support/installer-world.js";
import { deadAddress, type RegistryServer, startRegistryServer } from "../support/registry-server.js";

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());
afterEach(() => server.reset());

const TOKEN = "clh_canary-token-value";

function get(options: HttpOptions = {}, path = "/thing", context = portContext(), maximumBytes = 10_000) {
  const home = baseUrl(server.url, "url");
  return new HttpClient(home, options).request({ url: new URL(path, home), maximumBytes }, context);
}

describe("every status has its code", () => {
  test.each([
    [400, "input-invalid"],
    [401, "registry-unauthorized"],
    [403, "registry-forbidden"],
    [404, "skill-not-found"],
    [409, "skill-ambiguous"],
    [410, "skill-removed"],
    [418, "registry-answer-invalid"],
    [423, "skill-pending-scan"],
    [429, "registry-rate-limited"],
    [500, "registry-unavailable"],
    [502, "registry-unavailable"],
    [503, "registry-unavailable"],
    [504, "registry-unavailable"],
  ])("%i is %s", async (status, code) => {
    server.fault({ when: /./, status, body: "why \u001b[31mred\u202e" });
    await expect(get({ retries: 0 })).rejects.toMatchObject({
      code,
      details: { status },
      message: expect.not.stringMatching(/[\u001b\u202e]/),
    });
  });

  test.each([408, 429, 500, 502, 503, 504])(
    "%i is tried again, and a second answer counts",
    async (status) => {
      server.fault({ when: /./, status, times: 1 });
      server.fault({ when: /./, body: "fine" });
      expect(new TextDecoder().decode((await get()).bytes)).toBe("fine");
      expect(server.requests).toHaveLength(2);
    },
  );

  test.each([400, 401, 403, 404, 409, 410, 423])("%i is not tried again", async (status) => {
    server.fault({ when: /./, status });
    await expect(get()).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  test("three tries and no more, or as many as the host wants", async () => {
    server.fault({ when: /./, status: 503, headers: { "retry-after": "0" } });
    await expect(get()).rejects.toMatchObject({ code: "registry-unavailable" });
    expect(server.requests).toHaveLength(3);
    server.reset();
    server.fault({ when: /./, status: 503 });
    await expect(get({ retries: 0 })).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });
});

describe("rate limits", () => {
  test("Retry-After in seconds is waited for", async () => {
    server.fault({ when: /./, status: 429, headers: { "retry-after": "1" }, times: 1 });
    server.fault({ when: /./, body: "fine" });
    const started = performance.now();
    await get();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  test("Retry-After as a date is waited for", async () => {
    const date = new Date(Math.ceil(Date.now() / 1000 + 1) * 1000);
    server.fault({ when: /./, status: 503, headers: { "retry-after": date.toUTCString() }, times: 1 });
    server.fault({ when: /./, body: "fine" });
    await get();
    expect(Date.now()).toBeGreaterThanOrEqual(date.getTime() - 10);
  });

  test.each([
    ["Retry-After", { "retry-after": "3600" }, 3600],
    ["RateLimit-Reset", { "ratelimit-remaining": "0", "ratelimit-reset": "900" }, 900],
    ["X-RateLimit-Reset", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000000900" }, 900],
  ])("%s: a wait that is too long is not waited for, but said", async (_name, headers, retryAfterSeconds) => {
    server.fault({ when: /./, status: 429, headers });
    const started = performance.now();
    await expect(
      get({ now: () => 1_000_000_000_000 }, "/thing", portContext({ deadline: 2e12 })),
    ).rejects.toMatchObject({
      code: "registry-rate-limited",
      details: { retryAfterSeconds },
    });
    expect(performance.now() - started).toBeLessThan(900);
    expect(server.requests).toHaveLength(1);
  });

  test("a reset time does not count while something remains", async () => {
    server.fault({
      when: /./,
      status: 500,
      headers: { "ratelimit-limit": "60", "ratelimit-remaining": "59", "ratelimit-reset": "900" },
      times: 1,
    });
    server.fault({ when: /./, body: "fine" });
    await get();
    expect(server.requests).toHaveLength(2);
  });

  test("the quota is shown", async () => {
    server.fault({
      when: /./,
      status: 429,
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0" },
    });
    await expect(get({ retries: 0 })).rejects.toMatchObject({ details: { limit: 60, remaining: 0 } });
  });

  test("no wait goes beyond the deadline", async () => {
    server.fault({ when: /./, status: 429, headers: { "retry-after": "5" } });
    const started = performance.now();
    await expect(get({}, "/thing", portContext({ deadline: Date.now() + 1_000 }))).rejects.toMatchObject({
      code: "registry-rate-limited",
    });
    expect(performance.now() - started).toBeLessThan(900);
  });

  test("a cancel ends the wait at once", async () => {
    server.fault({ when: /./, status: 429, headers: { "retry-after": "5" } });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const started = performance.now();
    await expect(get({}, "/thing", portContext({ signal: controller.signal }))).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe("the token", () => {
  test("goes to the registry as a bearer token, and a product name goes with it", async () => {
    server.fault({ when: /./, body: "fine" });
    await get({ token: TOKEN });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "user-agent": expect.stringContaining("skill-cortex"),
    });
  });

  test("does not follow a redirect to another origin", async () => {
    const other = await startRegistryServer();
    onTestFinished(() => other.close());
    other.fault({ when: /./, body: "fine" });
    server.fault({ when: /./, status: 302, headers: { location: `${other.url}/elsewhere` } });
    await get({ token: TOKEN });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("never stands in an error", async () => {
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      throw new TypeError(`bad header ${JSON.stringify(init?.headers)}`, {
        cause: new Error(JSON.stringify(init?.headers)),
      });
    };
    const error = await get({ token: TOKEN, fetch, retries: 0 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "registry-unreachable" });
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).cause}`).not.toContain("canary");
  });
});

describe("redirects", () => {
  test("on the same origin are followed, five at most", async () => {
    server.fault({ when: /\/a$/, status: 301, headers: { location: "/b" } });
    server.fault({ when: /\/b$/, body: "fine" });
    expect((await get({}, "/a")).url.pathname).toBe("/b");
    server.fault({ when: /\/loop$/, status: 302, headers: { location: "/loop" } });
    await expect(get({ retries: 0 }, "/loop")).rejects.toMatchObject({ code: "registry-answer-invalid" });
    expect(server.requests.filter(({ url }) => url === "/loop")).toHaveLength(6);
  });

  test.each([
    "http://example.com/",
    "ftp://127.0.0.1/",
    "file:///etc/passwd",
    "http://[broken",
    "javascript:1",
    "https://user:secret@example.com/",
  ])("to %s are refused", async (location) => {
    server.fault({ when: /./, status: 302, headers: { location } });
    await expect(get()).rejects.toMatchObject({ code: "registry-answer-invalid" });
    expect(server.requests).toHaveLength(1);
  });

  test("to any other origin are refused where the host wants that", async () => {
    server.fault({ when: /./, status: 302, headers: { location: "https://example.com/" } });
    await expect(get({ redirects: "same-origin" })).rejects.toMatchObject({
      code: "registry-answer-invalid",
    });
  });
});

describe("what does not answer", () => {
  test("a dead address is unreachable, after three tries", async () => {
    const url = baseUrl(await deadAddress(), "url");
    await expect(
      new HttpClient(url, {}).request({ url, maximumBytes: 10 }, portContext()),
    ).rejects.toMatchObject({ code: "registry-unreachable", details: { reason: "ECONNREFUSED" } });
  });

  test("a server that accepts and stays silent is unreachable after the time limit", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const url = baseUrl(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, "url");
    await expect(
      new HttpClient(url, { timeoutMs: 100, retries: 1 }).request({ url, maximumBytes: 10 }, portContext()),
    ).rejects.toMatchObject({ code: "registry-unreachable", details: { reason: "timeout" } });
  });

  test("the caller's deadline is a timeout, the caller's cancel is a cancel", async () => {
    const fetch: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    const soon = () => AbortSignal.timeout(30);
    await expect(
      get({ fetch }, "/", portContext({ signal: soon(), deadline: Date.now() + 20 })),
    ).rejects.toMatchObject({ code: "port-timeout" });
    await expect(get({ fetch }, "/", portContext({ signal: soon() }))).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("an answer that is too large", () => {
  test.each([
    ["by its own word", { "content-length": "20000" }],
    ["without a word", {}],
  ])("%s", async (_name, headers) => {
    server.fault({ when: /./, body: "x".repeat(20_000), headers });
    await expect(get()).rejects.toMatchObject({ code: "archive-too-large" });
    expect(server.requests).toHaveLength(1);
  });
});

test.each([
  ["https://clawhub.ai", true],
  ["http://127.0.0.1:8080", true],
  ["http://localhost", true],
  ["http://[::1]:9", true],
  ["http://clawhub.ai", false],
  ["http://127.0.0.1.example.com", false],
  ["https://user:secret@clawhub.ai", false],
  ["ftp://clawhub.ai", false],
  ["clawhub.ai", false],
  ["", false],
])("%s as a base address: %s", (value, fine) => {
  if (fine) expect(baseUrl(value, "url").href.endsWith("/")).toBe(true);
  else
    expect(() => baseUrl(value, "url")).toThrowError(
      expect.objectContaining({ code: "config-invalid", message: expect.not.stringContaining("secret") }),
    );
});
