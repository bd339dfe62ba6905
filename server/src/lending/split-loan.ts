/** How a loan's amount falls apart into shares, charges and disbursal. Pure; to the paisa. */
import type { Agreement } from "./agreement.ts";
import type { LoanMoney, Party, ServiceCharge } from "./loan.ts";

/** Whose a service charge is: the lender's when it is named so, else the originator's, who has the borrower. */
export function partyOf({ name }: Pick<ServiceCharge, "name">): Party {
  return name.trim().toLowerCase() === "lender" ? "lender" : "originator";
}

/** All charges together, in paise. */
export function totalOf(charges: readonly ServiceCharge[]): bigint {
  return charges.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
}

/**
 * Splits an amount by an agreement: the lender's share is rounded down to whole paise, the rest is the originator's,
 * so that both are the amount. The charges must be less than it.
 */
export function splitLoan(
  amountPaise: bigint,
  charges: readonly ServiceCharge[],
  { lenderPercent }: Pick<Agreement, "lenderPercent">,
): LoanMoney {
  const lenderPaise = (amountPaise * BigInt(lenderPercent)) / 100n;
  const chargesOf = (party: Party): bigint => totalOf(charges.filter((one) => partyOf(one) === party));
  return {
    amountPaise,
    disbursalPaise: amountPaise - totalOf(charges),
    lenderChargesPaise: chargesOf("lender"),
    originatorChargesPaise: chargesOf("originator"),
    lenderPaise,
    originatorPaise: amountPaise - lenderPaise,
  };
}
