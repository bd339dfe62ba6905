/** Adds, changes, closes and removes webhook endpoints. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Format } from "./build-request.ts";
import { makeEndpointSecret, sealEndpointSecret } from "./endpoint-secret.ts";
import { WebhookError } from "./errors.ts";
import { type EventType, isEventType } from "./event-types.ts";
import { guardTarget, type Resolve, resolveHost, type TargetVerdict } from "./guard-target.ts";
import { ENDPOINTS_MAX } from "./plan-retry.ts";
import { V2_TYPES } from "./v2-data.ts";

/** Returns true if the merchant (a sandbox one) may send webhooks to this computer. */
async function readAllowLoopback(tx: Tx): Promise<boolean> {
  const [merchant] = await tx.query<{ allow_loopback_webhooks: boolean }>(
    "select allow_loopback_webhooks from access.merchant where merchant_id = $1",
    [tx.merchantId],
  );
  return merchant?.allow_loopback_webhooks ?? false;
}

/**
 * Returns the event types for an endpoint, each once and sorted. Null means all. Throws `event_type_unknown` (also
 * for an empty list) and `event_type_not_in_v2`.
 */
export function checkEventTypes(given: readonly string[] | null, format: Format): EventType[] | null {
  if (given === null) return null;
  const known = given.filter(isEventType);
  if (known.length === 0 || known.length < given.length) {
    throw WebhookError.event_type_unknown({ eventTypes: given.filter((type) => !isEventType(type)) });
  }
  const missing = format === "v2" ? known.filter((type) => !V2_TYPES.includes(type)) : [];
  if (missing.length > 0) throw WebhookError.event_type_not_in_v2({ eventTypes: missing });
  return [...new Set(known)].toSorted();
}

/** Added to the audit record of a change by which full account numbers go to a new place. */
const DISCLOSES = { disclosesAccountNumbers: true } as const;

/** Returns true if bodies of the format contain full account numbers. */
export const holdsAccounts = (format: Format): boolean => format === "v2";

/**
 * Requires that a member who has full account numbers sent to a URL may see them. Returns an addition to the
 * audit record. Throws AccessError.not_permitted.
 */
export async function requireToDisclose(
  tx: Tx,
  by: Actor,
  format: Format,
): Promise<Partial<typeof DISCLOSES>> {
  if (!holdsAccounts(format)) return {};
  await requireOfMember(tx, by, "reveal_account_numbers");
  return DISCLOSES;
}

interface NewEndpoint {
  readonly url: string;
  readonly format: Format;
  /** If absent or null, all event types of the format, including future ones. */
  readonly eventTypes?: readonly string[] | null;
  readonly by?: Actor;
}

/**
 * Adds a URL that receives webhooks from now on. Returns the key of Standard Webhooks (`whsec_...`), which is
 * shown only this once; the classic signatures use the API client secret. `resolve` replaces the name
 * servers.
 *
 * Throws `url_refused` (with the reason), `event_type_unknown`, `event_type_not_in_v2`, `endpoint_exists`,
 * `endpoints_too_many`; AccessError.not_permitted, for v2 also if a member may not reveal account numbers.
 */
export async function addEndpoint(
  ctx: Context,
  merchantId: string,
  input: NewEndpoint,
  resolve: Resolve = resolveHost,
): Promise<{ endpointId: string; url: string; secret: string }> {
  const { by = "system" } = input;
  const eventTypes = checkEventTypes(input.eventTypes ?? null, input.format);
  const { url } = await checkTarget(ctx, merchantId, { url: input.url, resolve });
  const endpointId = newId();
  const secret = makeEndpointSecret();
  const sealed = sealEndpointSecret(ctx.vault, { merchantId, endpointId, version: 1 }, secret);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const disclosed = await requireToDisclose(tx, by, input.format);
    await insertEndpoint(tx, {
      endpointId,
      url: url.href,
      format: input.format,
      eventTypes,
      sealed,
      listens: false,
    });
    const detail = { url: url.href, format: input.format, eventTypes, ...disclosed };
    const subject = `webhook-endpoint:${endpointId}`;
    await recordAudit(tx, [{ actor: by, action: "webhooks.endpoint_added", subject, detail }]);
  });
  return { endpointId, url: url.href, secret };
}

