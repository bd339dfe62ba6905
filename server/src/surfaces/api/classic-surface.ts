/** The surface of the classic API: a bearer token as identity, one envelope for everything, literals as answers. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { AccessError, confirmCaller } from "#access";
import { type AskedOperation, type Fields, mountOperations as mount, Refusal, type Surface } from "#http";
import { dropKey } from "#idempotency";
import type { Context } from "#lib/context";
import { isUnavailable } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { explainRefused, findCardField } from "#rails";
import { announce, flightKindOf, type FlightQueues, letIn, letInAnew, RefusedReply } from "./let-in.ts";
import { logBreak, notBegun, answerFault, mountRest, prepareStrays } from "./classic-rest.ts";
import { BODY_BYTES_MAX } from "./http-limits.ts";
import { notesOf } from "./log-calls.ts";
import {
  type Answer,
  bodyAnswers,
  callerAnswers,
  cardAnswers,
  type FileAnswer,
  keyAnswers,
  openAnswers,
  type Reply,
  unknownError,
} from "./operations/answers.ts";
import { MANNER } from "./operations/classic-rules.ts";
import { operations } from "./operations/index.ts";
import type { MountedClassic, Version, ClassicCaller } from "./operations/operation.ts";
import { readExactBody } from "./operations/fields.ts";
import { findMode, sendReply, unavailable } from "./send-reply.ts";

export const VERSIONS: readonly Version[] = ["v1", "v1.1", "v1.2", "v1.3"];

declare module "fastify" {
  interface FastifyContextConfig {
    /** True if answers have their code under `statusCode` too. */
    statusCode?: boolean;
  }
}

/** Versions that do not exist: every path below them is a wrong path. */
const NO_VERSION = "/payout/:version(^v\\d.*$)";

/**
 * Mounts every operation under the path of each of its versions, and an answer for every other path there and
 * for versions that do not exist.
 */
export function mountClassic(app: FastifyInstance, ctx: Context, flights: FlightQueues): void {
  for (const version of VERSIONS) {
    const known = operations.flatMap((operation) =>
      operation.access === "token" && operation.versions.includes(version) ? [operation.in(version)] : [],
    );
    mount(app, ctx, makeSurface(ctx, { version, flights }), { operations: known });
    app.register(async (scope) => mountRest(scope, ctx, version), { prefix: `/payout/${version}` });
  }
  app.register(async (scope) => prepareStrays(scope, ctx), { prefix: NO_VERSION });
}

function makeSurface(
  ctx: Context,
  { version, flights }: { readonly version: Version; readonly flights: FlightQueues },
): Surface<ClassicCaller, MountedClassic> {
  return {
    prefix: `/payout/${version}`,
    identify: async (request, { of: operation }, reply) => {
      // Clients send any content type, or none, and mean JSON.
      request.raw.headers["content-type"] = "application/json";
      announce(ctx, request, { operation, reply });
      return letIn(ctx, request, { operation, reply });
    },
    shareOf: ({ caller }) => caller.merchantId,
    // A merchant's calls queue together, whichever API they use.
    laneOf: (merchantId) => merchantId,
    configOf: (operation) => ({
      kind: flightKindOf(operation),
      statusCode: operation.of.statusCode ?? false,
    }),
    flightsOf: (operation) => flights[flightKindOf(operation)],
    keyHolderOf: ({ caller: { merchantId, clientId } }) => ({ merchantId, sender: `api-key:${clientId}` }),
    reading: MANNER,
    bodyBytesMax: BODY_BYTES_MAX,
    parse: readExactBody,
    ignoresBody: ({ method }) => method !== "POST",
    readsAsJson: () => true,
    note: (request, body) => {
      notesOf(request).body = body;
      request.orderComes?.();
    },
    judge,
    carryOut: (call, run) => carryOut(ctx, call, run),
    answer: (reply, _operation, output) => answer(reply, output as Reply | FileAnswer),
    refuse: (reply, error, operation) => refuse(ctx, reply, { error, operation }),
    mountStrays: () => undefined,
  };
}

/** Refuses the fields of a card, and what the operation refuses before it looks at fields. */
function judge({ operation, who, body }: AskedOperation<ClassicCaller, MountedClassic>): Reply | undefined {
  const { cardSchema, gate } = operation;
  // The rows of a batch are checked one by one.
  const { batch: _, ...fields } = body;
  const field = cardSchema === null ? undefined : findCardField(fields, cardSchema);
  if (field !== undefined) return { answer: cardAnswers.card_field, values: { field } };
  return gate?.(who.caller) ?? undefined;
}

/** These answers reveal nothing about the caller, and confirming the caller would only delay them. */
const TELLS_NOTHING: ReadonlySet<Answer> = new Set([
  openAnswers.service_unavailable,
  openAnswers.too_many_requests,
]);

