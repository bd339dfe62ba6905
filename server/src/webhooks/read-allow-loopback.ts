import type { Tx } from "#lib/db";

/** Returns true if the merchant (a sandbox one) may send webhooks to this computer. */
export async function readAllowLoopback(tx: Tx): Promise<boolean> {
  const [merchant] = await tx.query<{ allow_loopback_webhooks: boolean }>(
    "select allow_loopback_webhooks from access.merchant where merchant_id = $1",
    [tx.merchantId],
  );
  return merchant?.allow_loopback_webhooks ?? false;
}
