/**
 * Preloaded into every Node of a run: it appends each address that the process tries to connect to, and each name that
 * it asks name servers for, to the file in CONNECTS_FILE, one a line. A connection that fails is reported as well. With
 * CONNECTS_OF, a pattern, only programs whose path it fits report.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const { CONNECTS_OF: wanted = "" } = process.env;
const file = new RegExp(wanted).test(process.argv[1] ?? "") ? process.env.CONNECTS_FILE : undefined;
const known = new Set();

function report(line) {
  if (file === undefined || known.has(line)) return;
  known.add(line);
  appendFileSync(file, `${line}\n`);
}

/** Replaces a method by one that calls `before` on the same object with the same arguments first. */
function watch(owner, name, before) {
  const own = owner[name];
  owner[name] = function watched(...args) {
    before.apply(this, args);
    return own.apply(this, args);
  };
}

watch(net.Socket.prototype, "connect", function watchAttempts(first, second) {
  // Node's own callers pass arguments that have been read already, as a list with the options in front.
  const options = Array.isArray(first) ? first[0] : first;
  const { host = second, lookup } = typeof options === "object" ? options : {};
  // A caller with a lookup of its own has asked for the name elsewhere.
  if (lookup === undefined && typeof host === "string" && host !== "localhost" && net.isIP(host) === 0)
    report(`name ${host}`);
  this.on("connectionAttempt", (address, port) => report(`${address} ${port}`));
});
for (const name of ["send", "connect"])
  watch(dgram.Socket.prototype, name, (...args) => {
    const place = args.findIndex((arg) => typeof arg === "number" && arg > 0);
    report(`udp ${args.find((arg, index) => index > place && typeof arg === "string") ?? "localhost"}`);
  });
for (const { prototype } of [dns.Resolver, dns.promises.Resolver])
  for (const name of Object.getOwnPropertyNames(prototype))
    if (name.startsWith("resolve")) watch(prototype, name, (host) => report(`name ${host}`));
syncBuiltinESMExports();
