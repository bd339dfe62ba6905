import Type from "typebox";
import { accountFields, ownAccountRefusals } from "#dashboard/account-fields";
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
    ...accountFields,
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
    holder_invalid: {
      status: 422,
      field: "holderName",
      message: "A name has 1 to 100 characters, and no card number in it.",
    },
    ...ownAccountRefusals,
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    return setRegisteredAccount(ctx, merchantId, { ...input, by });
  },
});
