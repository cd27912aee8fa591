import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { safeText } from "../text/safe-text.js";
import { type FailedAnswer, isRetryable, statusError } from "./http-status.js";
import { readRateLimit } from "./rate-limit.js";
import { readBody } from "./read-body.js";

/** What every registry over HTTP can be told. */
export interface HttpOptions {
  /** @defaultValue the global `fetch` */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent as a bearer token to the registry's own origin and nowhere else. */
  readonly token?: string;
  /** One request, redirects included. @defaultValue 15000 */
  readonly timeoutMs?: number;
  /** Further tries after 408, 429, 5xx and network failures. @defaultValue 2 */
  readonly retries?: number;
  /** The longest wait a registry may ask for before we give up instead. @defaultValue 10000 */
  readonly maximumWaitMs?: number;
  /** Where else a redirect may lead: nowhere, or to any https origin. @defaultValue "https" */
  readonly redirects?: "same-origin" | "https";
  /** @defaultValue Date.now */
  readonly now?: () => number;
}

export interface HttpRequest {
  readonly url: URL;
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly accept?: string;
  readonly maximumBytes: number;
  readonly onBytes?: (received: number, total: number | undefined) => void;
  /** Statuses that are answers here, not failures. */
  readonly expected?: readonly number[];
  /** A more specific error for a failed answer. */
  readonly toError?: (answer: FailedAnswer) => CortexError | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
}

const MAXIMUM_REDIRECTS = 5;
const ERROR_BODY_BYTES = 64 * 1024;
const BACKOFF_MS = 300;
const USER_AGENT = "skill-cortex (+https://www.npmjs.com/package/skill-cortex)";

/** True for addresses that never leave this machine. */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === "localhost" || url.hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(url.hostname)
  );
}

/** Parses a base address: https, or http on this machine only, and no credentials inside. */
export function baseUrl(value: string, name: string): URL {
  const url = URL.canParse(value) ? new URL(value.endsWith("/") ? value : `${value}/`) : undefined;
  const allowed = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
  if (url === undefined || !allowed || url.username !== "" || url.password !== "") {
    throw new CortexError(
      "config-invalid",
      `${name} must be an https address (http only on this machine), without credentials.`,
      {
        details: { option: name },
      },
    );
  }
  return url;
}

/** A small client around fetch: time limits, retries that respect the registry, size caps, safe redirects. */
export class HttpClient {
  readonly #options: HttpOptions;
  readonly #home: URL;

  constructor(home: URL, options: HttpOptions) {
    this.#home = home;
    this.#options = options;
  }

