/**
 * Refuses webhook URLs that lead anywhere but to the public internet (server-side request forgery), by the class of
 * every address.
 */
import { Resolver } from "node:dns/promises";
import { isIP, BlockList } from "node:net";
import { isOwnPort, portOf } from "#lib/own-ports";

/** Returns every A and AAAA record of a host name; empty if there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

interface GuardOptions {
  /**
   * True for a sandbox merchant that may send to this computer: to any port but our own, also by http, and
   * only to loopback addresses.
   */
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}

export type TargetVerdict =
  | { readonly kind: "allowed"; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

const URL_LENGTH_MAX = 2048;

/**
 * Checks a URL by its form and by every IP address that its name has now. Connect only to the returned
 * `addresses`, never to a later result for the name. One bad address refuses the whole name.
 */
export async function guardTarget(text: string, options: GuardOptions): Promise<TargetVerdict> {
  const url = parseUrl(text);
  if (typeof url === "string") return refused(url);
  const addresses = await findAddresses(url.hostname, options.resolve);
  if (addresses.length === 0) return refused("its host name has no address");
  const classes = new Set(addresses.map(classifyAddress));
  if (classes.size !== 1 || classes.has("forbidden"))
    return refused("it leads to an address that is not public");
  if (classes.has("loopback")) {
    if (!options.allowLoopback) return refused("it leads to this machine");
    return isOwnPort(portOf(url))
      ? refused("it leads to this server itself")
      : { kind: "allowed", url, addresses };
  }
  if (url.protocol !== "https:") return refused("it must begin with https://");
  if (url.port !== "") return refused("its port must be 443");
  return { kind: "allowed", url, addresses };
}

const refused = (reason: string): TargetVerdict => ({ kind: "refused", reason });

/** Returns the URL, or why it is invalid, regardless of its addresses. */
function parseUrl(text: string): URL | string {
  if (text.length > URL_LENGTH_MAX) return `it is longer than ${URL_LENGTH_MAX} characters`;
  // A URL parser drops line breaks and tabs and reads a backslash as a slash. The URL that is shown must be
  // the one that is used.
  if (/[\s\\\p{Cc}]/u.test(text)) return "it has a character that no address has";
  if (!URL.canParse(text)) return "it is not a complete address";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "it must begin with https://";
  if (url.username !== "" || url.password !== "") return "it must not hold a user name or password";
  if (url.hash !== "") return "it must not have a part after #";
  return url;
}

/** Returns the current IP addresses of a URL's host; for a literal, the address itself. */
export async function findAddresses(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0) return [literal];
  const name = hostname.replace(/\.$/, "");
  // By RFC 6761 these names belong to this computer, whatever a name server says.
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  return resolve(name);
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Asks the name servers for all addresses, without the hosts file or search domains, as a public receiver
 * needs neither. Unlike `dns.lookup` it occupies no thread, so a slow name server delays no other lookup.
 */
export const resolveHost: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

type AddressClass = "public" | "loopback" | "forbidden";

/** Non-public IPv4 ranges (IANA special-purpose registry), and one cloud's metadata address. */
const FORBIDDEN_IPV4 = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["168.63.129.16", 32], // platform address of a cloud provider, public by number only
  ["169.254.0.0", 16], // link-local, and the metadata service of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const;

/**
 * Public IPv6 is 2000::/3 and nothing else, so mapped (::ffff:0:0/96), compatible (::/96), NAT64
 * (64:ff9b::/96), unique local, link-local and multicast addresses are excluded. These are the exceptions
 * inside it.
 */
const FORBIDDEN_IPV6 = [
  ["2001::", 23], // Teredo, ORCHID and other protocol assignments
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: carries any IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
] as const;

const forbidden = new BlockList();
for (const [network, prefix] of FORBIDDEN_IPV4) forbidden.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of FORBIDDEN_IPV6) forbidden.addSubnet(network, prefix, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Classifies one IP address. Text that is not an IP address is forbidden. */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return "forbidden";
  if (version === 4) {
    if (loopback.check(address, "ipv4")) return "loopback";
    return forbidden.check(address, "ipv4") ? "forbidden" : "public";
  }
  // A mapped address would also match the IPv4 rules of a block list, so only the plain ::1 is loopback here.
  if (address === "::1") return "loopback";
  const isPublic = globalUnicast.check(address, "ipv6") && !forbidden.check(address, "ipv6");
  return isPublic ? "public" : "forbidden";
}
