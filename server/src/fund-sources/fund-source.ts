/** A fund source and how it is read. */

/**
 * `transit` is money on its way out that the merchant cannot spend any more; it is never shown. The last
 * three are the ledgers of co-lending.
 */
export type FundSourceKind = "wallet" | "bank_account" | "transit" | "intermediate" | "originator" | "lender";

export interface FundSource {
  /** The id in the API (`paymentInstrumentId`), for example "WALLET_1"; unique per merchant. */
  readonly fundSourceId: string;
  /** Its number in the chart of accounts: `sourceAccounts(sourceNo)` of the ledger. */
  readonly sourceNo: number;
  readonly kind: FundSourceKind;
  readonly name: string;
  /** Null for transit and the intermediate ledger, which have no bank account. */
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  /** The bank that holds a connected bank account; null for all others, which any bank may pay. */
  readonly bankId: string | null;
  /** The percentage of orders without a named fund source that it pays; all 0 if no shares are set. */
  readonly sharePercent: number;
  readonly lowBalanceThresholdPaise: bigint;
  readonly notifyLowBalance: boolean;
  readonly lastTopUpPaise: bigint | null;
  readonly lastWithdrawalPaise: bigint | null;
  readonly lastInternalTransferPaise: bigint | null;
  readonly active: boolean;
  readonly openedAt: Date;
}

/** The API id of the wallet that every merchant has. */
export const WALLET_ID = "WALLET_1";

/** The id of transit, from which only our own orders (withdrawals, refunds) are paid. */
export const TRANSIT_ID = "TRANSIT_1";
/** Its number in the chart of accounts: the last that a merchant can have without co-lending. */
export const TRANSIT_NO = 3_000;

/** The ledgers of co-lending and their numbers; loans, and only loans, are paid from the intermediate one. */
export const INTERMEDIATE_ID = "INTERMEDIATE_1";
export const INTERMEDIATE_NO = 3_001;
export const ORIGINATOR_ID = "ORIGINATOR_1";
export const ORIGINATOR_NO = 3_002;
export const LENDER_ID = "LENDER_1";
export const LENDER_NO = 3_003;

/** Returns true if a merchant's own orders may be paid from it, by name or by shares. */
export function isForOrders({ kind }: Pick<FundSource, "kind">): boolean {
  return kind === "wallet" || kind === "bank_account";
}

export const SELECT_FUND_SOURCE = `
  select fund_source_id as "fundSourceId", source_no as "sourceNo", kind, name,
    account_last4 as "accountLast4", ifsc, bank_id as "bankId",
    share_percent as "sharePercent",
    low_balance_threshold_paise as "lowBalanceThresholdPaise",
    notify_low_balance as "notifyLowBalance", last_top_up_paise as "lastTopUpPaise",
    last_withdrawal_paise as "lastWithdrawalPaise",
    last_internal_transfer_paise as "lastInternalTransferPaise",
    active, opened_at as "openedAt"
  from fund_sources.fund_source`;
