import type { Tx } from "#lib/db";
import { BeneficiaryError } from "./errors.ts";
import { listedOf, selectListed, type ListedBeneficiary, type ListedRow } from "./listed-beneficiary.ts";

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
  return listedOf(row);
}