  /** An answer, or a rejection with one of the documented codes. */
  async request(request: HttpRequest, context: PortContext): Promise<HttpAnswer> {
    const retries = this.#options.retries ?? 2;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(request, context);
      if ("answer" in outcome) return outcome.answer;
      const wait = outcome.retryable && attempt < retries ? this.#wait(outcome, attempt, context) : undefined;
      if (wait === undefined) throw outcome.error;
      await sleep(wait, context.signal);
    }
  }

  /** The parsed JSON of an answer. */
  async json(
    request: HttpRequest,
    context: PortContext,
  ): Promise<{ readonly value: unknown; readonly url: URL }> {
    const answer = await this.request({ accept: "application/json", ...request }, context);
    try {
      return { value: JSON.parse(new TextDecoder().decode(answer.bytes)), url: answer.url };
    } catch (cause) {
      throw new CortexError("registry-answer-invalid", `${answer.url.host} did not answer with JSON.`, {
        cause,
      });
    }
  }

  #wait(outcome: Failed, attempt: number, context: PortContext): number | undefined {
    const asked = outcome.waitMs;
    const backoff = BACKOFF_MS * 2 ** attempt;
    const wait = (asked ?? backoff) + Math.random() * Math.min(250, backoff);
    const now = (this.#options.now ?? Date.now)();
    if ((asked ?? 0) > (this.#options.maximumWaitMs ?? 10_000) || now + wait >= context.deadline)
      return undefined;
    return wait;
  }

  async #attempt(request: HttpRequest, context: PortContext): Promise<{ answer: HttpAnswer } | Failed> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? 15_000);
    const signal = AbortSignal.any([context.signal, timeout]);
    try {
      const { response, url } = await this.#follow(request, signal);
      if (response.ok || request.expected?.includes(response.status) === true) {
        const bytes = await readBody(response, request.maximumBytes, request.onBytes);
        const contentType = response.headers.get("content-type") ?? "";
        return { answer: { status: response.status, contentType, bytes, url } };
      }
      const body = new TextDecoder().decode(
        await readBody(response, ERROR_BODY_BYTES).catch(() => new Uint8Array()),
      );
      const rateLimit = readRateLimit(response.headers, (this.#options.now ?? Date.now)());
      const failed: FailedAnswer = { status: response.status, body, rateLimit };
      const seconds = rateLimit.retryAfterSeconds;
      const error = request.toError?.(failed) ?? statusError(failed, url.host);
      return {
        error,
        // GitHub says 403 where others say 429.
        retryable: isRetryable(response.status) || error.code === "registry-rate-limited",
        ...(seconds === undefined ? {} : { waitMs: seconds * 1000 }),
      };
    } catch (error) {
      return this.#failure(error, context, timeout, request.url);
    }
  }

  async #follow(request: HttpRequest, signal: AbortSignal): Promise<{ response: Response; url: URL }> {
    let url = request.url;
    for (let hop = 0; hop <= MAXIMUM_REDIRECTS; hop += 1) {
      const response = await (this.#options.fetch ?? globalThis.fetch)(url, {
        method: request.method ?? "GET",
        headers: this.#headers(request, url),
        redirect: "manual",
        signal,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
        return { response, url };
      }
      await response.body?.cancel();
      url = this.link(url, location);
    }
    throw new CortexError("registry-answer-invalid", `${url.host} redirects too often.`);
  }

  /** Where a link or redirect of an answer may lead to; anywhere else is `registry-answer-invalid`. */
  link(from: URL, location: string): URL {
    const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    if (to !== undefined && to.origin === from.origin) return to;
    const local = to?.protocol === "http:" && isLoopback(to) && isLoopback(from);
    const secure = to?.username === "" && to.password === "" && (to.protocol === "https:" || local);
    if (to === undefined || !secure || (this.#options.redirects ?? "https") !== "https") {
      throw new CortexError(
        "registry-answer-invalid",
        `${from.host} leads to an address that is not allowed.`,
        {
          details: { location: safeText(location, 120) },
        },
      );
    }
    return to;
  }

  #headers(request: HttpRequest, url: URL): Record<string, string> {
    const headers: Record<string, string> = { "user-agent": USER_AGENT };
    if (request.accept !== undefined) headers.accept = request.accept;
    if (request.body !== undefined) headers["content-type"] = "application/json";
    const { token } = this.#options;
    if (token !== undefined && url.origin === this.#home.origin) headers.authorization = `Bearer ${token}`;
    return headers;
  }

  #failure(error: unknown, context: PortContext, timeout: AbortSignal, url: URL): Failed {
    if (context.signal.aborted) {
      const late = (this.#options.now ?? Date.now)() >= context.deadline;
      const code = late ? "port-timeout" : "cancelled";
      const message = late ? `${url.host} did not answer in time.` : "The request was cancelled.";
      return { error: new CortexError(code, message), retryable: false };
    }
    if (CortexError.is(error)) return { error, retryable: false };
    const reason = timeout.aborted ? "timeout" : networkReason(error);
    // The cause is dropped on purpose: fetch errors can quote headers, and a header holds the token.
    return {
      error: new CortexError("registry-unreachable", `${url.host} could not be reached (${reason}).`, {
        details: { host: url.host, reason },
      }),
      retryable: true,
    };
  }
}

interface Failed {
  readonly error: CortexError;
  readonly retryable: boolean;
  readonly waitMs?: number;
}

function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && /^[A-Z_]{2,40}$/.test(code) ? code : "network error";
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
