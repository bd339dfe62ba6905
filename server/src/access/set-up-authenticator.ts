import type { Context } from "#lib/context";
import { sealedFor } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { makeTotpSecret, toBase32, totpUri } from "./totp.ts";

/** Whose second factors are set up, in which of the member's sessions. */
export interface OwnSession {
  readonly organizationId: string;
  readonly memberId: string;
  readonly sessionId: string;
}

const ISSUER = "Vitaran";

/**
 * Makes a secret for a member's authenticator app; it counts once `confirmAuthenticator` has been given a code of it.
 * Throws `factor_exists` when an app is set up already.
 */
export async function setUpAuthenticator(
  ctx: Context,
  { organizationId, memberId, email }: OwnSession & { email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret();
  const sealed = ctx.vault.seal(sealedFor(organizationId, memberId), secret);
  const made = await inOrganization(ctx, organizationId, (tx) => tx.execute(SET_UP, [memberId, sealed]));
  if (made === 0) throw AccessError.factor_exists();
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: ISSUER, email }) };
}

const SET_UP = `
  insert into access.authenticator as kept (member_id, sealed_secret)
  values ($1, $2)
  on conflict (member_id) do update
  set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
  where kept.confirmed_at is null`;
