/** Authenticates and counts the caller of the classic API before a byte of the body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  authenticate,
  type Caller,
  presumeCaller,
  type Presumed,
  scopeCovers,
  takeRatePermit,
} from "#access";
import type { Context } from "#lib/context";
import { noteCaller } from "#http";
import { notBegun } from "./answer-not-begun.ts";
import { ORDERS } from "./flights.ts";
import { notesOf } from "./log-calls.ts";
import { callerAnswers, type Reply, scopeAnswers } from "./operations/answers.ts";
import type { CallerOperation } from "./operations/operation.ts";
import { readToken } from "./read-token.ts";
import { findMode, rememberMode, sendReply } from "./send-reply.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, once authenticated. */
    letIn: Caller | null;
    /** The basis of the caller while its token is still to be read; null: it was looked up for this call. */
    presumed: Presumed | null;
  }
}

/** Authenticates a caller, or answers with the reason why it cannot. */
export async function letIn(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { operation: CallerOperation; reply: FastifyReply },
): Promise<FastifyReply | undefined> {
  notesOf(request);
  try {
    const token = readToken(request.raw);
    if (token === null)
      return sendReply(reply, { answer: callerAnswers.token_missing }, await findMode(ctx, request));
    // An order's token is read in the transaction that accepts the order, which saves a round trip.
    const presumed = ORDERS.has(operation.name) ? presumeCaller(ctx, { token, ip: request.ip }) : null;
    let caller = presumed?.caller ?? (await lookUpCaller(ctx, request, token));
    let refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
    if (presumed !== null && refused !== null) {
      caller = await lookUpCaller(ctx, request, token);
      refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
    } else {
      request.presumed = presumed;
    }
    if (refused !== null) return sendReply(reply, refused, caller.statusMode);
    notesOf(request).caller = caller;
    request.letIn = caller;
    request.bodyOwner = caller.merchantId;
    return undefined;
  } catch (error) {
    return notBegun(ctx, error, { operation, reply });
  }
}

/**
 * Authenticates a caller again who was presumed to be another one. Returns a refusal if the limit that holds
 * now is used up for this minute. Throws like `authenticate`: then the caller is not authenticated.
 */
export async function letInAnew(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { operation: CallerOperation; reply: FastifyReply },
): Promise<Reply | null> {
  const before = request.letIn!;
  request.presumed = null;
  request.notes = {};
  const caller = (request.letIn = await lookUpCaller(ctx, request, readToken(request.raw) ?? ""));
  // The call was counted already, against the earlier limit.
  const refused = caller.ratePerMinute === before.ratePerMinute ? null : await countCall(ctx, caller, reply);
  return refused ?? beyondScope(caller, operation);
}

/** Counts a call of the minute, sets the headers, and returns a refusal if it is beyond the limit. */
async function countCall(ctx: Context, caller: Caller, reply: FastifyReply): Promise<Reply | null> {
  const { allowed, limit, remaining, resetSeconds } = await takeRatePermit(ctx, caller);
  reply.headers({
    "ratelimit-limit": limit,
    "ratelimit-remaining": remaining,
    "ratelimit-reset": resetSeconds,
  });
  return allowed ? null : { answer: callerAnswers.too_many_requests, retryAfterSeconds: resetSeconds };
}

/** Returns the refusal of a call that the scope of its key pair does not cover. */
function beyondScope({ scope }: Caller, operation: CallerOperation): Reply | null {
  if (operation.scope === "read" || scopeCovers(scope, operation.scope)) return null;
  return { answer: scopeAnswers[operation.scope] };
}

async function lookUpCaller(ctx: Context, request: FastifyRequest, token: string): Promise<Caller> {
  const caller = await authenticate(ctx, { token, ip: request.ip });
  notesOf(request).caller = caller;
  noteCaller(request, { lane: caller.merchantId, owner: caller.merchantId });
  rememberMode(token, caller);
  return caller;
}
