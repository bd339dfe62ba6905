import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context";
import type { Db, Tx, UntimedTx } from "#lib/db";
import {
  type Caller,
  CALLER_COLUMNS,
  type CallerRow,
  forgetToken,
  type Presumed,
  rememberToken,
  type StatusMode,
  toCaller,
} from "./caller.ts";
import {
  type AdmittedClient,
  type Attempt,
  type AuthorizationRequest,
  checkClient,
  countingFailures,
  findClient,
  gatherPerMerchant,
} from "./check-client.ts";
import { digest, makeToken, merchantOfClientId, merchantOfToken, TOKEN_SECONDS } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteFamiliar } from "./known-browsers.ts";
import { readAddress } from "./read-allowlist.ts";
import { takeRatePermit } from "./take-rate-permit.ts";

interface IssuedToken {
  readonly token: string;
  /** 600 s after issue, by the database's clock, so that a test clock does not make tokens old. */
  readonly expiresAt: Date;
}

/**
 * Issues a token, bound to the address, for a correct client id and secret. Older tokens stay valid. It counts as one
 * of the calls that the client may make in a minute. Throws `bad_credentials` (the same for an unknown client and a
 * wrong secret), `apis_disabled`, `ip_not_allowed`, `too_many_requests` with `resetSeconds`, or `too_many_attempts`,
 * after which even the right secret is refused until the minute is over.
 */
export async function authorize(ctx: Context, request: AuthorizationRequest): Promise<IssuedToken> {
  return countingFailures(ctx, { ...request, barred: "strangers" }, async (merchantId, attempt) => {
    const known = await findClient(ctx.db, { merchantId, ip: attempt.ip }, attempt);
    const client = checkClient(ctx, { merchantId, attempt }, known);
    const { allowed, resetSeconds } = await takeRatePermit(ctx, toCaller(merchantId, client));
    if (!allowed) throw AccessError.too_many_requests({ resetSeconds });
    return ctx.db.inMerchant(merchantId, (tx) => issueToken(tx, attempt, client));
  });
}

async function issueToken(
  tx: Tx,
  attempt: Attempt,
  { version, signed }: AdmittedClient,
): Promise<IssuedToken> {
  const { merchantId } = tx;
  const token = makeToken(merchantId);
  const values = [merchantId, digest(token), attempt.clientId, version, attempt.ip, TOKEN_SECONDS, signed];
  const [[issued]] = await Promise.all([
    tx.query<{ expires_at: Date }>(ISSUE, values),
    tx.execute(FORGET_EXPIRED, [merchantId]),
  ]);
  // The secret has been reset since it was read.
  if (issued === undefined) throw AccessError.bad_credentials();
  return { token, expiresAt: issued.expires_at };
}

// The version is checked again here, and both version and allowlist whenever the token is used, so a change that
// commits in between makes the token useless. No lock is taken, so a stream of authorizations cannot hold up the
// change.
const ISSUE = `
  insert into access.token (merchant_id, token_hash, client_id, secret_version, ip, expires_at, signed)
  select client.merchant_id, $2, client.client_id, client.version, $5, now() + make_interval(secs => $6), $7
  from access.api_client as client
  where client.merchant_id = $1 and client.client_id = $3 and client.version = $4 and client.active
  returning expires_at`;

const FORGET_EXPIRED = `
  delete from access.token
  where merchant_id = $1 and expires_at < now() - interval '1 hour'`;

/** Looks up a token by its hash. Concurrent calls of one merchant share one query. Null if the token is not valid. */
const lookUpToken = gatherPerMerchant<Buffer, FoundToken | null>((db, merchantId, hashes) =>
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
async function readTokens(ask: UntimedTx, hashes: readonly Buffer[]): Promise<(FoundToken | null)[]> {
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

/** Reads the tokens again and notes which presumed callers are confirmed. */
export async function confirmPresumed(ask: UntimedTx, presumed: readonly Presumed[]): Promise<void> {
  const hashes = presumed.map(({ tokenHash }) => tokenHash);
  const found = await readTokens(ask, hashes);
  for (const [index, one] of presumed.entries()) one.holds = isDeepStrictEqual(found[index], one.found);
}

/**
 * Makes sure that a call comes from its presumed caller, unless that was confirmed already. Throws `caller_changed`.
 */
export async function confirmCaller(ctx: Context, presumed: Presumed): Promise<void> {
  if (presumed.holds === null) {
    const { caller, tokenHash, ip } = presumed;
    const found = await lookUpToken(ctx.db, { merchantId: caller.merchantId, ip }, tokenHash);
    presumed.holds = isDeepStrictEqual(found, presumed.found);
  }
  if (!presumed.holds) throw AccessError.caller_changed();
}

/**
 * Returns the status mode in which to answer a call that failed before its caller was known: that of the merchant whose
 * client id or token it carries, valid or not. A merchant has one key pair, so the merchant is enough. If the merchant
 * is unknown, the mode of the installation applies.
 */
export async function findStatusMode(
  ctx: Context,
  given: { clientId?: string | undefined; token?: string | undefined; ip: string },
): Promise<StatusMode> {
  const merchantId =
    (given.token === undefined ? null : merchantOfToken(given.token)) ??
    (given.clientId === undefined ? null : merchantOfClientId(given.clientId));
  if (merchantId === null) return ctx.config.statusMode;
  const mode = await lookUp(ctx.db, { merchantId, ip: given.ip }, null);
  return mode ?? ctx.config.statusMode;
}

const lookUp = gatherPerMerchant(readModes);

/** Reads the modes for all calls that ask together with one query. */
async function readModes(db: Db, merchantId: string, asked: null[]): Promise<(StatusMode | null)[]> {
  const [client] = await db.inMerchant(merchantId, (tx) =>
    tx.query<{ status_mode: StatusMode }>(
      `select status_mode
       from access.api_client
       where merchant_id = $1 and active`,
      [merchantId],
    ),
  );
  return asked.map(() => client?.status_mode ?? null);
}
