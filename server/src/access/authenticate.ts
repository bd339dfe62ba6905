import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { gather } from "#lib/gather";
import { SETTINGS_COLUMNS, toSettings, type Caller, type SettingsRow, type StatusMode } from "./caller.ts";
import { digest, merchantOfToken, type Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { readAddress } from "./read-address.ts";

/**
 * Who is calling with this token. Always asks the database, so a revocation holds for every call that begins
 * after its commit; calls of one merchant that come together ask once.
 * Throws `token_invalid`, `ip_not_allowed` when it comes from another address than it was issued to, or
 * `apis_disabled`.
 */
export async function authenticate(ctx: Context, given: { token: string; ip: string }): Promise<Caller> {
  const merchantId = merchantOfToken(given.token);
  if (merchantId === null) throw AccessError.token_invalid();
  const found = await lookUp(ctx.db, merchantId, digest(given.token));
  if (found === null) throw AccessError.token_invalid();
  if (found.ip !== readAddress(given.ip)) throw AccessError.ip_not_allowed();
  if (!found.caller.settings.apisEnabled) throw AccessError.apis_disabled();
  return found.caller;
}

interface FoundToken {
  readonly ip: string;
  readonly caller: Caller;
}

interface Lookups {
  readonly find: (tokenHash: Buffer) => Promise<FoundToken | null>;
  open: number;
}

const lookupsOf = new WeakMap<Db, Map<string, Lookups>>();

/** Gathers the lookups of each merchant; a merchant nobody asks for takes no room. */
async function lookUp(db: Db, merchantId: string, tokenHash: Buffer): Promise<FoundToken | null> {
  let merchants = lookupsOf.get(db);
  if (merchants === undefined) lookupsOf.set(db, (merchants = new Map()));
  let lookups = merchants.get(merchantId);
  if (lookups === undefined) {
    const flush = (hashes: Buffer[]) => readTokens(db, merchantId, hashes);
    merchants.set(merchantId, (lookups = { find: gather({ limit: 500, lanes: 2, flush }), open: 0 }));
  }
  lookups.open += 1;
  try {
    return await lookups.find(tokenHash);
  } finally {
    lookups.open -= 1;
    if (lookups.open === 0) merchants.delete(merchantId);
  }
}

interface TokenRow extends SettingsRow {
  token_hash: Buffer;
  ip: string;
  client_id: string;
  status_mode: StatusMode;
  rate_per_minute: number;
  organization_id: string;
  mode: Mode;
}

async function readTokens(db: Db, merchantId: string, hashes: Buffer[]): Promise<(FoundToken | null)[]> {
  const names = hashes.map((hash) => hash.toString("base64"));
  const distinct = [...new Map(names.map((name, index) => [name, hashes[index]])).values()];
  const rows = await db.inMerchant(merchantId, (tx) =>
    tx.query<TokenRow>(READ_TOKENS, [merchantId, distinct]),
  );
  const found = new Map(rows.map((row) => [row.token_hash.toString("base64"), toFound(merchantId, row)]));
  return names.map((name) => found.get(name) ?? null);
}

const toFound = (merchantId: string, row: TokenRow): FoundToken => ({
  ip: row.ip,
  caller: {
    merchantId,
    organizationId: row.organization_id,
    clientId: row.client_id,
    mode: row.mode,
    statusMode: row.status_mode,
    ratePerMinute: row.rate_per_minute,
    settings: toSettings(row),
  },
});

const READ_TOKENS = `
  select token.token_hash, token.ip, client.client_id, client.status_mode, client.rate_per_minute,
    merchant.organization_id, merchant.mode, ${SETTINGS_COLUMNS}
  from access.token
  join access.api_client as client
    on client.merchant_id = token.merchant_id and client.client_id = token.client_id
  join access.merchant on merchant.merchant_id = token.merchant_id
  where token.merchant_id = $1 and token.token_hash = any ($2::bytea[])
    and token.revoked_at is null and token.expires_at > now()
    and client.active and client.version = token.secret_version`;
