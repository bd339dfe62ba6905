import Type from "typebox";
import { accountFields, ownAccountRefusals } from "#dashboard/account-fields";
import { memberOperation } from "#dashboard/operation";
import { Refusal, text } from "#http";
import { openBankAccount } from "#fund-sources";
import { fundSource } from "./schemas.ts";
import { showFundSources } from "./show-fund-sources.ts";

export const openBankSource = memberOperation({
  name: "openBankSource",
  method: "POST",
  path: "/merchants/{merchantId}/fund-sources",
  tag: "Fund sources",
  summary: "Make an account at one of the sandbox's banks a fund source; live, the account manager does",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    bankId: text({ max: 40 }),
    name: text({ max: 60 }),
    ...accountFields,
  },
  output: Type.Object({ items: Type.Array(fundSource), fundSourceId: Type.String() }),
  refusals: {
    sandbox_only: { status: 422, message: "Your account manager connects bank accounts of live merchants." },
    bank_not_connected: { status: 422, message: "That bank is not connected." },
    ...ownAccountRefusals,
    account_taken: { status: 409, message: "This account is already a fund source at another bank." },
    business_type_unknown: { status: 422, message: "Set the business type first." },
    business_type_not_served: {
      status: 422,
      message: "This bank takes private limited and partnership businesses only.",
    },
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    const { fundSourceId } = await openBankAccount(ctx, merchantId, { ...input, by });
    return { fundSourceId, items: await ctx.db.inMerchant(merchantId, (tx) => showFundSources(ctx, tx)) };
  },
});
