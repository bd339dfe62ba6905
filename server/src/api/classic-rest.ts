/** Answers the classic API's requests that have no caller: those for a token, to wrong paths, or broken. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type LengthSchema, makeShorten, Refusal, toRefusal } from "#http";
import type { Context } from "#lib/context";
import { isUnavailable } from "#lib/db-errors";
import { isIdleBody } from "#lib/read-json";
import { notBegun, overloaded } from "./answer-client-error.ts";
import { notesOf } from "./log-calls.ts";
import { type Answer, bodyAnswers, strayAnswers, unknownError } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import type { OpenOperation, Version } from "./operations/operation.ts";
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

/** Shortens the headers that an operation reads; Node has their names in small letters. */
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
