import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { listBankConnections, readFundSources } from "#fund-sources";
import { listDowntimes as readDowntimes } from "#health";
import { touchedSources } from "./touched-sources.ts";

const downtime = Type.Object(
  {
    incidentNo: Type.Integer(),
    when: words(["now", "upcoming", "past"]),
    /** The bank or UPI handle that cannot be reached. */
    entityCode: Type.String(),
    entityName: Type.String(),
    mode: words(["imps", "neft", "rtgs", "upi"]),
    severity: words(["low", "high"]),
    scheduled: Type.Boolean(),
    because: Type.String(),
    startedAt: at,
    endsAt: nullable(at),
    resolvedAt: nullable(at),
    /** The fund sources that pay through it; none: it is a payee's bank. */
    fundSources: Type.Array(Type.Object({ fundSourceId: Type.String(), name: Type.String() })),
  },
  { $id: "Downtime" },
);

export const listDowntimes = memberOperation({
  name: "listDowntimes",
  method: "GET",
  path: "/merchants/{merchantId}/downtimes",
  tag: "Fund sources",
  summary: "Downtimes of the banks of fund sources and of payees, newest first",
  description: "An unscheduled one for 15 days after its start, a scheduled one to 7 days after its end.",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(downtime), asOf: at }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [downtimes, sources, banks] = await Promise.all([
        readDowntimes(tx),
        readFundSources(tx),
        listBankConnections(ctx, tx),
      ]);
      const items = downtimes.map((one) => ({
        ...one,
        fundSources: touchedSources(one, { sources, banks }).map(({ fundSourceId, name }) => ({
          fundSourceId,
          name,
        })),
      }));
      return { items, asOf: tx.now };
    }),
});
