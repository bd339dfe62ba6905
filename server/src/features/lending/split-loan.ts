/** Splits a loan's amount into shares, charges and disbursal. Pure, and exact to the paisa. */
import type { Agreement } from "./agreement.ts";
import type { LoanMoney, Party, ServiceCharge } from "./loan.ts";

/** A service charge named "lender" is the lender's; all others are the originator's, who deals with the borrower. */
export function partyOf({ name }: Pick<ServiceCharge, "name">): Party {
  return name.trim().toLowerCase() === "lender" ? "lender" : "originator";
}

export function totalOf(charges: readonly ServiceCharge[]): bigint {
  return charges.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
}

/**
 * Splits an amount by an agreement. The lender's share is rounded down to whole paise, and the rest is the
 * originator's, so they add up to the amount. The charges must be less than the amount.
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
