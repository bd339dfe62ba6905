import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import type { Loan } from "#lending";
import { formatRupees } from "#lib/money";

export const loan = Type.Object(
  {
    loanId: Type.String(),
    amount: rupees,
    disbursal: rupees,
    lenderShare: rupees,
    originatorShare: rupees,
    lenderCharges: rupees,
    originatorCharges: rupees,
    /** What the platform takes from the wallet, tax included. */
    fee: rupees,
    status: words(["disbursing", "disbursed", "failed", "returned"]),
    lentAt: at,
    finishedAt: nullable(at),
    chargesPassedOnAt: nullable(at),
    givenBackAt: nullable(at),
  },
  { $id: "Loan" },
);

/** A loan as the dashboard shows it. */
export function showLoan(given: Loan) {
  const { loanKey, status, lentAt, finishedAt, chargesPassedOnAt, givenBackAt } = given;
  return {
    ...{ loanId: loanKey, status, lentAt, finishedAt, chargesPassedOnAt, givenBackAt },
    amount: formatRupees(given.amountPaise),
    disbursal: formatRupees(given.disbursalPaise),
    lenderShare: formatRupees(given.lenderPaise),
    originatorShare: formatRupees(given.originatorPaise),
    lenderCharges: formatRupees(given.lenderChargesPaise),
    originatorCharges: formatRupees(given.originatorChargesPaise),
    fee: formatRupees(given.feePaise),
  };
}
