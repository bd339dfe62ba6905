/** A merchant's money: the wallet, connected bank accounts, the banks that pay, and arriving money. */
export { readBankAddress, setBankAddress, type BankAddress } from "./bank-addresses.ts";
export { addBank, learnAddedBanks, type BankToAdd } from "./add-bank.ts";
export { alertLowBalances } from "./alert-low-balances.ts";
export { bookTopUps, type TopUpOutcome } from "./book-top-ups.ts";
export { chooseByShare, chooseSource, type NoSource, type OrderToFund } from "./choose-source.ts";
export { connectBank, type BankToConnect } from "./connect-bank.ts";
export {
  connectUpstream,
  environmentOf,
  UPSTREAM_SUBJECTS,
  type UpstreamToConnect,
} from "./connect-upstream.ts";
export { countSuspended } from "./count-suspended.ts";
export { FundSourceError } from "./errors.ts";
export { findLowBalances } from "./find-low-balances.ts";
export { registerConnections } from "./follow-connections.ts";
export { findVirtualAccount } from "./find-virtual-account.ts";
export {
  INTERMEDIATE_ID,
  INTERMEDIATE_NO,
  LENDER_ID,
  LENDER_NO,
  ORIGINATOR_ID,
  ORIGINATOR_NO,
  TRANSIT_ID,
  TRANSIT_NO,
  WALLET_ID,
  type FundSource,
  type FundSourceKind,
} from "./fund-source.ts";
export type {
  InternalTransfer,
  InternalTransferOrder,
  InternalTransferOutcome,
  InternalTransferRefusal,
} from "./internal-transfer.ts";
export { decideOverdraftRequest, type OverdraftDecision } from "./decide-overdraft-request.ts";
export { listOverdraftRequests } from "./list-overdraft-requests.ts";
export type { OverdraftRequest } from "./overdraft-request.ts";
export { requestOverdraftLimit, type OverdraftLimitToRequest } from "./request-overdraft-limit.ts";
export {
  scrollStatement,
  type PlacedEntry,
  type StatementPosition,
  type StatementScroll,
} from "./scroll-statement.ts";
export { sumStatement, type StatementTotals } from "./sum-statement.ts";
export { listBankConnections, type BankConnection } from "./list-bank-connections.ts";
export { makeInternalTransfer } from "./make-internal-transfer.ts";
export { noteWithdrawal } from "./note-withdrawal.ts";
export { openBankAccount, type BankAccountToOpen } from "./open-bank-account.ts";
export { openLendingLedgers } from "./open-lending-ledgers.ts";
export { openSenders } from "./open-senders.ts";
export { openWallet } from "./open-wallet.ts";
export type { Sender, TopUpCredit } from "./read-arrivals.ts";
export { readBalance } from "./read-balance.ts";
export { readFundSources } from "./read-fund-sources.ts";
export { requireFundSources } from "./require-fund-sources.ts";
export { readSourceBalances, type Balance } from "./read-source-balances.ts";
export { readStatement, type Statement, type StatementEntry, type StatementPage } from "./read-statement.ts";
export {
  openRegisteredAccounts,
  readRegisteredAccount,
  type RegisteredAccount,
} from "./registered-account.ts";
export { readTopUps, type TopUp } from "./read-top-ups.ts";
export { businessTypesServed } from "./require-business-type.ts";
export { revealFundSourceAccount } from "./reveal-fund-source-account.ts";
export { setBankEnabled } from "./set-bank-enabled.ts";
export { setFundSourceActive } from "./set-fund-source-active.ts";
export { setLowBalanceThreshold, type ThresholdToSet } from "./set-low-balance-threshold.ts";
export { setOverdraftLimit } from "./set-overdraft-limit.ts";
export { setRegisteredAccount, type AccountToRegister } from "./set-registered-account.ts";
export { endRecovering, setRecovering } from "./set-recovering.ts";
export { setShares, type Share } from "./set-shares.ts";
export { startAlerting } from "./start-alerting.ts";
export {
  STATEMENT_ENTRIES_MAX,
  STATEMENT_FORMATS,
  writeStatementFile,
  type StatementFormat,
} from "./statement-file.ts";
export { STATEMENT_KINDS, type StatementKind } from "./statement-kinds.ts";
export { stopBank } from "./stop-bank.ts";
export { topUp } from "./top-up.ts";
