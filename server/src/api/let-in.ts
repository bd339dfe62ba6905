/** Who calls the classic API: found out, and counted, before a byte of the body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate, type Caller, takeRatePermit } from "#access";
import type { Context } from "#lib/context";
import { noteCaller } from "#http";
import { notBegun } from "./answer-not-begun.ts";
import { notesOf } from "./log-calls.ts";
import { callerAnswers } from "./operations/answers.ts";
import type { CallerOperation } from "./operations/operation.ts";
import { readToken } from "./read-token.ts";
import { findMode, rememberMode, sendReply } from "./send-reply.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls, once it was let in. */
    letIn: Caller | null;
  }
}

/** Lets a caller in, or answers why not. */
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
    const caller = await authenticate(ctx, { token, ip: request.ip });
    notesOf(request).caller = caller;
    noteCaller(request, { lane: caller.merchantId, owner: caller.merchantId });
    rememberMode(token, caller);
    const { allowed, limit, remaining, resetSeconds } = await takeRatePermit(ctx, caller);
    reply.headers({
      "ratelimit-limit": limit,
      "ratelimit-remaining": remaining,
      "ratelimit-reset": resetSeconds,
    });
    if (!allowed) {
      const refused = { answer: callerAnswers.too_many_requests, retryAfterSeconds: resetSeconds };
      return sendReply(reply, refused, caller.statusMode);
    }
    request.letIn = caller;
    request.bodyOwner = caller.merchantId;
    return undefined;
  } catch (error) {
    return notBegun(ctx, error, { operation, reply });
  }
}
