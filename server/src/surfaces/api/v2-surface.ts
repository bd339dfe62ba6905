/** The surface of the v2 API: client ID and secret as identity, and errors with type, code and message. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import {
  AccessError,
  authenticateClient,
  scopeCovers,
  takeRatePermit,
  type Caller,
  type RatePermit,
} from "#access";
import { type Fields, makeShorten, mountOperations, Refusal, type Surface, TOLERANT } from "#http";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { containsCardNumber, explainRefused, findCardField, type FieldsSchema } from "#rails";
import { announce, flightKindOf, type FlightQueues } from "./let-in.ts";
import { BODY_BYTES_MAX } from "./http-limits.ts";
import { notesOf } from "./log-calls.ts";
import { readExactBody } from "./operations/fields.ts";
import {
  API_VERSION,
  bodyRefusals,
  callerRefusals,
  HEADERS,
  keyRefusals,
  operationsV2,
  publish,
  Refused,
  saying,
  sendRefusal,
  sendReplyV2,
  shown,
  strayRefusals,
  type OperationV2,
  type ReplyV2,
} from "./v2/index.ts";

const PREFIX = "/payout";

/** True for the address of a v2 path or one below it: all others there belong to the documentation. */
export const isOfV2 = (url: string): boolean => /^\/payout\/(?:transfers|beneficiary)(?:[/?#]|$)/.test(url);

/** Mounts the v2 operations, and an answer for every other method at their paths and for paths below them. */
export function mountV2(app: FastifyInstance, ctx: Context, flights: FlightQueues): void {
  mountOperations(app, ctx, makeSurface(ctx, flights), { operations: operationsV2 });
}

function makeSurface(ctx: Context, flights: FlightQueues): Surface<Caller, OperationV2> {
  return {
    prefix: PREFIX,
    identify: (request, operation, reply) => identify(ctx, request, { operation, reply }),
    shareOf: ({ merchantId }) => merchantId,
    // A merchant's calls queue together, whichever API they use.
    laneOf: (merchantId) => merchantId,
    configOf: (operation) => ({ kind: flightKindOf(operation) }),
    flightsOf: (operation) => flights[flightKindOf(operation)],
    keyHolderOf: ({ merchantId, clientId }) => ({ merchantId, sender: `api-key:${clientId}` }),
    reading: TOLERANT,
    bodyBytesMax: BODY_BYTES_MAX,
    parse: readExactBody,
    ignoresBody: () => true,
    readsAsJson: () => true,
    note: (request, body) => {
      notesOf(request).body = body;
      request.orderComes?.();
    },
    judge: ({ operation, who, body }) => judge(operation, { who, body }),
    answer: (reply, { success }, output) => sendReplyV2(reply, output as ReplyV2, success.httpStatus),
    refuse: (reply, error, operation) => refuse(ctx, reply, { error, operation }),
    mountStrays,
  };
}

const shortenHeaders = makeShorten({ type: "object", properties: HEADERS }, "headers");

async function identify(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { readonly operation: OperationV2; readonly reply: FastifyReply },
): Promise<Caller> {
  // Clients send any content type, or none, and mean JSON.
  request.raw.headers["content-type"] = "application/json";
  reply.header("x-api-version", API_VERSION);
  announce(ctx, request, { operation, reply });
  const notes = notesOf(request);
  const headers = shortenHeaders(request.headers) as Fields;
  const caller = (notes.caller = await findCaller(ctx, request, headers));
  await takePermit(ctx, { caller, reply });
  if (!scopeCovers(caller.scope, operation.scope))
    throw new Refused(callerRefusals.scope_missing, { values: { scope: operation.scope } });
  mustKnowVersion(headers);
  return caller;
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

const CARD_SCHEMAS = new Map(
  operationsV2.flatMap((operation) =>
    operation.body === undefined ? [] : [[operation, publish(operation.body) as FieldsSchema] as const],
  ),
);

/** Refuses the fields of a card, and what the operation refuses before it looks at fields. */
function judge(
  operation: OperationV2,
  { who, body }: { readonly who: Caller; readonly body: Fields },
): undefined {
  const schema = CARD_SCHEMAS.get(operation);
  const field = schema === undefined ? undefined : findCardField(body, schema);
  if (field !== undefined) throw new Refused(bodyRefusals.card_field, { values: { field } });
  const refusal = operation.gate?.(who) ?? null;
  if (refusal !== null) throw new Refused(refusal);
}

interface Fault {
  readonly error: unknown;
  readonly operation: OperationV2 | null;
}

function refuse(ctx: Context, reply: FastifyReply, fault: Fault): FastifyReply {
  const { request } = reply;
  const refused = toRefused(ctx, request, fault);
  const notes = notesOf(request);
  notes.refusal = refused.refusal.code;
  return sendRefusal(reply, explained(refused, notes.body));
}

/** Adds to a refusal which field looks like a card number or is a foreign phone number. */
function explained(refused: Refused, body: Fields = {}): Refused {
  const { refusal, details } = refused;
  const more = refusal.httpStatus === 400 ? explainRefused(body) : undefined;
  return more === undefined ? refused : new Refused(refusal, { ...details, more });
}

/** Logs an unexpected error under the request's id; the caller gets only the id. */
function toRefused(ctx: Context, { id }: FastifyRequest, { error, operation }: Fault): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof Refusal) return ofKit(error, operation);
  if (error instanceof OverloadError)
    return new Refused(callerRefusals.too_many_requests, { retrySeconds: 1 });
  const facts = { requestId: id, operation: operation?.name };
  logFault(ctx.log, error, { facts, text: "an API call broke" });
  if (isUnavailable(error))
    return new Refused(callerRefusals.service_unavailable, { retrySeconds: COME_AGAIN_SECONDS });
  return new Refused(callerRefusals.broken);
}

/** Returns this API's refusal for one of the HTTP layer: of a key, a body, or a field. */
function ofKit({ code, facts }: Refusal, operation: OperationV2 | null): Refused {
  const { details = {}, retryAfterSeconds, faults: [fault] = [] } = facts;
  const retry = retryAfterSeconds === undefined ? {} : { retrySeconds: retryAfterSeconds };
  const known = KIT_REFUSALS[code];
  if (known !== undefined)
    return new Refused(known, { values: { first: String(details["first"]) }, ...retry });
  const refusal = operation?.refusals[code] ?? callerRefusals.broken;
  const { place = "", given } = fault ?? {};
  const message = fault === undefined || fault.problem === "missing" ? null : fault.message;
  const value = typeof given === "string" ? shown(given, containsCardNumber) : "";
  return new Refused(saying(refusal, message), { place, values: { value } });
}

/** Gives the contract's answer for each code of the HTTP layer. */
const KIT_REFUSALS: Readonly<Record<string, Refused["refusal"]>> = {
  idempotency_key_invalid: keyRefusals.key_invalid,
  idempotency_key_reused: keyRefusals.key_reused,
  idempotency_key_in_use: keyRefusals.key_in_use,
  body_unreadable: bodyRefusals.body_unreadable,
  body_too_large: bodyRefusals.body_too_large,
  too_many_requests: callerRefusals.too_many_requests,
};

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function mountStrays(scope: FastifyInstance): void {
  for (const path of new Set(operationsV2.map((operation) => operation.path))) mountStray(scope, path);
  for (const path of ["/transfers/*", "/beneficiary/*"])
    scope.route({
      method: [...METHODS],
      url: PREFIX + path,
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
    url: PREFIX + path,
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header("allow", known.join(", "));
      return sendRefusal(reply, new Refused(strayRefusals.method_not_allowed));
    },
    handler: () => undefined,
  });
}
