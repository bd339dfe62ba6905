/** Webhook endpoints as they stand: listed, read for sending, their health, disabled and enabled. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Format } from "./build-request.ts";
import { closeEndpoint, requireToDisclose } from "./change-endpoint.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";

export interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly format: Format;
  /** The types of events that it receives. Null if it receives all. */
  readonly eventTypes: readonly EventType[] | null;
  readonly status: "enabled" | "disabled";
  /** `gone` means that the receiver responded with 410; `failing`, that all tries failed for five days. */
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

/** The data needed for sending to an endpoint; the keys are still sealed. */
export interface LiveEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly format: Format;
  /** True if the merchant may send to this computer (a sandbox setting). */
  readonly allowLoopback: boolean;
  /** The newest first; two during a key rotation. */
  readonly sealedSecrets: readonly { readonly version: number; readonly sealed: Buffer }[];
  /** `there`: a program polls for the webhooks. `lost`: it has not polled for two minutes. */
  readonly listener: "none" | "there" | "lost";
}

/** A listener that has not polled since then is lost. This is real time, not the merchant's clock. */
export const LOST_BEFORE = "statement_timestamp() - interval '2 minutes'";

/** Reads the merchant's enabled endpoints. */
export async function readEnabledEndpoints(tx: Tx): Promise<LiveEndpoint[]> {
  const rows = await tx.query<Row>(
    `${READ_ENABLED} and endpoint.status = 'enabled' order by endpoint.endpoint_id`,
    [tx.merchantId, tx.now],
  );
  return rows.map(toEndpoint);
}

/** Reads one endpoint, enabled or disabled. Undefined means not found. */
export async function readEndpoint(tx: Tx, endpointId: string): Promise<LiveEndpoint | undefined> {
  const rows = await tx.query<Row>(
    `${READ_ENABLED} and endpoint.status <> 'removed' and endpoint.endpoint_id = $3`,
    [tx.merchantId, tx.now, endpointId],
  );
  return rows.map(toEndpoint)[0];
}

function toEndpoint(row: Row): LiveEndpoint {
  const { secret_version: version, previous_sealed_secret: previous } = row;
  const newest = { version, sealed: row.sealed_secret };
  return {
    endpointId: row.endpoint_id,
    url: row.url,
    format: row.format,
    allowLoopback: row.allow_loopback_webhooks,
    listener: row.listener,
    sealedSecrets: previous === null ? [newest] : [newest, { version: version - 1, sealed: previous }],
  };
}

interface Row {
  readonly endpoint_id: string;
  readonly url: string;
  readonly format: Format;
  readonly sealed_secret: Buffer;
  readonly secret_version: number;
  readonly previous_sealed_secret: Buffer | null;
  readonly allow_loopback_webhooks: boolean;
  readonly listener: LiveEndpoint["listener"];
}

const READ_ENABLED = `
  select endpoint.endpoint_id, endpoint.url, endpoint.format, endpoint.sealed_secret, endpoint.secret_version,
    case when endpoint.previous_secret_until > $2 then endpoint.previous_sealed_secret end
      as previous_sealed_secret,
    merchant.allow_loopback_webhooks,
    case
      when endpoint.listened_at is null then 'none'
      when endpoint.listened_at < ${LOST_BEFORE} then 'lost'
      else 'there'
    end as listener
  from webhooks.endpoint
  join access.merchant on merchant.merchant_id = endpoint.merchant_id
  where endpoint.merchant_id = $1`;

/** Results of an endpoint in the last 24 hours, among the newest 2,000 deliveries of the merchant. */
interface EndpointHealth {
  readonly endpointId: string;
  readonly delivered: number;
  /** Deliveries that were given up, or that failed at least once and are still being tried. */
  readonly failing: number;
  /** 95% of the responses took at most this long, in ms. Null means that there was none. */
  readonly p95Ms: number | null;
  readonly lastAt: Date;
}

/**
 * Reads the recent results of each endpoint that has deliveries, by endpoint ID. Only a limited number of rows is read.
 */
export async function readEndpointHealth(
  ctx: Context,
  merchantId: string,
): Promise<ReadonlyMap<string, EndpointHealth>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<EndpointHealth>(READ_HEALTH, [merchantId, new Date(tx.now.getTime() - DAY_MS)]),
  );
  return new Map(rows.map((row) => [row.endpointId, row]));
}

const DAY_MS = 86_400_000;

const READ_HEALTH = `
  with newest as (
    select endpoint_id, status, tries, last_duration_ms, last_status, created_at
    from webhooks.delivery
    where merchant_id = $1
    order by delivery_id desc
    limit 2000
  )
  select endpoint_id as "endpointId",
    count(*) filter (where status = 'delivered')::int as delivered,
    count(*) filter (where status = 'dead' or (status = 'pending' and tries > 0))::int as failing,
    percentile_disc(0.95) within group (order by last_duration_ms)
      filter (where last_status is not null)::int as "p95Ms",
    max(created_at) as "lastAt"
  from newest
  where created_at >= $2
  group by endpoint_id`;

/**
 * Stops an endpoint until it is enabled again. Its waiting deliveries become dead letters. An endpoint that
 * is disabled already stays as it is. Throws `endpoint_not_found`; AccessError.not_permitted.
 */
export async function disableEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const closed = await closeEndpoint(tx, { endpointId, status: "disabled", because: "merchant", by });
    if (!closed) await findEndpointStatus(tx, endpointId);
  });
}

/** Returns whether an endpoint is enabled or disabled. Throws `endpoint_not_found` for all others. */
export async function findEndpointStatus(tx: Tx, endpointId: string): Promise<"enabled" | "disabled"> {
  const [endpoint] = await tx.query<{ status: "enabled" | "disabled" }>(
    `select status
     from webhooks.endpoint
     where merchant_id = $1 and endpoint_id = $2 and status <> 'removed'`,
    [tx.merchantId, endpointId],
  );
  if (endpoint === undefined) throw WebhookError.endpoint_not_found({ endpointId });
  return endpoint.status;
}

/**
 * Enables a disabled endpoint from now on. Returns since when it was disabled (null if it was not), so that a
 * replay can send the missed events. Throws `endpoint_not_found`; AccessError.not_permitted, for v2 also if a
 * member may not reveal account numbers.
 */
export async function enableEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<{ disabledAt: Date | null }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [enabled] = await tx.query<{ disabled_at: Date; format: Format }>(ENABLE, [merchantId, endpointId]);
    if (enabled === undefined) {
      await findEndpointStatus(tx, endpointId);
      return { disabledAt: null };
    }
    const detail = await requireToDisclose(tx, by, enabled.format);
    const subject = `webhook-endpoint:${endpointId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.endpoint_enabled", subject, detail }]);
    return { disabledAt: enabled.disabled_at };
  });
}

const ENABLE = `
  update webhooks.endpoint
  set status = 'enabled',
    disabled_because = null,
    disabled_at = null,
    consecutive_failures = 0,
    failing_since = null
  where merchant_id = $1 and endpoint_id = $2 and status = 'disabled'
  returning old.disabled_at, format`;
