import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees } from "#dashboard/schemas";
import { readFundSources, readSourceBalances } from "#fund-sources";
import { formatRupees } from "#lib/money";

const source = Type.Object({
  fundSourceId: Type.String(),
  name: Type.String(),
  accountLast4: nullable(Type.String()),
  available: rupees,
  minimumBalance: rupees,
  notify: Type.Boolean(),
  isBelow: Type.Boolean(),
});

/** Every fund source with its low balance threshold. */
export const getThresholds = memberOperation({
  name: "getThresholds",
  method: "GET",
  path: "/merchants/{merchantId}/thresholds",
  tag: "Settings",
  summary: "Read the low balance thresholds",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(source), asOf: at }),
  handle: async ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const sources = (await readFundSources(tx)).filter(
        ({ kind, active }) => active && (kind === "wallet" || kind === "bank_account"),
      );
      const ids = sources.map(({ fundSourceId }) => fundSourceId);
      const balances = await readSourceBalances(tx, ids);
      const items = sources.map((one) => {
        const available = balances.get(one.fundSourceId)!.availablePaise;
        return {
          fundSourceId: one.fundSourceId,
          name: one.name,
          accountLast4: one.accountLast4,
          available: formatRupees(available),
          minimumBalance: formatRupees(one.lowBalanceThresholdPaise),
          notify: one.notifyLowBalance,
          isBelow: available < one.lowBalanceThresholdPaise,
        };
      });
      return { items, asOf: tx.now };
    }),
});
