/** Operations that list, count, cancel and recall transfers, and return their stories and receipts. */
import Type from "typebox";
import { readMerchant } from "#access";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { amount, id, listOf, object, oneOf, optional, prose, Refusal, text, whole, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { CALENDARS } from "#rails";
import { RECALL_REASONS, RecallError, requestRecall } from "#recalls";
import { mayBeTold, readStory, StoryError, writeReceipt } from "#stories";
import {
  addCounts,
  CANCEL_MAX,
  cancelMatches,
  cancelTransfers as cancel,
  countMatches,
  countTransfers as count,
  publicStatus,
  readQueuePlaces,
  readTransfers,
  searchTransfers,
  type Transfer,
  type TransferCount,
} from "#transfers";
import { describeStory, storySchema } from "./describe-story.ts";
import { describeTransfer, filterFields, readFilter, transferRow, within } from "./transfer-row.ts";
import { stateOf, transferState } from "./transfer-state.ts";

const operation = resource({ at: "", tag: "Transfers", permission: "access_transfers" });

const place = Type.Object({
  referenceId: Type.String({ pattern: "^[0-9]{1,18}$" }),
  amountPaise: Type.String({ pattern: "^[0-9]{1,18}$" }),
});

export const listTransfers = operation({
  name: "listTransfers",
  method: "GET",
  path: "/transfers",
  summary: "List transfers that match a filter",
  description:
    "`q` is a complete transfer ID, reference ID or UTR. If no transfer has it: part of a payee's name or ID, a " +
    "complete UPI ID, phone number or e-mail address, or an account number, which is compared by its " +
    "last four digits unless the member may reveal account numbers.",
  query: {
    ...filterFields,
    order: withDefault(oneOf(["newest", "oldest", "largest", "smallest"]), "newest"),
    ...pageFields(place),
  },
  output: listOfItems(transferRow),
  handle: async ({ ctx, merchantId, fundSourceIds, input }) => {
    const { order, limit, cursor } = input;
    const after = cursor && {
      referenceId: BigInt(cursor.referenceId),
      amountPaise: BigInt(cursor.amountPaise),
    };
    const { found, places } = await ctx.db.inMerchant(merchantId, async (tx) => {
      const rows = await searchTransfers(tx, {
        filter: within(readFilter(input), fundSourceIds),
        order,
        after,
        limit: limit + 1,
      });
      const transfers = rows.map(({ transfer }) => transfer);
      return { found: rows, places: await readQueuePlaces(tx, transfers) };
    });
    const calendar = CALENDARS[ctx.config.railCalendar];
    return pageOf(found, limit, {
      item: (one) => describeTransfer(one, { calendar, places }),
      place: ({ transfer: { referenceId, amountPaise } }) => ({
        referenceId: String(referenceId),
        amountPaise: String(amountPaise),
      }),
    });
  },
});

const counted = Type.Object(
  {
    count: Type.Integer(),
    amount: rupees,
    /** False if there are more; `count` and `amount` then cover only the newest. */
    exact: Type.Boolean(),
  },
  { $id: "TransferCount" },
);

export const countTransfers = operation({
  name: "countTransfers",
  method: "GET",
  path: "/transfer-counts",
  summary: "Count the transfers that match a filter, by status and in total",
  description:
    "By status those of statuses that the filter leaves out are counted too, with the rest of the filter.",
  query: filterFields,
  output: Type.Object({
    byStatus: Type.Array(
      Type.Object({ status: words([...new Set(Object.values(publicStatus))]), ...counted.properties }),
    ),
    total: counted,
  }),
  handle: async ({ ctx, merchantId, input }) => {
    const filter = readFilter(input);
    return ctx.db.inMerchant(merchantId, async (tx) => {
      const byStatus = await count(tx, filter);
      const isWhole = filter.states === undefined;
      return {
        byStatus: [...byStatus].map(([status, one]) => ({ status, ...tellCounts(one) })),
        total: tellCounts(isWhole ? addCounts(byStatus.values()) : await countMatches(tx, filter)),
      };
    });
  },
});

function tellCounts({ count: found, sumPaise, exact }: TransferCount) {
  return { count: found, amount: formatRupees(sumPaise), exact };
}

/** Finds an order whose response was lost, by the key that was created before it was sent. */
export const getTransferByKey = operation({
  name: "getTransferByKey",
  method: "GET",
  path: "/transfer-keys/{transferKey}",
  summary: "Read the state of a transfer by its key",
  pathFields: { transferKey: text({ max: 40 }) },
  output: Type.Object({ transfer: transferState }),
  refusals: { transfer_not_found: { status: 404, message: "No transfer has this key." } },
  handle: async ({ ctx, merchantId, input }) => {
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [input.transferKey] });
    if (transfer === undefined) throw new Refusal("transfer_not_found");
    return { transfer: stateOf(transfer) };
  },
});