/**
 * Checks the addresses behind a URL by the merchant's settings; throws `url_refused`. No transaction is open.
 */
export async function checkTarget(
  ctx: Context,
  merchantId: string,
  target: { readonly url: string; readonly resolve: Resolve },
): Promise<Extract<TargetVerdict, { kind: "allowed" }>> {
  const allowLoopback = await ctx.db.inMerchant(merchantId, readAllowLoopback);
  const verdict = await guardTarget(target.url, { allowLoopback, resolve: target.resolve });
  if (verdict.kind === "refused") throw WebhookError.url_refused({ reason: verdict.reason });
  return verdict;
}

interface Row {
  readonly endpointId: string;
  readonly url: string;
  readonly format: Format;
  readonly eventTypes: readonly EventType[] | null;
  readonly sealed: Buffer;
  /** True if nothing is sent to it, because a program polls for its webhooks. */
  readonly listens: boolean;
}

/** Throws `endpoints_too_many`, `endpoint_exists`. */
export async function insertEndpoint(tx: Tx, row: Row): Promise<void> {
  const { endpointId, url, format, eventTypes, sealed, listens } = row;
  const [count] = await tx.query<{ live: bigint }>(COUNT_LIVE, [tx.merchantId]);
  if (count!.live >= ENDPOINTS_MAX) throw WebhookError.endpoints_too_many();
  const values = [tx.merchantId, endpointId, url, format, eventTypes, sealed, tx.now, listens];
  const added = await tx.execute(INSERT, values);
  if (added === 0) throw WebhookError.endpoint_exists({ url, format });
}

const COUNT_LIVE = `
  select count(*) as live
  from webhooks.endpoint
  where merchant_id = $1 and status <> 'removed'`;

const INSERT = `
  insert into webhooks.endpoint (
    merchant_id, endpoint_id, url, format, event_types, sealed_secret, created_at, listened_at
  )
  values ($1, $2, $3, $4, $5, $6, $7, case when $8::boolean then statement_timestamp() end)
  on conflict (merchant_id, url, format) where status <> 'removed' do nothing`;

interface EndpointChange {
  readonly endpointId: string;
  /** Null means all event types of the format, including future ones. */
  readonly eventTypes: readonly string[] | null;
  readonly by?: Actor;
}

/**
 * Changes the event types of an endpoint from now on. Existing deliveries are not affected. Returns the types in force.
 * Throws `endpoint_not_found`, `event_type_unknown`, `event_type_not_in_v2`; AccessError.not_permitted, also if a
 * member who may not reveal account numbers gives a v2 endpoint more types.
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

interface EndpointClosing {
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
export async function closeEndpoint(tx: Tx, closing: EndpointClosing): Promise<boolean> {
  const { endpointId, status, because, by } = closing;
  const values = [tx.merchantId, endpointId, status, because, tx.now];
  const [closed] = await tx.query<{ listens: boolean }>(CLOSE, values);
  if (closed === undefined) return false;
  const [dead] = await Promise.all([
    tx.execute(BURY, [tx.merchantId, endpointId, tx.now, `the endpoint was ${status}`]),
    tx.execute(SETTLE_EVENTS, [tx.merchantId]),
  ]);
  const record = { actor: by, subject: `webhook-endpoint:${endpointId}` };
  const detail = { because: because ?? "merchant", deadLetters: dead };
  await recordAudit(tx, [
    status === "disabled"
      ? { ...record, action: "webhooks.endpoint_disabled", detail }
      : closed.listens
        ? { ...record, action: "webhooks.listener_ended", detail: { deadLetters: dead } }
        : { ...record, action: "webhooks.endpoint_removed", detail },
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
    and (status = 'enabled' or (status = 'disabled' and $3 = 'removed'))
  returning listened_at is not null as listens`;

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

/** Removes an endpoint for good. Past deliveries stay listed; waiting ones become dead letters. */
export async function removeEndpoint(
  ctx: Context,
  merchantId: string,
  { endpointId, by = "system" }: { readonly endpointId: string; readonly by?: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const closed = await closeEndpoint(tx, { endpointId, status: "removed", because: null, by });
    if (!closed) throw WebhookError.endpoint_not_found({ endpointId });
  });
}
