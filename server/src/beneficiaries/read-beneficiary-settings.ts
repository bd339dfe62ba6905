import type { Tx } from "#lib/db";

export interface BeneficiarySettings {
  /** Refuse a bank account (number and IFSC) that another listed beneficiary has. Default: true. */
  readonly accountOnce: boolean;
  /** How long after adding a beneficiary may not be paid, in minutes, at most a day. Default: 0. */
  readonly waitingMinutes: number;
  /** What one verification costs before tax, in paise; null: what the price list says. Default: null. */
  readonly verificationFeePaise: bigint | null;
}

/** A merchant's settings for beneficiaries. */
export async function readBeneficiarySettings(tx: Tx): Promise<BeneficiarySettings> {
  const [row] = await tx.query<{
    account_once: boolean;
    waiting_minutes: number;
    verification_fee_paise: bigint | null;
  }>(
    `select account_once, waiting_minutes, verification_fee_paise
     from beneficiaries.setting
     where merchant_id = $1`,
    [tx.merchantId],
  );
  return {
    accountOnce: row?.account_once ?? true,
    waitingMinutes: row?.waiting_minutes ?? 0,
    verificationFeePaise: row?.verification_fee_paise ?? null,
  };
}
