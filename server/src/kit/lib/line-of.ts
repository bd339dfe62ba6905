/**
 * Returns the part of an address by which a caller is counted. An IPv6 address is cut to its first 64 bits, because a
 * customer's line gets a whole /64 network.
 */
export function lineOf(ip: string): string {
  if (ip.startsWith("::ffff:") && ip.includes(".")) return ip.slice("::ffff:".length);
  return ip.includes(":") ? networkOf(ip) : ip;
}

/** Returns the first 64 bits of an IPv6 address as text, the same for every address of that network. */
function networkOf(ip: string): string {
  const [head = "", tail] = ip.split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined || before.length >= 4) return before.slice(0, 4).join(":");
  const after = tail === "" ? 0 : tail.split(":").length;
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after)).fill("0");
  return [...before, ...zeros, ...tail.split(":")].slice(0, 4).join(":");
}
