/** The cookie that carries a session's token: no script reads it, and it leaves with our own pages' requests only. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { BlockList, isIPv6 } from "node:net";
import type { Context } from "#lib/context";

const NAME = "vitaran_session";
const MAX_AGE_SECONDS = 12 * 3_600;

/** The token in the request's cookie; null without one. */
export function readSessionToken(ctx: Context, request: FastifyRequest): string | null {
  const name = cookieName(ctx, request);
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** Sets the cookie, or with null ends it. */
export function writeSessionToken(
  ctx: Context,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string | null },
): void {
  const flags = `Path=/; HttpOnly; SameSite=Strict${isSecure(ctx, request) ? "; Secure" : ""}`;
  const age = token === null ? 0 : MAX_AGE_SECONDS;
  reply.header("set-cookie", `${cookieName(ctx, request)}=${token ?? ""}; ${flags}; Max-Age=${age}`);
}

function cookieName(ctx: Context, request: FastifyRequest): string {
  return isSecure(ctx, request) ? `__Host-${NAME}` : NAME;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Whether the browser keeps a secure cookie from this address: over HTTPS, and from one's own computer. Only a sandbox
 * that is reached over plain HTTP from elsewhere goes without.
 */
function isSecure({ config }: Context, request: FastifyRequest): boolean {
  if (config.mode === "production" || request.protocol === "https") return true;
  const host = request.hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

function isLoopback(host: string): boolean {
  return /^[\d.]+$|:/.test(host) && loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}
