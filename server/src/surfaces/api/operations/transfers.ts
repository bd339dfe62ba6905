import { ifAny, listOfShown, optional, outputOf, partOf, refusing, shown, withDefault } from "#http";
import type { Context } from "#lib/context";
import { type LookupView, readLookups } from "#phone";
import { readTold } from "#stories";
import {
  cancelTransfers,
  explainAgain,
  listTransfers,
  type TransferDetails,
  TransferError,
  type Transfer,
} from "#transfers";
import { answerFor, referenceIdSchema, refuse, success, text, unknownError } from "./answers.ts";
import { dayRule, digitsRule, referenceIdRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import {
  findTransfer,
  type OneTransfer,
  oneTransfer,
  transferIds,
  transferRow,
  type TransferToWrite,
} from "./transfer-fields.ts";

const getTransferStatusAnswers = {
  found_by_reference_id: success("Details of transfer with referenceId {id}"),
  found_by_transfer_id: success("Details of transfer with transferId {id}"),
  reference_id_unknown: refuse("404", "ReferenceId is invalid or does not exist"),
  transfer_id_unknown: refuse("404", "TransferId is invalid or does not exist"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const example = {
  transfer: {
    transferId: "INV_2026_0001",
    referenceId: "10023",
    bankAccount: "00011020001772",
    ifsc: "HDFC0000001",
    beneId: "JOHN18011",
    amount: "100.00",
    status: "SUCCESS",
    utr: "632512345678",
    addedOn: "2026-11-21 11:43:20",
    processedOn: "2026-11-21 11:43:21",
    transferMode: "BANK",
    acknowledged: 1,
  },
};

const getTransferStatusOutput = outputOf<OneTransfer>({ transfer: partOf(oneTransfer, (from) => from) });

export const getTransferStatus = declareClassic({
  name: "getTransferStatus",
  method: "GET",
  path: "/getTransferStatus",
  versions: ["v1", "v1.1", "v1.2"],
  scope: "read",
  tag: "Transfers",
  summary: "Get a transfer",
  description:
    "By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds " +
    "for a transfer that failed: check `data.transfer.status`.",
  query: {
    ids: transferIds({ transferId: "transfer_id_unknown", referenceId: "reference_id_unknown" }),
  },
  answers: getTransferStatusAnswers,
  data: {
    schema: getTransferStatusOutput.schema,
    examples: { found_by_reference_id: example, found_by_transfer_id: example },
  },
  breakdown: getTransferStatusAnswers.breakdown,
  handle: async ({ ctx, caller, version, input }) => {
    const { transferId: transferKey, referenceId } = input.ids;
    const byReference = referenceId !== undefined;
    const wanted = byReference ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
    const transfer = await readTold(ctx, caller, wanted);
    if (transfer === undefined)
      return {
        answer: byReference
          ? getTransferStatusAnswers.reference_id_unknown
          : getTransferStatusAnswers.transfer_id_unknown,
      };
    if (transferKey !== undefined && transferKey !== transfer.transferKey)
      return { answer: getTransferStatusAnswers.transfer_id_unknown };
    const lookup = (await readLookupsOf(ctx, [transfer]))(transfer);
    const again = await explainAgain(ctx, caller.merchantId, transfer);
    return {
      answer: byReference
        ? getTransferStatusAnswers.found_by_reference_id
        : getTransferStatusAnswers.found_by_transfer_id,
      values: { id: byReference ? String(transfer.referenceId) : transfer.transferKey },
      data: getTransferStatusOutput.write({ transfer, lookup, version, again }),
    };
  },
});

const getTransfersAnswers = {
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
  answers: getTransfersAnswers,
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
  breakdown: getTransfersAnswers.breakdown,
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
    return {
      answer: getTransfersAnswers.found,
      data: page.write({ transfers, hasMore: found.length > maxReturn }),
    };
  },
});

const cancelTransferAnswers = {
  cancelled: success("Transfer cancelled"),
  not_found: refuse("404", "TransferId is invalid or does not exist"),
  not_cancellable: refuse("409", "The transfer was sent to a bank or has ended; it cannot be cancelled"),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  breakdown: unknownError,
} as const;

const cancelTransferOutput = outputOf<TransferDetails>({
  transferId: shown(text, ({ transferKey }) => transferKey),
  referenceId: shown(referenceIdSchema, ({ referenceId }) => String(referenceId)),
});

export const cancelTransfer = declareClassic({
  name: "cancelTransfer",
  method: "POST",
  path: "/cancelTransfer",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Cancel a transfer",
  description:
    "Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the " +
    "hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.",
  body: { ids: transferIds({ transferId: "not_found", referenceId: "not_found" }) },
  bodyExample: () => ({ transferId: "INV_2026_0001" }),
  answers: cancelTransferAnswers,
  data: {
    schema: cancelTransferOutput.schema,
    examples: { cancelled: { transferId: "INV_2026_0001", referenceId: "10023" } },
  },
  breakdown: cancelTransferAnswers.breakdown,
  handle: async ({ ctx, caller, input }) => {
    const transfer = await findTransfer({ ctx, caller }, input.ids);
    if (transfer === undefined) return { answer: cancelTransferAnswers.not_found };
    try {
      await cancelTransfers(ctx, caller.merchantId, {
        transferIds: [transfer.transferId],
        because: "cancelled by the merchant",
        by: `api-key:${caller.clientId}`,
      });
    } catch (error) {
      return { answer: answerFor(error, TransferError, cancelTransferAnswers) };
    }
    return { answer: cancelTransferAnswers.cancelled, data: cancelTransferOutput.write(transfer) };
  },
});

/** Returns the lookups for those of a merchant's transfers that paid to phone numbers; null for others. */
async function readLookupsOf(
  ctx: Pick<Context, "db">,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => LookupView | null> {
  const toPhones = transfers.filter(({ originKind }) => originKind === "phone");
  const lookupIds = toPhones.map(({ originId }) => originId!);
  const lookups = await readLookups(ctx, toPhones[0]?.merchantId ?? "", lookupIds);
  return ({ originId }) => lookups.get(originId ?? "") ?? null;
}
