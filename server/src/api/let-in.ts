/** Authenticates and counts the caller of the classic API before a byte of the body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  authenticate,
  type Caller,
  presumeCaller,
  scopeCovers,
  type StatusMode,
  takeRatePermit,
} from "#access";
import type { Context } from "#lib/context";
import { noteCaller } from "#http";
import { ORDERS } from "./flights.ts";
import { notesOf } from "./log-calls.ts";
import { callerAnswers, type Reply, scopeAnswers } from "./operations/answers.ts";
import type { CallerOperation, Who } from "./operations/operation.ts";
import { readToken } from "./read-token.ts";
import { rememberMode } from "./send-reply.ts";

/** A call that is refused before it begins. */
export class RefusedReply extends Error {
  readonly reply: Reply;
  /** The status mode of the caller; null: the caller is not known. */
  readonly mode: StatusMode | null;

  constructor(reply: Reply, mode: StatusMode | null) {
    super("message" in reply.answer ? reply.answer.message : "");
    this.name = "RefusedReply";
    this.reply = reply;
    this.mode = mode;
  }
}

/** Authenticates a caller. Throws `RefusedReply`, or like `authenticate`. */
export async function letIn(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { operation: CallerOperation; reply: FastifyReply },
): Promise<Who> {
  notesOf(request);
  const token = readToken(request.raw);
  if (token === null) throw new RefusedReply({ answer: callerAnswers.token_missing }, null);
  // An order's token is read in the transaction that accepts the order, which saves a round trip.
  let presumed = ORDERS.has(operation.name) ? presumeCaller(ctx, { token, ip: request.ip }) : null;
  let caller = presumed?.caller ?? (await lookUpCaller(ctx, request, token));
  let refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  if (presumed !== null && refused !== null) {
    presumed = null;
    caller = await lookUpCaller(ctx, request, token);
    refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  }
  if (refused !== null) throw new RefusedReply(refused, caller.statusMode);
  notesOf(request).caller = caller;
  return { caller, presumed };
}

/**
 * Authenticates a caller again who was presumed to be another one. Throws `RefusedReply` if the limit that
 * holds now is used up for this minute, or like `authenticate`.
 */
export async function letInAnew(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply, before }: { operation: CallerOperation; reply: FastifyReply; before: Who },
): Promise<Who> {
  request.notes = { ...request.notes };
  delete request.notes.caller;
  const caller = await lookUpCaller(ctx, request, readToken(request.raw) ?? "");
  // The call was counted already, against the earlier limit.
  const isCounted = caller.ratePerMinute === before.caller.ratePerMinute;
  const refused = (isCounted ? null : await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  if (refused !== null) throw new RefusedReply(refused, caller.statusMode);
  return { caller, presumed: null };
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
