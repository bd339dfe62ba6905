import Type from "typebox";
import { readBusinessType } from "#access";
import { adapterOf, partnerBank } from "#banks";
import { memberOperation } from "#dashboard/operation";
import { businessTypesServed, listBankConnections, readFundSources } from "#fund-sources";

export const listBanks = memberOperation({
  name: "listBanks",
  method: "GET",
  path: "/merchants/{merchantId}/banks",
  tag: "Fund sources",
  summary: "Banks whose accounts can be fund sources, and those closed to this kind of business",
  permission: "access_transfers",
  output: Type.Object({
    businessType: Type.Union([Type.String(), Type.Null()]),
    items: Type.Array(
      Type.Object({
        bankId: Type.String(),
        name: Type.String(),
        modes: Type.Array(Type.String()),
        /** The kinds of business that it takes; null: all. */
        servedOnly: Type.Union([Type.Array(Type.String()), Type.Null()]),
        open: Type.Boolean(),
        fundSourceIds: Type.Array(Type.String()),
      }),
    ),
  }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [businessType, banks, sources] = await Promise.all([
        readBusinessType(tx),
        listBankConnections(ctx, tx),
        readFundSources(tx),
      ]);
      const items = banks.map((bank) => {
        const { bankId } = bank;
        const served = businessTypesServed(bankId);
        return {
          bankId,
          name: partnerBank(bankId)?.name ?? bankId,
          modes: [...adapterOf(bank).capabilities(bankId).rails],
          servedOnly: served === null ? null : [...served],
          open: served === null || (businessType !== null && served.includes(businessType)),
          fundSourceIds: sources
            .filter((one) => one.bankId === bankId)
            .map(({ fundSourceId }) => fundSourceId),
        };
      });
      return { businessType, items };
    }),
});
