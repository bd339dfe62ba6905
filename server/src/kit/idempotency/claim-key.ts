import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { afterAsking, type UntimedTx } from "#lib/db";
import { newId } from "#lib/ids";
import { KEPT_HOURS } from "./prune-keys.ts";

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
  /** Null: the first request has not been answered yet. */
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

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
