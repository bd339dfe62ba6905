import { BlockList, isIP, isIPv4, SocketAddress } from "node:net";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";

/**
 * A server that also listens on IPv6 sees IPv4 callers in this form. These are nearly all calls, and this is quicker.
 */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * Returns the canonical form of an IP address, or null if it is none: IPv6 compressed and without its zone, IPv4 in
 * IPv6 as plain IPv4. A machine that calls itself appears as ::1 or 127.0.0.1 by chance, so both become 127.0.0.1.
 */
export function readAddress(text: string): string | null {
  const mapped = MAPPED.exec(text)?.[1];
  const bare = mapped ?? text.replace(/%.*$/s, "");
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : null;
  const address = new SocketAddress({ address: bare, family: "ipv6" }).address;
  if (address === "::1") return "127.0.0.1";
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

const ENTRIES_MAX = 25;

/** The widest network of each version. Two wider ones could cover all addresses, and the list would be useless. */
const PREFIX_MIN = { ipv4: 8, ipv6: 16 } as const;

/**
 * IPv6 networks whose addresses contain an IPv4 address behind the prefix. Such a network is as wide as its IPv4 part.
 */
const HOLDING_IPV4 = [
  ["::", 96], // compatible
  ["::ffff:0:0", 96], // mapped
  ["64:ff9b::", 96], // NAT64
  ["64:ff9b:1::", 48], // NAT64 of a provider's own
  ["2002::", 16], // 6to4
] as const;

/**
 * Reads what a merchant allows: addresses and networks (CIDR) of IPv4 (/8 at the widest) and IPv6 (/16), at most 25
 * different ones. Where IPv6 addresses hold IPv4 ones, a network of them may be no wider than /8 of those.
 * Returns them in canonical form with their prefix; throws `bad_allowlist` and names the entry.
 * A network with bits set behind its prefix is refused rather than widened: it is a typing error.
 */
export function readAllowlist(entries: readonly string[]): string[] {
  const networks = [...new Set(entries.map(readNetwork))];
  if (networks.length > ENTRIES_MAX) throw AccessError.bad_allowlist({ count: networks.length });
  return networks;
}

/** True if `ip` (canonical) lies in one of `networks`, in the form that `readAllowlist` returns. */
export function isListed(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const { address, prefix } = split(network);
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list.check(ip, familyOf(ip));
}

/**
 * True if a list allows addresses that another one did not. An empty list allows every address in the sandbox,
 * and none in live.
 */
export function listsMore(mode: MerchantMode, before: readonly string[], after: readonly string[]): boolean {
  if (mode === "sandbox" && (before.length === 0 || after.length === 0)) return before.length > after.length;
  return after.some((network) => !before.some((wider) => covers(wider, network)));
}

function covers(wider: string, network: string): boolean {
  const [outer, inner] = [split(wider), split(network)];
  if (familyOf(outer.address) !== familyOf(inner.address)) return false;
  return Number(outer.prefix) <= Number(inner.prefix) && isListed(inner.address, [wider]);
}

function readNetwork(entry: string): string {
  const given = split(entry.trim());
  const address = readAddress(given.address);
  if (address === null || given.address.includes("%")) throw AccessError.bad_allowlist({ entry });
  const bits = isIPv4(address) ? 32 : 128;
  // An IPv4 network written as IPv6 (::ffff:10.0.0.0/104) counts its prefix from the front of the longer
  // form.
  const unmapped = bits === 32 && !isIPv4(given.address) ? 96 : 0;
  const prefix =
    given.prefix === null ? bits : /^\d{1,3}$/.test(given.prefix) ? Number(given.prefix) - unmapped : -1;
  const isTooWide =
    prefix < PREFIX_MIN[familyOf(address)] || (bits === 128 && holdsMuchIpv4(address, prefix));
  if (isTooWide || prefix > bits || hasBitsBehind(address, prefix))
    throw AccessError.bad_allowlist({ entry });
  return `${address}/${prefix}`;
}

function split(entry: string): { address: string; prefix: string | null } {
  const slash = entry.indexOf("/");
  if (slash === -1) return { address: entry, prefix: null };
  return { address: entry.slice(0, slash), prefix: entry.slice(slash + 1) };
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv4(address) ? "ipv4" : "ipv6");

/** True if the network holds more IPv4 addresses than a /8 does. */
function holdsMuchIpv4(address: string, prefix: number): boolean {
  return HOLDING_IPV4.some(([holding, length]) => {
    const behind = BigInt(128 - Math.min(prefix, length));
    const overlaps = numberOf(address) >> behind === numberOf(holding) >> behind;
    return overlaps && prefix < length + PREFIX_MIN.ipv4;
  });
}

function hasBitsBehind(address: string, prefix: number): boolean {
  const size = isIPv4(address) ? 32 : 128;
  return (numberOf(address) & ((1n << BigInt(size - prefix)) - 1n)) !== 0n;
}

function numberOf(address: string): bigint {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // The tail of some forms is IPv4 (64:ff9b::192.0.2.1).
  const plain = address.replace(/[\d.]+$/, (tail) => {
    if (!isIPv4(tail)) return tail;
    const [a = 0, b = 0, c = 0, d = 0] = tail.split(".").map(Number);
    return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
  });
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = new Array<string>(tail === undefined ? 0 : 8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}
