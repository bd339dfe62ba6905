/**
 * Handles requests with an idempotency key on every API surface: the key is claimed before the operation begins, and
 * the answer is stored before it is sent.
 */
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { logFault } from "#lib/db-errors";
import { defineWorker } from "#lib/worker";
import {
  type ClaimedKey,
  claimKey,
  type KeyedRequest,
  freeKey,
  keepAnswer,
  type KeptAnswer,
  type KeyHolder,
  leaveKey,
  KEPT_HOURS,
} from "./claim-key.ts";
import { IdempotencyError } from "./errors.ts";
import { fingerprint, type FingerprintedRequest, subjectIn, subjectOf } from "./fingerprint.ts";

/** Removes keys that are older than 24 hours. Returns how many. */
export async function pruneKeys(ctx: Context, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, (tx) => tx.execute(PRUNE, [merchantId, KEPT_HOURS]));
}

const BORDER = (hours: string): string => `clock_timestamp() - make_interval(hours => ${hours})`;

const PRUNE = `delete from idempotency.key where merchant_id = $1 and claimed_at < ${BORDER("$2")}`;

const FIND = `
  select distinct merchant_id as "merchantId"
  from idempotency.key
  where claimed_at < ${BORDER("$1")}`;

export const keysWorker = defineWorker({
  name: "idempotency keys",
  everyMs: 3_600_000,
  due: async (read) => {
    const rows = await read.query<{ merchantId: string }>(FIND, [KEPT_HOURS]);
    return rows.map(({ merchantId }) => merchantId);
  },
  step: pruneKeys,
});

/** Both names are accepted on every API surface. */
const KEY_HEADERS = ["idempotency-key", "x-idempotency-key"] as const;

const KEY_LENGTH_MAX = 255;
const KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The published description of the header, for every operation that accepts it. */
export const KEY_DESCRIPTION =
  "The same key with the same request gets the first response again and does nothing twice, for " +
  `${KEPT_HOURS} hours; with another request it gets 409, which names the first one. The repeated response is marked ` +
  "`Idempotent-Replayed: true`. Every field counts, your own IDs too. A refused request that did nothing leaves its " +
  "key free, and after 429 or 5xx the same request can be sent again.";

export const keySchema = { type: "string", minLength: 1, maxLength: KEY_LENGTH_MAX } as const;

