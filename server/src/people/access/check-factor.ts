import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type OwnSession, takeRecoveryCode, takeTotpCode } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { type PasskeyAnswer, takePasskey } from "./passkeys.ts";
import { inKnownTurn, isPasswordOf } from "./password.ts";
import { hasSecondFactor, readFactors } from "./second-factor.ts";
import { mayUsePassword } from "./sign-on-rule.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";

/** A second factor as it is given: a code of an app, a recovery code, or a passkey's signature. */
export type FactorProof =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "passkey"; readonly answer: PasskeyAnswer };

/**
 * Checks a second factor of a member and uses it up, in the member's organization. Returns its kind. Throws
 * `wrong_code`, `wrong_passkey`, `ticket_invalid`, and `log_in_refused` for a member who is disabled.
 */
export async function checkFactor(
  ctx: Context,
  tx: Tx,
  memberId: string,
  proof: FactorProof,
): Promise<"passkey" | "code" | "recovery code"> {
  const [active] = await tx.query(LOCK_ACTIVE, [memberId]);
  if (active === undefined) throw AccessError.log_in_refused();
  if (proof.kind === "passkey") {
    if ((await takePasskey(tx, proof.answer)) !== memberId) throw AccessError.wrong_passkey();
    return "passkey";
  }
  const given = { memberId, code: proof.code };
  if (await takeTotpCode(ctx, tx, given)) return "code";
  if (await takeRecoveryCode(ctx, tx, given)) return "recovery code";
  throw AccessError.wrong_code();
}

/** Returns the organization of a member. The member must exist. */
export async function organizationOf(ctx: Context, memberId: string): Promise<string> {
  const [found] = await ctx.db.directory((tx) =>
    tx.query<{ organizationId: string }>(FIND_ORGANIZATION, [memberId]),
  );
  return found!.organizationId;
}

const LOCK_ACTIVE = `
  select
  from access.member
  where member_id = $1 and active
  for share`;

const FIND_ORGANIZATION = `
  select organization_id as "organizationId"
  from access.member
  where member_id = $1`;

/** The proof that a member gives before a risky action: a second factor, or the password if none is set up. */
export type MemberProof = FactorProof | { readonly kind: "password"; readonly password: string };

/**
 * Records that the member of a session has just proved its identity, which allows actions that need a fresh proof for
 * five minutes. Throws `wrong_password`, `wrong_code`, `wrong_passkey`, `ticket_invalid`, `too_many_attempts`, and
 * for a password `factor_needed` if a second factor is set up, and `provider_required`.
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
  if (!(await ctx.db.directory((tx) => mayUsePassword(tx, memberId)))) throw AccessError.provider_required();
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
