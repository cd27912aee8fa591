import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { safeText } from "../text/index.js";

/** One request to an endpoint. */
export interface EndpointRequest {
  readonly address: URL;
  readonly body: unknown;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** Checks the address: texts and key must not travel in the clear. */
export function endpointAddress(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(`${baseUrl.replace(/\/+$/, "")}/embeddings`) : undefined;
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (url === undefined || !safe || url.username !== "" || url.password !== "")
    throw new CortexError(
      "config-invalid",
      "The embeddings endpoint must be an https address (http only on this machine), without credentials.",
    );
  return url;
}

/** A failure that another try can change, and when. */
class Passing extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Posts and parses, trying again after what passes; rejects with `embedder-failed`, or at once when cancelled. */
export async function postJson(request: EndpointRequest, context?: PortContext): Promise<unknown> {
  const retries = request.retries ?? RETRIES;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(request, context?.signal);
    } catch (cause) {
      context?.signal.throwIfAborted();
      if (!(cause instanceof Passing)) throw cause;
      if (attempt >= retries)
        throw new CortexError("embedder-failed", `${cause.message} (${attempt + 1} tries)`, { cause });
      const wait = cause.waitMs ?? FIRST_WAIT_MS * 2 ** attempt;
      await pause(Math.min(wait, LONGEST_WAIT_MS), context?.signal);
    }
  }
}

async function post(request: EndpointRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const { address, apiKey } = request;
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  try {
    const response = await (request.fetch ?? fetch)(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(request.body),
      // A redirect could carry texts and key elsewhere.
      redirect: "error",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (response.ok) return await response.json();
    throw statusFailure(address, response, safeText(await response.text(), 160));
  } catch (cause) {
    if (cause instanceof CortexError || cause instanceof Passing) throw cause;
    if (cause instanceof SyntaxError)
      throw new CortexError("embedder-failed", `${address.host} answered with something other than JSON.`);
    const why = timeout.aborted ? "did not answer in time" : "could not be reached";
    throw new Passing(`${address.host} ${why}`);
  }
}

function statusFailure(address: URL, response: Response, said: string): Error {
  const message = `${address.host} answered ${response.status}${said === "" ? "" : `: "${said}"`}`;
  if (!RETRYABLE.has(response.status)) return new CortexError("embedder-failed", message);
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new Passing(message, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}
