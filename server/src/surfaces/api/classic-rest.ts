/**
 * Answers the classic API's requests that have no caller: those for a token, to wrong paths, or broken; and those that
 * are not HTTP or cannot begin.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AccessError } from "#access";
import { type LengthSchema, makeShorten, Refusal, toRefusal } from "#http";
import type { Context } from "#lib/context";
import { isUnavailable, COME_AGAIN_SECONDS, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { isIdleBody } from "#lib/read-json";
import { notesOf } from "./log-calls.ts";
import {
  type Answer,
  bodyAnswers,
  strayAnswers,
  unknownError,
  callerAnswers,
  refuseDisabled,
  openAnswers,
  type Reply,
  writeEnvelope,
} from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import type { OpenOperation, Version, ClassicOperation } from "./operations/operation.ts";
import { findMode, modeSeen, rememberMode, sendReply, unavailable } from "./send-reply.ts";

/** Mounts what needs no caller in a version, and the answers to its other paths. */
export function mountRest(scope: FastifyInstance, ctx: Context, version: Version): void {
  prepareStrays(scope, ctx);
  for (const operation of operations) {
    if (operation.access !== "open" || !operation.versions.includes(version)) continue;
    scope.route({
      method: operation.method,
      url: operation.path,
      exposeHeadRoute: false,
      bodyLimit: STRANGERS_BODY_BYTES_MAX,
      handler: (request, reply) => serveAnyone(ctx, request, { operation, reply }),
    });
  }
}

/** A call without a token has no fields in its body. */
const STRANGERS_BODY_BYTES_MAX = 16_384;

/** Sets up what applies to paths without a caller, including wrong ones. */
export function prepareStrays(scope: FastifyInstance, ctx: Context): void {
  scope.addHook("onRequest", async (request, reply) => {
    request.raw.headers["content-type"] = "application/json";
    // A body that comes with it is not read.
    if (request.is404) return answerStray(ctx, request, reply);
    return undefined;
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    answerFault(ctx, toRefusal(error), { request, reply }),
  );
  scope.setNotFoundHandler((request, reply) => answerStray(ctx, request, reply));
}

async function answerStray(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendReply(reply, { answer: strayAnswers.unknown_path }, await findMode(ctx, request));
}

type Headers = FastifyRequest["headers"];

/** Shortens the headers that an operation reads. Node gives their names in lower case. */
function shortenHeaders({ name, headers = {} }: OpenOperation, given: Headers): Headers {
  const properties = Object.entries(headers).map(([header, { schema }]) => [header.toLowerCase(), schema]);
  const schema = { type: "object", properties: Object.fromEntries(properties) as LengthSchema };
  return makeShorten(schema, `${name}.headers`)(given) as Headers;
}

async function serveAnyone(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { operation: OpenOperation; reply: FastifyReply },
): Promise<FastifyReply> {
  notesOf(request);
  try {
    const answer = isIdleBody(request.body)
      ? await operation.handle({ ctx, headers: shortenHeaders(operation, request.headers), ip: request.ip })
      : { answer: bodyAnswers.body_unreadable };
    const statusMode = await findMode(ctx, request);
    const token = answer.data?.["token"];
    const clientId = request.headers["x-client-id"];
    // The first call with this token may come while the database is away.
    if (typeof token === "string" && typeof clientId === "string")
      rememberMode(token, { clientId, statusMode });
    return sendReply(reply, answer, statusMode);
  } catch (error) {
    return notBegun(ctx, error, { operation, reply });
  }
}

interface Around {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const OF_BODIES: Readonly<Record<string, Answer>> = bodyAnswers;

/** Answers errors around an operation: a body too large or incomplete, or a process that is stopping. */
export async function answerFault(
  ctx: Context,
  error: unknown,
  { request, reply }: Around,
): Promise<FastifyReply> {
  if (isUnavailable(error)) return sendReply(reply, unavailable, modeSeen(ctx, request));
  const isOverload = error instanceof Refusal && error.code === "too_many_requests";
  if (isOverload) return sendReply(reply, overloaded, modeSeen(ctx, request));
  if (!(error instanceof Refusal)) ctx.log.error({ requestId: request.id, err: error }, "an API call broke");
  const answer = error instanceof Refusal ? OF_BODIES[error.code] : undefined;
  return sendReply(reply, { answer: answer ?? unknownError }, await findMode(ctx, request));
}

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
const overloaded: Reply = { answer: callerAnswers.too_many_requests, retryAfterSeconds: 1 };

/** Answers a call that could not begin. Without the database, nothing more can be learned about its caller. */
export async function notBegun(
  ctx: Context,
  error: unknown,
  { operation, reply }: { operation: ClassicOperation; reply: FastifyReply },
): Promise<FastifyReply> {
  const { request } = reply;
  if (error instanceof OverloadError) return sendReply(reply, overloaded, modeSeen(ctx, request));
  if (!isUnavailable(error))
    return sendReply(reply, answerNotBegun(ctx, error, { operation, request }), await findMode(ctx, request));
  logBreak(ctx, error, { operation, request });
  return sendReply(reply, unavailable, modeSeen(ctx, request));
}

interface Fault {
  operation: ClassicOperation;
  request: FastifyRequest;
}

/** Returns the reply that gives the reason why a call could not begin. */
function answerNotBegun(ctx: Context, error: unknown, fault: Fault): Reply {
  if (AccessError.is(error, "token_invalid")) return { answer: callerAnswers.token_invalid };
  if (AccessError.is(error, "ip_not_allowed")) return { answer: callerAnswers.ip_not_allowed };
  if (AccessError.is(error, "apis_disabled")) return refuseDisabled();
  logBreak(ctx, error, fault);
  return { answer: fault.operation.notBegun ?? fault.operation.breakdown };
}

/** Logs an unexpected error under the request's id; the caller gets only the id. */
export function logBreak(ctx: Context, error: unknown, { operation, request }: Fault): void {
  const facts = { requestId: request.id, operation: operation.name };
  logFault(ctx.log, error, { facts, text: "an API call broke" });
}
