/** Claims a merchant's due webhooks for a time, so that no other worker sends them as well. */
import type { Tx } from "#lib/db";
import { claimDue, toDelivery, type ClaimedDelivery, type DueRow } from "./claim-due.ts";
import { closeEndpoint } from "./close-endpoint.ts";
import { readEnabledEndpoints, type LiveEndpoint } from "./read-enabled-endpoints.ts";
import { V2_TYPES } from "./v2-data.ts";

/** The most deliveries of one endpoint, and the most new events of a merchant, that are claimed at once. */
export const CLAIM_MAX = 500;
/**
 * A claim lasts this long by the merchant's clock: the time of sending (60 s), one deadline (15 s), and spare
 * time.
 */
const LEASE_MS = 120_000;

/** The deliveries of one endpoint that this worker may send until `leaseUntil`. */
export interface Claim {
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
): Promise<{ claims: readonly Claim[]; more: boolean }> {
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
