import type { Context } from "#lib/context";

/** Never pays the beneficiary again, until it is unblocked. `because` is shown to people. */
export async function blockBeneficiary(
  ctx: Context,
  merchantId: string,
  { beneficiaryId, because }: { beneficiaryId: string; because: string },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute(
      `insert into risk.blocked_beneficiary (merchant_id, beneficiary_id, because, blocked_at)
       values ($1, $2, $3, $4)
       on conflict (merchant_id, beneficiary_id) do update
       set because = excluded.because,
           blocked_at = excluded.blocked_at,
           unblocked_at = null`,
      [merchantId, beneficiaryId, because, tx.now],
    ),
  );
}
