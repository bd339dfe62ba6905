/** The chart of accounts: the meaning of each ledger account number of a merchant. */
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
/** Value that cannot be explained yet. */
export const SUSPENSE = 12;
/** The debt of a merchant after a bank paid although it had reported a failure. */
export const RECEIVABLE = 13;

const CLEARING_BASE = 100;
const SOURCE_BASE = 1_000;
const SOURCE_STEP = 10;

/** The ledger accounts of a fund source. The amount on hold is the sum of `heldIn` and `heldOut`. */
interface SourceAccounts {
  readonly available: number;
  /** Holds are credited here, and sends are debited. */
  readonly heldIn: number;
  /** Outcomes are debited here, so that they never wait for the row that new orders lock. */
  readonly heldOut: number;
}

/** Ledger accounts of the merchant's fund source number `sourceNo` (0 is the wallet). */
export function sourceAccounts(sourceNo: number): SourceAccounts {
  const available = SOURCE_BASE + SOURCE_STEP * sourceNo;
  return { available, heldIn: available + 1, heldOut: available + 2 };
}

/** The account for money that a bank was instructed to pay and has not confirmed yet. It returns to zero. */
export function clearingAccount(bankNo: number): number {
  return CLEARING_BASE + 2 * bankNo;
}

/** The account for money at the bank itself: credits are what it paid out for us, debits what it received. */
export function settlementAccount(bankNo: number): number {
  return CLEARING_BASE + 2 * bankNo + 1;
}

/** True if the account stores its balance, and is locked to change it; others are summed up from postings. */
export function isRunning(accountNo: number): boolean {
  return accountNo >= SOURCE_BASE;
}

/** True if the balance is money that the merchant can spend; only then it has an overdraft limit. */
export function isSpendable(accountNo: number): boolean {
  return isRunning(accountNo) && accountNo % SOURCE_STEP === 0;
}
