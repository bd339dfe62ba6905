import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { checkEventTypes } from "./check-event-types.ts";
import type { Format } from "./format.ts";
import { makeEndpointSecret, sealEndpointSecret } from "./endpoint-secret.ts";
import { WebhookError } from "./errors.ts";
import type { EventType } from "./event-types.ts";
import { ENDPOINTS_MAX } from "./limits.ts";
import { guardTarget, resolveHost, type Resolve, type Verdict } from "./guard-target.ts";
import { readAllowLoopback } from "./read-allow-loopback.ts";
import { requireToDisclose } from "./require-to-disclose.ts";

export interface NewEndpoint {
  readonly url: string;
  readonly format: Format;
  /** Absent or null: all event types of the format, including future ones. */
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
): Promise<Extract<Verdict, { kind: "allowed" }>> {
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
