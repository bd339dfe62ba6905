import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { checkEventTypes } from "./check-event-types.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";
import type { Format } from "./format.ts";
import { requireToDisclose } from "./require-to-disclose.ts";

export interface EndpointChange {
  readonly endpointId: string;
  /** Null: all event types of the format, including future ones. */
  readonly eventTypes: readonly string[] | null;
  readonly by?: Actor;
}

/**
 * Changes the event types of an endpoint from now on; deliveries that exist stay. Returns the types in force.
 * Throws `endpoint_not_found`, `event_type_unknown`, `event_type_not_in_v2`; AccessError.not_permitted, also
 * if a member who may not reveal account numbers gives a v2 endpoint more types.
 */
export async function changeEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, eventTypes, by = "system" }: EndpointChange,
): Promise<EventType[] | null> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [before] = await tx.query<{ format: Format; eventTypes: string[] | null }>(LOCK, [
      merchantId,
      endpointId,
    ]);
    if (before === undefined) throw WebhookError.endpoint_not_found({ endpointId });
    const after = checkEventTypes(eventTypes, before.format);
    const disclosed = hasMore(before.eventTypes, after) ? await requireToDisclose(tx, by, before.format) : {};
    await tx.execute(CHANGE, [merchantId, endpointId, after]);
    const detail = { before: before.eventTypes, after, ...disclosed };
    const subject = `webhook-endpoint:${endpointId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.endpoint_changed", subject, detail }]);
    return after;
  });
}

/** Returns true if there are types that were not there before; null is all of them. */
const hasMore = (before: readonly string[] | null, after: readonly string[] | null): boolean =>
  before !== null && (after === null || after.some((type) => !before.includes(type)));

const LOCK = `
  select format, event_types as "eventTypes"
  from webhooks.endpoint
  where merchant_id = $1 and endpoint_id = $2 and status <> 'removed'
  for no key update`;

const CHANGE = `
  update webhooks.endpoint
  set event_types = $3
  where merchant_id = $1 and endpoint_id = $2`;
