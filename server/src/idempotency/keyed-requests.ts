/**
 * Requests with an idempotency key, on every surface: the key is claimed before the operation begins, and the answer is
 * kept before it is sent.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { logFault } from "#lib/db-errors";
import { claimKey, type Claimed, type KeyedRequest } from "./claim-key.ts";
import { IdempotencyError } from "./errors.ts";
import { type Asked, fingerprint, subjectIn, subjectOf } from "./fingerprint.ts";
import { type Answer, freeKey, type Holder, keepAnswer, leaveKey } from "./keep-answer.ts";
import { readKey } from "./read-key.ts";

/**
 * What an answer says of its request. `done`: the answer is kept. `nothing`: nothing was begun, and the key is free.
 * `unknown`: the same request may find out, and no other may have the key.
 */
export type Verdict = "done" | "nothing" | "unknown";

interface HeldKey extends Holder {
  /** Where the HTTP status alone does not tell. */
  verdict: Verdict | null;
}

/** The keys with which requests are carried out now. */
const heldKeys = new WeakMap<FastifyRequest, HeldKey>();

/** The id of the key with which a request is carried out: the same whenever that is done again. Null: it has none. */
export const heldKeyId = (request: FastifyRequest): string | null => heldKeys.get(request)?.keyId ?? null;

/** Who sends a key, and what is asked. */
export interface Keyed extends Omit<Asked, "operation"> {
  readonly merchantId: string;
  /** Keys of different clients or members of a merchant have nothing to do with each other. */
  readonly sender: string;
  /** Whether the operation, carried out again, finds by an id of its own what was done already. Default: no. */
  readonly repeatable?: boolean;
}

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/**
 * Claims the key of a request, if it has one; answers what the first request with the key was answered, or null when
 * this one is to be carried out. Throws IdempotencyError.
 */
export async function claimRequest(
  ctx: Context,
  request: FastifyRequest,
  keyed: Keyed,
): Promise<Answer | null> {
  const key = readKey(request.raw);
  if (key === null) return null;
  const { merchantId, sender, repeatable = false } = keyed;
  const operation = `${request.method} ${request.routeOptions.url ?? ""}`;
  // Under a key of ours: what is asked may be a password.
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

/** The first request, for the caller: what it was, or what it made, its request id, and when it came. */
function describe({
  operation,
  requestId,
  subject: asked,
  answer,
  claimedAt,
}: Claimed): Record<string, unknown> {
  const at = claimedAt.toISOString();
  const subject = asked ?? (answer === null ? null : subjectIn(answer));
  const first = [operation, ...(subject === null ? [] : [subject]), `request id ${requestId}`, at].join(", ");
  return { first, operation, subject, requestId, at };
}

/** Sends the answer that the first request got, in the same words. */
export function sendKept(reply: FastifyReply, { httpStatus, body }: Answer): FastifyReply {
  reply.headers({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "idempotent-replayed": "true",
    "x-content-type-options": "nosniff",
    "x-request-id": reply.request.id,
  });
  return reply.code(httpStatus).send(body);
}

/** Lets go of the key of a request that is begun anew. */
export async function dropKey(ctx: Context, request: FastifyRequest): Promise<void> {
  const held = takeHeld(request);
  if (held !== undefined) await freeKey(ctx, held);
}

/** Says what the answer to a request with a key means where its HTTP status does not tell. */
export function judgeKey(request: FastifyRequest, verdict: Verdict): void {
  const held = heldKeys.get(request);
  if (held !== undefined) held.verdict = verdict;
}

function takeHeld(request: FastifyRequest): HeldKey | undefined {
  const held = heldKeys.get(request);
  heldKeys.delete(request);
  return held;
}

/** Keeps the answers to requests with a key, of all paths below `app` that are added after this. */
export function keepAnswers(app: FastifyInstance, ctx: Context): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const held = takeHeld(request);
    if (held === undefined) return payload;
    try {
      return await settle(ctx, held, { reply, payload });
    } catch (error) {
      // What was done is done, and the answer is true: the same request finds it again.
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
  // The same request was answered meanwhile: everyone hears the same.
  reply.code(kept.httpStatus).header("idempotent-replayed", "true");
  reply.removeHeader("content-length");
  return kept.body;
}

/** Refusals have begun nothing; of what broke, or could not be taken on, it is not known. */
export function verdictOf(httpStatus: number): Verdict {
  if (httpStatus < 400) return "done";
  return httpStatus >= 500 || httpStatus === 429 ? "unknown" : "nothing";
}
