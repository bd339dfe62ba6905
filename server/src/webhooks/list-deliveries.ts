import type { Context } from "#lib/context";
import { makeEventId } from "./event-id.ts";
import type { EventType } from "./event-types.ts";

export interface DeliveryFilter {
  readonly endpointId?: string;
  readonly status?: "pending" | "delivered" | "dead";
  /** Of one transfer, fund source, incident ... */
  readonly subjectId?: string;
  /** Only those made before this one: the last of the page before. */
  readonly before?: string;
  /** 1 to 100; 50 by default. */
  readonly limit?: number;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** The `webhook-id` that the receiver sees. */
  readonly eventId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly seq: number;
  /** `dead`: given up, until a replay. */
  readonly status: "pending" | "delivered" | "dead";
  readonly tries: number;
  /** When the next try is due; null when there is none. */
  readonly dueAt: Date | null;
  readonly eventAt: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastDurationMs: number | null;
  /** At most 1 kB of the last answer, or why there was none. */
  readonly lastExcerpt: string | null;
}

/** The merchant's deliveries, the newest first. */
export async function listDeliveries(
  ctx: Context,
  merchantId: string,
  filter: DeliveryFilter = {},
): Promise<Delivery[]> {
  const limit = Math.min(Math.max(filter.limit ?? 50, 1), 100);
  const values: unknown[] = [merchantId, limit];
  const conditions: string[] = [];
  // One text per combination, so that each is planned with the index that fits it.
  for (const [key, condition] of CONDITIONS) {
    if (filter[key] !== undefined) conditions.push(`and ${condition} $${values.push(filter[key])}`);
  }
  const text = `${LIST} ${conditions.join(" ")} order by delivery.delivery_id desc limit $2`;
  const rows = await ctx.db.inMerchant(merchantId, (tx) => tx.query<Omit<Delivery, "eventId">>(text, values));
  return rows.map((row) => ({ ...row, eventId: makeEventId(row) }));
}

const CONDITIONS = [
  ["endpointId", "delivery.endpoint_id ="],
  ["status", "delivery.status ="],
  ["subjectId", "delivery.subject_id ="],
  ["before", "delivery.delivery_id <"],
] as const;

const LIST = `
  select delivery.delivery_id as "deliveryId", delivery.endpoint_id as "endpointId", event.type,
    delivery.subject_id as "subjectId", delivery.seq, delivery.status, delivery.tries,
    delivery.due_at as "dueAt", event.at as "eventAt",
    delivery.created_at as "createdAt", delivery.finished_at as "finishedAt",
    delivery.last_status as "lastStatus", delivery.last_duration_ms as "lastDurationMs",
    delivery.last_excerpt as "lastExcerpt"
  from webhooks.delivery
  join webhooks.event
    on event.merchant_id = delivery.merchant_id
    and event.subject_id = delivery.subject_id
    and event.seq = delivery.seq
  where delivery.merchant_id = $1`;
