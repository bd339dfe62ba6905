/** Authenticator apps: a secret that a member's app and we share, sealed here; a code works once. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { SealedFor } from "#lib/vault";
import { findTotpStep } from "./totp.ts";

/** How a member's secret is sealed; `organizationId` is the transaction's. */
export const sealedFor = (organizationId: string, memberId: string): SealedFor => ({
  merchantId: organizationId,
  purpose: `authenticator ${memberId}`,
});

interface Row {
  readonly sealed_secret: Buffer;
}

/**
 * Uses up a code of the member's app, confirmed or (when `confirming`) just shown; false when it is wrong, of another
 * time, or not newer than the last one taken. Of many tries with one code at once a single one succeeds.
 */
export async function takeTotpCode(
  ctx: Context,
  tx: Tx,
  { memberId, code, confirming = false }: { memberId: string; code: string; confirming?: boolean },
): Promise<boolean> {
  const [row] = await tx.query<Row>(READ, [memberId, confirming]);
  if (row === undefined) return false;
  const secret = ctx.vault.open(sealedFor(tx.merchantId, memberId), row.sealed_secret);
  const step = findTotpStep(secret, code.replaceAll(/\s/g, ""), tx.now);
  return step !== null && (await tx.execute(TAKE, [memberId, confirming, step])) === 1;
}

const READ = `
  select sealed_secret
  from access.authenticator
  where member_id = $1 and (confirmed_at is null) = $2`;

const TAKE = `
  update access.authenticator
  set last_step = $3, confirmed_at = coalesce(confirmed_at, now())
  where member_id = $1 and (confirmed_at is null) = $2 and last_step < $3`;
