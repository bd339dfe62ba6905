import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { SETTINGS_COLUMNS, toSettings, type MerchantSettings, type SettingsRow } from "./caller.ts";
import { AccessError } from "./errors.ts";
import { requireOfMember } from "./require-of-member.ts";

const SYNC_WAIT_MAX_MS = 60_000;

export interface MerchantChange {
  readonly settings: Partial<MerchantSettings>;
  readonly by?: Actor;
}

/** `changeMerchant` within the caller's transaction. */
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
  const { merchantId } = tx;
  const [row] = await tx.query<SettingsRow>(CHANGE, [
    merchantId,
    syncWaitMs,
    allowLoopbackWebhooks,
    payoutsEnabled,
    apisEnabled,
    tokenRequestorId,
    settings.tokenRequestorId !== undefined,
  ]);
  if (row === undefined) throw AccessError.merchant_not_found({ merchantId });
  const subject = `merchant:${merchantId}`;
  await recordAudit(tx, [{ actor: by, action: "access.merchant_changed", subject, detail: { ...settings } }]);
  return toSettings(row);
}

const CHANGE = `
  update access.merchant
  set sync_wait_ms = coalesce($2, sync_wait_ms),
    allow_loopback_webhooks = coalesce($3, allow_loopback_webhooks),
    payouts_enabled = coalesce($4, payouts_enabled),
    apis_enabled = coalesce($5, apis_enabled),
    token_requestor_id = case when $7 then $6 else token_requestor_id end
  where merchant_id = $1
  returning ${SETTINGS_COLUMNS}`;
