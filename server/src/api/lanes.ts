/** The lanes in which requests of unknown callers queue. */
import type { FastifyRequest } from "fastify";
import { isFamiliar, namedMerchant } from "#access";
import type { Context } from "#lib/context";
import { lineOf } from "#lib/line-of";
import { readToken } from "./read-token.ts";

/** The paths by which operators can watch the server while it is flooded. */
const FREE: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);

export const isFreeToPass = ({ url }: FastifyRequest): boolean => FREE.has(url);

/**
 * Returns the lane of banks that call back from an address, or of a merchant that was recently authenticated
 * from there and brings, for example, a new token. Null: the request queues in the lane of its address.
 */
export function laneOfStranger(ctx: Context, { url, raw, headers, ip }: FastifyRequest): string | null {
  if (url.startsWith("/banks/")) return `banks ${lineOf(ip)}`;
  const { "x-client-id": given } = headers;
  const clientId = typeof given === "string" ? given : "";
  const merchantId = namedMerchant({ token: readToken(raw) ?? "", clientId });
  return merchantId !== null && isFamiliar(ctx.db, { merchantId, ip }) ? `${merchantId} ${lineOf(ip)}` : null;
}
