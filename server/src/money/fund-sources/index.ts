/** A merchant's money: the wallet, connected bank accounts, the banks that pay, and arriving money. */
export { readBankAddress, setBankAddress, type BankAddress } from "./bank-addresses.ts";
export { addBank, type BankToAdd, type BankToConnect, connectBank, learnAddedBanks } from "./connect-bank.ts";
export {
  alertLowBalances,
  findLowBalances,
  setLowBalanceThreshold,
  lowBalancesWorker,
} from "./low-balances.ts";
export { type Besides, claimCredits } from "./claim-credits.ts";
export { bookTopUps, readTopUps, topUp } from "./book-top-ups.ts";
export { chooseByShare, chooseSource } from "./choose-source.ts";
export { connectUpstream, environmentOf, UPSTREAM_SUBJECTS } from "./connect-upstream.ts";
export { countSuspended } from "./count-suspended.ts";
export { FundSourceError } from "./errors.ts";
export {
  type BankConnection,
  endRecovering,
  listBankConnections,
  registerConnections,
  resumeBanks,
  setBankEnabled,
  setRecovering,
  stopBank,
} from "./bank-connections.ts";
export { findVirtualAccount } from "./virtual-accounts.ts";
export {
  type FundSource,
  INTERMEDIATE_ID,
  INTERMEDIATE_NO,
  LENDER_ID,
  LENDER_NO,
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
} from "./overdrafts.ts";
export { scrollStatement, type PlacedEntry } from "./scroll-statement.ts";
export { sumStatement } from "./sum-statement.ts";
export { noteWithdrawal } from "./note-withdrawal.ts";
export { openBankAccount } from "./open-bank-account.ts";
export { openLendingLedgers } from "./open-lending-ledgers.ts";
export { openSenders, revealFundSourceAccount } from "./seal-account.ts";
export { openWallet } from "./open-wallet.ts";
export type { Sender, TopUpCredit } from "./read-arrivals.ts";
export { readBalance } from "./read-balance.ts";
export { readSourceBalances, type Balance } from "./read-source-balances.ts";
export {
  readStatement,
  type SourceStatement,
  type StatementEntry,
  type StatementPage,
} from "./read-statement.ts";
export {
  type AccountToRegister,
  openRegisteredAccounts,
  readRegisteredAccount,
  setRegisteredAccount,
} from "./registered-account.ts";
export { businessTypesServed } from "./require-business-type.ts";
export { setOverdraftLimit } from "./set-overdraft-limit.ts";
export {
  STATEMENT_ENTRIES_MAX,
  STATEMENT_FORMATS,
  writeStatementFile,
  type DrawnFormat,
} from "./statement-file.ts";
export { STATEMENT_KINDS, type StatementKind } from "./statement-kinds.ts";
