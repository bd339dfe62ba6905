/**
 * Where a merchant's money is: the wallet and connected bank accounts, the banks that pay, and money that
 * arrives.
 */
export { alertLowBalances } from "./alert-low-balances.ts";
export { bookTopUps, type TopUpOutcome } from "./book-top-ups.ts";
export { connectBank, type BankToConnect } from "./connect-bank.ts";
export { FundSourceError } from "./errors.ts";
export { findLowBalances } from "./find-low-balances.ts";
export { findVirtualAccount } from "./find-virtual-account.ts";
export { WALLET_ID, type FundSource, type FundSourceKind } from "./fund-source.ts";
export { listBankConnections, type BankConnection } from "./list-bank-connections.ts";
export { openBankAccount, type BankAccountToOpen } from "./open-bank-account.ts";
export { openWallet } from "./open-wallet.ts";
export type { Sender, TopUpCredit } from "./read-arrivals.ts";
export { readBalance } from "./read-balance.ts";
export { readFundSources } from "./read-fund-sources.ts";
export { readSourceBalances, type Balance } from "./read-source-balances.ts";
export { revealFundSourceAccount } from "./reveal-fund-source-account.ts";
export { setBankEnabled } from "./set-bank-enabled.ts";
export { setLowBalanceThreshold, type ThresholdToSet } from "./set-low-balance-threshold.ts";
export { setOverdraftLimit } from "./set-overdraft-limit.ts";
export { topUp } from "./top-up.ts";
