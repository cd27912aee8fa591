import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { clawHubAnswer } from "./registry-clawhub.js";
import {
  type PublishedSkill,
  REPOSITORIES,
  type Repository,
  SKILLS,
  sha256,
  type WellKnownFixture,
} from "./registry-fixtures.js";
import { gitHubAnswer } from "./registry-github.js";

/** What a route answers. Objects become JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
}

/** Replaces the answer of matching requests, for some times or until the test ends. */
export interface Fault extends Answer {
  /** Tested against path and query. */
  readonly when: RegExp;
  readonly times?: number;
}

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the routes answer from; tests may change it. */
export interface RegistryWorld {
  skills: readonly PublishedSkill[];
  repositories: readonly Repository[];
  wellKnown: readonly WellKnownFixture[];
  /** The whole index, when it shall not be made from `wellKnown`. */
  index?: unknown;
  /** Old names that lead to new ones. */
  renamed: Readonly<Record<string, { readonly owner: string; readonly slug: string }>>;
  base: string;
}

export interface RegistryServer {
  readonly url: string;
  readonly world: RegistryWorld;
  readonly requests: readonly SeenRequest[];
  fault(fault: Fault): void;
  /** Back to the beginning: fixtures, no faults, no requests seen. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * One real HTTP server on this machine that speaks ClawHub v1, the parts of GitHub
 * that finding a skill takes (below `/github`), and the well-known index.
 */
export async function startRegistryServer(): Promise<RegistryServer> {
  const world: RegistryWorld = { ...fresh(), base: "" };
  const requests: SeenRequest[] = [];
  const faults: { fault: Fault; left: number }[] = [];

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { method = "GET", url = "/", headers } = request;
      requests.push({ method, url, headers, body });
      const known = faults.find(({ fault, left }) => left > 0 && fault.when.test(url));
      if (known !== undefined) known.left -= 1;
      send(response, known?.fault ?? route(world, method, new URL(url, world.base), body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  world.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: world.base,
    world,
    requests,
    fault: (fault) => void faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    reset() {
      Object.assign(world, fresh());
      delete world.index;
      requests.length = 0;
      faults.length = 0;
    },
    close,
  };
}

/** An address on this machine where nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return `http://127.0.0.1:${port}`;
}

function fresh() {
  return {
    skills: SKILLS,
    repositories: REPOSITORIES,
    wellKnown: [],
    renamed: { todoist: { owner: "alice", slug: "todoist-cli" } },
  };
}

function route(world: RegistryWorld, method: string, url: URL, body: string): Answer {
  if (url.pathname.startsWith("/api/v1/")) return clawHubAnswer(world, method, url, body);
  if (url.pathname.startsWith("/github/")) return gitHubAnswer(world, url);
  if (url.pathname === "/.well-known/agent-skills/index.json") {
    return world.index === undefined && world.wellKnown.length === 0
      ? NOT_FOUND
      : { body: (world.index as object | undefined) ?? indexOf(world) };
  }
  const artifact = world.wellKnown.find(({ path }) => path === url.pathname);
  if (artifact === undefined) return NOT_FOUND;
  const type = artifact.path.endsWith(".md") ? "text/markdown" : "application/gzip";
  return { body: artifact.bytes, headers: { "content-type": type } };
}

export function indexOf(world: RegistryWorld) {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: world.wellKnown.map(({ name, type, description, path, bytes, digest }) => ({
      name,
      type,
      description,
      url: path,
      digest: digest ?? `sha256:${sha256(bytes)}`,
    })),
  };
}

export const NOT_FOUND: Answer = { status: 404, body: "Not found" };

function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Answer): void {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const type = raw ? (typeof body === "string" ? "text/plain" : "application/zip") : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(raw ? body : JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
