/** What has happened to a merchant since a moment, in the words of the outbox, with ids and nothing else. */
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/first-id-at";

/** How far a listener has read. */
export interface Cursor {
  /** By the merchant's clock. */
  readonly at: Date;
  /** The newest transfer: these numbers are given in the order of commits. */
  readonly referenceId: bigint;
}

export interface Happening {
  readonly topic: "transfers" | "approvals" | "batches" | "fund-sources" | "incidents" | "links";
  /** Of the transfer, request, batch ... */
  readonly id: string;
  /** An event type of webhooks, or `accepted`, or `asked_for`. */
  readonly event: string;
  /** Equal when the same happening is sent twice. */
  readonly key: string;
}

/**
 * Rows carry the start time of their transaction, which may commit later; this is longer than PostgreSQL lets a
 * transaction take. Each read goes back this far, and consumers drop duplicates.
 */
const OVERLAP_MS = 40_000;

/** Of more at once only the newest are sent one by one. */
export const HAPPENINGS_MAX = 500;

/** Where a merchant stands now: what happens from here on is news. */
export async function readCursor(tx: Tx): Promise<Cursor> {
  const [row] = await tx.query<{ last: bigint }>(LAST, [tx.merchantId]);
  return { at: tx.now, referenceId: row!.last };
}

/**
 * What happened since a cursor, the newest `HAPPENINGS_MAX` of each kind, and the cursor after it. What was sent just
 * before may come again; nothing is left out unless `isWhole` is false.
 */
export async function readHappenings(
  tx: Tx,
  { at, referenceId }: Cursor,
): Promise<{ happenings: Happening[]; cursor: Cursor; isWhole: boolean }> {
  const since = new Date(at.getTime() - OVERLAP_MS);
  const [events, accepted, asked] = await Promise.all([
    tx.query<Happening>(EVENTS, [tx.merchantId, since, HAPPENINGS_MAX]),
    tx.query<Happening & { referenceId: bigint }>(ACCEPTED, [tx.merchantId, referenceId, HAPPENINGS_MAX]),
    tx.query<Happening>(ASKED_FOR, [tx.merchantId, firstIdAt(tx, since), since, HAPPENINGS_MAX]),
  ]);
  return {
    happenings: [accepted, asked, events].flatMap((found) =>
      found.toReversed().map(({ topic, id, event, key }) => ({ topic, id, event, key })),
    ),
    cursor: { at: tx.now, referenceId: accepted[0]?.referenceId ?? referenceId },
    isWhole: [events, accepted, asked].every(({ length }) => length < HAPPENINGS_MAX),
  };
}

const LAST = `
  select coalesce(max(reference_id), 0) as last
  from transfers.transfer
  where merchant_id = $1`;

const EVENTS = `
  select case
      when type like 'TRANSFER%' then 'transfers'
      when type like 'BULK%' then 'batches'
      when type like 'CASHGRAM%' then 'links'
      when type in ('BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT') then 'incidents'
      else 'fund-sources'
    end as topic,
    subject_id as id, type as event, subject_id || ':' || seq as key
  from webhooks.event
  where merchant_id = $1
    and at > $2
  order by at desc, subject_id desc, seq desc
  limit $3`;

const ACCEPTED = `
  select 'transfers' as topic, transfer_id as id, 'accepted' as event, transfer_id || ':0' as key,
    reference_id as "referenceId"
  from transfers.transfer
  where merchant_id = $1
    and reference_id > $2
  order by reference_id desc
  limit $3`;

const ASKED_FOR = `
  select 'approvals' as topic, request_id as id, 'asked_for' as event, request_id::text as key
  from approvals.request
  where merchant_id = $1
    and request_id >= $2
    and opened_at > $3
  order by request_id desc
  limit $4`;
