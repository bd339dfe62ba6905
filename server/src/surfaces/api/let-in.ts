/** Authenticates and counts the caller of the classic API before a byte of the body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  authenticate,
  type Caller,
  isFamiliar,
  namedMerchant,
  presumeCaller,
  scopeCovers,
  type StatusMode,
  takeRatePermit,
} from "#access";
import { noteCaller, findKnownCaller } from "#http";
import type { Context } from "#lib/context";
import { type FairQueue, shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";
import { announceOrder } from "#transfers";
import { FLIGHT_LIMITS } from "./http-limits.ts";
import { notesOf } from "./log-calls.ts";
import { callerAnswers, type Reply, scopeAnswers } from "./operations/answers.ts";
import type { CallerOperation, ClassicCaller } from "./operations/operation.ts";
import { readToken } from "./read-token.ts";
import { rememberMode } from "./send-reply.ts";

/** The paths by which operators can watch the server while it is flooded. */
const FREE: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);

export const isFreeToPass = ({ url }: FastifyRequest): boolean => FREE.has(url);

/**
 * Returns the lane of banks that call back from an address, or of a merchant that was recently authenticated
 * from there and brings, for example, a new token. Null means that the request queues in the lane of its address.
 */
export function laneOfStranger(ctx: Context, { url, raw, headers, ip }: FastifyRequest): string | null {
  if (url.startsWith("/banks/")) return `banks ${lineOf(ip)}`;
  const { "x-client-id": given } = headers;
  const clientId = typeof given === "string" ? given : "";
  const merchantId = namedMerchant({ token: readToken(raw) ?? "", clientId });
  return merchantId !== null && isFamiliar(ctx.db, { merchantId, ip }) ? `${merchantId} ${lineOf(ip)}` : null;
}

// Limits the calls of a merchant that run at once; other calls wait, and merchants are served in turn.

/** The kinds of calls by the resources they use while they run. */
export type FlightKind = "quick" | "gathered" | "files";

export type FlightQueues = Readonly<Record<FlightKind, FairQueue>>;

/** Makes the slots of one server, for both APIs together. */
export function makeFlights(): FlightQueues {
  return {
    quick: shareFairly(FLIGHT_LIMITS.quick),
    gathered: shareFairly(FLIGHT_LIMITS.gathered),
    files: shareFairly(FLIGHT_LIMITS.files),
  };
}

/** The operations that place exactly one order. */
const ORDERS: ReadonlySet<string> = new Set([
  "requestTransfer",
  "requestAsyncTransfer",
  "directTransfer",
  "cardpay",
  "createTransfer",
]);

const GATHERED: ReadonlySet<string> = new Set([
  ...ORDERS,
  "lend",
  "validateBankDetails",
  "validateBankAccount",
  "validateUpiDetails",
]);

/** Returns the kind of an operation's calls. */
export function flightKindOf({ name, file }: { readonly name: string; readonly file?: unknown }): FlightKind {
  if (file !== undefined) return "files";
  return GATHERED.has(name) ? "gathered" : "quick";
}

/** A call that is refused before it begins. */
export class RefusedReply extends Error {
  readonly reply: Reply;
  /** The status mode of the caller. Null means that the caller is not known. */
  readonly mode: StatusMode | null;

  constructor(reply: Reply, mode: StatusMode | null) {
    super("message" in reply.answer ? reply.answer.message : "");
    this.name = "RefusedReply";
    this.reply = reply;
    this.mode = mode;
  }
}

/** Authenticates a caller. Throws `RefusedReply`, or like `authenticate`. */
export async function letIn(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply }: { operation: CallerOperation; reply: FastifyReply },
): Promise<ClassicCaller> {
  notesOf(request);
  const token = readToken(request.raw);
  if (token === null) throw new RefusedReply({ answer: callerAnswers.token_missing }, null);
  // An order's token is read in the transaction that accepts the order, which saves a round trip.
  let presumed = ORDERS.has(operation.name) ? presumeCaller(ctx, { token, ip: request.ip }) : null;
  let caller = presumed?.caller ?? (await lookUpCaller(ctx, request, token));
  let refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  if (presumed !== null && refused !== null) {
    presumed = null;
    caller = await lookUpCaller(ctx, request, token);
    refused = (await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  }
  if (refused !== null) throw new RefusedReply(refused, caller.statusMode);
  notesOf(request).caller = caller;
  return { caller, presumed };
}

/**
 * Authenticates a caller again who was presumed to be another one. Throws `RefusedReply` if the limit that
 * holds now is used up for this minute, or like `authenticate`.
 */
export async function letInAnew(
  ctx: Context,
  request: FastifyRequest,
  { operation, reply, before }: { operation: CallerOperation; reply: FastifyReply; before: ClassicCaller },
): Promise<ClassicCaller> {
  request.notes = { ...request.notes };
  delete request.notes.caller;
  const caller = await lookUpCaller(ctx, request, readToken(request.raw) ?? "");
  // The call was counted already, against the earlier limit.
  const isCounted = caller.ratePerMinute === before.caller.ratePerMinute;
  const refused = (isCounted ? null : await countCall(ctx, caller, reply)) ?? beyondScope(caller, operation);
  if (refused !== null) throw new RefusedReply(refused, caller.statusMode);
  return { caller, presumed: null };
}

/** Counts a call of the minute, sets the headers, and returns a refusal if it is beyond the limit. */
async function countCall(ctx: Context, caller: Caller, reply: FastifyReply): Promise<Reply | null> {
  const { allowed, limit, remaining, resetSeconds } = await takeRatePermit(ctx, caller);
  reply.headers({
    "ratelimit-limit": limit,
    "ratelimit-remaining": remaining,
    "ratelimit-reset": resetSeconds,
  });
  return allowed ? null : { answer: callerAnswers.too_many_requests, retryAfterSeconds: resetSeconds };
}

/** Returns the refusal of a call that the scope of its key pair does not cover. */
function beyondScope({ scope }: Caller, operation: CallerOperation): Reply | null {
  if (operation.scope === "read" || scopeCovers(scope, operation.scope)) return null;
  return { answer: scopeAnswers[operation.scope] };
}

async function lookUpCaller(ctx: Context, request: FastifyRequest, token: string): Promise<Caller> {
  const caller = await authenticate(ctx, { token, ip: request.ip });
  notesOf(request).caller = caller;
  noteCaller(request, { lane: caller.merchantId, owner: caller.merchantId, isProgram: true });
  rememberMode(token, caller);
  return caller;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Must be called when the announced order arrives. */
    orderComes: (() => void) | null;
  }
}

/**
 * Announces the order of a call before its caller is looked up, so that it is processed in one set with
 * others on their way. Only for recently authenticated callers: nothing waits for what strangers send.
 */
export function announce(
  ctx: Context,
  request: FastifyRequest,
  { operation: { name }, reply }: { operation: { readonly name: string }; reply: FastifyReply },
): void {
  const known = ORDERS.has(name) ? findKnownCaller(request) : null;
  // A response that is closed already does not emit `close` again.
  if (known === null || reply.raw.destroyed) return;
  request.orderComes = announceOrder(ctx, known.owner);
  reply.raw.once("close", request.orderComes);
}