export const getTransferStory = operation({
  name: "getTransferStory",
  method: "GET",
  path: "/transfers/{id}/story",
  summary: "Get everything about a transfer: where the money is, what happened, and what happens next",
  /** The merchant's own ID or ours. */
  pathFields: { id: text({ max: 60 }) },
  output: storySchema,
  refusals: { not_found: { status: 404, message: "This transfer does not exist." } },
  handle: async ({ ctx, merchantId, fundSourceIds, input }) => {
    const story = await readStory(ctx, merchantId, { anyId: input.id });
    if (!(await mayBeTold(ctx, { merchantId, fundSourceIds }, story.transfer)))
      throw StoryError.not_found({ anyId: input.id });
    const calendar = CALENDARS[ctx.config.railCalendar];
    return describeStory(story, { calendar, makerId: story.history.makerId });
  },
});

export const getTransferReceipt = operation({
  name: "getTransferReceipt",
  method: "GET",
  path: "/transfers/{id}/receipt",
  summary: "Download the receipt of a paid transfer",
  pathFields: { id: text({ max: 60 }) },
  output: { download: ["application/pdf"] },
  refusals: {
    not_found: { status: 404, message: "This transfer does not exist." },
    not_paid: { status: 409, message: "A receipt is available once the bank has paid." },
  },
  handle: async ({ ctx, merchantId, input }) => {
    const story = await readStory(ctx, merchantId, { anyId: input.id });
    const { name, now } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      ...(await readMerchant(tx)),
      now: tx.now,
    }));
    const bytes = await writeReceipt(story, { merchantName: name, now });
    return { name: `receipt-${story.transfer.transferKey}.pdf`, mediaType: "application/pdf", bytes };
  },
});

export const cancelTransfers = operation({
  name: "cancelTransfers",
  method: "POST",
  path: "/transfer-cancellations",
  summary: "Cancel transfers that were not sent yet",
  description:
    "All or none. Either the ids of some, or a filter with the count and the sum that were shown for it: where " +
    "they are others by now, nothing is cancelled.",
  permission: "initiate_quick_transfer",
  body: {
    transferIds: optional(listOf(id(), { min: 1, max: CANCEL_MAX })),
    matches: optional(
      object({
        filter: object(filterFields),
        count: whole({ min: 1, max: CANCEL_MAX }),
        amount: amount(),
      }),
    ),
    because: withDefault(text({ max: 200 }), "cancelled on the dashboard"),
  },
  output: Type.Object({ count: Type.Integer(), amount: rupees }),
  refusals: {
    nothing_chosen: { status: 422, message: "Choose the transfers to cancel." },
    not_found: { status: 404, message: "One of these transfers does not exist." },
    not_cancellable: {
      status: 409,
      message: "One of these transfers has been sent to a bank or has ended. Nothing was cancelled.",
    },
    selection_changed: {
      status: 409,
      message:
        "The transfers that match have changed since you reviewed them. Nothing was cancelled. Review them again.",
    },
    too_many_of_member: {
      status: 409,
      message:
        "In 7 days you can cancel {max} payments that others ordered. Nothing was cancelled. Ask an Owner to cancel " +
        "these.",
    },
    selection_too_large: { status: 422, message: "At most 1,000 transfers are cancelled at once." },
  },
  handle: async ({ ctx, merchantId, input: { transferIds, matches, because }, by }) => {
    if (transferIds !== undefined)
      return tellCancelled(await cancel(ctx, merchantId, { transferIds, because, by }));
    if (matches === undefined) throw new Refusal("nothing_chosen", { field: "transferIds" });
    const { count, amount: sumPaise } = matches;
    const filter = readFilter(matches.filter);
    return tellCancelled(await cancelMatches(ctx, merchantId, { filter, count, sumPaise, because, by }));
  },
});

function tellCancelled(cancelled: readonly Transfer[]) {
  const sumPaise = cancelled.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  return { count: cancelled.length, amount: formatRupees(sumPaise) };
}

const { texts } = RecallError;

/** Requests that the bank ask the payee to return the money. This alone moves no money. */
export const requestTransferRecall = operation({
  name: "requestTransferRecall",
  method: "POST",
  path: "/transfers/{transferId}/recalls",
  summary: "Request the return of a paid transfer",
  permission: "initiate_quick_transfer",
  pathFields: { transferId: id() },
  body: {
    reason: oneOf(RECALL_REASONS),
    remarks: withDefault(prose({ min: 0, max: 250 }), ""),
  },
  status: 201,
  output: Type.Object({ recallId: Type.String(), status: Type.String(), dueAt: nullable(at) }),
  refusals: {
    transfer_not_found: { status: 404, message: "This transfer does not exist." },
    remarks_invalid: { status: 422, message: `${texts.remarks_invalid}.` },
    not_paid: { status: 409, message: "Only a paid transfer can be recalled." },
    own_account: { status: 409, message: `${texts.own_account}.` },
    too_old: { status: 409, message: `${texts.too_old}.` },
    already_open: { status: 409, message: `${texts.already_open}.` },
    too_many: { status: 409, message: `${texts.too_many}.` },
  },
  handle: async ({ ctx, merchantId, input: { transferId, reason, remarks }, by }) => {
    const { recallId, status, dueAt } = await requestRecall(ctx, merchantId, {
      transferId,
      reason,
      remarks,
      by,
    });
    return { recallId, status, dueAt };
  },
});
