import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { readMerchant } from "./merchant.ts";

/**
 * Refuses members while the merchant's payouts are switched off. Other callers are refused when they authenticate.
 * Throws `payouts_disabled`.
 */
export async function requirePayouts(tx: Tx, by: Actor): Promise<void> {
  if (!by.startsWith("member:")) return;
  const { settings } = await readMerchant(tx);
  if (!settings.payoutsEnabled) throw AccessError.payouts_disabled({ merchantId: tx.merchantId });
}
