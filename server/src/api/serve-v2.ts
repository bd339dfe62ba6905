import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import {
  AccessError,
  authenticateClient,
  scopeCovers,
  takeRatePermit,
  type Caller,
  type RatePermit,
} from "#access";
import type { Context } from "#lib/context";
import { noteCaller } from "#http";
import { explainRefused, findCardField, type FieldsSchema } from "#rails";
import { claimRequest, heldKeyId, IdempotencyError, sendKept, type Answer as Kept } from "#idempotency";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { announce } from "./announce.ts";
import { flightKindOf, type Flights } from "./flights.ts";
import { notesOf } from "./log-calls.ts";
import type { Fields } from "./operations/fields.ts";
import { readExactBody } from "./read-exact-body.ts";
import { shortenV2 } from "./shorten-call.ts";
import {
  API_VERSION,
  bodyRefusals,
  callerRefusals,
  keyRefusals,
  Refused,
  sendRefusal,
  sendReplyV2,
  takesKey,
  type OperationV2,
} from "./v2/index.ts";

/** Makes the hooks of a v2 route: they authenticate and count the caller, then read the body and answer. */
export function serveV2(
  ctx: Context,
  operation: OperationV2,
  flights: Flights,
): Pick<RouteOptions, "onRequest" | "handler"> {
  const places = flights[flightKindOf(operation)];
  const shorten = shortenV2(operation);
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const refused = toRefused(ctx, error, { operation, request });
    const notes = notesOf(request);
    notes.refusal = refused.refusal.code;
    return sendRefusal(reply, explained(refused, notes.body));
  };
  return {
    onRequest: async (request, reply) => {
      const notes = notesOf(request);
      announce(ctx, request, { operation, reply });
      try {
        const caller = (notes.caller = await findCaller(ctx, request, shorten.headers(request.headers)));
        noteCaller(request, { lane: caller.merchantId, owner: caller.merchantId });
        await takePermit(ctx, { caller, reply });
        if (!scopeCovers(caller.scope, operation.scope))
          throw new Refused(callerRefusals.scope_missing, { values: { scope: operation.scope } });
        mustKnowVersion(shorten.headers(request.headers));
        request.letIn = caller;
        request.bodyOwner = caller.merchantId;
        return undefined;
      } catch (error) {
        return refuse(request, reply, error);
      }
    },
    handler: async (request, reply) => {
      const caller = request.letIn!;
      request.orderComes?.();
      try {
        const body = (notesOf(request).body = shorten.body(readBodyOf(operation, request)));
        const query = shorten.query(request.query as Fields);
        const answer = await places.run(caller.merchantId, async () => {
          const kept = await claimKey(ctx, request, { operation, query, body });
          if (kept !== null) return kept;
          const schema = operation.body?.schema as FieldsSchema | undefined;
          const field = schema === undefined ? undefined : findCardField(body, schema);
          if (field !== undefined) throw new Refused(bodyRefusals.card_field, { values: { field } });
          const idempotent = heldKeyId(request) !== null;
          return operation.handle({ ctx, caller, query, body, requestId: request.id, idempotent });
        });
        if ("httpStatus" in answer) return sendKept(reply.header("x-api-version", API_VERSION), answer);
        return sendReplyV2(reply, answer, operation.success.httpStatus);
      } catch (error) {
        return refuse(request, reply, error);
      }
    },
  };
}

/** Adds to a refusal which field looks like a card number or is a foreign phone number. */
function explained(refused: Refused, body: Fields = {}): Refused {
  const { refusal, details } = refused;
  const more = refusal.httpStatus === 400 ? explainRefused(body) : undefined;
  return more === undefined ? refused : new Refused(refusal, { ...details, more });
}

