import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { openSecret } from "./seal-keys.ts";

/**
 * The client secret in clear, for the classic webhook signature alone: that of the first-generated active key
 * pair. Null when the merchant has none.
 */
export async function readWebhookSecret(tx: Tx, vault: Vault): Promise<string | null> {
  const [client] = await tx.query<{ client_id: string; version: number; sealed_secret: Buffer }>(
    `select client_id, version, sealed_secret
     from access.api_client
     where merchant_id = $1 and active
     order by created_at
     limit 1`,
    [tx.merchantId],
  );
  if (client === undefined) return null;
  const name = { merchantId: tx.merchantId, clientId: client.client_id, version: client.version };
  return openSecret(vault, name, client.sealed_secret);
}
