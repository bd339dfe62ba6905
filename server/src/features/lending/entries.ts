/**
 * The ledger entries of a loan: shares come in, charges go to the party that they belong to, and unlent money goes
 * back.
 */
import { INTERMEDIATE_NO, LENDER_NO, ORIGINATOR_NO } from "#fund-sources";
import { RECEIVABLE, sourceAccounts, type Books, type Entry, type PostingLine } from "#ledger";
import type { Loan, LoanMoney } from "./loan.ts";

export const { available: WALLET } = sourceAccounts(0);
export const { available: INTERMEDIATE } = sourceAccounts(INTERMEDIATE_NO);
export const { available: ORIGINATOR } = sourceAccounts(ORIGINATOR_NO);
export const { available: LENDER } = sourceAccounts(LENDER_NO);

/** The accounts that loans move money between. */
export const LOAN_ACCOUNTS = [WALLET, INTERMEDIATE, ORIGINATOR, LENDER] as const;

type Funded = LoanMoney & Pick<Loan, "loanId" | "feePaise">;

/** Both shares meet in the intermediate ledger, together with the platform's charges for the transfer. */
export function fundingEntry({ loanId, lenderPaise, originatorPaise, feePaise }: Funded): Entry {
  return {
    causeId: loanId,
    kind: "loan",
    lines: [
      { debit: LENDER, credit: INTERMEDIATE, amountPaise: lenderPaise },
      { debit: ORIGINATOR, credit: INTERMEDIATE, amountPaise: originatorPaise },
      { debit: WALLET, credit: INTERMEDIATE, amountPaise: feePaise },
    ],
  };
}

/** The charges of a disbursed loan go to the parties that they belong to. */
export function chargesEntry({ loanId, lenderChargesPaise, originatorChargesPaise }: Funded): Entry {
  return {
    causeId: loanId,
    kind: "loan_charges",
    lines: [
      { debit: INTERMEDIATE, credit: LENDER, amountPaise: lenderChargesPaise },
      { debit: INTERMEDIATE, credit: ORIGINATOR, amountPaise: originatorChargesPaise },
    ],
  };
}

/**
 * Each share goes back to its party, less the charges of the loan that the party already has. A party whose charges
 * exceed its share pays back the difference, and the merchant owes what that party's ledger no longer holds.
 */
export function giveBackEntries(
  loan: Funded & Pick<Loan, "chargesPassedOnAt"> & { readonly reservePaise: bigint },
  books: Books,
): Entry[] {
  const { loanId, feePaise, reservePaise } = loan;
  const isPassedOn = loan.chargesPassedOnAt !== null;
  const dues = [
    { account: LENDER, paise: loan.lenderPaise - (isPassedOn ? loan.lenderChargesPaise : 0n) },
    { account: ORIGINATOR, paise: loan.originatorPaise - (isPassedOn ? loan.originatorChargesPaise : 0n) },
    { account: WALLET, paise: feePaise - reservePaise },
  ];
  const owed = dues.flatMap(({ account, paise }) => (paise < 0n ? takeBack(account, -paise, books) : []));
  const given = dues.flatMap(({ account, paise }) =>
    paise > 0n ? [{ debit: INTERMEDIATE, credit: account, amountPaise: paise }] : [],
  );
  // Money that comes in is booked first, so that it can be passed on.
  return [
    { causeId: loanId, kind: "loan_return", lines: owed },
    { causeId: loanId, kind: "loan_return", firstLine: 1 + owed.length, lines: given },
  ];
}

function takeBack(account: number, paise: bigint, books: Books): PostingLine[] {
  const there = books.available(account);
  const taken = there < paise ? there : paise;
  return [
    { debit: account, credit: INTERMEDIATE, amountPaise: taken },
    { debit: RECEIVABLE, credit: INTERMEDIATE, amountPaise: paise - taken },
  ].filter(({ amountPaise }) => amountPaise > 0n);
}
