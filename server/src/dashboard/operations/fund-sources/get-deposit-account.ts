import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { readFundSources, readRegisteredAccount, revealFundSourceAccount } from "#fund-sources";
import { Refusal } from "#http";

/** Virtual account numbers are meant to be shared with payers; a bank account's own number is not. */
const VIRTUAL: readonly string[] = ["wallet", "lender", "originator"];

export const getDepositAccount = memberOperation({
  name: "getDepositAccount",
  method: "GET",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/deposit-account",
  tag: "Fund sources",
  summary: "Where money is sent to recharge a fund source",
  permission: "access_transfers",
  pathFields: { fundSourceId: text({ max: 40 }) },
  output: Type.Object({
    accountNumber: Type.String(),
    ifsc: Type.String(),
    /** Recharges count only from it; null: from any account. */
    registeredLast4: Type.Union([Type.String(), Type.Null()]),
  }),
  refusals: {
    not_found: { status: 404, message: "This fund source has no virtual account to send money to." },
  },
  handle: async ({ ctx, merchantId, input: { fundSourceId } }) => {
    const { source, registered } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      source: (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId),
      registered: await readRegisteredAccount(tx),
    }));
    if (source === undefined || !VIRTUAL.includes(source.kind)) throw new Refusal("not_found");
    const registeredLast4 = source.kind === "wallet" ? (registered?.accountLast4 ?? null) : null;
    return { ...(await revealFundSourceAccount(ctx, merchantId, fundSourceId)), registeredLast4 };
  },
});
