/** Reads what has happened to a merchant since a moment, in the words of the outbox, with IDs and nothing else. */
import type { Tx } from "#lib/db";

/** The point up to which a listener has read. */
export interface Cursor {
  /** A moment of the merchant's clock. */
  readonly at: Date;
  /** The newest transfer; these numbers follow the order of commits. */
  readonly referenceId: bigint;
  /**
   * The newest audit record, also in the order of commits; null: the cursor comes from a program that did not know it.
   */
  readonly auditSeq: bigint | null;
}

/** A cursor as text, which listeners send when they reconnect; `parseCursor` reads it. */
export const CURSOR_PATTERN = /^\d{1,15}-\d{1,18}(-\d{1,18})?$/;

export const formatCursor = ({ at, referenceId, auditSeq }: Cursor): string =>
  [at.getTime(), referenceId, auditSeq].filter((part) => part !== null).join("-");

/** Reads a cursor from a text that matches `CURSOR_PATTERN`. */
export function parseCursor(text: string): Cursor {
  const [at, referenceId, auditSeq] = text.split("-") as [string, string, string?];
  return {
    at: new Date(Number(at)),
    referenceId: BigInt(referenceId),
    auditSeq: auditSeq === undefined ? null : BigInt(auditSeq),
  };
}

export interface Happening {
  /** `transfers`, `batches`, `links`, `incidents`, `fund-sources`, or the module that wrote an audit record. */
  readonly topic: string;
  /** The ID of the transfer, request, batch, ... */
  readonly id: string;
  /** An event type of webhooks, `accepted`, or the action of an audit record. */
  readonly event: string;
  /** The same for the same happening, which may be sent twice. */
  readonly key: string;
}

/**
 * Rows carry the start time of their transaction, which may commit later. Each read goes back this far, longer than
 * PostgreSQL allows a transaction to take, and consumers drop duplicates.
 */
const OVERLAP_MS = 40_000;

/** If more happens at once, only the newest are sent one by one. */
const HAPPENINGS_MAX = 500;

/** Reads the present position of a merchant: whatever happens after it is new. */
export async function readCursor(tx: Tx): Promise<Cursor> {
  const [row] = await tx.query<Omit<Cursor, "at">>(LAST, [tx.merchantId]);
  return { at: tx.now, ...row! };
}

/**
 * Reads what happened since a cursor (of each kind the newest `HAPPENINGS_MAX`), and the cursor after it. Recent
 * happenings may be repeated. Nothing is left out unless `isWhole` is false.
 */
export async function readHappenings(
  tx: Tx,
  { at, referenceId, auditSeq }: Cursor,
): Promise<{ happenings: Happening[]; cursor: Cursor; isWhole: boolean }> {
  const since = new Date(at.getTime() - OVERLAP_MS);
  const [events, accepted, recorded] = await Promise.all([
    tx.query<Happening>(EVENTS, [tx.merchantId, since, HAPPENINGS_MAX]),
    tx.query<Happening & { referenceId: bigint }>(ACCEPTED, [tx.merchantId, referenceId, HAPPENINGS_MAX]),
    tx.query<Happening & { seq: bigint }>(RECORDED, [tx.merchantId, auditSeq, HAPPENINGS_MAX]),
  ]);
  return {
    happenings: [accepted, recorded, events].flatMap((found) =>
      found.toReversed().map(({ topic, id, event, key }) => ({ topic, id, event, key })),
    ),
    cursor: {
      at: tx.now,
      referenceId: accepted[0]?.referenceId ?? referenceId,
      auditSeq: recorded[0]?.seq ?? auditSeq,
    },
    isWhole: [events, accepted, recorded].every(({ length }) => length < HAPPENINGS_MAX),
  };
}

const LAST = `
  select
    (select coalesce(max(reference_id), 0) from transfers.transfer where merchant_id = $1) as "referenceId",
    (select coalesce(max(seq), 0) from audit.record where merchant_id = $1) as "auditSeq"`;

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

const RECORDED = `
  select split_part(action, '.', 1) as topic, split_part(subject, ':', 2) as id, action as event,
    'record:' || seq as key, seq
  from audit.record
  where merchant_id = $1
    and seq > $2
  order by seq desc
  limit $3`;
