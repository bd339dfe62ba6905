import { isIfsc, isInlineAccountNumber } from "#rails";
import type { Context } from "#lib/context";
import { textOf } from "./clean-details.ts";
import { BeneficiaryError } from "./errors.ts";
import { indexAccount } from "./seal-account.ts";

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
