/** The chart of accounts: what each ledger account number of a merchant stands for. */
export const ACCOUNT_KINDS = [
  "wallet",
  "held_in",
  "held_out",
  "fees",
  "tax",
  "suspense",
  "receivable",
  "clearing",
  "settlement",
  "bank_account",
  "lender",
  "originator",
  "intermediate",
] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Fees and tax that the merchant owes for succeeded transfers. */
export const FEES = 10;
export const TAX = 11;
/** Value that no one can explain yet. */
export const SUSPENSE = 12;
/** What the merchant owes after a bank paid although it had said that it did not. */
export const RECEIVABLE = 13;

const CLEARING_BASE = 100;
const SOURCE_BASE = 1_000;
const SOURCE_STEP = 10;

/** The ledger accounts of a fund source. What is held in flight is the sum of `heldIn` and `heldOut`. */
export interface SourceAccounts {
  readonly available: number;
  /** Holds are credited here, sends debited. */
  readonly heldIn: number;
  /** Outcomes are debited here, so that they never wait for the row that accepting locks. */
  readonly heldOut: number;
}

/** Ledger accounts of the merchant's fund source number `sourceNo` (0 is the wallet). */
export function sourceAccounts(sourceNo: number): SourceAccounts {
  const available = SOURCE_BASE + SOURCE_STEP * sourceNo;
  return { available, heldIn: available + 1, heldOut: available + 2 };
}

/** Money a bank has been told to pay and has not answered for yet. Returns to zero. */
export function clearingAccount(bankNo: number): number {
  return CLEARING_BASE + 2 * bankNo;
}

/** Money at the bank itself: credits are what it paid out for us, debits what it received. */
export function settlementAccount(bankNo: number): number {
  return CLEARING_BASE + 2 * bankNo + 1;
}

/** Whether the account carries its balance (and is locked by what moves it) or is summed from postings. */
export function isRunning(accountNo: number): boolean {
  return accountNo >= SOURCE_BASE;
}

/** Whether the account's balance is money that the merchant may spend, so that it has an overdraft limit. */
export function isSpendable(accountNo: number): boolean {
  return isRunning(accountNo) && accountNo % SOURCE_STEP === 0;
}
