/** Webhooks that are sent once more. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import type { Format } from "./build-request.ts";
import { holdsAccounts, requireToDisclose } from "./change-endpoint.ts";
import { findEndpointStatus } from "./endpoints.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";
import { V2_TYPES } from "./v2-data.ts";

export interface WebhookReplay {
  /** Events from this moment on, by the merchant's clock. */
  readonly from: Date;
  /** Events before this moment, by the merchant's clock. */
  readonly to: Date;
  /** Absent means all types of the endpoint. */
  readonly types?: readonly EventType[];
  /** Absent means every enabled endpoint. */
  readonly endpointId?: string;
  /** True to leave out events that an endpoint has already received. */
  readonly undeliveredOnly?: boolean;
  readonly by?: Actor;
}

const EVENTS_MAX = 100_000;

/**
 * Sends the events of a period again, with the same webhook IDs, so that a receiver can drop duplicates. This
 * includes events from when there was no endpoint, and excludes deliveries in progress. Returns the number of
 * deliveries. Throws `endpoint_not_found`, `endpoint_disabled`, `replay_too_large`;
 * AccessError.not_permitted, also if a member may not reveal account numbers and a v2 endpoint would get an
 * event for the first time.
 */
export async function replayEvents(
  ctx: Context,
  merchantId: string,
  replay: WebhookReplay,
): Promise<{ replayed: number }> {
  const { from, to, types = null, endpointId = null, undeliveredOnly = false, by = "system" } = replay;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    if (endpointId !== null) await requireEnabled(tx, endpointId);
    const range = [merchantId, from, to, types];
    await requireFewEvents(tx, range);
    const values = [...range, endpointId, V2_TYPES, undeliveredOnly, tx.now];
    const made = await tx.query<{ format: Format; isFirst: boolean; count: bigint }>(REPLAY_SET, values);
    const replayed = made.reduce((sum, { count }) => sum + Number(count), 0);
    const isToNew = made.some(({ format, isFirst }) => isFirst && holdsAccounts(format));
    const disclosed = isToNew ? await requireToDisclose(tx, by, "v2") : {};
    const detail = { from: from.toISOString(), to: to.toISOString(), types, replayed, ...disclosed };
    const subject = `webhook-endpoint:${endpointId ?? "all"}`;
    await wakeWorker(tx, "webhooks");
    await recordAudit(tx, [{ actor: by, action: "webhooks.events_replayed", subject, detail }]);
    return { replayed };
  });
}

/** Throws `endpoint_not_found` or `endpoint_disabled` unless the endpoint is enabled. */
export async function requireEnabled(tx: Tx, endpointId: string): Promise<void> {
  const status = await findEndpointStatus(tx, endpointId);
  if (status !== "enabled") throw WebhookError.endpoint_disabled({ endpointId });
}

/**
 * Limits the number of events in a replay. `range` contains the merchant, from, to, and the types. Throws
 * `replay_too_large`.
 */
async function requireFewEvents(tx: Tx, range: readonly unknown[]): Promise<void> {
  const [count] = await tx.query<{ events: bigint }>(COUNT_REPLAYED, [...range, EVENTS_MAX + 1]);
  if (count!.events > EVENTS_MAX) throw WebhookError.replay_too_large();
}

const COUNT_REPLAYED = `
  select count(*) as events
  from (
    select from webhooks.event
    where merchant_id = $1 and at >= $2 and at < $3 and ($4::text[] is null or type = any ($4))
    limit $5
  ) as found`;

/** SQL of the events of a range at each endpoint that wants them. $5: one endpoint or null; $6: v2 types. */
const WANTED_EVENTS = {
  from: `
  from webhooks.event
  join webhooks.endpoint
    on endpoint.merchant_id = $1
    and endpoint.status = 'enabled'
    and ($5::uuid is null or endpoint.endpoint_id = $5)
    and (endpoint.event_types is null or event.type = any (endpoint.event_types))
    and (endpoint.format <> 'v2' or event.type = any ($6::text[]))`,
  where: `
  where event.merchant_id = $1
    and event.at >= $2
    and event.at < $3
    and ($4::text[] is null or event.type = any ($4))`,
} as const;

