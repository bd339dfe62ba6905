import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isIfsc, isInlineAccountNumber } from "#rails";
import { indexAccount, openAccountNumber } from "./account-number.ts";
import { textOf } from "./clean-details.ts";
import type { BeneficiaryStatus, CardNetwork } from "./details.ts";
import { BeneficiaryError } from "./errors.ts";
import { type ListedBeneficiary, listedOf, type ListedRow, selectListed } from "./listed-beneficiary.ts";

/** Reads one listed beneficiary by our id, even if it is removed. Throws BeneficiaryError.not_found. */
export async function readBeneficiary(tx: Tx, beneficiaryId: string): Promise<ListedBeneficiary> {
  const [row] = await tx.query<ListedRow>(
    `${selectListed}
     where payee.merchant_id = $1
       and payee.listed
       and payee.beneficiary_id = $2`,
    [tx.merchantId, beneficiaryId],
  );
  if (row === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
  return listedOf(row, tx.now);
}

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

/**
 * Finds the merchant's id of the listed beneficiary with this bank account; if there are several, of the one
 * that has been listed longest. Throws BeneficiaryError.lookup_incomplete, lookup_ifsc_invalid,
 * lookup_invalid or account_not_found.
 */
export async function findBeneficiaryByAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  given: { accountNumber?: string | undefined; ifsc?: string | undefined },
): Promise<{ beneId: string }> {
  const accountNumber = textOf(given.accountNumber);
  const ifsc = textOf(given.ifsc)?.toUpperCase() ?? null;
  if (accountNumber === null || ifsc === null) throw BeneficiaryError.lookup_incomplete();
  if (!isInlineAccountNumber(accountNumber)) throw BeneficiaryError.lookup_invalid();
  if (!isIfsc(ifsc)) throw BeneficiaryError.lookup_ifsc_invalid();
  const index = indexAccount(ctx.vault, merchantId, { accountNumber, ifsc });
  const [found] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ bene_id: string }>(FIND, [merchantId, index]),
  );
  if (found === undefined) throw BeneficiaryError.account_not_found();
  return { beneId: found.bene_id };
}

const FIND = `
  select bene_id
  from beneficiaries.beneficiary
  where merchant_id = $1
    and account_index = $2
    and listed
    and removed_at is null
  order by added_at, beneficiary_id
  limit 1`;
