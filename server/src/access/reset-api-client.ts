import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { IssuedKeys } from "./create-api-client.ts";
import { digest, makeSecret, type Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import { memberOf } from "./require-permission.ts";
import { sealSecret } from "./seal-keys.ts";

/** Announces each reset by its merchant's id, for those who keep a copy of the secret. */
export const KEYS_CHANNEL = "access_keys";

/**
 * Gives the merchant's key pair a new secret, shown once. From the commit on, the old secret and every token
 * got with it are refused: an authorization under way either is finished before, and its token revoked here,
 * or finds the new secret. Webhooks are signed with the new secret too. `because` is kept with it. Throws
 * `api_client_not_found`.
 */
export async function resetApiClient(
  ctx: Context,
  merchantId: string,
  { by = "system", ...reset }: { by?: Actor; because?: string } = {},
): Promise<IssuedKeys> {
  return ctx.db.inMerchant(merchantId, (tx) => resetApiClientWithin(tx, ctx.vault, { by, ...reset }));
}

/**
 * The same within a transaction that asked first whether it may. With `version` only the secret of that version is
 * ended; throws `api_client_changed` when there is a newer one already.
 */
export async function resetApiClientWithin(
  tx: Tx,
  vault: Vault,
  { by, version: ends, because }: { by: Actor; version?: number; because?: string },
): Promise<IssuedKeys> {
  const { merchantId } = tx;
  const [client] = await tx.query<LockedClient>(LOCK, [merchantId]);
  if (client === undefined) throw AccessError.api_client_not_found({ merchantId });
  if (ends !== undefined && client.version !== ends) throw AccessError.api_client_changed({ merchantId });
  const clientId = client.client_id;
  const version = client.version + 1;
  const clientSecret = makeSecret(client.mode);
  const sealed = sealSecret(vault, { merchantId, clientId, version }, clientSecret);
  const [, revoked] = await Promise.all([
    tx.execute(SET_SECRET, [merchantId, clientId, version, digest(clientSecret), sealed, memberOf(by)]),
    tx.execute(REVOKE, [merchantId, clientId]),
    tx.execute("select pg_notify($1, $2)", [KEYS_CHANNEL, merchantId]),
  ]);
  await noteInfluence(tx, by, [`api-key:${clientId}`]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.api_client_reset",
      subject: `api-client:${clientId}`,
      detail: { version, tokensRevoked: revoked, ...(because === undefined ? {} : { because }) },
    },
  ]);
  return { clientId, clientSecret, publicKeyPem: client.public_key_pem };
}

interface LockedClient {
  client_id: string;
  version: number;
  public_key_pem: string;
  mode: Mode;
}

const LOCK = `
  select client.client_id, client.version, client.public_key_pem, merchant.mode
  from access.api_client as client
  join access.merchant on merchant.merchant_id = client.merchant_id
  where client.merchant_id = $1 and client.active
  for no key update of client`;

const SET_SECRET = `
  update access.api_client
  set version = $3, secret_hash = $4, sealed_secret = $5, shown_to = $6
  where merchant_id = $1 and client_id = $2`;

const REVOKE = `
  update access.token
  set revoked_at = clock_timestamp()
  where merchant_id = $1 and client_id = $2 and revoked_at is null`;
