import type { Context } from "#lib/context";
import { checkFactor, type FactorProof } from "./check-factor.ts";
import { isPasswordOf } from "./check-password.ts";
import { inKnownTurn } from "./password.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { hasSecondFactor, readFactors } from "./second-factor.ts";
import type { OwnSession } from "./authenticator.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";

/** The proof that a member gives before a risky action: a second factor, or the password if none is set up. */
export type MemberProof = FactorProof | { readonly kind: "password"; readonly password: string };

/**
 * Records that the member of a session has just proved its identity, which allows actions that need a fresh proof for
 * five minutes. Throws `wrong_password`, `wrong_code`, `wrong_passkey`, `ticket_invalid`, `too_many_attempts`, and
 * `factor_needed` for a password if a second factor is set up.
 */
export async function proveAgain(
  ctx: Context,
  own: OwnSession,
  { proof }: { proof: MemberProof },
): Promise<{ provedAt: Date }> {
  const { organizationId, memberId, sessionId } = own;
  return withAttempt(ctx, sessionSubjects(ctx, sessionId), async () => {
    if (proof.kind === "password") await checkPassword(ctx, memberId, proof.password);
    return inOrganization(ctx, organizationId, async (tx) => {
      if (proof.kind !== "password") await checkFactor(ctx, tx, memberId, proof);
      const [proved] = await tx.query<{ provedAt: Date }>(NOTE, [sessionId, memberId]);
      if (proved === undefined) throw AccessError.session_invalid();
      return proved;
    });
  });
}

async function checkPassword(ctx: Context, memberId: string, password: string): Promise<void> {
  const [factors, [row]] = await ctx.db.directory((tx) =>
    Promise.all([readFactors(tx, memberId), tx.query<{ hash: string | null }>(READ_HASH, [memberId])]),
  );
  if (hasSecondFactor(factors)) throw AccessError.factor_needed();
  if (!(await inKnownTurn(memberId, () => isPasswordOf(password, row?.hash))))
    throw AccessError.wrong_password();
}

const READ_HASH = `
  select password_hash as hash
  from access.member
  where member_id = $1`;

const NOTE = `
  update access.session
  set proved_at = now()
  where session_id = $1 and member_id = $2 and ended_at is null
  returning proved_at as "provedAt"`;
