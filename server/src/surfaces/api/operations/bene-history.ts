import { BeneficiaryError, getBeneficiary } from "#beneficiaries";
import { formatRupees } from "#lib/money";
import { istDate } from "#lib/ist";
import { listBeneficiaryTransfers, type TransferView } from "#transfers";
import { listOfShown, optional, outputOf, refusing, shown, together, withDefault } from "#http";
import { day, refuse, success, text, unknownError } from "./answers.ts";
import { anyBeneIdRule } from "./beneficiaries.ts";
import { dayRule, digitsRule, orNull, required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall } from "./operation.ts";

const answers = {
  found: success("Data retrieved successfully"),
  id_invalid: refuse("422", "Please provide a valid Beneficiary Id"),
  dates_invalid: refuse("422", "Requested date range is invalid"),
  page_invalid: refuse("422", "Page value should be minimum 1"),
  // The contract gives only the limit; the sentence is ours.
  per_page_invalid: refuse("422", "perPage should be between 1 and 25"),
  breakdown: unknownError,
} as const;

const PER_PAGE_MAX = 25;

interface Row {
  readonly transfer: TransferView;
  readonly beneId: string;
}

const row = outputOf<Row>({
  transferDate: shown(day, ({ transfer }) => istDate(transfer.acceptedAt)),
  amount: shown(text, ({ transfer }) => formatRupees(transfer.amountPaise)),
  mode: shown(text, ({ transfer }) => transfer.rail.toUpperCase()),
  beneId: shown(text, ({ beneId }) => beneId),
  status: shown(text, ({ transfer }) => transfer.publicStatus),
});
const output = outputOf<readonly Row[]>({ transfers: listOfShown(row, (rows) => rows) });

/** The days of a range. The handler checks that the last one is over. */
const days = together(
  {
    startDate: refusing(optional(dayRule("Requires `endDate`.")), { wrong: "dates_invalid" }),
    endDate: refusing(optional(dayRule("Before today (Indian time).")), { wrong: "dates_invalid" }),
  },
  ({ startDate: from, endDate: to }) =>
    from !== undefined && (to === undefined || from > to)
      ? { problem: "dates_invalid" }
      : { value: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } },
);

export const beneHistory = declareClassic({
  name: "beneHistory",
  method: "GET",
  path: "/beneHistory",
  versions: ["v1"],
  scope: "read",
  tag: "Beneficiaries",
  summary: "List the transfers to a beneficiary",
  description: "Newest first.",
  query: {
    beneId: required(anyBeneIdRule(), "id_invalid"),
    days,
    perPage: withDefault(orNull(digitsRule({ min: 1, max: PER_PAGE_MAX })), PER_PAGE_MAX),
    page: withDefault(orNull(digitsRule({ min: 1 })), 1),
  },
  answers,
  data: {
    schema: output.schema,
    examples: {
      found: {
        transfers: [
          {
            transferDate: "2026-11-20",
            amount: "100.00",
            mode: "IMPS",
            beneId: "JOHN18011",
            status: "SUCCESS",
          },
        ],
      },
    },
  },
  breakdown: answers.breakdown,
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const { beneId, days, page, perPage } = input;
    if (days.to !== undefined && days.to >= (await readToday(call))) return { answer: answers.dates_invalid };
    if (page === null) return { answer: answers.page_invalid };
    if (perPage === null) return { answer: answers.per_page_invalid };
    const found = await listBeneficiaryTransfers(ctx, caller.merchantId, {
      ...{ beneId, ...days, page, perPage },
      fundSourceIds: caller.fundSourceIds,
    });
    // A removed beneficiary keeps its history; an id that never existed has none.
    if (found.length === 0 && !(await isBeneficiary(call, beneId))) return { answer: answers.id_invalid };
    return { answer: answers.found, data: output.write(found.map((transfer) => ({ transfer, beneId }))) };
  },
});

const readToday = async ({ ctx, caller }: ClassicCall): Promise<string> =>
  istDate(await ctx.db.inMerchant(caller.merchantId, async (tx) => tx.now));

async function isBeneficiary({ ctx, caller }: ClassicCall, beneId: string): Promise<boolean> {
  try {
    await getBeneficiary(ctx, caller.merchantId, beneId);
    return true;
  } catch (error) {
    if (BeneficiaryError.is(error, "not_found")) return false;
    throw error;
  }
}
