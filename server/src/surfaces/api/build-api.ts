import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Context } from "#lib/context";
import { isCardNumberAsId } from "#lib/card-numbers";
import { HTTPS_ONLY } from "#lib/https-only";
import { newId } from "#lib/ids";
import { flushCalls } from "#calls";
import { capConnections, giveWay, guardBodies } from "#http";
import { isFreeToPass, laneOfStranger, makeFlights } from "./let-in.ts";
import { answerClientError, answerTooMany } from "./classic-rest.ts";
import { BODY_BYTES_MAX, HTTP_LIMITS, type HttpLimits, makeProxyTest } from "./http-limits.ts";
import { logCalls } from "./log-calls.ts";
import { mountClassic } from "./classic-surface.ts";
import { isOfV2, mountV2 } from "./v2-surface.ts";
import { strayAnswers } from "./operations/answers.ts";
import { findMode, sendReply } from "./send-reply.ts";
import { Refused, sendRefusal, strayRefusals } from "./v2/index.ts";

const TOO_SLOW = Object.assign(new Error("the body came too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a request's head may be: an id that is too long is unknown, and not a wrong path. */
const PARAMETER_LENGTH_MAX = 16_384;

/**
 * Builds the HTTP server with the classic API under `/payout/v1`, `/payout/v1.1` and `/payout/v1.2`, and the
 * v2 API under `/payout`. It is not listening yet: more can be registered beside it. Every answer of the
 * classic API is an envelope, errors included.
 */
export function buildApi(ctx: Context, limits: HttpLimits = HTTP_LIMITS): FastifyInstance {
  const { trustProxy, mode } = ctx.config;
  const everywhere = mode === "production" ? HTTPS_ONLY : {};
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Calls that arrive during closing are answered as usual, on connections that then end.
    return503OnClosing: false,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    requestIdHeader: false,
    genReqId: readRequestId,
    rewriteUrl: readPath,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket, everywhere),
    // Node would refuse without a body; `refuseHostless` answers with a message.
    http: { requireHostHeader: false, ...limits.heads },
    frameworkErrors: (_error, request, reply) => void answerUnrouted(ctx, request, reply),
  });
  logCalls(app, ctx);
  app.addHook("onRequest", refuseHostless);
  giveWay(app, { ...limits.way, laneOf: (request) => laneOfStranger(ctx, request), isFree: isFreeToPass });
  app.addHook("onClose", () => flushCalls(ctx));
  const tooSlow = ({ raw }: FastifyRequest): void => answerClientError(TOO_SLOW, raw.socket, everywhere);
  guardBodies(app, { ...limits.bodies, tooSlow });
  capConnections(app.server, {
    ...limits.connections,
    isProxy: makeProxyTest(trustProxy),
    refuse: (socket) => answerTooMany(socket, everywhere),
  });
  const flights = makeFlights();
  mountClassic(app, ctx, flights);
  app.decorateRequest("orderComes", null);
  mountV2(app, ctx, flights);
  return app;
}

/** Refuses HTTP/1.1 requests without the required Host: a proxy may have meant them for another server. */
async function refuseHostless(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (request.raw.httpVersion !== "1.1" || request.headers.host !== undefined) return;
  if (isOfV2(request.url)) sendRefusal(reply, new Refused(strayRefusals.bad_request));
  else sendReply(reply, { answer: strayAnswers.bad_request }, "rest");
  return reply;
}

/** Answers a path that cannot be decoded and so leads nowhere. */
async function answerUnrouted(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { url } = request;
  if (isOfV2(url)) return void sendRefusal(reply, new Refused(strayRefusals.bad_request));
  const answer = url.startsWith("/payout/v1") ? strayAnswers.unknown_path : strayAnswers.bad_request;
  sendReply(reply, { answer }, await findMode(ctx, request));
}

/** Returns the caller's own id of the request if it may be written into logs and headers, else a new one. */
function readRequestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  const isFit = typeof given === "string" && /^[\x20-\x7e]{1,100}$/.test(given) && !isCardNumberAsId(given);
  return isFit ? given : newId();
}

/** Returns the path. Some clients write it with two slashes or send the whole address instead. */
function readPath({ url = "/" }: IncomingMessage): string {
  if (url.startsWith("/payout")) return url;
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/{2,}(?=payout\/)/, "/") || "/";
}
