import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AccessError, confirmCaller } from "#access";
import type { Context } from "#lib/context";
import { isUnavailable } from "#lib/db-errors";
import type { VitaranError } from "#lib/errors";
import { OverloadError } from "#lib/gather";
import { isIdleBody } from "#lib/read-json";
import { goneSignal } from "#http";
import { explainRefused, findCardField, type FieldsSchema } from "#rails";
import {
  claimRequest,
  dropKey,
  heldKeyId,
  IdempotencyError,
  sendKept,
  type Answer as Kept,
} from "#idempotency";
import { logBreak, notBegun } from "./answer-not-begun.ts";
import { announce } from "./announce.ts";
import { flightKindOf, type Flights } from "./flights.ts";
import { letIn, letInAnew } from "./let-in.ts";
import { notesOf } from "./log-calls.ts";
import {
  type Answer,
  bodyAnswers,
  cardAnswers,
  type Download,
  keyAnswers,
  openAnswers,
  type Reply,
} from "./operations/answers.ts";
import type { Fields } from "./operations/fields.ts";
import { cardSchemaOf, takesKey } from "./operations/operation.ts";
import type { CallerOperation, OpenOperation, Operation, Version } from "./operations/operation.ts";
import { readExactBody } from "./read-exact-body.ts";
import { shortenClassic, type CallShorten } from "./shorten-call.ts";
import { findMode, rememberMode, sendReply, unavailable } from "./send-reply.ts";

/** The parts that serve an operation in one version. */
export interface Serving<O extends Operation = Operation> {
  readonly operation: O;
  readonly version: Version;
  readonly flights: Flights;
}

interface Served<O extends Operation = Operation> extends Serving<O> {
  readonly shorten: CallShorten;
  readonly cardSchema: FieldsSchema | null;
}

/** Makes the hooks of a route: they authenticate and count the caller, then read the body and answer. */
export function serveOperation(
  ctx: Context,
  serving: Serving,
): Pick<RouteOptions, "handler"> & Partial<Pick<RouteOptions, "onRequest" | "bodyLimit">> {
  const { operation, version } = serving;
  const shorten = shortenClassic(operation, version);
  if (operation.access === "open")
    return {
      bodyLimit: STRANGERS_BODY_BYTES_MAX,
      handler: (request, reply) => serveAnyone(ctx, request, { operation, reply, shorten }),
    };
  const cardSchema = cardSchemaOf(operation, version);
  return {
    ...(operation.file === undefined ? {} : { bodyLimit: operation.file.bytesMax }),
    onRequest: async (request, reply) => {
      announce(ctx, request, { operation, reply });
      return letIn(ctx, request, { operation, reply });
    },
    handler: (request, reply) =>
      serveCaller(ctx, request, { serving: { ...serving, operation, shorten, cardSchema }, reply }),
  };
}

/** A call without a token has no fields in its body. */
const STRANGERS_BODY_BYTES_MAX = 16_384;

interface ToServe {
  serving: Served<CallerOperation>;
  reply: FastifyReply;
}

async function serveCaller(
  ctx: Context,
  request: FastifyRequest,
  { serving, reply }: ToServe,
): Promise<FastifyReply> {
  const { merchantId } = request.letIn!;
  request.orderComes?.();
  const places = serving.flights[flightKindOf(serving.operation)];
  const gone = signalFor(serving, reply);
  let answer: Reply | Download | Kept;
  try {
    answer = await places.run(merchantId, () => answerCaller(ctx, request, { serving, reply, gone }));
  } catch (error) {
    return notBegun(ctx, error, { operation: serving.operation, reply });
  }
  if ("httpStatus" in answer) return sendKept(reply, answer);
  return sendReply(reply, answer, request.letIn!.statusMode);
}

interface CallToAnswer {
  serving: Served<CallerOperation>;
  reply: FastifyReply;
  gone: AbortSignal | undefined;
}

/** These answers reveal nothing about the caller, and confirming the caller would only delay them. */
const TELLS_NOTHING: ReadonlySet<Answer> = new Set([
  openAnswers.service_unavailable,
  openAnswers.too_many_requests,
]);

/** Answers a call and confirms its caller; if the caller is not the presumed one, the call begins again. */
async function answerCaller(
  ctx: Context,
  request: FastifyRequest,
  call: CallToAnswer,
): Promise<Reply | Download | Kept> {
  const { presumed } = request;
  if (presumed === null) return handleCall(ctx, request, call);
  try {
    const answer = await handleCall(ctx, request, call);
    if (!("answer" in answer) || !TELLS_NOTHING.has(answer.answer)) await confirmCaller(ctx, presumed);
    return answer;
  } catch (error) {
    if (!AccessError.is(error, "caller_changed")) throw error;
    await dropKey(ctx, request);
    return (
      (await letInAnew(ctx, request, { operation: call.serving.operation, reply: call.reply })) ??
      handleCall(ctx, request, call)
    );
  }
}