/** Claims the idempotency key of a writing call; returns the answer of the first call with it, if any. */
async function claimKey(
  ctx: Context,
  request: FastifyRequest,
  { operation, query, body }: { operation: OperationV2; query: Fields; body: Fields },
): Promise<Kept | null> {
  if (!takesKey(operation)) return null;
  const { merchantId, clientId } = request.letIn!;
  const sender = `api-key:${clientId}`;
  const repeatable = operation.repeatable === true;
  try {
    return await claimRequest(ctx, request, { merchantId, sender, path: {}, query, body, repeatable });
  } catch (error) {
    if (!IdempotencyError.is(error)) throw error;
    const values = { first: String(error.details["first"]) };
    throw new Refused(keyRefusals[error.code], {
      values,
      ...(error.code === "key_in_use" ? { retrySeconds: 1 } : {}),
    });
  }
}

function headerOf(headers: Fields, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

async function findCaller(ctx: Context, request: FastifyRequest, headers: Fields): Promise<Caller> {
  const clientId = headerOf(headers, "x-client-id");
  const clientSecret = headerOf(headers, "x-client-secret");
  const signature = headerOf(headers, "x-cf-signature");
  if (clientId === undefined) throw new Refused(callerRefusals.client_id_missing);
  if (clientSecret === undefined) throw new Refused(callerRefusals.client_secret_missing);
  try {
    return await authenticateClient(ctx, { clientId, clientSecret, signature, ip: request.ip });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) throw new Refused(refusal);
    if (error instanceof OverloadError || isUnavailable(error)) throw error;
    ctx.log.error({ requestId: request.id, err: error }, "a caller could not be authenticated");
    throw new Refused(callerRefusals.not_authenticated);
  }
}

function refusalOf(error: unknown) {
  if (AccessError.is(error, "bad_credentials")) return callerRefusals.bad_credentials;
  if (AccessError.is(error, "ip_not_allowed")) return callerRefusals.ip_not_allowed;
  if (AccessError.is(error, "apis_disabled")) return callerRefusals.apis_disabled;
  return AccessError.is(error, "too_many_attempts") ? callerRefusals.too_many_attempts : undefined;
}

interface Served {
  readonly caller: Caller;
  readonly reply: FastifyReply;
}

/** Counts the call together with those of the classic API; the headers show how many are left. */
async function takePermit(ctx: Context, { caller, reply }: Served): Promise<void> {
  const permit: RatePermit = await takeRatePermit(ctx, caller);
  reply.headers({
    "x-ratelimit-limit": permit.limit,
    "x-ratelimit-remaining": permit.remaining,
    "x-ratelimit-retry": permit.allowed ? 0 : permit.resetSeconds,
  });
  if (!permit.allowed)
    throw new Refused(callerRefusals.too_many_requests, { retrySeconds: permit.resetSeconds });
}

/** Accepts any date, since there is only one version, which the answer names; refuses other texts. */
function mustKnowVersion(headers: Fields): void {
  const version = headerOf(headers, "x-api-version");
  if (version === undefined || /^\d{4}-\d{2}-\d{2}$/.test(version)) return;
  throw new Refused(callerRefusals.api_version_invalid, { values: { value: version.slice(0, 40) } });
}

const NOTHING: Fields = {};

function readBodyOf(operation: OperationV2, request: FastifyRequest): Fields {
  if (operation.body === undefined) return NOTHING;
  const body = readExactBody(request.body);
  if (body === null) throw new Refused(bodyRefusals.body_unreadable);
  return body;
}

/** Logs an unexpected error under the request's id; the caller gets only the id. */
function toRefused(
  ctx: Context,
  error: unknown,
  { operation, request }: { operation: OperationV2; request: FastifyRequest },
): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof OverloadError)
    return new Refused(callerRefusals.too_many_requests, { retrySeconds: 1 });
  const facts = { requestId: request.id, operation: operation.name };
  logFault(ctx.log, error, { facts, text: "an API call broke" });
  if (isUnavailable(error))
    return new Refused(callerRefusals.service_unavailable, { retrySeconds: COME_AGAIN_SECONDS });
  return new Refused(callerRefusals.broken);
}
