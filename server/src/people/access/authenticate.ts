import type { Context } from "#lib/context";
import type { UntimedTx } from "#lib/db";
import {
  type Caller,
  CALLER_COLUMNS,
  type CallerRow,
  forgetToken,
  rememberToken,
  toCaller,
} from "./caller.ts";
import { type AuthorizationRequest, checkClient, countingFailures, findClient } from "./check-client.ts";
import { digest, merchantOfToken } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { gatherPerMerchant } from "./gather-per-merchant.ts";
import { noteFamiliar } from "./known-browsers.ts";
import { readAddress } from "./read-allowlist.ts";

/** Looks up a token by its hash. Calls of one merchant that come together ask once. Null if the token is not valid. */
export const lookUpToken = gatherPerMerchant<Buffer, FoundToken | null>((db, merchantId, hashes) =>
  db.look(merchantId, (ask) => readTokens(ask, hashes)),
);

/** A valid token, with the facts about its caller as they are now. */
export interface FoundToken {
  readonly ip: string;
  /** True if the present allowlist or a signature admits the address. */
  readonly admitted: boolean;
  readonly caller: Caller;
}

interface TokenRow extends CallerRow {
  token_hash: Buffer;
  ip: string;
  admitted: boolean;
}

/** Reads what is stored with each token; null if there is no such token, or it has expired. */
export async function readTokens(ask: UntimedTx, hashes: readonly Buffer[]): Promise<(FoundToken | null)[]> {
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

/**
 * Authenticates a call that carries a client id and secret instead of a token. No token is issued, and nothing is
 * written unless the secret is wrong. Always asks the database, so a reset secret holds for every call that
 * begins after its commit; calls of one merchant that come together ask once. Throws as `authorize` does, but for
 * `too_many_requests`.
 */
export async function authenticateClient(ctx: Context, request: AuthorizationRequest): Promise<Caller> {
  // A guesser at the same address must not stop a merchant from paying, and here every call carries the secret.
  return countingFailures(ctx, { ...request, barred: "clients" }, async (merchantId, attempt) => {
    const known = await findClient(ctx.db, { merchantId, ip: attempt.ip }, attempt);
    return toCaller(merchantId, checkClient(ctx, { merchantId, attempt }, known));
  });
}

/**
 * Returns the caller that a token belongs to. It always asks the database, so a revocation holds for every call that
 * begins after its commit; calls of one merchant that come together ask once. Throws `token_invalid`, `ip_not_allowed`
 * when the call comes from another address than the token was issued to or that address is no longer on the allowlist,
 * or `apis_disabled`; OverloadError when too many strangers ask from there.
 */
export async function authenticate(ctx: Context, given: { token: string; ip: string }): Promise<Caller> {
  const merchantId = merchantOfToken(given.token);
  if (merchantId === null) throw AccessError.token_invalid();
  const arrival = { merchantId, ip: given.ip };
  const tokenHash = digest(given.token);
  const found = await lookUpToken(ctx.db, arrival, tokenHash);
  try {
    const good = admit(found, given.ip);
    noteFamiliar(ctx.db, arrival);
    rememberToken(ctx.db, { tokenHash, ip: given.ip, found: good });
    return good.caller;
  } catch (error) {
    forgetToken(ctx.db, tokenHash);
    throw error;
  }
}

function admit(found: FoundToken | null, ip: string): FoundToken {
  if (found === null) throw AccessError.token_invalid();
  if (!found.admitted || found.ip !== readAddress(ip)) throw AccessError.ip_not_allowed();
  if (!found.caller.settings.apisEnabled) throw AccessError.apis_disabled();
  return found;
}
