import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { digest, makeToken, TOKEN_SECONDS } from "./credentials.ts";
import { toCaller } from "./caller.ts";
import {
  checkClient,
  countingFailures,
  findClient,
  type Attempt,
  type AuthorizationRequest,
  type AdmittedClient,
} from "./check-client.ts";
import { AccessError } from "./errors.ts";
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
