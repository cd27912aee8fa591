import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";

/** Gives all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Ranges that never belong to a public download server: this machine, private networks, metadata services. */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, "ipv6");
}

/** True for addresses that anybody on the internet could reach. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // `::ffff:10.0.0.1` is 10.0.0.1; BlockList knows that.
  return !NOT_PUBLIC.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** A `fetch` that refuses every address, also after a redirect, that is not public: a download must not reach into the user's network. */
export function publicOnly(
  fetch: typeof globalThis.fetch,
  resolveHost: ResolveHost = async (host) =>
    (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = isIP(host) === 0 ? await resolveHost(host) : [host];
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
      throw new CortexError("registry-forbidden", `${safeText(url.host, 80)} is not a public address.`, {
        details: { host: safeText(url.host, 80) },
      });
    }
    return fetch(input, init);
  };
}
