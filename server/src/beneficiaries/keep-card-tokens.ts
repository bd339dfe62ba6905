import type { Tx } from "#lib/db";
import type { PayeeFacts } from "./details.ts";

/** Stores the sealed tokens of payees whose payment is being ordered, until `forgetCardTokens`. */
export async function keepCardTokens(
  tx: Tx,
  payees: readonly Pick<PayeeFacts, "beneficiaryId" | "sealedCard">[],
): Promise<void> {
  const cards = payees.filter(({ sealedCard }) => sealedCard !== null);
  if (cards.length === 0) return;
  await tx.execute(
    `update beneficiaries.beneficiary as payee
     set sealed_card = kept.sealed_card
     from unnest($2::uuid[], $3::bytea[]) as kept (beneficiary_id, sealed_card)
     where payee.merchant_id = $1
       and payee.beneficiary_id = kept.beneficiary_id`,
    [
      tx.merchantId,
      cards.map(({ beneficiaryId }) => beneficiaryId),
      cards.map(({ sealedCard }) => sealedCard),
    ],
  );
}
