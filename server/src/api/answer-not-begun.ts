/** Answers calls of the classic API that could not begin. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AccessError } from "#access";
import type { Context } from "#lib/context";
import { isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { callerAnswers, type Reply } from "./operations/answers.ts";
import type { Operation } from "./operations/operation.ts";
import { findMode, modeSeen, sendReply, unavailable } from "./send-reply.ts";

/** The reply to a call beyond the limit. */
export const overloaded: Reply = { answer: callerAnswers.too_many_requests, retryAfterSeconds: 1 };

/** Answers a call that could not begin; without the database nothing more is known of the caller. */
export async function notBegun(
  ctx: Context,
  error: unknown,
  { operation, reply }: { operation: Operation; reply: FastifyReply },
): Promise<FastifyReply> {
  const { request } = reply;
  if (error instanceof OverloadError) return sendReply(reply, overloaded, modeSeen(ctx, request));
  if (!isUnavailable(error))
    return sendReply(reply, answerNotBegun(ctx, error, { operation, request }), await findMode(ctx, request));
  logBreak(ctx, error, { operation, request });
  return sendReply(reply, unavailable, modeSeen(ctx, request));
}

interface Fault {
  operation: Operation;
  request: FastifyRequest;
}

/** Returns the reply that gives the reason why a call could not begin. */
function answerNotBegun(ctx: Context, error: unknown, fault: Fault): Reply {
  if (AccessError.is(error, "token_invalid")) return { answer: callerAnswers.token_invalid };
  if (AccessError.is(error, "ip_not_allowed")) return { answer: callerAnswers.ip_not_allowed };
  if (AccessError.is(error, "apis_disabled")) return { answer: callerAnswers.apis_disabled };
  logBreak(ctx, error, fault);
  return { answer: fault.operation.notBegun ?? fault.operation.breakdown };
}

/** Logs an unexpected error under the request's id; the caller gets only the id. */
export function logBreak(ctx: Context, error: unknown, { operation, request }: Fault): void {
  const facts = { requestId: request.id, operation: operation.name };
  logFault(ctx.log, error, { facts, text: "an API call broke" });
}
