import { timingSafeEqual } from "node:crypto";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { countFailure, failureSubjects, hasFailedTooOften, type FailureSubject } from "./count-failures.ts";
import { digest, makeToken, merchantOfClientId, type Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { readAddress } from "./read-address.ts";
import { isListed } from "./read-allowlist.ts";
import { openPrivateKey } from "./seal-keys.ts";
import { isSigned } from "./signature-keys.ts";

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The header X-Cf-Signature, for callers whose address is not listed. */
  readonly signature?: string | undefined;
  readonly ip: string;
}

export interface IssuedToken {
  readonly token: string;
  /** 600 s after issue, by the database's clock: a test clock does not make tokens old. */
  readonly expiresAt: Date;
}

/**
 * Issues a token, bound to the address, for a right client id and secret; older tokens stay valid.
 * Throws `bad_credentials` (the same for an unknown client and a wrong secret), `apis_disabled`,
 * `ip_not_allowed`, or `too_many_attempts`, after which even the right secret is refused until the minute is
 * over.
 */
export async function authorize(ctx: Context, request: AuthorizationRequest): Promise<IssuedToken> {
  const ip = readAddress(request.ip);
  if (ip === null) throw AccessError.ip_not_allowed();
  const attempt = { ...request, ip };
  const subjects = failureSubjects(ctx, attempt);
  try {
    const merchantId = merchantOfClientId(request.clientId);
    if (merchantId === null) throw AccessError.bad_credentials();
    return await ctx.db.inMerchant(merchantId, (tx) => issueToken(ctx, tx, { attempt, subjects }));
  } catch (error) {
    const guessed = AccessError.is(error, "bad_credentials") || AccessError.is(error, "ip_not_allowed");
    if (guessed && (await countFailure(ctx, subjects))) throw AccessError.too_many_attempts();
    throw error;
  }
}

async function issueToken(
  ctx: Context,
  tx: Tx,
  { attempt, subjects }: { attempt: AuthorizationRequest; subjects: FailureSubject[] },
): Promise<IssuedToken> {
  const [[client], tooOften] = await Promise.all([
    tx.query<ClientRow>(READ_CLIENT, [tx.merchantId, attempt.clientId]),
    hasFailedTooOften(tx, subjects),
  ]);
  if (tooOften) throw AccessError.too_many_attempts();
  const right = timingSafeEqual(digest(attempt.clientSecret), client?.secret_hash ?? NO_SECRET);
  if (client === undefined || !right) throw AccessError.bad_credentials();
  if (!client.apis_enabled) throw AccessError.apis_disabled();
  if (!mayComeFrom(ctx, tx.merchantId, { client, attempt })) throw AccessError.ip_not_allowed();

  const token = makeToken(tx.merchantId);
  const values = [tx.merchantId, digest(token), attempt.clientId, client.version, attempt.ip, TOKEN_SECONDS];
  const [[issued]] = await Promise.all([
    tx.query<{ expires_at: Date }>(ISSUE, values),
    tx.execute(FORGET_EXPIRED, [tx.merchantId]),
  ]);
  // The secret was reset since it was read.
  if (issued === undefined) throw AccessError.bad_credentials();
  return { token, expiresAt: issued.expires_at };
}

/** A sandbox without an allowlist is open; every other address must be listed, or the call signed. */
function mayComeFrom(
  ctx: Context,
  merchantId: string,
  { client, attempt }: { client: ClientRow; attempt: AuthorizationRequest },
): boolean {
  const open = client.mode === "sandbox" && client.networks.length === 0;
  if (open || isListed(attempt.ip, client.networks)) return true;
  if (attempt.signature === undefined) return false;
  const { clientId, signature } = attempt;
  const privateKey = openPrivateKey(ctx.vault, { merchantId, clientId }, client.sealed_private_key);
  return isSigned(signature, { clientId, privateKey, nowSeconds: client.now_seconds });
}

const TOKEN_SECONDS = 600;

/** What an unknown client's secret is compared with, so that both ways take the same time. */
const NO_SECRET = Buffer.alloc(32);

interface ClientRow {
  version: number;
  secret_hash: Buffer;
  sealed_private_key: Buffer;
  networks: string[];
  mode: Mode;
  apis_enabled: boolean;
  now_seconds: number;
}

const READ_CLIENT = `
  select client.version, client.secret_hash, client.sealed_private_key,
    client.ip_allowlist::text[] as networks, merchant.mode, merchant.apis_enabled,
    extract(epoch from now())::float8 as now_seconds
  from access.api_client as client
  join access.merchant on merchant.merchant_id = client.merchant_id
  where client.merchant_id = $1 and client.client_id = $2 and client.active`;

// The version is checked again here, and by every use of the token: a reset that commits in between leaves
// the token without effect. No lock is taken, so a stream of authorizations cannot hold up the reset.
const ISSUE = `
  insert into access.token (merchant_id, token_hash, client_id, secret_version, ip, expires_at)
  select client.merchant_id, $2, client.client_id, client.version, $5, now() + make_interval(secs => $6)
  from access.api_client as client
  where client.merchant_id = $1 and client.client_id = $3 and client.version = $4 and client.active
  returning expires_at`;

const FORGET_EXPIRED = `
  delete from access.token
  where merchant_id = $1 and expires_at < now() - interval '1 hour'`;
