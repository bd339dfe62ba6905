import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import type { MerchantSettings } from "./caller.ts";
import { AccessError } from "./errors.ts";
import { writeMerchantSettings, type MerchantChange } from "./write-merchant-settings.ts";

/**
 * Changes the given settings, leaves the others, and returns all of them. Calls that begin after it see them. A token
 * requestor of null is removed, and then the merchant pays no cards any more. Throws `merchant_not_found`;
 * `bad_setting` for a wait over a minute, loopback webhooks of a live merchant, or a token requestor that is not eleven
 * digits; `not_permitted` for a member who may not manage settings.
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
