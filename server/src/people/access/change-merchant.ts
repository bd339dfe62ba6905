import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { type MerchantSettings, SETTINGS_COLUMNS, type SettingsRow, toSettings } from "./caller.ts";
import { AccessError } from "./errors.ts";
import { memberOf, requireOfMember } from "./require-permission.ts";

/**
 * Changes the given settings and returns all settings. Calls that begin later see the change. If the token requestor is
 * null, it is removed, and the merchant can no longer pay to cards. Throws `merchant_not_found`; `bad_setting` for a
 * wait over a minute, loopback webhooks of a live merchant, or a token requestor that is not eleven digits;
 * `not_permitted` for a member who may not manage settings.
 */
export async function changeMerchant(
  ctx: Context,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantSettings> {
  try {
    return await ctx.db.inMerchant(merchantId, (tx) => writeMerchantSettings(tx, change));
  } catch (error) {
    if (!violates(error, "loopback_webhooks_only_in_sandbox")) throw error;
    throw AccessError.bad_setting({ allowLoopbackWebhooks: change.settings.allowLoopbackWebhooks });
  }
}

const SYNC_WAIT_MAX_MS = 60_000;

interface MerchantChange {
  readonly settings: Partial<MerchantSettings>;
  readonly by?: Actor;
}

/**
 * Does the work of `changeMerchant` within the caller's transaction. Throws `operator_only` for a member who would
 * switch on live payouts that no member switched off.
 */
export async function writeMerchantSettings(
  tx: Tx,
  { settings, by = "system" }: MerchantChange,
): Promise<MerchantSettings> {
  const { syncWaitMs = null, allowLoopbackWebhooks = null, tokenRequestorId = null } = settings;
  const { payoutsEnabled = null, apisEnabled = null } = settings;
  if (
    syncWaitMs !== null &&
    !(Number.isInteger(syncWaitMs) && syncWaitMs >= 0 && syncWaitMs <= SYNC_WAIT_MAX_MS)
  ) {
    throw AccessError.bad_setting({ syncWaitMs });
  }
  if (tokenRequestorId !== null && !/^\d{11}$/.test(tokenRequestorId)) {
    throw AccessError.bad_setting({ tokenRequestorId });
  }
  await requireOfMember(tx, by, "manage_settings");
  if (payoutsEnabled === true && memberOf(by) !== null) await requireStoppedByMember(tx);
  const { merchantId } = tx;
  const [row] = await tx.query<SettingsRow>(CHANGE, [
    merchantId,
    syncWaitMs,
    allowLoopbackWebhooks,
    payoutsEnabled,
    apisEnabled,
    tokenRequestorId,
    settings.tokenRequestorId !== undefined,
    by,
    memberOf(by) !== null,
  ]);
  if (row === undefined) throw AccessError.merchant_not_found({ merchantId });
  const subject = `merchant:${merchantId}`;
  await recordAudit(tx, [{ actor: by, action: "access.merchant_changed", subject, detail: { ...settings } }]);
  return toSettings(row);
}

/** Guards the switch of live payouts, because members may undo only what a member did. Throws `operator_only`. */
export async function requireStoppedByMember(tx: Tx): Promise<void> {
  const [stopped] = await tx.query<{ by: Actor | null }>(FIND_STOPPER, [tx.merchantId]);
  if (stopped !== undefined && memberOf(stopped.by ?? "system") === null) throw AccessError.operator_only();
}

const FIND_STOPPER = `
  select payouts_stopped_by as by
  from access.merchant
  where merchant_id = $1 and mode = 'live' and not payouts_enabled
  for no key update`;

// A member who switches off what is off already does not become the one who stopped it.
const CHANGE = `
  update access.merchant
  set sync_wait_ms = coalesce($2, sync_wait_ms),
    allow_loopback_webhooks = coalesce($3, allow_loopback_webhooks),
    payouts_enabled = coalesce($4, payouts_enabled),
    payouts_stopped_by = case
      when $4 then null
      when $4 is null or (not payouts_enabled and $9) then payouts_stopped_by
      else $8
    end,
    apis_enabled = coalesce($5, apis_enabled),
    token_requestor_id = case when $7 then $6 else token_requestor_id end
  where merchant_id = $1
  returning ${SETTINGS_COLUMNS}`;
