import type { Asking } from "#lib/db";
import { CALLER_COLUMNS, toCaller, type Caller, type CallerRow } from "./caller.ts";

/** A token that is good, with what its caller is now. */
export interface FoundToken {
  readonly ip: string;
  /** Whether the allowlist, as it is now, or a signature lets its address in. */
  readonly admitted: boolean;
  readonly caller: Caller;
}

interface TokenRow extends CallerRow {
  token_hash: Buffer;
  ip: string;
  admitted: boolean;
}

/** Of each token what is found with it; null where there is none, or it ended. */
export async function readTokens(ask: Asking, hashes: readonly Buffer[]): Promise<(FoundToken | null)[]> {
  const { merchantId } = ask;
  const names = hashes.map((hash) => hash.toString("base64"));
  const distinct = [...new Map(names.map((name, index) => [name, hashes[index]])).values()];
  const rows = await ask.query<TokenRow>(READ_TOKENS, [merchantId, distinct]);
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
