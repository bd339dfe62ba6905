import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { CALLER_COLUMNS, toCaller, type Caller, type CallerRow } from "./caller.ts";
import { digest, merchantOfToken } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteFamiliar } from "./familiar.ts";
import { gatherPerMerchant } from "./gather-per-merchant.ts";
import { readAddress } from "./read-address.ts";

/**
 * Who is calling with this token. Always asks the database, so a revocation holds for every call that begins
 * after its commit; calls of one merchant that come together ask once.
 * Throws `token_invalid`, `ip_not_allowed` when it comes from another address than it was issued to or that address is
 * on the allowlist no more, or `apis_disabled`; OverloadError when too many strangers ask from there.
 */
export async function authenticate(ctx: Context, given: { token: string; ip: string }): Promise<Caller> {
  const merchantId = merchantOfToken(given.token);
  if (merchantId === null) throw AccessError.token_invalid();
  const arrival = { merchantId, ip: given.ip };
  const found = await lookUp(ctx.db, arrival, digest(given.token));
  if (found === null) throw AccessError.token_invalid();
  if (!found.admitted || found.ip !== readAddress(given.ip)) throw AccessError.ip_not_allowed();
  if (!found.caller.settings.apisEnabled) throw AccessError.apis_disabled();
  noteFamiliar(ctx.db, arrival);
  return found.caller;
}

interface FoundToken {
  readonly ip: string;
  /** Whether the allowlist, as it is now, or a signature lets its address in. */
  readonly admitted: boolean;
  readonly caller: Caller;
}

const lookUp = gatherPerMerchant(readTokens);

interface TokenRow extends CallerRow {
  token_hash: Buffer;
  ip: string;
  admitted: boolean;
}

async function readTokens(db: Db, merchantId: string, hashes: Buffer[]): Promise<(FoundToken | null)[]> {
  const names = hashes.map((hash) => hash.toString("base64"));
  const distinct = [...new Map(names.map((name, index) => [name, hashes[index]])).values()];
  const rows = await db.look(merchantId, (ask) => ask.query<TokenRow>(READ_TOKENS, [merchantId, distinct]));
  const found = new Map(rows.map((row) => [row.token_hash.toString("base64"), toFound(merchantId, row)]));
  return names.map((name) => found.get(name) ?? null);
}

const toFound = (merchantId: string, row: TokenRow): FoundToken => ({
  ip: row.ip,
  admitted: row.admitted,
  caller: toCaller(merchantId, row),
});

const READ_TOKENS = `
  select token.token_hash, token.ip,
    token.signed or token.ip::inet <<= any (client.ip_allowlist::inet[])
      or (merchant.mode = 'sandbox' and client.ip_allowlist = '{}') as admitted,
    ${CALLER_COLUMNS}
  from access.token
  join access.api_client as client
    on client.merchant_id = token.merchant_id and client.client_id = token.client_id
  join access.merchant on merchant.merchant_id = token.merchant_id
  where token.merchant_id = $1 and token.token_hash = any ($2::bytea[])
    and token.revoked_at is null and token.expires_at > now()
    and client.active and client.version = token.secret_version`;
