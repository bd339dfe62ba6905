import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { oneOf, Refusal, text, withDefault } from "#http";
import { lend as lendLoan } from "#lending";
import { publicStatus } from "#transfers";
import { loanMoneyFields, loanMoneyRefusals, readLoanMoney } from "./loan-money.ts";

const MODES = ["banktransfer", "imps", "neft", "rtgs", "upi"] as const;

export const lend = memberOperation({
  name: "lend",
  method: "POST",
  path: "/merchants/{merchantId}/loans",
  tag: "Co-lending",
  summary: "Disburse a loan by the agreed split; the same loanId is the same loan",
  permission: "initiate_quick_transfer",
  stepUp: true,
  body: {
    loanId: text({
      max: 40,
      pattern: /^[A-Za-z0-9_-]+$/,
      cards: "in_ids",
      says: "It has letters, digits, hyphens or underscores.",
    }),
    ...loanMoneyFields,
    beneId: text({ max: 50, cards: "let_pass" }),
    transferMode: withDefault(oneOf(MODES), "banktransfer"),
    remarks: withDefault(
      text({ min: 0, max: 70, pattern: /^[A-Za-z0-9 ]*$/, says: "Remarks have letters, digits and spaces." }),
      "",
    ),
  },
  output: Type.Object({ loanId: Type.String(), status: Type.String(), repeated: Type.Boolean() }),
  refusals: {
    ...payoutsDisabled,
    ...loanMoneyRefusals,
    lender_short: { status: 422, message: "The lender's ledger does not cover its share." },
    account_short: {
      status: 422,
      message: "Your own ledger does not cover its share, or the wallet does not cover our fee.",
    },
    loan_id_exists: { status: 409, message: "Another loan or transfer has this ID." },
    not_payable: { status: 422, message: "The borrower cannot be paid this way: {why}." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const outcome = await lendLoan(ctx, merchantId, {
      loanKey: input.loanId,
      ...readLoanMoney(input),
      payee: { beneId: input.beneId },
      mode: input.transferMode,
      remarks: input.remarks,
      by,
    });
    if (outcome.kind === "not_lent") throw new Refusal(outcome.code);
    if ("code" in outcome) {
      throw new Refusal("not_payable", { details: { why: outcome.code.replaceAll("_", " ") } });
    }
    if (outcome.kind === "repeated" && !outcome.sameContent)
      throw new Refusal("loan_id_exists", { field: "loanId" });
    const status = publicStatus[outcome.transfer.status];
    return { loanId: input.loanId, status, repeated: outcome.kind === "repeated" };
  },
});
