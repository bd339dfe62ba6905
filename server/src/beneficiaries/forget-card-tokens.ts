import type { Tx } from "#lib/db";

/** Erases the card tokens of payees that are paid or never will be; the last four characters stay. */
export async function forgetCardTokens(tx: Tx, beneficiaryIds: readonly string[]): Promise<void> {
  if (beneficiaryIds.length === 0) return;
  await tx.execute(
    `update beneficiaries.beneficiary
     set sealed_card = null
     where merchant_id = $1
       and beneficiary_id = any ($2::uuid[])
       and sealed_card is not null`,
    [tx.merchantId, beneficiaryIds],
  );
}
