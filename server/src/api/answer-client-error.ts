import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AccessError } from "#access";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import {
  type Answer,
  callerAnswers,
  openAnswers,
  type Reply,
  strayAnswers,
  writeEnvelope,
} from "./operations/answers.ts";
import type { Operation } from "./operations/operation.ts";
import { findMode, modeSeen, sendReply, unavailable } from "./send-reply.ts";

type HeadersToSend = Readonly<Record<string, string | number>>;

/** The answers by Node's error code for a request's bytes. With any other code the bytes are not HTTP. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: strayAnswers.request_timeout,
  HPE_HEADER_OVERFLOW: strayAnswers.head_too_large,
};

/**
 * Answers a request that is not HTTP, is too long or did not arrive in time, in an envelope with `headers`
 * beside its own, and ends the connection. If nothing was sent over it, it is closed without an answer:
 * browsers open spare connections, and would take an answer there for that to the next page that they
 * request.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: HeadersToSend,
): void {
  const isGone = error.code === "ECONNRESET" || socket.destroyed || !socket.writable;
  if (isGone || socket.bytesRead === 0) socket.destroy();
  else hangUp(socket, ANSWERS[error.code ?? ""] ?? strayAnswers.bad_request, headers);
}

/** Answers a connection beyond the limit, whatever it would request, and closes it. */
export function answerTooMany(socket: Socket, headers: HeadersToSend): void {
  hangUp(socket, openAnswers.service_unavailable, { ...headers, "Retry-After": COME_AGAIN_SECONDS });
}

function hangUp(socket: Socket, answer: Answer, headers: HeadersToSend): void {
  const body = writeEnvelope({ answer });
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${answer.subCode} ${STATUS_CODES[answer.subCode]}\r\n` +
      "Content-Type: application/json; charset=utf-8\r\n" +
      others.join("") +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Discards what the client still sends.
  socket.destroySoon();
}

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
