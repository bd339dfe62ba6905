/** A merchant's money: the wallet, connected bank accounts, the banks that pay, and arriving money. */
export { readBankAddress, setBankAddress, type BankAddress } from "./bank-addresses.ts";
export {
  addBank,
  type BankToAdd,
  type BankToConnect,
  connectBank,
  connectUpstream,
  environmentOf,
  learnAddedBanks,
  UPSTREAM_SUBJECTS,
} from "./connect-bank.ts";
export { describeFailure, describeSuccess, testConnection, testUpstream } from "./test-connection.ts";
export {
  alertLowBalances,
  findLowBalances,
  setLowBalanceThreshold,
  lowBalancesWorker,
} from "./low-balances.ts";
export { type Besides, claimCredits } from "./claim-credits.ts";
export { bookTopUps, countSuspended, readTopUps, topUp } from "./book-top-ups.ts";
export { chooseByShare, chooseSource } from "./choose-source.ts";
export { FundSourceError } from "./errors.ts";
export {
  type BankConnection,
  endRecovering,
  listBankConnections,
  readBankTargets,
  registerConnections,
  resumeBanks,
  setBankEnabled,
  setRecovering,
  stopBank,
} from "./bank-connections.ts";
export {
  businessTypesServed,
  findVirtualAccount,
  openBankAccount,
  openLendingLedgers,
  openWallet,
} from "./open-fund-sources.ts";
export {
  type FundSource,
  INTERMEDIATE_ID,
  INTERMEDIATE_NO,
  LENDER_ID,
  LENDER_NO,
  noteWithdrawal,
  ORIGINATOR_ID,
  ORIGINATOR_NO,
  readFundSources,
  requireFundSources,
  setFundSourceActive,
  setShares,
  type Share,
  TRANSIT_ID,
  TRANSIT_NO,
  WALLET_ID,
} from "./fund-source.ts";
export {
  type InternalTransfer,
  type InternalTransferOrder,
  type InternalTransferOutcome,
  makeInternalTransfer,
} from "./internal-transfer.ts";
export {
  decideOverdraftRequest,
  listOverdraftRequests,
  type OverdraftRequest,
  requestOverdraftLimit,
  setOverdraftLimit,
} from "./overdrafts.ts";
export { scrollStatement, type PlacedEntry } from "./scroll-statement.ts";
export {
  readStatement,
  type SourceStatement,
  type StatementEntry,
  type StatementPage,
  sumStatement,
} from "./read-statement.ts";
export { openSenders, revealFundSourceAccount } from "./seal-account.ts";
export type { Sender, TopUpCredit } from "./read-arrivals.ts";
export { type Balance, readBalance, readSourceBalances } from "./read-source-balances.ts";
export {
  type AccountToRegister,
  openRegisteredAccounts,
  readRegisteredAccount,
  setRegisteredAccount,
} from "./registered-account.ts";
export {
  STATEMENT_ENTRIES_MAX,
  STATEMENT_FORMATS,
  writeStatementFile,
  type DrawnFormat,
} from "./statement-file.ts";
export { STATEMENT_KINDS, type StatementKind } from "./statement-kinds.ts";
export { connectionsFigures, fundSourcesFigures } from "./measure.ts";
