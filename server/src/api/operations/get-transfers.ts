import { listTransfers } from "#transfers";
import { ifAny, listOfShown, optional, outputOf, refusing, withDefault } from "#http";
import { referenceIdSchema } from "./answer-schemas.ts";
import { refuse, success, unknownError } from "./answers.ts";
import { dayRule, digitsRule, referenceIdRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { readLookupsOf } from "./read-lookups-of.ts";
import { transferRow, type TransferToWrite } from "./transfer-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  // The contract gives only the code; the sentences are ours.
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  date_invalid: refuse("422", "Requested date range is invalid"),
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

export const getTransfers = declareClassic({
  name: "getTransfers",
  method: "GET",
  path: "/getTransfers",
  versions: ["v1"],
  scope: "read",
  tag: "Transfers",
  summary: "List transfers",
  description:
    "In the order in which we accepted them. Pass `lastReturnId` to get the next page; the last page has none.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(referenceIdRule()), { wrong: "last_return_id_invalid" }),
    date: refusing(optional(dayRule("Only transfers of this day (Indian time).")), {
      wrong: "date_invalid",
    }),
  },
  answers,
  data: {
    schema: page.schema,
    examples: {
      found: {
        transfers: [
          {
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
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn, lastReturnId, date } }) => {
    // One more than requested shows whether the list continues.
    const found = await listTransfers(ctx, caller.merchantId, {
      limit: maxReturn + 1,
      fundSourceIds: caller.fundSourceIds,
      ...(lastReturnId === undefined ? {} : { afterReferenceId: lastReturnId }),
      ...(date === undefined ? {} : { date }),
    });
    const rows = found.slice(0, maxReturn);
    const lookupOf = await readLookupsOf(ctx, rows);
    const transfers = rows.map((transfer) => ({ transfer, lookup: lookupOf(transfer) }));
    return { answer: answers.found, data: page.write({ transfers, hasMore: found.length > maxReturn }) };
  },
});
