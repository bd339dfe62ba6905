import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { BeneficiaryError } from "./errors.ts";
import { openAccountNumber } from "./open-account-number.ts";
import type { ToVerify, Verification } from "./verification.ts";
import { verifyNow } from "./verify-now.ts";

/**
 * Asks the merchant's banks for the holder's name of a listed beneficiary's account or, without one, of its
 * VPA. Throws BeneficiaryError.not_found, nothing_to_verify, and the errors of `verifyNow`;
 * AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function verifyBeneficiary(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  { beneficiaryId, by }: { beneficiaryId: string; by: Actor },
): Promise<Verification> {
  const row = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_beneficiaries");
    const [found] = await tx.query<Row>(READ, [merchantId, beneficiaryId]);
    if (found === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
    const subject = `beneficiary:${beneficiaryId}`;
    await recordAudit(tx, [{ actor: by, action: "beneficiaries.verification_asked", subject }]);
    return found;
  });
  const { beneId, name, phone, sealedAccount, ifsc, vpa } = row;
  const about = { name, phone, remarks: null, userKey: beneId };
  return verifyNow(ctx, merchantId, { ...about, ...subjectOf() });

  function subjectOf(): Pick<ToVerify & { kind: "account" }, "kind" | "accountNumber" | "ifsc"> | VpaSubject {
    if (sealedAccount !== null && ifsc !== null) {
      return { kind: "account", accountNumber: openAccountNumber(ctx, merchantId, sealedAccount), ifsc };
    }
    if (vpa !== null) return { kind: "vpa", vpa };
    throw BeneficiaryError.nothing_to_verify({ beneficiaryId });
  }
}

type VpaSubject = Pick<ToVerify & { kind: "vpa" }, "kind" | "vpa">;

interface Row {
  readonly beneId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly sealedAccount: Buffer | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
}

const READ = `
  select bene_id as "beneId", name, phone, sealed_account as "sealedAccount", ifsc, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and listed
    and beneficiary_id = $2
    and removed_at is null`;
