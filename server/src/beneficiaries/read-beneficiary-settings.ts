import type { Tx } from "#lib/db";

export interface BeneficiarySettings {
  /** If true, refuses a bank account (number and IFSC) that another listed beneficiary has. Default: true. */
  readonly accountOnce: boolean;
  /** The waiting time before a new beneficiary may be paid, in minutes, at most a day. Default: 0. */
  readonly waitingMinutes: number;
  /** The price of one verification before tax, in paise; null: the price list's. Default: null. */
  readonly verificationFeePaise: bigint | null;
}

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
