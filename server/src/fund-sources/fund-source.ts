/** The shape of a fund source and how it is read. */
export type FundSourceKind = "wallet" | "bank_account";

export interface FundSource {
  /** The id on the wire (`paymentInstrumentId`), e.g. "WALLET_1"; unique per merchant. */
  readonly fundSourceId: string;
  /** Its number in the chart of accounts: `sourceAccounts(sourceNo)` of the ledger. */
  readonly sourceNo: number;
  readonly kind: FundSourceKind;
  readonly name: string;
  readonly accountLast4: string;
  readonly ifsc: string;
  /** The bank that holds it; null for the wallet, which may leave by any bank. */
  readonly bankId: string | null;
  readonly lowBalanceThresholdPaise: bigint;
  readonly notifyLowBalance: boolean;
  readonly lastTopUpPaise: bigint | null;
  readonly lastWithdrawalPaise: bigint | null;
  readonly lastInternalTransferPaise: bigint | null;
  readonly active: boolean;
  readonly openedAt: Date;
}

/** The wire id of the wallet that every merchant has. */
export const WALLET_ID = "WALLET_1";

export const SELECT_FUND_SOURCE = `
  select fund_source_id as "fundSourceId", source_no as "sourceNo", kind, name,
    account_last4 as "accountLast4", ifsc, bank_id as "bankId",
    low_balance_threshold_paise as "lowBalanceThresholdPaise",
    notify_low_balance as "notifyLowBalance", last_top_up_paise as "lastTopUpPaise",
    last_withdrawal_paise as "lastWithdrawalPaise",
    last_internal_transfer_paise as "lastInternalTransferPaise",
    active, opened_at as "openedAt"
  from fund_sources.fund_source`;
