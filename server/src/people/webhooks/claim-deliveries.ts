/** Claims a merchant's due webhooks for a time, so that no other worker sends them as well. */
import type { Tx } from "#lib/db";
import { closeEndpoint } from "./change-endpoint.ts";
import { type LiveEndpoint, readEnabledEndpoints } from "./endpoints.ts";
import type { EventData, EventType } from "./event-types.ts";
import { makeEventId } from "./events.ts";
import { V2_TYPES } from "./v2-data.ts";

export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly subjectId: string;
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
  /** Null means not rendered yet. */
  readonly data: EventData | null;
  /** The v2 data of an earlier try, sealed. Null means not rendered yet. */
  readonly sealedV2: Buffer | null;
  /** The number of tries before this one. */
  readonly tries: number;
}

interface DueClaim {
  readonly leaseUntil: Date;
  /** The most deliveries of one endpoint. */
  readonly max: number;
  readonly busy?: readonly string[];
  /** Null means all endpoints that have a URL; otherwise only this listener. */
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

/** The most deliveries of one endpoint, and the most new events of a merchant, that are claimed at once. */
export const CLAIM_MAX = 500;
/**
 * A claim lasts this long by the merchant's clock: the time of sending (60 s), one deadline (15 s), and spare
 * time.
 */
const LEASE_MS = 120_000;

/** The deliveries of one endpoint that this worker may send until `leaseUntil`. */
export interface DeliveryClaim {
  readonly endpoint: LiveEndpoint;
  readonly deliveries: readonly ClaimedDelivery[];
  readonly leaseUntil: Date;
}

/**
 * Claims the due deliveries of each enabled endpoint that is not `busy` (being sent to by this worker),
 * oldest first, and turns new events into deliveries. Those join the claim if there is room, and wait
 * otherwise, as they do at listeners, which claim for themselves. `more` is true if there may be more new
 * events.
 */
export async function claimDeliveries(
  tx: Tx,
  busy: readonly string[] = [],
): Promise<{ claims: readonly DeliveryClaim[]; more: boolean }> {
  const leaseUntil = new Date(tx.now.getTime() + LEASE_MS);
  const [endpoints, due] = await Promise.all([
    readEnabledEndpoints(tx),
    claimDue(tx, { leaseUntil, max: CLAIM_MAX, busy, listenerId: null }),
  ]);
  await closeLost(tx, endpoints);
  const rooms = endpoints.map(({ endpointId, listener }) => {
    if (listener !== "none" || busy.includes(endpointId)) return 0;
    return CLAIM_MAX - due.filter((delivery) => delivery.endpointId === endpointId).length;
  });
  const ids = endpoints.map((endpoint) => endpoint.endpointId);
  const fresh = await tx.query<FreshRow>(SPREAD_EVENTS, [
    tx.merchantId,
    tx.now,
    leaseUntil,
    CLAIM_MAX,
    ids,
    rooms,
    V2_TYPES,
  ]);
  const claimed = [...due, ...fresh.filter(isClaimed).map(toDelivery)];
  const claims = endpoints.map((endpoint) => ({
    endpoint,
    deliveries: claimed.filter((delivery) => delivery.endpointId === endpoint.endpointId),
    leaseUntil,
  }));
  return {
    claims: claims.filter((claim) => claim.deliveries.length > 0),
    more: fresh[0]!.events >= CLAIM_MAX,
  };
}

/** Removes the endpoints of listeners that stopped polling, as a program that was killed does. */
async function closeLost(tx: Tx, endpoints: readonly LiveEndpoint[]): Promise<void> {
  for (const { endpointId } of endpoints.filter(({ listener }) => listener === "lost"))
    await closeEndpoint(tx, { endpointId, status: "removed", because: null, by: "system" });
}

/** A new event at one endpoint, or a single row without a delivery if there are none. */
type FreshRow = { readonly events: number } & (
  | (DueRow & { readonly leased: boolean })
  | { readonly delivery_id: null }
);

const isClaimed = (row: FreshRow): row is FreshRow & DueRow => row.delivery_id !== null && row.leased;

// A delivery can exist already if a replay made it while its event was still waiting here.
const SPREAD_EVENTS = `
  with due as materialized (
    select subject_id, seq
    from webhooks.event
    where merchant_id = $1 and pending
    order by at
    limit $4
    for update skip locked
  ), fresh as (
    update webhooks.event
    set pending = false
    from due
    where event.merchant_id = $1 and event.subject_id = due.subject_id and event.seq = due.seq
    returning event.subject_id, event.seq, event.type, event.at, event.data
  ), wanted as (
    select fresh.subject_id, fresh.seq, endpoint.endpoint_id, space.room,
      row_number() over (
        partition by endpoint.endpoint_id
        order by fresh.at, fresh.subject_id, fresh.seq
      ) as place
    from fresh
    join webhooks.endpoint
      on endpoint.merchant_id = $1
      and (endpoint.event_types is null or fresh.type = any (endpoint.event_types))
      and (endpoint.format <> 'v2' or fresh.type = any ($7::text[]))
    join unnest($5::uuid[], $6::int[]) as space (endpoint_id, room)
      on space.endpoint_id = endpoint.endpoint_id
  ), made as (
    insert into webhooks.delivery (merchant_id, delivery_id, endpoint_id, subject_id, created_at, due_at, seq)
    select $1, uuidv7(), endpoint_id, subject_id, $2,
      case when place <= room then $3::timestamptz else $2::timestamptz end, seq
    from wanted
    order by place
    on conflict (merchant_id, subject_id, seq, endpoint_id) do nothing
    returning delivery_id, endpoint_id, subject_id, seq, tries, due_at
  )
  select taken.events, made.delivery_id, made.endpoint_id, made.subject_id, made.seq, made.tries,
    made.due_at = $3 as leased, event.type, event.at, event.data, event.sealed_v2
  from (select count(*)::int as events from fresh) as taken
  left join (
    made
    join webhooks.event
      on event.merchant_id = $1 and event.subject_id = made.subject_id and event.seq = made.seq
  ) on true
  order by made.delivery_id`;
