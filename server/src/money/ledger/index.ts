/** The merchant's books: ledger accounts, entries, postings and balances. This module does not know transfers. */
export {
  ACCOUNT_KINDS,
  FEES,
  RECEIVABLE,
  SUSPENSE,
  TAX,
  clearingAccount,
  settlementAccount,
  sourceAccounts,
  type AccountKind,
} from "./accounts.ts";
export { LedgerError } from "./errors.ts";
export {
  amountsTaken,
  BOOKS,
  relativeTo,
  lockAccounts,
  type LockedAccount,
  ENTRY_KINDS,
  openBooks,
  type Books,
  type Entry,
  type EntryKind,
  type PostingLine,
  postEntries,
} from "./open-books.ts";
export { type AccountToOpen, openAccounts, setOverdraftLimit } from "./open-accounts.ts";
export { readBankPosition, readPostings, type ShownPosting } from "./read-ledger.ts";
