import type { Context } from "#lib/context";
import { requireEnabled, requireFewEvents, WANTED_EVENTS, type Replay } from "./replay-events.ts";
import { V2_TYPES } from "./v2-data.ts";

export interface ReplayCount {
  readonly deliveries: number;
  /** The type with the most deliveries first. */
  readonly byType: readonly { readonly type: string; readonly deliveries: number }[];
}

/** Counts the deliveries that a replay would make now. Sends nothing. Throws the same as `replayEvents`. */
export async function countReplay(
  ctx: Context,
  merchantId: string,
  replay: Omit<Replay, "by">,
): Promise<ReplayCount> {
  const { from, to, types = null, endpointId = null, undeliveredOnly = false } = replay;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if (endpointId !== null) await requireEnabled(tx, endpointId);
    const range = [merchantId, from, to, types];
    await requireFewEvents(tx, range);
    const byType = await tx.query<{ type: string; deliveries: number }>(COUNT, [
      ...range,
      endpointId,
      V2_TYPES,
      undeliveredOnly,
    ]);
    return { deliveries: byType.reduce((sum, { deliveries }) => sum + deliveries, 0), byType };
  });
}

const COUNT = `
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
