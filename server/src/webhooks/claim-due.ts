import type { Tx } from "#lib/db";
import { makeEventId } from "./event-id.ts";
import type { EventData, EventType } from "./event-types.ts";

export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly subjectId: string;
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
  /** Null: not rendered yet. */
  readonly data: EventData | null;
  /** The v2 data of an earlier try, sealed; null: not rendered yet. */
  readonly sealedV2: Buffer | null;
  /** The number of tries before this one. */
  readonly tries: number;
}

export interface DueClaim {
  readonly leaseUntil: Date;
  /** The most deliveries of one endpoint. */
  readonly max: number;
  readonly busy?: readonly string[];
  /** Null: all endpoints that have a URL; otherwise only this listener. */
  readonly listenerId: string | null;
}

/** Claims the due deliveries of each enabled endpoint, the oldest first. */
export async function claimDue(tx: Tx, claim: DueClaim): Promise<ClaimedDelivery[]> {
  const { leaseUntil, max, busy = [], listenerId } = claim;
  const rows = await tx.query<DueRow>(CLAIM_DUE, [tx.merchantId, tx.now, leaseUntil, max, busy, listenerId]);
  return rows.map(toDelivery);
}

export interface DueRow {
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly subject_id: string;
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
  readonly data: EventData | null;
  readonly sealed_v2: Buffer | null;
  readonly tries: number;
}

export function toDelivery(row: DueRow): ClaimedDelivery {
  const { seq, type, at, data, tries } = row;
  const key = { subjectId: row.subject_id, seq };
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: makeEventId(key),
    ...key,
    type,
    at,
    data,
    sealedV2: row.sealed_v2,
    tries,
  };
}

const CLAIM_DUE = `
  with due as materialized (
    select waiting.delivery_id
    from webhooks.endpoint
    cross join lateral (
      select delivery.delivery_id
      from webhooks.delivery
      where delivery.merchant_id = $1
        and delivery.endpoint_id = endpoint.endpoint_id
        and delivery.status = 'pending'
        and delivery.due_at <= $2
      order by delivery.due_at
      limit $4
      for update skip locked
    ) as waiting
    where endpoint.merchant_id = $1
      and endpoint.status = 'enabled'
      and endpoint.endpoint_id <> all ($5::uuid[])
      and case when $6::uuid is null then endpoint.listened_at is null else endpoint.endpoint_id = $6 end
  ), claimed as (
    update webhooks.delivery
    set due_at = $3
    from due
    where delivery.merchant_id = $1 and delivery.delivery_id = due.delivery_id
    returning delivery.delivery_id, delivery.endpoint_id, delivery.subject_id, delivery.seq, delivery.tries
  )
  select claimed.*, event.type, event.at, event.data, event.sealed_v2
  from claimed
  join webhooks.event
    on event.merchant_id = $1 and event.subject_id = claimed.subject_id and event.seq = claimed.seq
  order by claimed.delivery_id`;
