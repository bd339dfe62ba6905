import Type from "typebox";
import { coversSource } from "#access";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listOf, oneOf, optional, text } from "#http";
import { FundSourceError, scrollStatement, STATEMENT_KINDS, type PlacedEntry } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { statementEntry } from "./schemas.ts";
import { rangeFields, rangeRefusals, readRange } from "./statement-range.ts";

const place = Type.Tuple([Type.Integer(), Type.String({ format: "uuid" }), Type.Integer(), Type.Boolean()]);

export const listStatement = memberOperation({
  name: "listStatement",
  method: "GET",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement",
  tag: "Fund sources",
  summary: "List the entries of a fund source, newest first, each with the balance after it",
  description: "Days are in Indian time; default: the last 30. A filter does not change the balances.",
  permission: "access_transfers",
  pathFields: { fundSourceId: text({ max: 40 }) },
  query: {
    ...rangeFields,
    kinds: optional(listOf(oneOf(STATEMENT_KINDS), { min: 1, max: STATEMENT_KINDS.length })),
    ...pageFields(place),
  },
  output: listOfItems(statementEntry),
  refusals: { ...rangeRefusals, not_found: { status: 404, message: "This fund source does not exist." } },
  handle: ({ ctx, merchantId, fundSourceIds, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { cursor, limit, kinds, fundSourceId } = input;
      if (!coversSource(fundSourceIds, fundSourceId)) throw FundSourceError.not_found({ fundSourceId });
      const before =
        cursor === undefined
          ? undefined
          : { at: new Date(cursor[0]), causeId: cursor[1], phase: cursor[2], isCredit: cursor[3] };
      const scroll = { ...readRange(input, tx.now), kinds, before, limit: limit + 1 };
      return pageOf(await scrollStatement(tx, fundSourceId, scroll), limit, { item: shown, place: placeOf });
    }),
});

const placeOf = ({ position }: PlacedEntry) => [
  position.at.getTime(),
  position.causeId,
  position.phase,
  position.isCredit,
];

function shown({ position, ...entry }: PlacedEntry) {
  const { kind, key, utr, remarks } = entry;
  return {
    entryId: `${position.causeId}.${position.phase}${position.isCredit ? "c" : "d"}.${entry.at.getTime()}`,
    ...{ at: entry.at, kind, key, utr, remarks },
    amount: formatRupees(entry.amountPaise),
    charges: formatRupees(entry.chargesPaise),
    change: formatRupees(entry.changePaise),
    balance: formatRupees(entry.balancePaise),
    referenceId: entry.referenceId === null ? null : String(entry.referenceId),
  };
}