/** `isFirst` is true if the endpoint was never sent that event. */
const REPLAY_SET = `
  with made as (
    insert into webhooks.delivery (merchant_id, delivery_id, endpoint_id, subject_id, created_at, due_at, seq)
    select $1, uuidv7(), endpoint.endpoint_id, event.subject_id, $8, $8, event.seq
    ${WANTED_EVENTS.from}
    ${WANTED_EVENTS.where}
    order by event.at, event.subject_id, event.seq
    on conflict (merchant_id, subject_id, seq, endpoint_id) do update
    set status = 'pending', due_at = excluded.due_at, finished_at = null, tries = 0
    where delivery.status = 'dead' or (delivery.status = 'delivered' and not $7)
    returning endpoint_id, old.delivery_id is null as is_first
  )
  select endpoint.format, made.is_first as "isFirst", count(*)
  from made
  join webhooks.endpoint on endpoint.merchant_id = $1 and endpoint.endpoint_id = made.endpoint_id
  group by endpoint.format, made.is_first`;

interface ReplayCount {
  readonly deliveries: number;
  /** The type with the most deliveries first. */
  readonly byType: readonly { readonly type: string; readonly deliveries: number }[];
}

/** Counts the deliveries that a replay would make now. Sends nothing. Throws the same as `replayEvents`. */
export async function countReplay(
  ctx: Context,
  merchantId: string,
  replay: Omit<WebhookReplay, "by">,
): Promise<ReplayCount> {
  const { from, to, types = null, endpointId = null, undeliveredOnly = false } = replay;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if (endpointId !== null) await requireEnabled(tx, endpointId);
    const range = [merchantId, from, to, types];
    await requireFewEvents(tx, range);
    const byType = await tx.query<{ type: string; deliveries: number }>(COUNT_TO_REPLAY, [
      ...range,
      endpointId,
      V2_TYPES,
      undeliveredOnly,
    ]);
    return { deliveries: byType.reduce((sum, { deliveries }) => sum + deliveries, 0), byType };
  });
}

const COUNT_TO_REPLAY = `
  select event.type, count(*)::int as deliveries
  ${WANTED_EVENTS.from}
  left join webhooks.delivery
    on delivery.merchant_id = $1
    and delivery.subject_id = event.subject_id
    and delivery.seq = event.seq
    and delivery.endpoint_id = endpoint.endpoint_id
  ${WANTED_EVENTS.where}
    and (
      delivery.status is null
      or delivery.status = 'dead'
      or (delivery.status = 'delivered' and not $7)
    )
  group by event.type
  order by deliveries desc, event.type`;

/**
 * Sends one delivery again at once, with the same webhook ID, whether it was delivered, is dead or waits for
 * its next try. Throws `delivery_not_found`, `endpoint_not_found`, `endpoint_disabled`;
 * AccessError.not_permitted.
 */
export async function replayDelivery(
  ctx: Context,
  merchantId: string,
  { deliveryId, by = "system" }: { readonly deliveryId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [delivery] = await tx.query<{ endpoint_id: string }>(REPLAY_ONE, [merchantId, deliveryId, tx.now]);
    if (delivery === undefined) throw WebhookError.delivery_not_found({ deliveryId });
    await requireEnabled(tx, delivery.endpoint_id);
    await wakeWorker(tx, "webhooks");
    const subject = `webhook-delivery:${deliveryId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.delivery_replayed", subject }]);
  });
}

const REPLAY_ONE = `
  update webhooks.delivery
  set status = 'pending', due_at = $3, finished_at = null, tries = 0
  where merchant_id = $1 and delivery_id = $2
  returning endpoint_id`;
