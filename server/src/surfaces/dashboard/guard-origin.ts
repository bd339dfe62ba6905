import type { FastifyRequest } from "fastify";
import { Refusal } from "#http";
import type { Context } from "#lib/context";

/** The header that our own pages send with each call. Forms and pages of other origins cannot send it. */
const PAGE_HEADER = "x-vitaran-dashboard";

const SAFE = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that changes something unless one of our own pages sent it. Its origin must be ours, the browser
 * must not contradict that, and it must have our header. Throws the refusal `foreign_origin`.
 */
export function guardOrigin({ config }: Context, request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const { origin, "sec-fetch-site": site, [PAGE_HEADER]: page } = request.headers;
  const own = [`${request.protocol}://${request.host}`];
  if (config.publicUrl !== null) own.push(new URL(config.publicUrl).origin);
  const isOurs = origin !== undefined && own.includes(origin) && page === "1";
  if (!isOurs || (site !== undefined && site !== "same-origin")) throw new Refusal("foreign_origin");
}
