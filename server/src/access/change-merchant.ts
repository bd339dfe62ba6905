import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import { SETTINGS_COLUMNS, toSettings, type MerchantSettings, type SettingsRow } from "./caller.ts";
import { AccessError } from "./errors.ts";
import { requireOfMember } from "./require-of-member.ts";

const SYNC_WAIT_MAX_MS = 60_000;

export interface MerchantChange {
  readonly settings: Partial<MerchantSettings>;
  readonly by?: Actor;
}

/**
 * Changes the settings given and leaves the others; answers all of them. Calls that begin after it see them. A token
 * requestor of null is removed: the merchant pays no cards any more.
 * Throws `merchant_not_found`; `bad_setting` for a wait over a minute, loopback webhooks of a live merchant, or
 * a token requestor that is not eleven digits; `not_permitted` of a member who may not manage settings.
 */
export async function changeMerchant(
  ctx: Context,
  merchantId: string,
  { settings, by = "system" }: MerchantChange,
): Promise<MerchantSettings> {
  const {
    syncWaitMs = null,
    allowLoopbackWebhooks = null,
    payoutsEnabled = null,
    apisEnabled = null,
    tokenRequestorId = null,
  } = settings;
  if (
    syncWaitMs !== null &&
    !(Number.isInteger(syncWaitMs) && syncWaitMs >= 0 && syncWaitMs <= SYNC_WAIT_MAX_MS)
  ) {
    throw AccessError.bad_setting({ syncWaitMs });
  }
  if (tokenRequestorId !== null && !/^\d{11}$/.test(tokenRequestorId)) {
    throw AccessError.bad_setting({ tokenRequestorId });
  }
  try {
    return await ctx.db.inMerchant(merchantId, async (tx) => {
      await requireOfMember(tx, by, "manage_settings");
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
      const detail = { ...settings };
      const subject = `merchant:${merchantId}`;
      await recordAudit(tx, [{ actor: by, action: "access.merchant_changed", subject, detail }]);
      return toSettings(row);
    });
  } catch (error) {
    if (!violates(error, "loopback_webhooks_only_in_sandbox")) throw error;
    throw AccessError.bad_setting({ allowLoopbackWebhooks });
  }
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
