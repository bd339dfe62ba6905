import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { type ApiClient, checkRate, type IssuedKeys, readApiClient } from "./api-client.ts";
import type { StatusMode } from "./caller.ts";
import { digest, makeSecret, type MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { endControl, noteInfluence } from "./influence.ts";
import { type KeyTerms, widens, writeKeyTerms } from "./key-terms.ts";
import { readMerchant } from "./merchant.ts";
import { listsMore, readAllowlist } from "./read-allowlist.ts";
import { memberOf, requireOfMember } from "./require-permission.ts";
import { sealSecret } from "./client-keys.ts";

export interface ApiClientChange {
  readonly statusMode?: StatusMode;
  readonly ipAllowlist?: readonly string[];
  readonly ratePerMinute?: number;
  /** True if a member only gives back what others took, which is no influence (decision 0071). */
  readonly isGivenBack?: boolean;
  readonly by?: Actor;
}

/**
 * Changes the given settings of the merchant's key pair and returns the key pair as it is then. A new allowlist applies
 * to every call that begins after the commit. Tokens of addresses that it leaves out stop working, except those issued
 * for a signature. Throws `api_client_not_found`, `bad_allowlist`, `bad_setting`, `not_permitted` for a member who may
 * not manage keys.
 */
export function changeApiClient(
  ctx: Context,
  merchantId: string,
  change: ApiClientChange,
): Promise<ApiClient> {
  return ctx.db.inMerchant(merchantId, (tx) => changeApiClientWithin(tx, change));
}

/** Does the work of `changeApiClient` in the caller's transaction. */
export async function changeApiClientWithin(
  tx: Tx,
  { by = "system", isGivenBack = false, ...change }: ApiClientChange,
): Promise<ApiClient> {
  const { merchantId } = tx;
  const ipAllowlist = change.ipAllowlist === undefined ? undefined : readAllowlist(change.ipAllowlist);
  const ratePerMinute = change.ratePerMinute === undefined ? undefined : checkRate(change.ratePerMinute);
  await requireOfMember(tx, by, "manage_keys");
  await tx.query(LOCK_CLIENT, [merchantId]);
  const before = await readApiClient(tx);
  if (before === null) throw AccessError.api_client_not_found({ merchantId });
  const after = {
    ...before,
    statusMode: change.statusMode ?? before.statusMode,
    ipAllowlist: ipAllowlist ?? before.ipAllowlist,
    ratePerMinute: ratePerMinute ?? before.ratePerMinute,
  };
  await tx.execute(CHANGE_CLIENT, [
    merchantId,
    after.clientId,
    after.statusMode,
    after.ipAllowlist,
    after.ratePerMinute,
  ]);
  const { mode } = await readMerchant(tx);
  if (!isGivenBack && listsMore(mode, before.ipAllowlist, after.ipAllowlist))
    await noteInfluence(tx, by, [`api-key:${after.clientId}`], { once: true });
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.api_client_changed",
      subject: `api-client:${after.clientId}`,
      detail: { before: settingsOf(before), after: settingsOf(after) },
    },
  ]);
  return after;
}

const settingsOf = ({ statusMode, ipAllowlist, ratePerMinute }: ApiClient) => ({
  statusMode,
  ipAllowlist,
  ratePerMinute,
});

const LOCK_CLIENT = `
  select
  from access.api_client
  where merchant_id = $1 and active
  for no key update`;

const CHANGE_CLIENT = `
  update access.api_client
  set status_mode = $3, ip_allowlist = $4::text[]::cidr[], rate_per_minute = $5
  where merchant_id = $1 and client_id = $2`;

/** A change of terms. Absent ones stay as they are. */
export type KeyTermsChange = Partial<KeyTerms>;

/** Returns the terms of the merchant's key pair, locked until the transaction ends. Throws `api_client_not_found`. */
export async function lockKeyTerms(tx: Tx): Promise<KeyTerms & { readonly clientId: string }> {
  const [terms] = await tx.query<KeyTerms & { clientId: string }>(LOCK_SCOPE, [tx.merchantId]);
  if (terms === undefined) throw AccessError.api_client_not_found({ merchantId: tx.merchantId });
  return terms;
}

interface TermsToSet {
  readonly clientId: string;
  readonly before: KeyTerms;
  readonly after: KeyTerms;
  readonly isGivenBack?: boolean;
  readonly by: Actor;
}

/**
 * Sets terms that were locked and checked. Widening them counts as influence of the member who did it, unless the
 * member only gives back what others took.
 */
export async function setKeyTerms(
  tx: Tx,
  { clientId, before, after, isGivenBack = false, by }: TermsToSet,
): Promise<KeyTerms> {
  const [was, is] = [writeKeyTerms(before), writeKeyTerms(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return after;
  const { scope, fundSourceIds, dayLimitPaise } = after;
  await tx.execute(CHANGE_SCOPE, [tx.merchantId, clientId, scope, fundSourceIds, dayLimitPaise]);
  if (!isGivenBack && widens(before, after))
    await noteInfluence(tx, by, [`api-key:${clientId}`], { once: true });
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.api_client_scope_changed",
      subject: `api-client:${clientId}`,
      detail: { before: was, after: is },
    },
  ]);
  return after;
}

const LOCK_SCOPE = `
  select client_id as "clientId", scope, fund_source_ids as "fundSourceIds", day_limit_paise as "dayLimitPaise"
  from access.api_client
  where merchant_id = $1 and active
  for no key update`;

const CHANGE_SCOPE = `
  update access.api_client
  set scope = $3, fund_source_ids = $4, day_limit_paise = $5
  where merchant_id = $1 and client_id = $2`;

/** Announces each reset by its merchant's id, for those who keep a copy of the secret. */
export const KEYS_CHANNEL = "access_keys";

/**
 * Gives the merchant's key pair a new secret, which is shown once. From the commit on, the old secret and every token
 * issued for it are refused: an authorization in progress either finishes before, and its token is revoked here, or
 * finds the new secret. Webhooks are signed with the new secret too. `because` is stored with it. Throws
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
 * Resets the secret within a transaction that has checked the permission. With `version`, only the secret of that
 * version is ended; throws `api_client_changed` if there is a newer one already.
 */
export async function resetApiClientWithin(
  tx: Tx,
  vault: Vault,
  { by, version: ends, because }: { by: Actor; version?: number; because?: string },
): Promise<IssuedKeys> {
  const { merchantId } = tx;
  const [client] = await tx.query<LockedClient>(LOCK_TO_RESET, [merchantId]);
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
  await endControl(tx, `api-key:${clientId}`);
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
  mode: MerchantMode;
}

const LOCK_TO_RESET = `
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