/** Only operations that take long check whether their client is still connected. */
const signalFor = ({ operation }: Served, reply: FastifyReply): AbortSignal | undefined =>
  operation.file === undefined ? undefined : goneSignal(reply);

const NOTHING: Fields = {};
const NO_FILE = Buffer.alloc(0);

async function handleCall(
  ctx: Context,
  request: FastifyRequest,
  { serving, gone }: CallToAnswer,
): Promise<Reply | Download | Kept> {
  const { operation, version, shorten, cardSchema } = serving;
  let body: Fields | null = NOTHING;
  const file = operation.file !== undefined && Buffer.isBuffer(request.body) ? request.body : NO_FILE;
  if (operation.file !== undefined) body = file.length > 0 ? NOTHING : null;
  else if (operation.body !== undefined) body = readExactBody(request.body);
  else if (operation.method === "POST" && !isIdleBody(request.body)) body = null;
  if (body === null) return { answer: bodyAnswers.body_unreadable };
  body = notesOf(request).body = shorten.body(body);
  const query = shorten.query(request.query as Fields);
  const path = shorten.path(request.params as Fields);
  try {
    const kept = await claimKey(ctx, request, { operation, path, query, body, file });
    if (kept !== null) return kept;
    const { batch: _, ...fields } = body;
    // The rows of a batch are checked one by one.
    const cardField = cardSchema === null ? undefined : findCardField(fields, cardSchema);
    if (cardField !== undefined) return { answer: cardAnswers.card_field, values: { field: cardField } };
    const answer = await operation.handle({
      ctx,
      version,
      caller: request.letIn!,
      presumed: request.presumed,
      query,
      path,
      body,
      file,
      gone,
      requestId: request.id,
      keyId: heldKeyId(request),
    });
    return explained(answer, { ...query, ...fields });
  } catch (error) {
    if (error instanceof OverloadError || AccessError.is(error, "caller_changed")) throw error;
    if (IdempotencyError.is(error)) return refuseKey(error);
    const broken: Reply = { answer: operation.breakdown, verdict: "unknown" };
    if (gone?.aborted === true) return broken;
    logBreak(ctx, error, { operation, request });
    return isUnavailable(error) ? unavailable : broken;
  }
}

/** The codes of errors in the request itself. */
const OF_REQUESTS: ReadonlySet<string> = new Set(["400", "412", "422"]);

/** Adds what the contract's message lacks: a number looks like a card's or is a foreign phone number. */
function explained(reply: Reply | Download, fields: Fields): Reply | Download {
  if ("file" in reply || reply.answer.status !== "ERROR" || !OF_REQUESTS.has(reply.answer.subCode))
    return reply;
  const more = explainRefused(fields);
  return more === undefined ? reply : { ...reply, more };
}

interface Asked {
  readonly operation: CallerOperation;
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly file: Buffer;
}

/** Claims the idempotency key of a writing call; returns the answer of the first call with it, if any. */
async function claimKey(
  ctx: Context,
  request: FastifyRequest,
  { operation, ...asked }: Asked,
): Promise<Kept | null> {
  if (!takesKey(operation)) return null;
  const { merchantId, clientId } = request.letIn!;
  const repeatable = operation.repeatable === true;
  return claimRequest(ctx, request, { ...asked, merchantId, sender: `api-key:${clientId}`, repeatable });
}

function refuseKey({ code, details }: VitaranError): Reply {
  if (code === "key_invalid") return { answer: keyAnswers.idempotency_key_invalid };
  const values = { first: String(details["first"]) };
  if (code === "key_reused") return { answer: keyAnswers.idempotency_key_reused, values };
  return { answer: keyAnswers.idempotency_key_in_use, values, retryAfterSeconds: 1 };
}

type Headers = FastifyRequest["headers"];

async function serveAnyone(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply, shorten }: { operation: OpenOperation; reply: FastifyReply; shorten: CallShorten },
): Promise<FastifyReply> {
  notesOf(request);
  try {
    const answer = isIdleBody(request.body)
      ? await operation.handle({ ctx, headers: shorten.headers(request.headers) as Headers, ip: request.ip })
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
