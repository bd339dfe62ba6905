/** The sandbox's surface: a sandbox merchant's token as identity, and plain JSON with errors as envelope. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AccessError, authenticate, type Caller, requireScope, takeRatePermit } from "#access";
import { ApprovalError } from "#approvals";
import { type Fault, Refusal, type Surface } from "#http";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { VitaranError } from "#lib/errors";
import { SandboxError } from "./errors.ts";
import type { SandboxOperation, Who } from "./operation.ts";
import { SimulatorAwayError } from "./simulator.ts";

export function makeSurface(
  ctx: Context,
  { simulatorUrl }: { simulatorUrl: string },
): Surface<Who, SandboxOperation> {
  return {
    prefix: "/sandbox",
    identify: async (request, { method }) => ({
      caller: await identify(ctx, request, method),
      simulatorUrl,
    }),
    shareOf: ({ caller }) => caller.merchantId,
    keyHolderOf: ({ caller: { merchantId, clientId } }) => ({ merchantId, sender: `api-key:${clientId}` }),
    // People type these requests: empty values count as absent, and unknown fields do no harm.
    reading: { isAbsent: (value) => value === undefined || value === null || value === "", lenient: true },
    mayLackBody: true,
    readsAsJson: () => true,
    answer: (reply, _operation, output) => reply.header("x-request-id", reply.request.id).send(output),
    refuse: (reply, error) => refuse(ctx, reply, error),
  };
}

async function identify(ctx: Context, request: FastifyRequest, method: string): Promise<Caller> {
  const token = (request.headers.authorization ?? "").replace(/^bearer +/i, "");
  const caller = await authenticate(ctx, { token, ip: request.ip });
  if (caller.mode !== "sandbox") throw SandboxError.not_sandbox();
  const { allowed, resetSeconds } = await takeRatePermit(ctx, caller);
  if (!allowed) throw SandboxError.too_many_requests({ resetSeconds });
  requireScope(caller, method);
  return caller;
}

function refuse(ctx: Context, reply: FastifyReply, error: unknown): FastifyReply {
  const { id: requestId } = reply.request;
  const told = toError(error);
  if (SandboxError.is(told, "unavailable")) {
    logFault(ctx.log, error, { facts: { requestId }, text: "a call to the sandbox broke" });
    void reply.header("retry-after", COME_AGAIN_SECONDS);
  }
  if (SandboxError.is(told, "idempotency_key_in_use")) void reply.header("retry-after", 1);
  if (!(told instanceof VitaranError)) {
    ctx.log.error({ requestId, err: error }, "a call to the sandbox broke");
    const message = "Something broke here; the request id finds it in the log.";
    return reply.code(500).send({ error: { message, requestId } });
  }
  const { module, code, message, details } = told;
  return reply.code(statusOf(told)).send({ error: { code: `${module}.${code}`, message, details } });
}

/** Returns the error, in the sandbox's own terms if it has any. */
function toError(error: unknown): unknown {
  if (error instanceof Refusal) return toRefused(error);
  return isUnavailable(error) || error instanceof SimulatorAwayError ? SandboxError.unavailable() : error;
}

/** Returns the error for a refusal by the HTTP layer. */
function toRefused({ code, facts: { faults = [], details, retryAfterSeconds } }: Refusal): VitaranError {
  if (isKeyCode(code)) return SandboxError[code](details);
  if (code === "too_many_requests")
    return SandboxError.too_many_requests({ resetSeconds: retryAfterSeconds });
  if (code === "not_found") return SandboxError.control_not_found();
  const [first] = faults;
  if (first === undefined) {
    const why = code === "body_too_large" ? "the body is too large" : "the body is not a JSON object";
    return SandboxError.bad_request({ why });
  }
  return SandboxError.bad_request({ field: first.field, why: whyOf(first) });
}

const whyOf = ({ problem, message }: Fault): string => (problem === "missing" ? "is missing" : message);

type KeyCode = Extract<keyof typeof SandboxError, `idempotency_${string}`>;
const isKeyCode = (code: string): code is KeyCode => code.startsWith("idempotency_");

function statusOf(error: VitaranError): number {
  if (AccessError.is(error)) return 403;
  if (error.code.endsWith("not_found")) return 404;
  if (ApprovalError.is(error) && error.code !== "bad_policy") return 409;
  if (error.code === "too_many_requests") return 429;
  if (error.code === "idempotency_key_invalid") return 400;
  if (error.code.startsWith("idempotency_")) return 409;
  if (error.code === "unavailable") return 503;
  return error.code === "not_sandbox" ? 403 : 422;
}
