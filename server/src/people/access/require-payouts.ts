import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { readMerchant, type Merchant } from "./merchant.ts";

/**
 * Refuses members while the merchant's payouts are switched off. Other callers are refused when they authenticate.
 * A caller who has read the merchant passes it on. Throws `payouts_disabled`.
 */
export async function requirePayouts(tx: Tx, by: Actor, merchant?: Merchant): Promise<void> {
  if (!by.startsWith("member:")) return;
  const { settings } = merchant ?? (await readMerchant(tx));
  if (!settings.payoutsEnabled) throw AccessError.payouts_disabled({ merchantId: tx.merchantId });
}
