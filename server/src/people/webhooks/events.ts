/**
 * The outbox of events: they are written in the transaction of the change, so that both are committed or neither, and
 * read by their subject.
 */
import type { Tx } from "#lib/db";
import { integer, jsonb, nullable, text, timestamptz, uuid, writeRows } from "#lib/rows";
import type { EventType, FieldOf } from "./event-types.ts";
import type { Rendered } from "./send-deliveries.ts";
import type { V2Data } from "./v2-data.ts";

/** The public name of an event, sent as `webhook-id`. It consists of the key of the outbox row. */

interface EventKey {
  readonly subjectId: string;
  readonly seq: number;
}

/**
 * Makes an ID that is the same in every try, endpoint and replay. It has no full stop, because full stops
 * separate the parts of a signed text.
 */
export function makeEventId({ subjectId, seq }: EventKey): string {
  return `evt_${subjectId.replaceAll("-", "")}_${seq}`;
}

/** Seals v2 data, because it contains the beneficiary's account number. */
export type SealV2 = (eventId: string, data: V2Data) => Buffer;

/** Stores the rendered fields with their events, so that every later try sends exactly the same. */
export async function freezeEvents(tx: Tx, sent: readonly Rendered[], sealV2: SealV2): Promise<void> {
  const rendered = sent
    .filter(({ delivery, data, v2Data }) => {
      const isNew = delivery.data === null || (v2Data !== null && delivery.sealedV2 === null);
      return data !== null && isNew;
    })
    // Always in the same order, so that two endpoints that freeze the same events do not deadlock.
    .toSorted((a, b) => (a.delivery.eventId < b.delivery.eventId ? -1 : 1));
  if (rendered.length === 0) return;
  await tx.execute(FREEZE, [
    tx.merchantId,
    rendered.map(({ delivery }) => delivery.subjectId),
    rendered.map(({ delivery }) => delivery.seq),
    rendered.map(({ data }) => JSON.stringify(data)),
    rendered.map(({ delivery, v2Data }) => (v2Data === null ? null : sealV2(delivery.eventId, v2Data))),
  ]);
}

const FREEZE = `
  update webhooks.event
  set data = coalesce(event.data, rendered.data), sealed_v2 = coalesce(event.sealed_v2, rendered.sealed_v2)
  from unnest($2::uuid[], $3::int[], $4::jsonb[], $5::bytea[]) as rendered (subject_id, seq, data, sealed_v2)
  where event.merchant_id = $1
    and event.subject_id = rendered.subject_id
    and event.seq = rendered.seq
    and (event.data is null or (event.sealed_v2 is null and rendered.sealed_v2 is not null))`;

const EVENTS_MAX = 10_000;

/** Counts the events of each type since a moment by the merchant's clock, among at most 10,000. */
export async function countEvents(tx: Tx, from: Date): Promise<{ type: EventType; events: number }[]> {
  return tx.query(COUNT, [tx.merchantId, from, EVENTS_MAX]);
}

const COUNT = `
  select type, count(*)::int as events
  from (
    select type
    from webhooks.event
    where merchant_id = $1 and at >= $2
    limit $3
  ) as recent
  group by type
  order by events desc, type`;

export interface NewEvent {
  readonly type: EventType;
  /** UUID of the transfer, fund source credit, incident or other subject. */
  readonly subjectId: string;
  /** Position among the events of this subject: 1, 2, 3 ... without gaps. */
  readonly seq: number;
  /** The time of the event: `tx.now`. */
  readonly at: Date;
  /** The fields as sent. Null means that the renderer of the subject kind finds them at the first delivery. */
  readonly data: { readonly [F in FieldOf<EventType>]?: string } | null;
  /** Shown to people in addition to `data`; not part of webhooks. */
  readonly beside?: Readonly<Record<string, string>>;
}

/**
 * Publishes a set of events of one merchant: one insert, with one NOTIFY if any endpoint is enabled. Events
 * without an endpoint are stored too, for replays. A repeated subject and `seq`, which is a bug, fails the
 * whole set (`event_published_once`).
 */
export async function publishEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ data, beside, ...event }) => ({
    ...event,
    data: data === null ? null : { ...data, ...beside },
  }));
  await writeRows(tx, PUBLISHING, rows);
}

/**
 * The statement also notifies. Commits with a notification wait for each other across the database, so there is none
 * without an endpoint.
 */
export const PUBLISHING = {
  name: "webhooks.event",
  columns: {
    subjectId: uuid,
    at: timestamptz,
    seq: integer,
    type: text<EventType>(),
    data: nullable(jsonb<object>()),
  },
  statement: (given: string, count?: string) => `
    with published as (
      insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type, data)
      select $1, given.subject_id, given.at, given.seq,
        exists (select from webhooks.endpoint where merchant_id = $1 and status = 'enabled'),
        given.type, given.data
      from ${given}
      returning pending
    )
    select count(pg_notify('webhooks', $1::text)) ${count === undefined ? "" : `into ${count}`}
    from (select from published where pending limit 1) as one`,
  isExact: false,
};

/** An event with its delivery to each endpoint. */
export interface SubjectEvent {
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
}

export interface SubjectDelivery {
  readonly deliveryId: string;
  readonly seq: number;
  readonly url: string;
  readonly status: "pending" | "delivered" | "dead";
  readonly tries: number;
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  /** The HTTP status of the last try. Null if there was no response. */
  readonly lastStatus: number | null;
  readonly lastDurationMs: number | null;
}

/** Reads the events of one subject, such as a transfer, and their deliveries, each in order. */
export async function readSubject(
  tx: Tx,
  subjectId: string,
): Promise<{ events: SubjectEvent[]; deliveries: SubjectDelivery[] }> {
  const values = [tx.merchantId, subjectId];
  const [events, deliveries] = await Promise.all([
    tx.query<SubjectEvent>(EVENTS, values),
    tx.query<SubjectDelivery>(DELIVERIES, values),
  ]);
  return { events, deliveries };
}

const EVENTS = `
  select seq, type, at
  from webhooks.event
  where merchant_id = $1 and subject_id = $2
  order by seq`;

const DELIVERIES = `
  select delivery_id as "deliveryId", seq, endpoint.url, delivery.status, tries, due_at as "dueAt",
    finished_at as "finishedAt", delivery.created_at as "createdAt", last_status as "lastStatus",
    last_duration_ms as "lastDurationMs"
  from webhooks.delivery
  join webhooks.endpoint
    on endpoint.merchant_id = delivery.merchant_id and endpoint.endpoint_id = delivery.endpoint_id
  where delivery.merchant_id = $1 and subject_id = $2
  order by seq, delivery_id`;
