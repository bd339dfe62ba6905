/** The ledger entries of a transfer: which accounts each of its money moves debits and credits. */
import { INTERMEDIATE_NO, TRANSIT_NO } from "#fund-sources";
import {
  FEES,
  RECEIVABLE,
  TAX,
  clearingAccount,
  settlementAccount,
  sourceAccounts,
  type Books,
  type Entry,
  type PostingLine,
} from "#ledger";
import { chargesOf, heldChargesOf, totalOf, type Transfer } from "./transfer.ts";

type Priced = Pick<
  Transfer,
  "transferId" | "sourceNo" | "amountPaise" | "feePaise" | "taxPaise" | "reservePaise"
>;
/** Lines of sends are numbered by attempt; those of revived attempts by attempt from here on. */
const REVIVED_LINE = 10_000;

type Attempted = { attempt: number; bankNo: number };

/** Accepted: the amount and the most that it may cost leave what is available and are held. */
export function holdEntry(transfer: Priced): Entry {
  const source = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "hold",
    lines: [{ debit: source.available, credit: source.heldIn, amountPaise: totalOf(transfer) }],
  };
}

/** Sent: the amount is in the bank's hands, as far as we can know. */
export function sendEntry(transfer: Priced, { attempt, bankNo }: Attempted): Entry {
  const { heldIn } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "send",
    firstLine: attempt,
    lines: [{ debit: heldIn, credit: clearingAccount(bankNo), amountPaise: transfer.amountPaise }],
  };
}

/** An attempt that had been given up was paid after all: the amount is in the bank's hands again. */
export function resendEntry(transfer: Priced, attempted: Attempted): Entry {
  return { ...sendEntry(transfer, attempted), firstLine: REVIVED_LINE + attempted.attempt };
}

/** Proved unsent or unpaid, and to be tried again: the amount is held as before. */
export function unsendEntry(transfer: Priced, { attempt, bankNo }: Attempted): Entry {
  const { heldOut } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "unsend",
    firstLine: attempt,
    lines: [{ debit: clearingAccount(bankNo), credit: heldOut, amountPaise: transfer.amountPaise }],
  };
}

/** Paid: the amount has left at the bank, the charges are owed, and what the rail did not cost is available again. */
export function postEntry(transfer: Priced, bankNo: number): Entry {
  const { heldOut } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "post",
    lines: [
      {
        debit: clearingAccount(bankNo),
        credit: settlementAccount(bankNo),
        amountPaise: transfer.amountPaise,
      },
      ...chargeLines(transfer, heldOut),
      { debit: heldOut, credit: reserveAccount(transfer), amountPaise: transfer.reservePaise },
    ],
  };
}

/** Where the reserve comes from: a loan's charges are paid by the wallet. */
export function reserveAccount({ sourceNo }: Pick<Transfer, "sourceNo">): number {
  return sourceAccounts(sourceNo === INTERMEDIATE_NO ? 0 : sourceNo).available;
}

/** Proved unpaid after sending: everything is available again. */
export function releaseSentEntry(transfer: Priced, bankNo: number): Entry {
  const { available, heldOut } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "release",
    lines: [
      { debit: clearingAccount(bankNo), credit: available, amountPaise: transfer.amountPaise },
      { debit: heldOut, credit: available, amountPaise: heldChargesOf(transfer) },
    ],
  };
}

/** Ended before it was sent: everything is available again. */
export function releaseHeldEntry(transfer: Priced): Entry {
  const { available, heldOut } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "release",
    lines: [{ debit: heldOut, credit: available, amountPaise: totalOf(transfer) }],
  };
}

/** Sent back by the beneficiary's bank: amount and charges return to what is available. */
export function returnEntry(transfer: Priced, { attempt, bankNo }: Attempted): Entry {
  const { available } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "return",
    firstLine: linesOfAttempt(attempt),
    lines: [
      { debit: settlementAccount(bankNo), credit: available, amountPaise: transfer.amountPaise },
      { debit: FEES, credit: available, amountPaise: transfer.feePaise },
      { debit: TAX, credit: available, amountPaise: transfer.taxPaise },
    ],
  };
}

/** What a late success is taken from: what is available, or, when that is not enough, what the merchant owes. */
export function lateAccount(transfer: Priced, books: Books): number {
  const { available } = sourceAccounts(transfer.sourceNo);
  const total = transfer.amountPaise + chargesOf(transfer);
  return isOwn(transfer) && books.available(available) >= total ? available : RECEIVABLE;
}

/** Paid after all, although it had been released: taken from the account given. */
export function lateSuccessEntry(transfer: Priced, { attempt, bankNo }: Attempted, from: number): Entry {
  return {
    causeId: transfer.transferId,
    kind: "late_success",
    firstLine: linesOfAttempt(attempt),
    lines: [
      { debit: from, credit: settlementAccount(bankNo), amountPaise: transfer.amountPaise },
      ...chargeLines(transfer, from),
    ],
  };
}

/** A late success that came back: to the account that it was taken from, so that what was owed is owed no more. */
export function lateReturnEntry(transfer: Priced, attempted: Attempted, from: number): Entry {
  const entry = returnEntry(transfer, attempted);
  return { ...entry, lines: entry.lines.map((line) => ({ ...line, credit: from })) };
}

/** In transit, and between lenders and borrowers, is what others' orders are to be paid from. */
function isOwn({ sourceNo }: Priced): boolean {
  return sourceNo !== TRANSIT_NO && sourceNo !== INTERMEDIATE_NO;
}

/** Entries that could come once for each attempt keep ten line numbers for each. */
export function linesOfAttempt(attempt: number): number {
  return attempt * 10;
}

function chargeLines(transfer: Priced, debit: number): PostingLine[] {
  return [
    { debit, credit: FEES, amountPaise: transfer.feePaise },
    { debit, credit: TAX, amountPaise: transfer.taxPaise },
  ];
}
