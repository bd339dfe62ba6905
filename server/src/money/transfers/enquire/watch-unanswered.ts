/** Schedules a first enquiry for transfers sent at once that have no outcome after a few seconds. */
import assert from "node:assert/strict";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { firstEnquiry } from "../send/pay-attempts.ts";
import { lockTransfers } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

/** Long enough for nearly every outcome; no rail's first enquiry comes sooner. */
const WATCH_AFTER_SECONDS = 5;
const SET_MAX = 5_000;

/**
 * SQL that is true if the first unchecked transfer is old enough. `clock` is a row with the merchant and its
 * time. The coalesce is inside the subquery: row level security allows none in an index condition.
 */
export const IS_UNWATCHED = `
  (
    select accepted_at
    from transfers.transfer
    where transfer.merchant_id = clock.merchant_id
      and transfer.reference_id > (
        select coalesce(max(reference_id), 0) from transfers.watched where watched.merchant_id = clock.merchant_id
      )
    order by transfer.reference_id
    limit 1
  ) <= clock.now - make_interval(secs => ${WATCH_AFTER_SECONDS})`;

/** SQL of the moments when transfers without an outcome get a first enquiry; $1 is the merchant. */
export const UNANSWERED_AT = `
  select sent_at + make_interval(secs => ${WATCH_AFTER_SECONDS}) as at
  from transfers.transfer
  where merchant_id = $1
    and status = 'sent'
    and due_at is null
    and reference_id > (
      select coalesce(max(reference_id), 0) from transfers.watched where watched.merchant_id = $1
    )`;

/**
 * Checks one set of a merchant's latest transfers, once the oldest of them is old enough, and returns how
 * many there were. Numbers follow the order of commits, so none is skipped.
 */
export async function watchUnanswered(ctx: Context, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if (!(await isDue(tx))) return 0;
    const { looked, last, unanswered } = await lookThrough(tx, await lockWatched(tx));
    if (last === null) return 0;
    const transfers = await lockTransfers(tx, unanswered ?? []);
    await writeChanges(
      tx,
      transfers
        .filter(({ status, dueAt }) => status === "sent" && dueAt === null)
        .map((before) => ({
          before,
          after: { ...before, dueAt: firstEnquiry(ctx, { ...before, sentAt: before.sentAt! }) },
          steps: [],
          entries: [],
          events: [],
        })),
    );
    await moveOn(tx, last);
    return looked;
  });
}

async function isDue(tx: Tx): Promise<boolean> {
  const rows = await tx.query(
    `select from (values ($1::uuid, $2::timestamptz)) as clock (merchant_id, now) where ${IS_UNWATCHED}`,
    [tx.merchantId, tx.now],
  );
  return rows.length > 0;
}

async function lockWatched(tx: Tx): Promise<bigint> {
  const [watched] = await tx.query<{ referenceId: bigint }>(
    `insert into transfers.watched as watched (merchant_id, reference_id)
     values ($1, 0)
     on conflict (merchant_id) do update
     set reference_id = watched.reference_id
     returning reference_id as "referenceId"`,
    [tx.merchantId],
  );
  return watched!.referenceId;
}

async function lookThrough(
  tx: Tx,
  after: bigint,
): Promise<{ looked: number; last: bigint | null; unanswered: string[] | null }> {
  const [found] = await tx.query<{ looked: number; last: bigint | null; unanswered: string[] | null }>(
    `select count(*)::int as looked, max(reference_id) as last,
       array_agg(transfer_id) filter (where status = 'sent' and due_at is null) as unanswered
     from (
       select reference_id, transfer_id, status, due_at
       from transfers.transfer
       where merchant_id = $1
         and reference_id > $2
       order by reference_id
       limit $3
     ) as latest`,
    [tx.merchantId, after, SET_MAX],
  );
  return found!;
}

async function moveOn(tx: Tx, last: bigint): Promise<void> {
  const count = await tx.execute("update transfers.watched set reference_id = $2 where merchant_id = $1", [
    tx.merchantId,
    last,
  ]);
  assert.equal(count, 1, "the merchant's transfers are watched");
}
