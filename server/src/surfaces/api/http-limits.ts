/** Limits the connections and bodies that one process holds, and its wait for what is being sent to it. */
import { BlockList, isIP } from "node:net";
import type { FairLimits } from "#lib/fair-queue";
import type { WayLimits } from "#lib/give-way";
import type { FlightKind } from "./let-in.ts";

export interface HttpLimits {
  readonly connections: { readonly connections: number; readonly perAddress: number };
  readonly bodies: {
    readonly bytes: number;
    readonly perKey: number;
    readonly paceMs: number;
    readonly paceBytes: number;
  };
  readonly way: WayLimits & { readonly most: Readonly<Record<FlightKind, number>> };
  /** The time for a request's head from the opening of the connection, and how often Node checks it. */
  readonly heads: { readonly headersTimeout: number; readonly connectionsCheckingInterval: number };
}

const MB = 1_048_576;

/** The limit in bytes for a request without a file. */
export const BODY_BYTES_MAX = MB;

/** The limits by kind of the calls of a merchant that run at once, and of those that may wait. */
export const FLIGHT_LIMITS: Readonly<Record<FlightKind, FairLimits>> = {
  /** These use transactions of their own: more at once would only wait for connections. */
  quick: { places: 64, perKey: 4, waitingMax: 1_000 },
  /** These are processed in sets or wait for banks, which costs nothing: more calls make larger sets. */
  gathered: { places: 1_024, perKey: 256, waitingMax: 1_000 },
  /** Files are held in memory until they are read. */
  files: { places: 12, perKey: 4, waitingMax: 8 },
};

export const HTTP_LIMITS: HttpLimits = {
  // An idle connection takes about 20 kB.
  connections: { connections: 4_096, perAddress: 2_048 },
  // There is room for four files of one merchant, and for three merchants with that many.
  bodies: { bytes: 64 * MB, perKey: 20 * MB, paceMs: 5_000, paceBytes: MB },
  way: {
    few: 4,
    presentMs: 1_000,
    // The number of connections that one address may have.
    waitingMax: 2_048,
    everyMs: 5,
    perTurn: [0.02, 4],
    perOther: 0.25,
    freshMs: 100,
    lingerMs: 20,
    busyAtMost: 0.4,
    // Slightly more than run at once (`let-in.ts`), so that callers are looked up together.
    most: { quick: 32, gathered: 512, files: 8 },
  },
  heads: { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 },
};

/** The networks that the HTTP server knows by name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.1/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Returns a test that is true for the address of a proxy (`Config.trustProxy`). */
export function makeProxyTest(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of proxies.flatMap((one) => NAMED[one] ?? one)) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
