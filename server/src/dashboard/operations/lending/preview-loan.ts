import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { rupees } from "#dashboard/schemas";
import { Refusal } from "#http";
import { previewLoan as splitLoan } from "#lending";
import { formatRupees } from "#lib/money";
import { loanMoneyFields, loanMoneyRefusals, readLoanMoney } from "./loan-money.ts";

export const previewLoan = memberOperation({
  name: "previewLoan",
  method: "POST",
  path: "/merchants/{merchantId}/loan-previews",
  tag: "Co-lending",
  summary: "See how a loan would be split, without making it",
  permission: "initiate_quick_transfer",
  body: loanMoneyFields,
  output: Type.Object({
    amount: rupees,
    disbursal: rupees,
    lenderShare: rupees,
    originatorShare: rupees,
  }),
  refusals: loanMoneyRefusals,
  handle: async ({ ctx, merchantId, input }) => {
    const preview = await splitLoan(ctx, merchantId, readLoanMoney(input));
    if (preview.kind === "not_lent") throw new Refusal(preview.code);
    const { amountPaise, disbursalPaise, lenderPaise, originatorPaise } = preview.money;
    return {
      amount: formatRupees(amountPaise),
      disbursal: formatRupees(disbursalPaise),
      lenderShare: formatRupees(lenderPaise),
      originatorShare: formatRupees(originatorPaise),
    };
  },
});
