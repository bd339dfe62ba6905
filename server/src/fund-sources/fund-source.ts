/** The shape of a fund source and how it is read. */

/**
 * `transit` is what is on its way out and no longer the merchant's to spend; it is shown to no one. The last three are
 * the ledgers of co-lending.
 */
export type FundSourceKind = "wallet" | "bank_account" | "transit" | "intermediate" | "originator" | "lender";

export interface FundSource {
  /** The id on the wire (`paymentInstrumentId`), e.g. "WALLET_1"; unique per merchant. */
  readonly fundSourceId: string;
  /** Its number in the chart of accounts: `sourceAccounts(sourceNo)` of the ledger. */
  readonly sourceNo: number;
  readonly kind: FundSourceKind;
  readonly name: string;
  /** Null for transit and the intermediate ledger, which have no bank account. */
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  /** The bank that holds a connected bank account; null for all others, which may leave by any bank. */
  readonly bankId: string | null;
  /** How many of a hundred orders that name no fund source it pays; all are 0 when no shares are set. */
  readonly sharePercent: number;
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

/** The id of transit, under which only our own orders (withdrawals, refunds) are paid. */
export const TRANSIT_ID = "TRANSIT_1";
/** Its number in the chart of accounts: the last of what a merchant can have without co-lending. */
export const TRANSIT_NO = 3_000;

/** The ledgers of co-lending and their numbers; loans are paid from the intermediate one, and nothing else is. */
export const INTERMEDIATE_ID = "INTERMEDIATE_1";
export const INTERMEDIATE_NO = 3_001;
export const ORIGINATOR_ID = "ORIGINATOR_1";
export const ORIGINATOR_NO = 3_002;
export const LENDER_ID = "LENDER_1";
export const LENDER_NO = 3_003;

/** Whether a merchant's own orders may be paid from it, by its name or by shares. */
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
