/**
 * The cookies for the token of a session, and for the token by which a browser is known in later sessions. Scripts
 * cannot read them, and browsers send them only with requests from our own pages.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { BlockList, isIPv6 } from "node:net";
import { KNOWN_BROWSER_DAYS } from "#access";
import type { Context } from "#lib/context";

const COOKIES = {
  session: { name: "vitaran_session", maxAgeSeconds: 12 * 3_600 },
  browser: { name: "vitaran_browser", maxAgeSeconds: KNOWN_BROWSER_DAYS * 86_400 },
} as const;

type Kind = keyof typeof COOKIES;

/** Returns the token in a cookie of the request. Null if there is none. */
export function readToken(ctx: Context, request: FastifyRequest, kind: Kind): string | null {
  const name = cookieName(ctx, request, kind);
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** Sets a cookie; null removes it. */
export function writeToken(
  ctx: Context,
  {
    request,
    reply,
    kind,
    token,
  }: { request: FastifyRequest; reply: FastifyReply; kind: Kind; token: string | null },
): void {
  const flags = `Path=/; HttpOnly; SameSite=Strict${isSecure(ctx, request) ? "; Secure" : ""}`;
  const age = token === null ? 0 : COOKIES[kind].maxAgeSeconds;
  reply.header("set-cookie", `${cookieName(ctx, request, kind)}=${token ?? ""}; ${flags}; Max-Age=${age}`);
}

function cookieName(ctx: Context, request: FastifyRequest, kind: Kind): string {
  const { name } = COOKIES[kind];
  return isSecure(ctx, request) ? `__Host-${name}` : name;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * True if browsers keep a secure cookie from this address: over HTTPS, or from their own computer. Only a sandbox that
 * is reached over plain HTTP from another computer sets cookies that are not secure.
 */
function isSecure({ config }: Context, request: FastifyRequest): boolean {
  if (config.mode === "production" || request.protocol === "https") return true;
  const host = request.hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

function isLoopback(host: string): boolean {
  return /^[\d.]+$|:/.test(host) && loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}
