import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { findKnownCaller } from "#http";
import { announceOrder } from "#transfers";
import { ORDERS } from "./let-in.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Must be called when the announced order arrives. */
    orderComes: (() => void) | null;
  }
}

/**
 * Announces the order of a call before its caller is looked up, so that it is processed in one set with
 * others on their way. Only for recently authenticated callers: nothing waits for what strangers send.
 */
export function announce(
  ctx: Context,
  request: FastifyRequest,
  { operation: { name }, reply }: { operation: { readonly name: string }; reply: FastifyReply },
): void {
  const known = ORDERS.has(name) ? findKnownCaller(request) : null;
  // A response that is closed already does not emit `close` again.
  if (known === null || reply.raw.destroyed) return;
  request.orderComes = announceOrder(ctx, known.owner);
  reply.raw.once("close", request.orderComes);
}
