import { BeneficiaryError, getBeneficiary } from "#beneficiaries";
import { formatRupees } from "#lib/money";
import { istDate } from "#rails";
import { listBeneficiaryTransfers, type TransferView } from "#transfers";
import { refuse, type Reply, success, unknownError } from "./answers.ts";
import { beneIdSchema } from "./beneficiary-fields.ts";
import { type Fields, readDay, readText, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

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

export const beneHistory: CallerOperation = {
  name: "beneHistory",
  method: "GET",
  path: "/beneHistory",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Beneficiaries",
  summary: "List the transfers to a beneficiary",
  description: "Newest first.",
  query: {
    beneId: { schema: beneIdSchema, required: true },
    startDate: {
      schema: { type: "string", format: "date", maxLength: 10, description: "Requires `endDate`." },
    },
    endDate: {
      schema: {
        type: "string",
        format: "date",
        maxLength: 10,
        description: "Before today (Indian time).",
      },
    },
    perPage: { schema: { type: "integer", minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_MAX } },
    page: { schema: { type: "integer", minimum: 1, default: 1 } },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        transfers: {
          type: "array",
          items: {
            type: "object",
            properties: {
              transferDate: { type: "string", format: "date" },
              amount: { type: "string" },
              mode: { type: "string" },
              beneId: { type: "string" },
              status: { type: "string" },
            },
            required: ["transferDate", "amount", "mode", "beneId", "status"],
          },
        },
      },
      required: ["transfers"],
    },
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
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, query } = call;
  const beneId = readText(query, "beneId");
  if (typeof beneId !== "string") return { answer: answers.id_invalid };
  const days = await readDays(call);
  if (days === null) return { answer: answers.dates_invalid };
  const page = readCount(query, "page", 1);
  if (page === null) return { answer: answers.page_invalid };
  const perPage = readCount(query, "perPage", PER_PAGE_MAX);
  if (perPage === null || perPage > PER_PAGE_MAX) return { answer: answers.per_page_invalid };
  const found = await listBeneficiaryTransfers(ctx, caller.merchantId, {
    ...{ beneId, ...days, page, perPage },
    fundSourceIds: caller.fundSourceIds,
  });
  // A removed beneficiary keeps its history; an id that never existed has none.
  if (found.length === 0 && !(await isBeneficiary(call, beneId))) return { answer: answers.id_invalid };
  return { answer: answers.found, data: { transfers: found.map((transfer) => writeRow(transfer, beneId)) } };
}

/** Reads the range of days; null if it is invalid: `to` must be over, and `from` needs it. */
async function readDays({ ctx, caller, query }: Call): Promise<{ from?: string; to?: string } | null> {
  const from = readDay(query, "startDate");
  const to = readDay(query, "endDate");
  if (from === null || to === null) return null;
  if (to === undefined) return from === undefined ? {} : null;
  const today = istDate(await ctx.db.inMerchant(caller.merchantId, async (tx) => tx.now));
  if (to >= today || (from !== undefined && from > to)) return null;
  return { ...(from === undefined ? {} : { from }), to };
}

function readCount(query: Fields, name: string, fallback: number): number | null {
  const count = readWhole(query, name);
  if (count === undefined) return fallback;
  return count === null || count < 1 ? null : count;
}

async function isBeneficiary({ ctx, caller }: Call, beneId: string): Promise<boolean> {
  try {
    await getBeneficiary(ctx, caller.merchantId, beneId);
    return true;
  } catch (error) {
    if (BeneficiaryError.is(error, "not_found")) return false;
    throw error;
  }
}

const writeRow = (transfer: TransferView, beneId: string): Record<string, string> => ({
  transferDate: istDate(transfer.acceptedAt),
  amount: formatRupees(transfer.amountPaise),
  mode: transfer.rail.toUpperCase(),
  beneId,
  status: transfer.publicStatus,
});
