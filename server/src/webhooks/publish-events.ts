/** Writes events to the outbox in the transaction of the change, so that both are committed or neither. */
import type { Tx } from "#lib/db";
import type { EventType, FieldOf } from "./event-types.ts";

export interface NewEvent {
  readonly type: EventType;
  /** UUID of the transfer, fund source credit, incident or other subject. */
  readonly subjectId: string;
  /** Position among the events of this subject: 1, 2, 3 ... without gaps. */
  readonly seq: number;
  /** The time of the event: `tx.now`. */
  readonly at: Date;
  /** The fields as sent; null: the renderer of the subject kind finds them at the first delivery. */
  readonly data: { readonly [F in FieldOf<EventType>]?: string } | null;
  /** Shown to people in addition to `data`; not part of webhooks. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** The channel that wakes the delivering workers. Its payload is the merchant's ID. */
export const CHANNEL = "webhooks";

/**
 * Publishes a set of events of one merchant: one insert, with one NOTIFY if any endpoint is enabled. Events
 * without an endpoint are stored too, for replays. A repeated subject and `seq`, which is a bug, fails the
 * whole set (`event_published_once`).
 */
export async function publishEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.execute(PUBLISH, [
    tx.merchantId,
    events.map((event) => event.subjectId),
    events.map((event) => event.at.toISOString()),
    events.map((event) => event.seq),
    events.map((event) => event.type),
    events.map(({ data, beside }) => (data === null ? null : JSON.stringify({ ...data, ...beside }))),
    CHANNEL,
  ]);
}

// Commits with a notification wait for each other across the database, so there is none without an endpoint.
const PUBLISH = `
  with published as (
    insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type, data)
    select $1, subject_id, at, seq,
      exists (select from webhooks.endpoint where merchant_id = $1 and status = 'enabled'),
      type, data
    from unnest($2::uuid[], $3::timestamptz[], $4::int[], $5::text[], $6::jsonb[])
      as published (subject_id, at, seq, type, data)
    returning pending
  )
  select pg_notify($7, $1::text)
  where exists (select from published where pending)`;

/** Notifies the delivering workers at the commit that this merchant may have webhooks due. */
export async function wakeDelivering(tx: Tx): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [CHANNEL, tx.merchantId]);
}
