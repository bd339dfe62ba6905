/** Statements of fund sources. */
import Type from "typebox";
import { coversSource } from "#access";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, rupees } from "#dashboard/schemas";
import {
  FundSourceError,
  type PlacedEntry,
  scrollStatement,
  STATEMENT_ENTRIES_MAX,
  STATEMENT_FORMATS,
  STATEMENT_KINDS,
  type DrawnFormat,
  sumStatement,
  writeStatementFile,
} from "#fund-sources";
import { day, listOf, oneOf, optional, Refusal, text } from "#http";
import { formatRupees } from "#lib/money";
import { istDate } from "#lib/ist";
import { statementEntry } from "./schemas.ts";

const operation = resource({
  at: "/fund-sources/{fundSourceId}",
  tag: "Fund sources",
  permission: "access_transfers",
});

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const DAYS_USUAL = 30;

const rangeFields = { from: optional(day()), to: optional(day()) };

const rangeRefusals = {
  range_invalid: {
    status: 422,
    message: "Choose a start date on or before the end date, at most a year apart.",
  },
} as const;

/** Returns the start and end of a range of days in India; by default the last 30 days. Throws Refusal range_invalid. */
function readRange(
  { from, to }: { from: string | undefined; to: string | undefined },
  now: Date,
): { from: Date; to: Date } {
  const last = midnightOf(to ?? istDate(now));
  const first = from === undefined ? last - (DAYS_USUAL - 1) * DAY_MS : midnightOf(from);
  if (first > last || last - first > DAYS_MAX * DAY_MS) throw new Refusal("range_invalid", { field: "from" });
  return { from: new Date(first), to: new Date(last + DAY_MS) };
}

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00+05:30`);

const place = Type.Tuple([Type.Integer(), Type.String({ format: "uuid" }), Type.Integer(), Type.Boolean()]);

export const listStatement = operation({
  name: "listStatement",
  method: "GET",
  path: "/statement",
  summary: "List the entries of a fund source, newest first, each with the balance after it",
  description: "Days are in Indian time; default: the last 30. A filter does not change the balances.",
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

export const getStatementTotals = operation({
  name: "getStatementTotals",
  method: "GET",
  path: "/statement-totals",
  summary: "The totals of a statement: opening, credits, debits, closing",
  pathFields: { fundSourceId: text({ max: 40 }) },
  query: rangeFields,
  output: Type.Object({
    from: at,
    to: at,
    opening: rupees,
    credited: rupees,
    debited: rupees,
    closing: rupees,
  }),
  refusals: { ...rangeRefusals, not_found: { status: 404, message: "This fund source does not exist." } },
  handle: ({ ctx, merchantId, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const range = readRange(input, tx.now);
      const totals = await sumStatement(tx, input.fundSourceId, range);
      return {
        ...range,
        opening: formatRupees(totals.openingPaise),
        credited: formatRupees(totals.creditedPaise),
        debited: formatRupees(totals.debitedPaise),
        closing: formatRupees(totals.closingPaise),
      };
    }),
});

const MEDIA_TYPES: Readonly<Record<DrawnFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

export const downloadStatement = operation({
  name: "downloadStatement",
  method: "GET",
  path: "/statement-file",
  summary: "The statement of a fund source as a file, oldest first",
  permission: "export_data",
  pathFields: { fundSourceId: text({ max: 40 }) },
  query: { ...rangeFields, format: oneOf(STATEMENT_FORMATS) },
  output: { download: Object.values(MEDIA_TYPES) },
  refusals: {
    ...rangeRefusals,
    not_found: { status: 404, message: "This fund source does not exist." },
    too_many_entries: {
      status: 422,
      message: `A file holds at most ${STATEMENT_ENTRIES_MAX} entries. Choose a shorter range.`,
    },
  },
  handle: async ({ ctx, merchantId, input }) => {
    const { fundSourceId, format } = input;
    const { now } = await ctx.db.inMerchant(merchantId, async (tx) => ({ now: tx.now }));
    const file = await writeStatementFile(ctx, merchantId, {
      fundSourceId,
      ...readRange(input, now),
      format,
    });
    return { ...file, mediaType: MEDIA_TYPES[format] };
  },
});
