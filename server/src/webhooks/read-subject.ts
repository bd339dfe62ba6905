import type { Tx } from "#lib/db";
import type { EventType } from "./event-types.ts";

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
  /** The HTTP status of the last try; null: there was no response. */
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
