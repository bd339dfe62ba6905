/** Resolves a key when its request has been carried out. */
import type { Context } from "#lib/context";
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { sealsOf } from "#lib/seals";

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
