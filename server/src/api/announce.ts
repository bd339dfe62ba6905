import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { findKnownCaller } from "#http";
import { announceOrder } from "#transfers";
import { ORDERS } from "./flights.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** To be called when the order that was announced comes. */
    orderComes: (() => void) | null;
  }
}

/**
 * Announces the order that a call brings before its caller is looked up, so that it is taken together with others that
 * are on their way. Only of callers who were let in lately: what strangers send keeps no one waiting.
 */
export function announce(
  ctx: Context,
  request: FastifyRequest,
  { operation: { name }, reply }: { operation: { readonly name: string }; reply: FastifyReply },
): void {
  const known = ORDERS.has(name) ? findKnownCaller(request) : null;
  // An answer that is closed already will not say so again.
  if (known === null || reply.raw.destroyed) return;
  request.orderComes = announceOrder(ctx, known.owner);
  reply.raw.once("close", request.orderComes);
}