/** Reads the key of a request; null if it has none. Throws IdempotencyError.key_invalid. */
function readKey(request: IncomingMessage): string | null {
  // Most requests have none, and finding repeated headers means reading all of them.
  if (KEY_HEADERS.every((name) => request.headers[name] === undefined)) return null;
  const given = KEY_HEADERS.map((name) => valuesOf(request, name));
  if (given.some((values) => values.length > 1)) throw IdempotencyError.key_invalid();
  const [key, other = key] = given.flat();
  if (key === undefined) return null;
  if (key !== other || key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw IdempotencyError.key_invalid();
  return key;
}

/** Returns every value of a header separately, while `headers` joins them. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}

/**
 * The meaning of an answer for its key. `done`: the answer is stored. `nothing`: nothing was begun, and the key is
 * free. `unknown`: only the same request may use the key, and so find out.
 */
export type RepeatVerdict = "done" | "nothing" | "unknown";

interface HeldKey extends KeyHolder {
  /** Set if the HTTP status alone does not tell. */
  verdict: RepeatVerdict | null;
}

/** The keys of the requests that are being carried out. */
const heldKeys = new WeakMap<FastifyRequest, HeldKey>();

/** The ID of a request's key, which stays the same when the request is carried out again; null if it has no key. */
export const heldKeyId = (request: FastifyRequest): string | null => heldKeys.get(request)?.keyId ?? null;

/** The sender of a key, and its request. */
export interface Keyed extends Omit<FingerprintedRequest, "operation"> {
  readonly merchantId: string;
  /** Keys of different clients or members of a merchant are independent of each other. */
  readonly sender: string;
  /**
   * True if the operation can be carried out again, because it finds its earlier result by an ID of its own. Default:
   * false.
   */
  readonly repeatable?: boolean;
}

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/**
 * Claims the key of a request, if it has one. Returns the answer that the first request with the key got, or null if
 * this request is to be carried out. Throws IdempotencyError.
 */
export async function claimRequest(
  ctx: Context,
  request: FastifyRequest,
  keyed: Keyed,
): Promise<KeptAnswer | null> {
  const key = readKey(request.raw);
  if (key === null) return null;
  const { merchantId, sender, repeatable = false } = keyed;
  const operation = `${request.method} ${request.routeOptions.url ?? ""}`;
  // The hash uses a key of ours, because a request may contain a password.
  const hash = (text: string): Buffer => ctx.vault.blindIndex(merchantId, `idempotency ${text}`);
  const toClaim: KeyedRequest = {
    merchantId,
    keyHash: hash(`${sender} ${key}`),
    requestHash: hash(fingerprint({ ...keyed, operation })),
    operation,
    requestId: request.id,
    subject: subjectOf(keyed),
    repeatable,
  };
  for (let looks = 1; ; looks += 1) {
    const claimed = await claimKey(ctx, toClaim);
    if (!claimed.requestHash.equals(toClaim.requestHash))
      throw IdempotencyError.key_reused(describe(claimed));
    if (claimed.httpStatus !== null) return { httpStatus: claimed.httpStatus, body: claimed.answer! };
    if (claimed.begins) {
      heldKeys.set(request, { ...toClaim, keyId: claimed.keyId, run: claimed.runs, verdict: null });
      return null;
    }
    if (looks === LOOKS_MAX) throw IdempotencyError.key_in_use(describe(claimed));
    await sleep(LOOK_EVERY_MS);
  }
}

/** Describes the first request to the caller: the request or its result, its request ID, and its time. */
function describe({
  operation,
  requestId,
  subject: asked,
  answer,
  claimedAt,
}: ClaimedKey): Record<string, unknown> {
  const at = claimedAt.toISOString();
  const subject = asked ?? (answer === null ? null : subjectIn(answer));
  const first = [operation, ...(subject === null ? [] : [subject]), `request id ${requestId}`, at].join(", ");
  return { first, operation, subject, requestId, at };
}

/** Sends the first request's answer unchanged. */
export function sendKept(reply: FastifyReply, { httpStatus, body }: KeptAnswer): FastifyReply {
  reply.headers({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "idempotent-replayed": "true",
    "x-content-type-options": "nosniff",
    "x-request-id": reply.request.id,
  });
  return reply.code(httpStatus).send(body);
}

/** Frees the key of a request that is started again. */
export async function dropKey(ctx: Context, request: FastifyRequest): Promise<void> {
  const held = takeHeld(request);
  if (held !== undefined) await freeKey(ctx, held);
}

/** Sets the verdict for an answer whose HTTP status does not tell it. */
export function judgeKey(request: FastifyRequest, verdict: RepeatVerdict): void {
  const held = heldKeys.get(request);
  if (held !== undefined) held.verdict = verdict;
}

function takeHeld(request: FastifyRequest): HeldKey | undefined {
  const held = heldKeys.get(request);
  heldKeys.delete(request);
  return held;
}

/** Stores the answers to requests with a key, for all paths below `app` that are added after this. */
export function keepAnswers(app: FastifyInstance, ctx: Context): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const held = takeHeld(request);
    if (held === undefined) return payload;
    try {
      return await settle(ctx, held, { reply, payload });
    } catch (error) {
      // The operation was carried out, and the answer is true. The same request will find the result again.
      const facts = { requestId: request.id };
      logFault(ctx.log, error, { facts, text: "the answer to an idempotency key could not be kept" });
      return payload;
    }
  });
}

async function settle(
  ctx: Context,
  held: HeldKey,
  { reply, payload }: { reply: FastifyReply; payload: unknown },
): Promise<unknown> {
  crashPoint("idempotency.answer.unkept");
  const verdict = held.verdict ?? verdictOf(reply.statusCode);
  if (verdict === "nothing") await freeKey(ctx, held);
  if (verdict === "unknown") await leaveKey(ctx, held);
  if (verdict !== "done" || typeof payload !== "string") return payload;
  const kept = await keepAnswer(ctx, held, { httpStatus: reply.statusCode, body: payload });
  if (kept === null || kept.body === payload) return payload;
  // The same request was answered meanwhile, so both callers get the same answer.
  reply.code(kept.httpStatus).header("idempotent-replayed", "true");
  reply.removeHeader("content-length");
  return kept.body;
}

/** A refusal has begun nothing. After a server error, or a call that could not be accepted, the effect is unknown. */
export function verdictOf(httpStatus: number): RepeatVerdict {
  if (httpStatus < 400) return "done";
  return httpStatus >= 500 || httpStatus === 429 ? "unknown" : "nothing";
}
