import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { AccessError, authenticate, type Caller, type RatePermit, takeRatePermit } from "#access";
import type { Context } from "#lib/context";
import { isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { isIdleBody } from "#lib/read-json";
import { bodyAnswers, callerAnswers, type Download, type Reply } from "./operations/answers.ts";
import type { Fields } from "./operations/fields.ts";
import type { CallerOperation, OpenOperation, Operation, Version } from "./operations/operation.ts";
import { notesOf } from "./log-calls.ts";
import { readExactBody } from "./read-exact-body.ts";
import { readToken } from "./read-token.ts";
import { findMode, modeSeen, rememberMode, sendReply, unavailable } from "./send-reply.ts";

/** Makes the handler of an operation in one version: who calls, how often, what is asked, the answer. */
export function serveOperation(ctx: Context, operation: Operation, version: Version): RouteHandlerMethod {
  return operation.access === "token"
    ? (request, reply) => serveCaller(ctx, request, { operation, version, reply })
    : (request, reply) => serveAnyone(ctx, request, { operation, reply });
}

interface ToServe<O extends Operation> {
  operation: O;
  reply: FastifyReply;
}

async function serveCaller(
  ctx: Context,
  request: FastifyRequest,
  { operation, version, reply }: ToServe<CallerOperation> & { version: Version },
): Promise<FastifyReply> {
  let caller: Caller;
  let permit: RatePermit;
  notesOf(request);
  try {
    const token = readToken(request.raw);
    if (token === null)
      return sendReply(reply, { answer: callerAnswers.token_missing }, await findMode(ctx, request));
    caller = await authenticate(ctx, { token, ip: request.ip });
    notesOf(request).caller = caller;
    rememberMode(token, caller);
    permit = await takeRatePermit(ctx, caller);
  } catch (error) {
    return sendNotBegun(ctx, error, { operation, reply });
  }
  reply.headers({
    "ratelimit-limit": permit.limit,
    "ratelimit-remaining": permit.remaining,
    "ratelimit-reset": permit.resetSeconds,
  });
  const answer = permit.allowed
    ? await handleCall(ctx, request, { operation, version, caller })
    : { answer: callerAnswers.too_many_requests, retryAfterSeconds: permit.resetSeconds };
  return sendReply(reply, answer, caller.statusMode);
}

const NOTHING: Fields = {};
const NO_FILE = Buffer.alloc(0);

async function handleCall(
  ctx: Context,
  request: FastifyRequest,
  { operation, version, caller }: { operation: CallerOperation; version: Version; caller: Caller },
): Promise<Reply | Download> {
  let body: Fields | null = NOTHING;
  const file = operation.file !== undefined && Buffer.isBuffer(request.body) ? request.body : NO_FILE;
  if (operation.file !== undefined) body = file.length > 0 ? NOTHING : null;
  else if (operation.body !== undefined) body = readExactBody(request.body);
  else if (operation.method === "POST" && !isIdleBody(request.body)) body = null;
  if (body !== null) notesOf(request).body = body;
  if (body === null) return { answer: bodyAnswers.body_unreadable };
  try {
    return await operation.handle({
      ctx,
      version,
      caller,
      query: request.query as Fields,
      path: request.params as Fields,
      body,
      file,
      requestId: request.id,
      idempotent: Boolean(request.headers["idempotency-key"]),
    });
  } catch (error) {
    logBreak(ctx, error, { operation, request });
    return isUnavailable(error) ? unavailable : { answer: operation.breakdown };
  }
}

async function serveAnyone(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: ToServe<OpenOperation>,
): Promise<FastifyReply> {
  notesOf(request);
  try {
    const answer = isIdleBody(request.body)
      ? await operation.handle({ ctx, headers: request.headers, ip: request.ip })
      : { answer: bodyAnswers.body_unreadable };
    const statusMode = await findMode(ctx, request);
    const token = answer.data?.["token"];
    const clientId = request.headers["x-client-id"];
    // Its first call may come when the database is away.
    if (typeof token === "string" && typeof clientId === "string") rememberMode(token, { clientId, statusMode });
    return sendReply(reply, answer, statusMode);
  } catch (error) {
    return sendNotBegun(ctx, error, { operation, reply });
  }
}

interface Fault {
  operation: Operation;
  request: FastifyRequest;
}

/** Answers a call that could not be let in; without the database no more is known of the caller. */
async function sendNotBegun(
  ctx: Context,
  error: unknown,
  { operation, reply }: ToServe<Operation>,
): Promise<FastifyReply> {
  const { request } = reply;
  if (!isUnavailable(error))
    return sendReply(reply, answerNotBegun(ctx, error, { operation, request }), await findMode(ctx, request));
  logBreak(ctx, error, { operation, request });
  return sendReply(reply, unavailable, modeSeen(ctx, request));
}

/** Why a call could not be let in. */
function answerNotBegun(ctx: Context, error: unknown, fault: Fault): Reply {
  if (AccessError.is(error, "token_invalid")) return { answer: callerAnswers.token_invalid };
  if (AccessError.is(error, "ip_not_allowed")) return { answer: callerAnswers.ip_not_allowed };
  if (AccessError.is(error, "apis_disabled")) return { answer: callerAnswers.apis_disabled };
  if (error instanceof OverloadError)
    return { answer: callerAnswers.too_many_requests, retryAfterSeconds: 1 };
  logBreak(ctx, error, fault);
  return { answer: fault.operation.notBegun ?? fault.operation.breakdown };
}

/** What broke goes to the log under the request's id; the caller is told the id and nothing of it. */
function logBreak(ctx: Context, error: unknown, { operation, request }: Fault): void {
  const facts = { requestId: request.id, operation: operation.name };
  logFault(ctx.log, error, { facts, text: "an API call broke" });
}
