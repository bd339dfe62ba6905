import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import {
  addCounts,
  countMatches,
  countTransfers as count,
  publicStatus,
  type TransferCount,
} from "#transfers";
import { filterFields, readFilter } from "./transfer-filter.ts";

const counted = Type.Object(
  {
    count: Type.Integer(),
    amount: rupees,
    /** False: at least so many; count and amount are of the newest. */
    exact: Type.Boolean(),
  },
  { $id: "TransferCount" },
);

export const countTransfers = memberOperation({
  name: "countTransfers",
  method: "GET",
  path: "/merchants/{merchantId}/transfer-counts",
  tag: "Transfers",
  summary: "Count the transfers that match a filter, by status and in total",
  description:
    "By status those of statuses that the filter leaves out are counted too, with the rest of the filter.",
  permission: "access_transfers",
  query: filterFields,
  output: Type.Object({
    byStatus: Type.Array(
      Type.Object({ status: words([...new Set(Object.values(publicStatus))]), ...counted.properties }),
    ),
    total: counted,
  }),
  handle: async ({ ctx, merchantId, mayReveal, input }) => {
    const filter = readFilter(input, { mayReveal });
    return ctx.db.inMerchant(merchantId, async (tx) => {
      const byStatus = await count(tx, filter);
      const isWhole = filter.states === undefined;
      return {
        byStatus: [...byStatus].map(([status, one]) => ({ status, ...tell(one) })),
        total: tell(isWhole ? addCounts(byStatus.values()) : await countMatches(tx, filter)),
      };
    });
  },
});

function tell({ count: found, sumPaise, exact }: TransferCount) {
  return { count: found, amount: formatRupees(sumPaise), exact };
}
