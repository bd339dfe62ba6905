import type { Context } from "#lib/context";
import type { Format } from "./format.ts";
import type { EventType } from "./event-types.ts";

export interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly format: Format;
  /** Null: all. */
  readonly eventTypes: readonly EventType[] | null;
  readonly status: "enabled" | "disabled";
  /** `gone`: the receiver responded 410. `failing`: there were only failures for five days. */
  readonly disabledBecause: "gone" | "failing" | "merchant" | null;
  readonly disabledAt: Date | null;
  /** Failed tries since the last success, and the time of the first. */
  readonly consecutiveFailures: number;
  readonly failingSince: Date | null;
  /** Until then the previous key signs as well; null if there is none. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

/** Lists the merchant's endpoints, the oldest first, without removed ones. */
export async function listEndpoints(ctx: Context, merchantId: string): Promise<Endpoint[]> {
  return ctx.db.inMerchant(merchantId, (tx) => tx.query<Endpoint>(LIST, [merchantId, tx.now]));
}

const LIST = `
  select endpoint_id as "endpointId", url, format, event_types as "eventTypes", status,
    disabled_because as "disabledBecause", disabled_at as "disabledAt",
    consecutive_failures as "consecutiveFailures", failing_since as "failingSince",
    case when previous_secret_until > $2 then previous_secret_until end as "previousSecretUntil",
    created_at as "createdAt"
  from webhooks.endpoint
  where merchant_id = $1 and status <> 'removed'
  order by endpoint_id`;
