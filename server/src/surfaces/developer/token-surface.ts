/** The surface for a merchant's own bearer token: plain JSON, with the errors of modules as envelope. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AccessError, authenticate, type Caller, requireScope, takeRatePermit } from "#access";
import { type Fault, type InputManner, type Mountable, Refusal, type Surface } from "#http";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { VitaranError } from "#lib/errors";

/** The codes of errors in the request itself. */
type OwnCode =
  | "bad_request"
  | "control_not_found"
  | "idempotency_key_in_use"
  | "idempotency_key_invalid"
  | "idempotency_key_reused"
  | "too_many_requests"
  | "unavailable";

interface TokenSurface<Who> {
  readonly prefix: string;
  readonly errors: Readonly<Record<OwnCode, (details?: Record<string, unknown>) => VitaranError>>;
  /** Returns the caller as the operations know it. Throws if it may not use this surface. */
  readonly admit: (caller: Caller) => Who;
  readonly callerOf: (who: Who) => Caller;
  readonly reading: Omit<InputManner, "place" | "order">;
  /** Returns the sentence about a fault of a field; by default the fault's own. */
  readonly sayField?: (fault: Fault) => string;
  readonly sayBody: Readonly<Record<"too_large" | "not_an_object", string>>;
  /** Returns true if the error means that a service which the surface needs is unavailable. */
  readonly isAway?: (error: unknown) => boolean;
  /** Returns the HTTP status of one of the surface's own errors, or undefined for the usual status. */
  readonly statusOf?: (error: VitaranError) => number | undefined;
}

/** Makes the surface. */
export function makeTokenSurface<Who, O extends Mountable<Who>>(
  ctx: Context,
  own: TokenSurface<Who>,
): Surface<Who, O> {
  const { prefix, reading, admit, callerOf } = own;
  return {
    prefix,
    identify: (request, { method }) => identify(ctx, request, { method, own, admit }),
    shareOf: (who) => callerOf(who).merchantId,
    keyHolderOf: (who) => {
      const { merchantId, clientId } = callerOf(who);
      return { merchantId, sender: `api-key:${clientId}` };
    },
    reading,
    mayLackBody: true,
    readsAsJson: () => true,
    answer: (reply, _operation, output) => reply.header("x-request-id", reply.request.id).send(output),
    refuse: (reply, error) => refuse(ctx, reply, { error, own }),
  };
}

interface Identifying<Who> {
  readonly method: string;
  readonly own: TokenSurface<Who>;
  readonly admit: (caller: Caller) => Who;
}

async function identify<Who>(
  ctx: Context,
  request: FastifyRequest,
  { method, own, admit }: Identifying<Who>,
): Promise<Who> {
  const token = (request.headers.authorization ?? "").replace(/^bearer +/i, "");
  const caller = await authenticate(ctx, { token, ip: request.ip });
  const who = admit(caller);
  const { allowed, resetSeconds } = await takeRatePermit(ctx, caller);
  if (!allowed) throw own.errors.too_many_requests({ resetSeconds });
  requireScope(caller, method);
  return who;
}

function refuse<Who>(
  ctx: Context,
  reply: FastifyReply,
  { error, own }: { readonly error: unknown; readonly own: TokenSurface<Who> },
): FastifyReply {
  const { id: requestId } = reply.request;
  const said = toError(error, own);
  if (!(said instanceof VitaranError)) {
    ctx.log.error({ requestId, err: error }, `a call of ${own.prefix} broke`);
    const message = "Something broke here; the request id finds it in the log.";
    return reply.code(500).send({ error: { message, requestId } });
  }
  const { module, code, message, details } = said;
  if (code === "unavailable") {
    logFault(ctx.log, error, { facts: { requestId }, text: `a call of ${own.prefix} broke` });
    void reply.header("retry-after", COME_AGAIN_SECONDS);
  }
  if (code === "idempotency_key_in_use") void reply.header("retry-after", 1);
  const status = own.statusOf?.(said) ?? usualStatusOf(said);
  return reply.code(status).send({ error: { code: `${module}.${code}`, message, details } });
}

/** Returns the error, in the surface's own terms if it has any. */
function toError<Who>(error: unknown, own: TokenSurface<Who>): unknown {
  if (error instanceof Refusal) return toOwn(error, own);
  return isUnavailable(error) || own.isAway?.(error) === true ? own.errors.unavailable() : error;
}

/** Returns the error for a refusal by the HTTP layer. */
function toOwn<Who>(
  { code, facts: { faults = [], details, retryAfterSeconds } }: Refusal,
  { errors, sayField = ({ message }) => message, sayBody }: TokenSurface<Who>,
): VitaranError {
  if (isKeyCode(code)) return errors[code](details);
  if (code === "too_many_requests") return errors.too_many_requests({ resetSeconds: retryAfterSeconds });
  if (code === "not_found") return errors.control_not_found();
  const [first] = faults;
  if (first !== undefined) return errors.bad_request({ field: first.field, why: sayField(first) });
  return errors.bad_request({ why: code === "body_too_large" ? sayBody.too_large : sayBody.not_an_object });
}

type KeyCode = Extract<OwnCode, `idempotency_${string}`>;
const isKeyCode = (code: string): code is KeyCode => code.startsWith("idempotency_");

function usualStatusOf(error: VitaranError): number {
  if (AccessError.is(error)) return 403;
  if (error.code.endsWith("not_found")) return 404;
  if (error.code === "too_many_requests") return 429;
  if (error.code === "idempotency_key_invalid") return 400;
  if (error.code.startsWith("idempotency_")) return 409;
  return error.code === "unavailable" ? 503 : 422;
}

const REFUSAL = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", description: "`module.code`" },
        message: { type: "string" },
        details: { type: "object", description: "With `field` and `why` where a field is wrong." },
      },
      required: ["code", "message", "details"],
    },
  },
  required: ["error"],
};

/** Returns the common part of the documents of such surfaces; `module` is that of their own errors. */
export const describeTokenSurface = (module: string) => ({
  security: { token: { type: "http", scheme: "bearer" } },
  refusal: REFUSAL,
  commonRefusals: () => ({
    "access.token_invalid": { status: 403, message: "" },
    [`${module}.bad_request`]: { status: 422, message: "" },
    [`${module}.too_many_requests`]: { status: 429, message: "" },
  }),
});