type Run = (who: ClassicCaller) => Promise<unknown>;
interface Carrying {
  readonly who: ClassicCaller;
  readonly operation: MountedClassic;
  readonly reply: FastifyReply;
}

/** Answers a call and confirms its caller; if the caller is not the presumed one, the call begins again. */
async function carryOut(ctx: Context, { who, operation, reply }: Carrying, run: Run): Promise<unknown> {
  const { presumed } = who;
  const attempt = (sure: ClassicCaller): Promise<unknown> =>
    answered(ctx, { who: sure, operation, reply }, run);
  if (presumed === null) return attempt(who);
  try {
    const output = await attempt(who);
    if (!isReply(output) || !TELLS_NOTHING.has(output.answer)) await confirmCaller(ctx, presumed);
    return output;
  } catch (error) {
    if (!AccessError.is(error, "caller_changed")) throw error;
    await dropKey(ctx, reply.request);
    const sure = await letInAnew(ctx, reply.request, { operation: operation.of, reply, before: who });
    reply.request.caller = sure;
    return attempt(sure);
  }
}

/** Runs a call; returns the answer to what refuses or breaks it. */
async function answered(ctx: Context, { who, operation, reply }: Carrying, run: Run): Promise<unknown> {
  try {
    return await run(who);
  } catch (error) {
    if (error instanceof Refusal) return replyTo(error, operation);
    if (error instanceof OverloadError || AccessError.is(error, "caller_changed")) throw error;
    const broken: Reply = { answer: operation.of.breakdown, verdict: "unknown" };
    if (operation.file !== undefined && reply.raw.destroyed) return broken;
    logBreak(ctx, error, { operation: operation.of, request: reply.request });
    return isUnavailable(error) ? unavailable : broken;
  }
}

const isReply = (output: unknown): output is Reply =>
  typeof output === "object" && output !== null && "answer" in output;

/** Gives the contract's answer for each code of the HTTP layer. */
const KIT_ANSWERS: Readonly<Record<string, Answer>> = {
  ...keyAnswers,
  body_unreadable: bodyAnswers.body_unreadable,
  body_too_large: bodyAnswers.body_too_large,
  file_empty: bodyAnswers.body_unreadable,
  too_many_requests: callerAnswers.too_many_requests,
};

/** Returns the answer to a refusal of the HTTP layer: of a key, a body, or a field. */
export function replyTo({ code, facts }: Refusal, operation: MountedClassic | null): Reply {
  const { details = {}, retryAfterSeconds } = facts;
  const answer = KIT_ANSWERS[code] ?? operation?.literals[code] ?? unknownError;
  return {
    answer,
    ...(details["first"] === undefined ? {} : { values: { first: String(details["first"]) } }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function answer(reply: FastifyReply, output: Reply | FileAnswer): FastifyReply {
  const { request } = reply;
  const { batch: _, ...fields } = (notesOf(request).body ?? {}) as Fields;
  const { caller } = request.caller as ClassicCaller;
  return sendReply(reply, explained(output, { ...(request.query as Fields), ...fields }), caller.statusMode);
}

/** These answers already name the problem. */
const SPECIFIC: ReadonlySet<Answer> = new Set(
  [bodyAnswers, cardAnswers, keyAnswers].flatMap((answers) => Object.values<Answer>(answers)),
);

/** The codes of errors in the request itself. */
const OF_REQUESTS: ReadonlySet<string> = new Set(["400", "412", "422"]);

/** Adds what the contract's message lacks: a number looks like a card's or is a foreign phone number. */
function explained(reply: Reply | FileAnswer, fields: Fields): Reply | FileAnswer {
  if ("file" in reply || reply.answer.status !== "ERROR" || !OF_REQUESTS.has(reply.answer.subCode))
    return reply;
  if (SPECIFIC.has(reply.answer)) return reply;
  const more = explainRefused(fields);
  return more === undefined ? reply : { ...reply, more };
}

interface Fault {
  readonly error: unknown;
  readonly operation: MountedClassic | null;
}

/** Answers a call that could not begin: its caller is unknown, its body cannot be read, or there is no slot. */
async function refuse(ctx: Context, reply: FastifyReply, { error, operation }: Fault): Promise<FastifyReply> {
  const { request } = reply;
  const who = request.caller as ClassicCaller | null;
  if (error instanceof RefusedReply)
    return sendReply(reply, error.reply, error.mode ?? (await findMode(ctx, request)));
  if (error instanceof Refusal && who !== null && operation !== null)
    return answer(reply, replyTo(error, operation));
  if (operation !== null && !(error instanceof Refusal))
    return notBegun(ctx, error, { operation: operation.of, reply });
  return answerFault(ctx, error, { request, reply });
}
