/** The ledger entries of a transfer: which ledger accounts each movement of its money debits and credits. */
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
/** Lines of sends are numbered by attempt. Lines of revived attempts are numbered by attempt from here. */
const REVIVED_LINE = 10_000;

type Attempted = { attempt: number; bankNo: number };

/** Accepted: moves the amount and the highest possible charges from available to held. */
export function holdEntry(transfer: Priced): Entry {
  const source = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "hold",
    lines: [{ debit: source.available, credit: source.heldIn, amountPaise: totalOf(transfer) }],
  };
}

/** Sent: the bank may have the amount from now on. */
export function sendEntry(transfer: Priced, { attempt, bankNo }: Attempted): Entry {
  const { heldIn } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "send",
    firstLine: attempt,
    lines: [{ debit: heldIn, credit: clearingAccount(bankNo), amountPaise: transfer.amountPaise }],
  };
}

/** A given-up attempt was paid after all: the bank has the amount again. */
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

/** Paid: the amount has left at the bank, the charges are booked, and the rest of the reserve is released. */
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

/** The ledger account of the reserve. The charges of a loan are paid by the wallet. */
export function reserveAccount({ sourceNo }: Pick<Transfer, "sourceNo">): number {
  return sourceAccounts(sourceNo === INTERMEDIATE_NO ? 0 : sourceNo).available;
}

/** Releases everything after it was proved that the bank did not pay. */
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

/** Ended before it was sent: everything is released. */
export function releaseHeldEntry(transfer: Priced): Entry {
  const { available, heldOut } = sourceAccounts(transfer.sourceNo);
  return {
    causeId: transfer.transferId,
    kind: "release",
    lines: [{ debit: heldOut, credit: available, amountPaise: totalOf(transfer) }],
  };
}

/** Returned by the beneficiary's bank: amount and charges become available again. */
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

/** The account that a late success is taken from: available money or, without enough, the merchant's debt. */
export function lateAccount(transfer: Priced, books: Books): number {
  const { available } = sourceAccounts(transfer.sourceNo);
  const total = transfer.amountPaise + chargesOf(transfer);
  return isOwn(transfer) && books.available(available) >= total ? available : RECEIVABLE;
}

/** Paid after the hold had been released: taken from the account given. */
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

/** A late success was returned: credited to the account that it was taken from, so that a debt is settled. */
export function lateReturnEntry(transfer: Priced, attempted: Attempted, from: number): Entry {
  const entry = returnEntry(transfer, attempted);
  return { ...entry, lines: entry.lines.map((line) => ({ ...line, credit: from })) };
}

/** True if the merchant can spend it: transit and the intermediate ledger hold money for other orders. */
function isOwn({ sourceNo }: Priced): boolean {
  return sourceNo !== TRANSIT_NO && sourceNo !== INTERMEDIATE_NO;
}

/** Entries that can come once for each attempt have ten line numbers for each. */
export function linesOfAttempt(attempt: number): number {
  return attempt * 10;
}

function chargeLines(transfer: Priced, debit: number): PostingLine[] {
  return [
    { debit, credit: FEES, amountPaise: transfer.feePaise },
    { debit, credit: TAX, amountPaise: transfer.taxPaise },
  ];
}
