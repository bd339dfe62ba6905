import type { Tx } from "#lib/db";
import type { EventType } from "./event-types.ts";

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
