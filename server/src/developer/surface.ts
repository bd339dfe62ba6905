/** The surface: a merchant's token as identity, plain JSON with a module's errors as envelope. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AccessError, authenticate, type Caller, requireScope, takeRatePermit } from "#access";
import { Refusal, type Surface } from "#http";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { VitaranError } from "#lib/errors";
import { DeveloperError } from "./errors.ts";
import type { DeveloperOperation } from "./operation.ts";

export function makeSurface(ctx: Context): Surface<Caller, DeveloperOperation> {
  return {
    prefix: "/developer",
    identify: (request, { method }) => identify(ctx, request, method),
    shareOf: ({ merchantId }) => merchantId,
    keyHolderOf: ({ merchantId, clientId }) => ({ merchantId, sender: `api-key:${clientId}` }),
    reading: {},
    mayLackBody: true,
    readsAsJson: () => true,
    answer: (reply, _operation, output) => reply.header("x-request-id", reply.request.id).send(output),
    refuse: (reply, error) => refuse(ctx, reply, error),
  };
}

async function identify(ctx: Context, request: FastifyRequest, method: string): Promise<Caller> {
  const token = (request.headers.authorization ?? "").replace(/^bearer +/i, "");
  const caller = await authenticate(ctx, { token, ip: request.ip });
  const { allowed, resetSeconds } = await takeRatePermit(ctx, caller);
  if (!allowed) throw DeveloperError.too_many_requests({ resetSeconds });
  requireScope(caller, method);
  return caller;
}

function refuse(ctx: Context, reply: FastifyReply, error: unknown): FastifyReply {
  const { id: requestId } = reply.request;
  const told = toError(error);
  if (DeveloperError.is(told, "unavailable")) {
    logFault(ctx.log, error, { facts: { requestId }, text: "a developer's call broke" });
    void reply.header("retry-after", COME_AGAIN_SECONDS);
  }
  if (DeveloperError.is(told, "idempotency_key_in_use")) void reply.header("retry-after", 1);
  if (!(told instanceof VitaranError)) {
    ctx.log.error({ requestId, err: error }, "a developer's call broke");
    const message = "Something broke here; the request id finds it in the log.";
    return reply.code(500).send({ error: { message, requestId } });
  }
  const { module, code, message, details } = told;
  return reply.code(statusOf(told)).send({ error: { code: `${module}.${code}`, message, details } });
}

/** What went wrong, in this surface's own words where it has some. */
function toError(error: unknown): unknown {
  if (error instanceof Refusal) return toRefused(error);
  return isUnavailable(error) ? DeveloperError.unavailable() : error;
}

/** What the way in found wrong. */
function toRefused({ code, facts: { faults = [], details, retryAfterSeconds } }: Refusal): VitaranError {
  if (isKeyCode(code)) return DeveloperError[code](details);
  if (code === "too_many_requests")
    return DeveloperError.too_many_requests({ resetSeconds: retryAfterSeconds });
  if (code === "not_found") return DeveloperError.control_not_found();
  const [first] = faults;
  if (first !== undefined) return DeveloperError.bad_request({ field: first.field, why: first.message });
  const why = code === "body_too_large" ? "The body is too large." : "The body is not a JSON object.";
  return DeveloperError.bad_request({ why });
}

type KeyCode = Extract<keyof typeof DeveloperError, `idempotency_${string}`>;
const isKeyCode = (code: string): code is KeyCode => code.startsWith("idempotency_");

function statusOf(error: VitaranError): number {
  if (AccessError.is(error)) return 403;
  if (error.code.endsWith("not_found")) return 404;
  if (error.code === "too_many_requests") return 429;
  if (error.code === "idempotency_key_invalid") return 400;
  if (error.code.startsWith("idempotency_")) return 409;
  return error.code === "unavailable" ? 503 : 422;
}
