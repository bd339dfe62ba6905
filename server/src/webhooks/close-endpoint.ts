import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

export interface Closing {
  readonly endpointId: string;
  readonly status: "disabled" | "removed";
  /** Only for `disabled`: the receiver responded 410, it failed for days, or the merchant disabled it. */
  readonly because: "gone" | "failing" | "merchant" | null;
  readonly by: Actor;
}

/**
 * Closes an endpoint, for good or until it is enabled again. Its waiting deliveries become dead letters,
 * which are visible and can be replayed. Returns false if the endpoint does not exist or was closed already.
 */
export async function closeEndpoint(tx: Tx, closing: Closing): Promise<boolean> {
  const { endpointId, status, because, by } = closing;
  const changed = await tx.execute(CLOSE, [tx.merchantId, endpointId, status, because, tx.now]);
  if (changed === 0) return false;
  const [dead] = await Promise.all([
    tx.execute(BURY, [tx.merchantId, endpointId, tx.now, `the endpoint was ${status}`]),
    tx.execute(SETTLE_EVENTS, [tx.merchantId]),
  ]);
  await recordAudit(tx, [
    {
      actor: by,
      action: `webhooks.endpoint_${status}`,
      subject: `webhook-endpoint:${endpointId}`,
      detail: { because: because ?? "merchant", deadLetters: dead },
    },
  ]);
  return true;
}

const CLOSE = `
  update webhooks.endpoint
  set status = $3::text,
    disabled_because = $4,
    disabled_at = coalesce(disabled_at, $5),
    sealed_secret = case when $3 = 'removed' then null else sealed_secret end,
    previous_sealed_secret = case when $3 = 'removed' then null else previous_sealed_secret end,
    previous_secret_until = case when $3 = 'removed' then null else previous_secret_until end
  where merchant_id = $1
    and endpoint_id = $2
    and (status = 'enabled' or (status = 'disabled' and $3 = 'removed'))`;

const BURY = `
  update webhooks.delivery
  set status = 'dead', due_at = null, finished_at = $3, last_excerpt = coalesce(last_excerpt, $4::text)
  where merchant_id = $1 and endpoint_id = $2 and status = 'pending'`;

// Once the last endpoint is closed, events wait for nothing; they stay for a replay.
const SETTLE_EVENTS = `
  update webhooks.event
  set pending = false
  where merchant_id = $1
    and pending
    and not exists (select from webhooks.endpoint where merchant_id = $1 and status = 'enabled')`;
