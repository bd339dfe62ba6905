import type { Context } from "#lib/context";

export interface FoundAttempt {
  transferId: string;
  attempt: number;
  amountPaise: bigint;
}

/** Finds attempts by the references that we gave them at one bank. Unknown references are left out. */
export async function findAttempts(
  ctx: Context,
  merchantId: string,
  { bankId, references }: { bankId: string; references: readonly string[] },
): Promise<Map<string, FoundAttempt>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<FoundAttempt & { reference: string }>(
      `select attempt.reference, attempt.transfer_id as "transferId", attempt.attempt,
         transfer.amount_paise as "amountPaise"
       from transfers.attempt
       join transfers.transfer using (merchant_id, transfer_id)
       where attempt.merchant_id = $1
         and attempt.bank_id = $2
         and attempt.reference = any ($3::text[])`,
      [merchantId, bankId, references],
    ),
  );
  return new Map(rows.map(({ reference, ...attempt }) => [reference, attempt]));
}
