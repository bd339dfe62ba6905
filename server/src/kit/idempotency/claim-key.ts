import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { afterAsking, type UntimedTx } from "#lib/db";
import { newId } from "#lib/ids";
import { type PartToSeal, textsToSeal } from "#lib/seal-rows";
import { sealsOf } from "#lib/seals";

/** A request with a key, before it begins. */
export interface KeyedRequest {
  readonly merchantId: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  readonly operation: string;
  readonly requestId: string;
  readonly subject: string | null;
  /** True if the operation can be carried out again, because it finds its earlier result by an ID of its own. */
  readonly repeatable: boolean;
}

/** The row of the key, with the facts of the first request that used it. */
export interface ClaimedKey {
  readonly keyId: string;
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly requestId: string;
  readonly subject: string | null;
  readonly claimedAt: Date;
  readonly runs: number;
  /** True if this request may begin. */
  readonly begins: boolean;
  /** Null if the first request has not been answered yet. */
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** A key stands for its first request for this many hours, by the database's clock. */
export const KEPT_HOURS = 24;

/** No call takes longer than this. One that has no answer by then was cut off with its process. */
const LEASE_SECONDS = 60;

/** Claims the key for a request, committed before anything is done, or returns the claim of the first request. */
export async function claimKey(ctx: Context, request: KeyedRequest): Promise<ClaimedKey> {
  const claim = async (ask: UntimedTx): Promise<ClaimedKey[]> => {
    const { merchantId, keyHash, requestHash, operation, requestId, subject, repeatable } = request;
    const [, rows] = await Promise.all([
      ask.execute(FORGET, [merchantId, keyHash, KEPT_HOURS]),
      ask.query<ClaimedKey>(CLAIM, [
        merchantId,
        keyHash,
        newId(),
        operation,
        requestHash,
        requestId,
        subject,
        repeatable ? null : LEASE_SECONDS,
      ]),
    ]);
    return rows;
  };
  const [claimed] = await ctx.db.inMerchant(
    request.merchantId,
    afterAsking(claim, async (_tx, rows) => rows),
  );
  crashPoint("idempotency.claim.committed");
  return claimed!;
}

const FORGET = `
  delete from idempotency.key
  where merchant_id = $1 and key_hash = $2 and claimed_at < clock_timestamp() - make_interval(hours => $3)`;

const MAY_BEGIN = `(
  key.answered_at is null
  and key.request_hash = excluded.request_hash
  and (key.leased_until is null or key.leased_until <= clock_timestamp())
)`;

// A row that exists already keeps the facts of the first request, and only counts the runs.
const CLAIM = `
  insert into idempotency.key as key (
    merchant_id, key_hash, key_id, operation, request_hash, request_id, subject, claimed_at, leased_until
  )
  values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp() + make_interval(secs => $8))
  on conflict (merchant_id, key_hash) do update
  set runs = key.runs + case when ${MAY_BEGIN} then 1 else 0 end,
    leased_until = case when ${MAY_BEGIN} then excluded.leased_until else key.leased_until end
  returning key_id as "keyId", operation, request_hash as "requestHash", request_id as "requestId", subject,
    claimed_at as "claimedAt", new.runs, old.runs is distinct from new.runs as begins,
    http_status as "httpStatus", answer`;

export interface KeptAnswer {
  readonly httpStatus: number;
  readonly body: string;
}

/** Answers are sealed when they are written; a new master key seals them again, see `#lib/seal-rows`. */
export const IDEMPOTENCY_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "idempotency.key", key: { key_hash: "bytea" }, texts: ["answer"] }),
];

/** The request that holds the key. */
export interface KeyHolder {
  readonly merchantId: string;
  readonly keyHash: Buffer;
  readonly keyId: string;
  /** The number of this request among those that were carried out with the key, from 1. */
  readonly run: number;
}

/** Stores the answer unless there is one. Returns the stored answer; null if the key is gone. */
export async function keepAnswer(
  ctx: Context,
  { merchantId, keyHash, keyId }: KeyHolder,
  { httpStatus, body }: KeptAnswer,
): Promise<KeptAnswer | null> {
  // An answer may hold secrets, which are never stored in clear text.
  const sealed = sealsOf(ctx.vault, merchantId).seal(body);
  const key = [merchantId, keyHash, keyId];
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [, kept] = await Promise.all([
      tx.execute(KEEP, [...key, httpStatus, sealed]),
      tx.query<KeptAnswer>(READ, key),
    ]);
    return kept[0] ?? null;
  });
}

/**
 * Frees the key of a request that has done nothing, as if it had never been sent. If the key had been claimed before
 * this run, it is left with the request instead.
 */
export async function freeKey(ctx: Context, holder: KeyHolder): Promise<void> {
  await ctx.db.inMerchant(holder.merchantId, async (tx) => {
    await Promise.all([tx.execute(FREE, valuesOf(holder)), tx.execute(LEAVE, valuesOf(holder))]);
  });
}

/** Leaves the key with a request whose effect is unknown. The same request may be sent again at once. */
export async function leaveKey(ctx: Context, holder: KeyHolder): Promise<void> {
  await ctx.db.inMerchant(holder.merchantId, (tx) => tx.execute(LEAVE, valuesOf(holder)));
}

const valuesOf = ({ merchantId, keyHash, keyId, run }: KeyHolder): unknown[] => [
  merchantId,
  keyHash,
  keyId,
  run,
];

const OF_KEY = "merchant_id = $1 and key_hash = $2 and key_id = $3";

const KEEP = `
  update idempotency.key
  set answered_at = clock_timestamp(), http_status = $4, answer = $5, leased_until = null
  where ${OF_KEY} and answered_at is null`;

const READ = `
  select http_status as "httpStatus", answer as body
  from idempotency.key
  where ${OF_KEY} and answered_at is not null`;

const FREE = `
  delete from idempotency.key
  where ${OF_KEY} and runs = $4 and $4 = 1 and answered_at is null`;

const LEAVE = `
  update idempotency.key
  set leased_until = clock_timestamp()
  where ${OF_KEY} and runs = $4 and answered_at is null and leased_until is not null`;
