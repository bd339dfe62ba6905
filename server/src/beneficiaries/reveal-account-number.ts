import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { BeneficiaryError } from "./errors.ts";
import { openAccountNumber } from "./open-account-number.ts";

/**
 * Returns the clear account number of a listed beneficiary, even if it is removed; each access is recorded.
 * Throws BeneficiaryError.not_found, also if it has no bank account; AccessError.not_permitted for a member
 * who may not reveal account numbers.
 */
export async function revealAccountNumber(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { beneficiaryId, by }: { beneficiaryId: string; by: Actor },
): Promise<{ accountNumber: string; ifsc: string }> {
  const found = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "reveal_account_numbers");
    const [row] = await tx.query<{ sealed_account: Buffer; ifsc: string }>(
      `select sealed_account, ifsc
       from beneficiaries.beneficiary
       where merchant_id = $1
         and listed
         and beneficiary_id = $2
         and sealed_account is not null`,
      [merchantId, beneficiaryId],
    );
    if (row === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
    const subject = `beneficiary:${beneficiaryId}`;
    await recordAudit(tx, [{ actor: by, action: "beneficiaries.account_revealed", subject }]);
    return row;
  });
  return { accountNumber: openAccountNumber(ctx, merchantId, found.sealed_account), ifsc: found.ifsc };
}
