import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  createDiscoveryMatcher,
  createEndpointEmbedder,
  createSkillIndex,
  createStaticEmbedder,
  type EndpointEmbedderOptions,
} from "../../src/discovery/index.js";
import { netclaw } from "../support/discovery-fixtures.js";

interface Asked {
  readonly input: readonly string[];
  readonly model: string;
  readonly dimensions?: number;
  readonly authorization: string | undefined;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A local server; `reply` sees each request and may answer on its own. */
async function endpoint(reply?: (number: number, response: ServerResponse) => boolean) {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization } = request.headers;
    asked.push({ ...JSON.parse(body), authorization });
    if (reply?.(asked.length, response) === true) return;
    const input = asked.at(-1)?.input ?? [];
    const vectors = await createStaticEmbedder().embed({ texts: input, kind: "query" });
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] })).toReversed();
    response.setHeader("content-type", "application/json").end(JSON.stringify({ object: "list", data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const embedder = (options: Partial<EndpointEmbedderOptions> = {}) =>
    createEndpointEmbedder({ baseUrl, model: "test-model", dimensions: 256, ...options });
  return { asked, embedder };
}

function answer(response: ServerResponse, status: number, text: string, headers = {}): boolean {
  response.writeHead(status, headers).end(text);
  return true;
}

describe("an OpenAI-compatible endpoint", () => {
  it("is asked in batches, with prefixes, model and key, and answered in any order", async () => {
    const { asked, embedder } = await endpoint();
    const own = embedder({ batchSize: 2, queryPrefix: "query: ", apiKey: "secret", shorten: true });
    const vectors = await own.embed({ texts: ["one cat", "two dogs", "three birds"], kind: "query" });
    expect(asked.map(({ input }) => input)).toEqual([
      ["query: one cat", "query: two dogs"],
      ["query: three birds"],
    ]);
    expect(asked[0]).toMatchObject({ model: "test-model", dimensions: 256, authorization: "Bearer secret" });
    const expected = await createStaticEmbedder().embed({ texts: ["query: two dogs"], kind: "query" });
    expect(vectors[1]?.[0]).toBeCloseTo(expected[0]?.[0] ?? 0, 6);
    await own.embed({ texts: ["a description"], kind: "document" });
    expect(asked.at(-1)?.input).toEqual(["a description"]);
  });

  it("has another id when prefixes or dimensions differ, since then the vectors do", async () => {
    const { embedder } = await endpoint();
    const ids = [{}, { queryPrefix: "query: " }, { documentPrefix: "query: " }, { dimensions: 128 }].map(
      (options) => embedder(options).id,
    );
    expect(new Set(ids).size).toBe(4);
  });

  it("is tried again after 429 and 503, as late as it asks for", async () => {
    const { asked, embedder } = await endpoint((number, response) => {
      if (number === 1) return answer(response, 429, "slow down", { "retry-after": "0" });
      return number === 2 && answer(response, 503, "busy", { "retry-after": "0" });
    });
    expect(await embedder().embed({ texts: ["cat"], kind: "query" })).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["a refusal at once", 401, "no such key", 1, /answered 401: "no such key"/],
    ["a lasting outage after three tries", 500, "down", 3, /answered 500.*3 tries/],
    ["an answer that is no JSON", 200, "<html>", 1, /other than JSON/],
    ["an answer without embeddings", 200, "{}", 1, /no list of embeddings/],
    [
      "a dimension mismatch",
      200,
      JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }),
      1,
      /2 dimensions, not the 256/,
    ],
    ["a missing vector", 200, JSON.stringify({ data: [] }), 1, /left out text 1 of 1/],
  ])("fails with the reason: %s", async (_, status, text, tries, message) => {
    const { asked, embedder } = await endpoint((__, response) =>
      answer(response, status, text, { "retry-after": "0" }),
    );
    const failed = embedder().embed({ texts: ["cat"], kind: "query" });
    await expect(failed).rejects.toMatchObject({
      code: "embedder-failed",
      message: expect.stringMatching(message),
    });
    expect(asked).toHaveLength(tries);
  });

  it("that does not answer is given up after the time-out", async () => {
    const { embedder } = await endpoint(() => true);
    const own = embedder({ timeoutMs: 50, retries: 1 });
    await expect(own.embed({ texts: ["cat"], kind: "query" })).rejects.toMatchObject({
      code: "embedder-failed",
      message: expect.stringContaining("did not answer in time (2 tries)"),
    });
  });

  it("stops when the caller cancels", async () => {
    const { embedder } = await endpoint(() => true);
    const controller = new AbortController();
    const context = { signal: controller.signal, deadline: Number.MAX_SAFE_INTEGER, flowId: "flow" };
    const own = embedder().embed({ texts: ["cat"], kind: "query" }, context);
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(own).rejects.toThrow("enough");
  });

  it.each(["http://example.com/v1", "https://user:word@example.com/v1", "ftp://example.com", "nonsense"])(
    "must not be %s",
    (baseUrl) => {
      expect(() => createEndpointEmbedder({ baseUrl, model: "m", dimensions: 2 })).toThrow(
        expect.objectContaining({ code: "config-invalid" }),
      );
    },
  );
});

