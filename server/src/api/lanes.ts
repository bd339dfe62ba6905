/** Where requests queue whose callers are not known yet. */
import type { FastifyRequest } from "fastify";
import { isFamiliar, namedMerchant } from "#access";
import type { Context } from "#lib/context";
import { lineOf } from "#lib/line-of";
import { readToken } from "./read-token.ts";

/** Those who operate the server may look at it while it is flooded. */
const FREE: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);

export const isFreeToPass = ({ url }: FastifyRequest): boolean => FREE.has(url);

/**
 * The lane of banks that call back from an address, and of a merchant that was let in from there lately and brings a
 * new token, say; null: that of the address.
 */
export function laneOfStranger(ctx: Context, { url, raw, headers, ip }: FastifyRequest): string | null {
  if (url.startsWith("/banks/")) return `banks ${lineOf(ip)}`;
  const { "x-client-id": given } = headers;
  const clientId = typeof given === "string" ? given : "";
  const merchantId = namedMerchant({ token: readToken(raw) ?? "", clientId });
  return merchantId !== null && isFamiliar(ctx.db, { merchantId, ip }) ? `${merchantId} ${lineOf(ip)}` : null;
}
