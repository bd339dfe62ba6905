/** What becomes of a key when its request has been carried out. */
import type { Context } from "#lib/context";
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { sealsOf } from "#lib/seals";

export interface Answer {
  readonly httpStatus: number;
  readonly body: string;
}

/** Answers are sealed as they are written; a new master key seals them again, see `#lib/seal-rows`. */
export const IDEMPOTENCY_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "idempotency.key", key: { key_hash: "bytea" }, texts: ["answer"] }),
];

/** The request that has the key. */
export interface Holder {
  readonly merchantId: string;
  readonly keyHash: Buffer;
  readonly keyId: string;
  /** Which request with the key it is, from 1. */
  readonly run: number;
}

/** Keeps the answer unless there is one; answers the one that is kept, null where the key is gone. */
export async function keepAnswer(
  ctx: Context,
  { merchantId, keyHash, keyId }: Holder,
  { httpStatus, body }: Answer,
): Promise<Answer | null> {
  // What is answered may hold secrets, which are never kept in clear.
  const sealed = sealsOf(ctx.vault, merchantId).seal(body);
  const key = [merchantId, keyHash, keyId];
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [, kept] = await Promise.all([
      tx.execute(KEEP, [...key, httpStatus, sealed]),
      tx.query<Answer>(READ, key),
    ]);
    return kept[0] ?? null;
  });
}

/**
 * Lets go of a key whose request has done nothing: it is as if it had never been sent. Where others have begun with the
 * same key it stays with this request.
 */
export async function freeKey(ctx: Context, holder: Holder): Promise<void> {
  await ctx.db.inMerchant(holder.merchantId, async (tx) => {
    await Promise.all([tx.execute(FREE, valuesOf(holder)), tx.execute(LEAVE, valuesOf(holder))]);
  });
}

/** Leaves the key with a request of which it is not known what it did, which may be sent again at once. */
export async function leaveKey(ctx: Context, holder: Holder): Promise<void> {
  await ctx.db.inMerchant(holder.merchantId, (tx) => tx.execute(LEAVE, valuesOf(holder)));
}

const valuesOf = ({ merchantId, keyHash, keyId, run }: Holder): unknown[] => [
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
