import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { isUnavailable } from "#lib/db-errors";
import { keepAnswers } from "#idempotency";
import { OverloadError } from "#lib/gather";
import { overloaded } from "./answer-not-begun.ts";
import { flightKindOf, type Flights } from "./flights.ts";
import { bodyAnswers, type Reply, strayAnswers, unknownError } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import type { Version } from "./operations/operation.ts";
import { findMode, modeSeen, sendReply, unavailable } from "./send-reply.ts";
import { serveOperation } from "./serve-operation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True if answers have their code under `statusCode` too. */
    statusCode?: boolean;
  }
}

export const VERSIONS: readonly Version[] = ["v1", "v1.1", "v1.2", "v1.3"];

/** Versions that do not exist: every path below them is a wrong path. */
const NO_VERSION = "/payout/:version(^v\\d.*$)";

/**
 * Mounts every operation under the path of each of its versions, and an answer for every other path there and
 * for versions that do not exist.
 */
export function mountOperations(app: FastifyInstance, ctx: Context, flights: Flights): void {
  app.decorateRequest("letIn", null);
  app.decorateRequest("presumed", null);
  app.decorateRequest("orderComes", null);
  for (const version of VERSIONS) {
    const mount = async (scope: FastifyInstance): Promise<void> =>
      mountVersion(scope, ctx, { version, flights });
    app.register(mount, { prefix: `/payout/${version}` });
  }
  app.register(async (scope) => prepareScope(scope, ctx), { prefix: NO_VERSION });
}

/** Sets up what applies to every path of the classic API, including wrong ones. */
function prepareScope(scope: FastifyInstance, ctx: Context): void {
  // Clients send any content type, or none, and mean JSON: the body is kept as it is, and parsed once the
  // caller is known.
  scope.addHook("onRequest", async (request, reply) => {
    request.raw.headers["content-type"] = "application/json";
    // A body that comes with it is not read.
    if (request.is404) return answerStray(ctx, request, reply);
    return undefined;
  });
  keepAnswers(scope, ctx);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error: FastifyError, request, reply) => answerFault(ctx, error, { request, reply }));
  scope.setNotFoundHandler((request, reply) => answerStray(ctx, request, reply));
}

function mountVersion(
  scope: FastifyInstance,
  ctx: Context,
  { version, flights }: { version: Version; flights: Flights },
): void {
  prepareScope(scope, ctx);
  for (const operation of operations) {
    if (!operation.versions.includes(version)) continue;
    scope.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
      exposeHeadRoute: false,
      config: { statusCode: operation.statusCode ?? false, kind: flightKindOf(operation) },
      ...serveOperation(ctx, { operation, version, flights }),
    });
  }
}

async function answerStray(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendReply(reply, { answer: strayAnswers.unknown_path }, await findMode(ctx, request));
}

/** Answers errors around an operation: a body too large or incomplete, or a process that is stopping. */
async function answerFault(
  ctx: Context,
  error: FastifyError,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  if (isUnavailable(error)) return sendReply(reply, unavailable, modeSeen(ctx, request));
  if (error instanceof OverloadError) return sendReply(reply, overloaded, modeSeen(ctx, request));
  return sendReply(reply, judgeFault(ctx, error, request), await findMode(ctx, request));
}

function judgeFault(ctx: Context, error: FastifyError, request: FastifyRequest): Reply {
  if (error.statusCode === 413) return { answer: bodyAnswers.body_too_large };
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { answer: bodyAnswers.body_unreadable };
  ctx.log.error({ requestId: request.id, err: error }, "an API call broke");
  return { answer: unknownError };
}
