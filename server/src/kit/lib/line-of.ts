/** Returns what an address counts as: IPv6 counts by /64, which is what one customer's line gets. */
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
