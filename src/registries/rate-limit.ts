/** What a registry says about its limits, in seconds from now. */
export interface RateLimit {
  readonly retryAfterSeconds?: number;
  readonly limit?: number;
  readonly remaining?: number;
}

/**
 * Reads `Retry-After` (seconds or a date), else `RateLimit-Reset` (seconds),
 * else `X-RateLimit-Reset` (epoch seconds); the reset headers only count when nothing remains.
 */
export function readRateLimit(headers: Headers, now: number): RateLimit {
  const limit = integer(headers.get("ratelimit-limit") ?? headers.get("x-ratelimit-limit"));
  const remaining = integer(headers.get("ratelimit-remaining") ?? headers.get("x-ratelimit-remaining"));
  const retryAfterSeconds = retryAfter(headers, now, remaining);
  return {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
  };
}

function retryAfter(headers: Headers, now: number, remaining: number | undefined): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value !== undefined && value !== "") {
    const seconds = Number(value);
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return Math.max(0, (date - now) / 1000);
  }
  if (remaining !== 0) return undefined;
  const delay = integer(headers.get("ratelimit-reset"));
  if (delay !== undefined) return delay;
  const epoch = integer(headers.get("x-ratelimit-reset"));
  return epoch === undefined ? undefined : Math.max(0, epoch - now / 1000);
}

function integer(value: string | null): number | undefined {
  if (value === null || !/^[0-9]{1,12}$/.test(value.trim())) return undefined;
  return Number(value);
}