describe("an index whose embedder fails", () => {
  it("answers with the default, says so with every answer, and comes back", async () => {
    let broken = false;
    const { embedder } = await endpoint((_, response) => broken && answer(response, 400, "gone"));
    const chosen = embedder();
    const index = createSkillIndex({ embedder: chosen });
    await index.put(netclaw.skills);
    expect(index.degraded).toBeUndefined();
    broken = true;
    const ranking = await index.rank("Can you schedule reminders for me?");
    expect(ranking.hits[0]?.id).toBe("netclaw-manual");
    expect(ranking.embedder).toBe(createStaticEmbedder().id);
    expect(ranking.degraded).toMatchObject({ code: "embedder-failed" });
    expect(ranking.degraded?.message).toContain("answered 400");
    expect(await index.restore()).toBe(false);
    broken = false;
    expect(await index.restore()).toBe(true);
    expect(index.degraded).toBeUndefined();
    expect((await index.rank("schedule")).embedder).toBe(chosen.id);
  });

  it("loses no skill when it fails in the middle of adding", async () => {
    let broken = false;
    const { embedder } = await endpoint((_, response) => broken && answer(response, 400, "gone"));
    const index = createSkillIndex({ embedder: embedder() });
    await index.put(netclaw.skills.slice(0, 3));
    broken = true;
    await index.put(netclaw.skills.slice(3));
    expect(index.size).toBe(6);
    expect(index.degraded?.code).toBe("embedder-failed");
    const ranking = await index.rank("What do you remember about our previous conversations?");
    expect(ranking.hits[0]?.id).toBe("netclaw-memory");
  });

  it("tells the host of a matcher, whose answers have no room for it", async () => {
    const { embedder } = await endpoint((_, response) => answer(response, 400, "gone"));
    const told: string[] = [];
    const matcher = createDiscoveryMatcher({
      embedder: embedder(),
      onDegraded: ({ code }) => told.push(code),
    });
    const context = {
      signal: new AbortController().signal,
      deadline: Number.MAX_SAFE_INTEGER,
      flowId: "flow",
    };
    const regions = [{ region: "todo", signals: ["query", "todo"], examples: [] }];
    expect(await matcher.regions({ task: "query my todo list", regions }, context)).toHaveProperty("todo");
    await matcher.regions({ task: "query my todo list", regions }, context);
    expect(told).toEqual(["embedder-failed"]);
  });

  it("does not fall back because the caller cancelled", async () => {
    let silent = false;
    const { embedder } = await endpoint(() => silent);
    const index = createSkillIndex({ embedder: embedder() });
    await index.put(netclaw.skills);
    silent = true;
    const controller = new AbortController();
    const context = { signal: controller.signal, deadline: Number.MAX_SAFE_INTEGER, flowId: "flow" };
    const answerOf = index.rank("schedule", {}, context);
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(answerOf).rejects.toThrow("enough");
    expect(index.degraded).toBeUndefined();
  });
});
