/** Distinguishes public internet addresses from all others. */
import { BlockList, isIP } from "node:net";

export type AddressClass = "public" | "loopback" | "forbidden";

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
