import type { FastifyError, FastifyInstance, HTTPMethods } from "fastify";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable } from "#lib/db-errors";
import { keepAnswers } from "#idempotency";
import { OverloadError } from "#lib/gather";
import { flightKindOf, type Flights } from "./flights.ts";
import { serveV2 } from "./serve-v2.ts";
import {
  bodyRefusals,
  callerRefusals,
  operationsV2,
  Refused,
  sendRefusal,
  strayRefusals,
  type Refusal,
} from "./v2/index.ts";

const PREFIX = "/payout";
const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PATHS = [...new Set(operationsV2.map(({ path }) => path))];

/** True for the address of a v2 path or one below it: all others there belong to the documentation. */
export const isOfV2 = (url: string): boolean => /^\/payout\/(?:transfers|beneficiary)(?:[/?#]|$)/.test(url);

/** Mounts the v2 operations, and an answer for every other method at their paths and for paths below them. */
export function mountV2(app: FastifyInstance, ctx: Context, flights: Flights): void {
  app.register(async (scope) => mountScope(scope, ctx, flights), { prefix: PREFIX });
}

function mountScope(scope: FastifyInstance, ctx: Context, flights: Flights): void {
  // Clients send any content type, or none, and mean JSON.
  scope.addHook("onRequest", (request, _reply, done) => {
    request.raw.headers["content-type"] = "application/json";
    done();
  });
  keepAnswers(scope, ctx);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (isUnavailable(error)) {
      const facts = { retrySeconds: COME_AGAIN_SECONDS };
      return sendRefusal(reply, new Refused(callerRefusals.service_unavailable, facts));
    }
    if (error instanceof OverloadError)
      return sendRefusal(reply, new Refused(callerRefusals.too_many_requests, { retrySeconds: 1 }));
    const refusal = judgeFault(error);
    if (refusal === callerRefusals.broken)
      ctx.log.error({ requestId: request.id, err: error }, "an API call broke");
    return sendRefusal(reply, new Refused(refusal));
  });
  for (const operation of operationsV2) {
    const { method, path } = operation;
    const config = { kind: flightKindOf(operation) };
    scope.route({ method, url: path, exposeHeadRoute: false, config, ...serveV2(ctx, operation, flights) });
  }
  for (const path of PATHS) mountStray(scope, path);
  for (const path of ["/transfers/*", "/beneficiary/*"])
    scope.route({
      method: [...METHODS],
      url: path,
      exposeHeadRoute: false,
      // A body that comes with it is not read.
      onRequest: async (_request, reply) => sendRefusal(reply, new Refused(strayRefusals.path_not_found)),
      handler: () => undefined,
    });
}

/** Mounts an answer for the methods that a path does not have. */
function mountStray(scope: FastifyInstance, path: string): void {
  const known = operationsV2.filter((one) => one.path === path).map(({ method }) => method);
  scope.route({
    method: METHODS.filter((method) => !known.some((one) => one === method)),
    url: path,
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header("allow", known.join(", "));
      return sendRefusal(reply, new Refused(strayRefusals.method_not_allowed));
    },
    handler: () => undefined,
  });
}

/** Returns the refusal for an error around an operation: a body that is too large or incomplete. */
function judgeFault({ statusCode }: FastifyError): Refusal {
  if (statusCode === 413) return bodyRefusals.body_too_large;
  return statusCode !== undefined && statusCode < 500 ? bodyRefusals.body_unreadable : callerRefusals.broken;
}
