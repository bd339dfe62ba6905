/** The list of transfers, with its filters. */
import { ifAny, listOfShown, optional, outputOf, refusing, withDefault } from "#http";
import type { Context } from "#lib/context";
import { parseRupees } from "#lib/money";
import { type LookupView, readLookups } from "#phone";
import { listTransfers, publicStatus, statesOf, type Transfer } from "#transfers";
import { referenceIdSchema, refuse, success, unknownError } from "./answers.ts";
import {
  AMOUNT_TEXT_SCHEMA,
  dayRule,
  digitsRule,
  referenceIdRule,
  ruleOf,
  searchedText,
  wordRule,
} from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { transferRow, type TransferToWrite } from "./transfer-fields.ts";

const getTransfersAnswers = {
  found: success("Data retrieved successfully"),
  // The contract gives only the code; the sentences are ours.
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  date_invalid: refuse("422", "Requested date range is invalid"),
  status_invalid: refuse("422", "Status is invalid"),
  amount_invalid: refuse("422", "Invalid amount passed."),
  breakdown: unknownError,
} as const;

const RETURN_DEFAULT = 10;
const RETURN_MAX = 100;

interface Page {
  readonly transfers: readonly TransferToWrite[];
  readonly hasMore: boolean;
}

const page = outputOf<Page>({
  transfers: listOfShown(transferRow, ({ transfers }) => transfers),
  lastReturnId: ifAny(referenceIdSchema, ({ transfers, hasMore }) =>
    hasMore ? String(transfers.at(-1)!.transfer.referenceId) : undefined,
  ),
});

const dayOf = (description: string) => refusing(optional(dayRule(description)), { wrong: "date_invalid" });

const amountOf = (description: string) => {
  const rule = ruleOf({ ...AMOUNT_TEXT_SCHEMA, description }, (value) => {
    const paise = parseRupees(value);
    return typeof paise === "bigint" ? paise : null;
  });
  return refusing(optional(rule), { wrong: "amount_invalid" });
};

const STATUSES = [...new Set(Object.values(publicStatus))];

export const getTransfers = declareClassic({
  name: "getTransfers",
  method: "GET",
  path: "/getTransfers",
  versions: ["v1"],
  scope: "read",
  tag: "Transfers",
  summary: "List transfers",
  description:
    "In the order in which we accepted them. Pass `lastReturnId` to get the next page with the same filters; the " +
    "last page has none. The filters besides `date` extend the classic contract; a transfer matches all of them.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(referenceIdRule()), { wrong: "last_return_id_invalid" }),
    date: dayOf("Only transfers of this day (Indian time)."),
    startDate: dayOf("Only transfers of this day or later (Indian time)."),
    endDate: dayOf("Only transfers of this day or earlier (Indian time)."),
    transferId: optional(searchedText({ max: 40, description: "Only the transfer with this ID of yours." })),
    beneId: optional(searchedText({ max: 50, description: "Only transfers to this beneficiary." })),
    status: refusing(optional(wordRule(STATUSES, { description: "Only transfers with this status." })), {
      wrong: "status_invalid",
    }),
    minAmount: amountOf("Only transfers of this amount in rupees or more."),
    maxAmount: amountOf("Only transfers of this amount in rupees or less."),
  },
  answers: getTransfersAnswers,
  data: {
    schema: page.schema,
    examples: {
      found: {
        transfers: [
          {
            transferId: "INV_2026_0001",
            referenceId: "10023",
            bankAccount: "00011020001772",
            beneId: "JOHN18011",
            amount: "100.00",
            status: "SUCCESS",
            utr: "632512345678",
            addedOn: "2026-11-21 11:43:20",
            processedOn: "2026-11-21 11:43:21",
            acknowledged: 1,
          },
        ],
        lastReturnId: "10023",
      },
    },
  },
  breakdown: getTransfersAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const { maxReturn, lastReturnId, date, startDate, endDate, status } = input;
    if (startDate !== undefined && endDate !== undefined && startDate > endDate)
      return { answer: getTransfersAnswers.date_invalid };
    const [from, to] = [latest(date, startDate), earliest(date, endDate)];
    // One more than requested shows whether the list continues.
    const found = await listTransfers(ctx, caller.merchantId, {
      limit: maxReturn + 1,
      afterReferenceId: lastReturnId,
      filter: {
        transferKey: input.transferId,
        beneId: input.beneId,
        fromPaise: input.minAmount,
        toPaise: input.maxAmount,
        created: { from, to },
        ...(status === undefined ? {} : { states: statesOf(status) }),
        ...(caller.fundSourceIds === null ? {} : { fundSourceIds: caller.fundSourceIds }),
      },
    });
    const rows = found.slice(0, maxReturn);
    const lookupOf = await readLookupsOf(ctx, rows);
    const transfers = rows.map((transfer) => ({ transfer, lookup: lookupOf(transfer) }));
    return {
      answer: getTransfersAnswers.found,
      data: page.write({ transfers, hasMore: found.length > maxReturn }),
    };
  },
});

// Days as text are ordered as the days are.
const latest = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined && one > other ? one : (other ?? one);
const earliest = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined && one < other ? one : (other ?? one);

/** Returns the lookups for those of a merchant's transfers that paid to phone numbers; null for others. */
export async function readLookupsOf(
  ctx: Pick<Context, "db">,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => LookupView | null> {
  const toPhones = transfers.filter(({ originKind }) => originKind === "phone");
  const lookupIds = toPhones.map(({ originId }) => originId!);
  const lookups = await readLookups(ctx, toPhones[0]?.merchantId ?? "", lookupIds);
  return ({ originId }) => lookups.get(originId ?? "") ?? null;
}
