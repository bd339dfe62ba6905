import type { Context } from "#lib/context";
import { readAgreement } from "./agreement.ts";
import type { LoanMoney, LoanOrder, LoanRefusal } from "./loan.ts";
import { splitLoan, totalOf } from "./split-loan.ts";

export type LoanPreview =
  | { readonly kind: "split"; readonly money: LoanMoney }
  | { readonly kind: "not_lent"; readonly code: LoanRefusal };

/** What each party would pay of a loan, and what its borrower would get, by the agreement in force. Books nothing. */
export async function previewLoan(
  ctx: Context,
  merchantId: string,
  { amountPaise, charges }: Pick<LoanOrder, "amountPaise" | "charges">,
): Promise<LoanPreview> {
  if (totalOf(charges) >= amountPaise) return { kind: "not_lent", code: "charges_exceed_amount" };
  const agreement = await ctx.db.inMerchant(merchantId, readAgreement);
  if (!agreement?.enabled) return { kind: "not_lent", code: "not_agreed" };
  return { kind: "split", money: splitLoan(amountPaise, charges, agreement) };
}
