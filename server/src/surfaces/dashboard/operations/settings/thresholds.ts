/** The balances below which the recipients are notified. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import { at, nullable, rupees } from "#dashboard/schemas";
import { readFundSources, readSourceBalances, setLowBalanceThreshold } from "#fund-sources";
import { amount, flag, text } from "#http";
import { formatRupees } from "#lib/money";

const operation = resource({ at: "/thresholds", tag: "Settings", permission: "access_transfers" });

const source = Type.Object({
  fundSourceId: Type.String(),
  name: Type.String(),
  accountLast4: nullable(Type.String()),
  available: rupees,
  minimumBalance: rupees,
  notify: Type.Boolean(),
  isBelow: Type.Boolean(),
});

/** Lists the wallet and the connected bank accounts with their low balance thresholds. */
export const getThresholds = operation({
  name: "getThresholds",
  method: "GET",
  summary: "Read the low balance thresholds",
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

/** Sets the balance below which a fund source counts as low, and whether that is notified. */
export const setThreshold = operation({
  name: "setThreshold",
  method: "PUT",
  path: "/{fundSourceId}",
  summary: "Set a fund source's low balance threshold",
  permission: "manage_settings",
  pathFields: { fundSourceId: text({ max: 50 }) },
  body: { minimumBalance: amount({ min: 0n }), notify: flag() },
  output: Type.Object({ fundSourceId: Type.String() }),
  refusals: {
    not_found: { status: 404, message: "This fund source does not exist." },
    threshold_invalid: { status: 422, message: "A minimum balance is zero or more." },
  },
  handle: async ({ ctx, merchantId, by, input: { fundSourceId, minimumBalance, notify } }) => {
    const threshold = { fundSourceId, thresholdPaise: minimumBalance, notify, by };
    await setLowBalanceThreshold(ctx, merchantId, threshold);
    return { fundSourceId };
  },
});
