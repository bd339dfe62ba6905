import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { listBankConnections, readFundSources } from "#fund-sources";
import { listDowntimes as readDowntimes, ownBankOf, touchedSources } from "#health";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import { countExposed, type Exposure } from "#transfers";

const downtime = Type.Object(
  {
    incidentNo: Type.Integer(),
    when: words(["now", "upcoming", "past"]),
    /** The payee's bank or UPI handle that cannot be reached, or the ID of a bank of a fund source. */
    entityCode: Type.String(),
    entityName: Type.String(),
    mode: words(RAILS),
    severity: words(["low", "high"]),
    scheduled: Type.Boolean(),
    because: Type.String(),
    startedAt: at,
    endsAt: nullable(at),
    resolvedAt: nullable(at),
    /** The fund sources that pay through it. Empty if it is a payee's bank. */
    fundSources: Type.Array(Type.Object({ fundSourceId: Type.String(), name: Type.String() })),
    /**
     * The transfers that this downtime affects and that have no outcome yet. Null if the downtime is not going on now.
     */
    exposed: nullable(Type.Object({ count: Type.Integer(), amount: Type.String() })),
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
      const ofNow = downtimes.filter(({ when }) => when === "now");
      const ways = ofNow.map((one) => ({ ...one, bankId: ownBankOf(one, banks) }));
      const exposures = await countExposed(tx, ways);
      const exposed = new Map(ofNow.map(({ incidentNo }, at) => [incidentNo, exposures[at]!]));
      const items = downtimes.map((one) => ({
        ...one,
        exposed: showExposure(exposed.get(one.incidentNo)),
        fundSources: touchedSources(one, { sources, banks }).map(({ fundSourceId, name }) => ({
          fundSourceId,
          name,
        })),
      }));
      return { items, asOf: tx.now };
    }),
});

const showExposure = (exposure: Exposure | undefined) =>
  exposure === undefined ? null : { count: exposure.count, amount: formatRupees(exposure.amountPaise) };
