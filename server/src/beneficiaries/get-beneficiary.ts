import type { Context } from "#lib/context";
import type { BeneficiaryStatus, CardNetwork } from "./details.ts";
import { BeneficiaryError } from "./errors.ts";
import { openAccountNumber } from "./open-account-number.ts";

/** Everything known about a listed beneficiary, with its account number in clear. */
export interface Beneficiary {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly pincode: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly cardLast4: string | null;
  readonly cardNetwork: CardNetwork | null;
  readonly groupName: string;
  readonly purpose: string | null;
  readonly status: BeneficiaryStatus;
  readonly addedAt: Date;
  readonly addedBy: string;
}

/** Reads one listed beneficiary by the merchant's id. Throws BeneficiaryError.not_found. */
export async function getBeneficiary(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  beneId: string,
): Promise<Beneficiary> {
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Omit<Beneficiary, "accountNumber"> & { sealedAccount: Buffer | null }>(READ, [
      merchantId,
      beneId,
    ]),
  );
  if (row === undefined) throw BeneficiaryError.not_found({ beneId });
  const { sealedAccount, ...rest } = row;
  return {
    ...rest,
    accountNumber: sealedAccount === null ? null : openAccountNumber(ctx, merchantId, sealedAccount),
  };
}

const READ = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", name, email, phone, address1, address2, city,
    state, pincode, sealed_account as "sealedAccount", ifsc, vpa, card_last4 as "cardLast4",
    card_network as "cardNetwork", group_name as "groupName", purpose, status, added_at as "addedAt",
    added_by as "addedBy"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and bene_id = $2
    and bene_id is not null
    and removed_at is null`;
