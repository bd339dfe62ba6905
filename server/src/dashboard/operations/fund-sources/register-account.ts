import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at } from "#dashboard/schemas";
import { Refusal, text } from "#http";
import { setRegisteredAccount } from "#fund-sources";

export const registerAccount = memberOperation({
  name: "registerAccount",
  method: "PUT",
  path: "/merchants/{merchantId}/registered-account",
  tag: "Settings",
  summary: "Register the business's own account in the sandbox; live, the operator does after checking it",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    holderName: text({ max: 100 }),
    accountNumber: text({
      min: 6,
      max: 40,
      pattern: /^[A-Za-z0-9]+$/,
      cards: "let_pass",
      says: "It is no bank account number.",
    }),
    ifsc: text({
      min: 11,
      max: 11,
      pattern: /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/,
      says: "An IFSC is like HDFC0000001.",
    }),
  },
  output: Type.Object({
    holderName: Type.String(),
    accountLast4: Type.String(),
    ifsc: Type.String(),
    registeredAt: at,
  }),
  refusals: {
    sandbox_only: {
      status: 422,
      message: "The operator registers accounts of live merchants, after checking them.",
    },
    account_invalid: { status: 422, message: "Check the account number, holder and IFSC." },
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    return setRegisteredAccount(ctx, merchantId, { ...input, by });
  },
});
