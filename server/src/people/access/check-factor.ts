import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { takeTotpCode } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { takePasskey, type PasskeyAnswer } from "./passkeys.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";

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

/** The organization of a member who exists. */
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
