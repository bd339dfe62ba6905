import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { rupees } from "#dashboard/schemas";
import { amount, id, listOf, object, optional, Refusal, text, whole, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { CANCEL_MAX, cancelMatches, cancelTransfers as cancel, type Transfer } from "#transfers";
import { filterFields, readFilter } from "./transfer-filter.ts";

export const cancelTransfers = memberOperation({
  name: "cancelTransfers",
  method: "POST",
  path: "/merchants/{merchantId}/transfer-cancellations",
  tag: "Transfers",
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
    selection_too_large: { status: 422, message: "At most 1,000 transfers are cancelled at once." },
  },
  handle: async ({ ctx, merchantId, mayReveal, input: { transferIds, matches, because }, by }) => {
    if (transferIds !== undefined) return tell(await cancel(ctx, merchantId, { transferIds, because, by }));
    if (matches === undefined) throw new Refusal("nothing_chosen", { field: "transferIds" });
    const { count, amount: sumPaise } = matches;
    const filter = readFilter(matches.filter, { mayReveal });
    return tell(await cancelMatches(ctx, merchantId, { filter, count, sumPaise, because, by }));
  },
});

function tell(cancelled: readonly Transfer[]) {
  const sumPaise = cancelled.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  return { count: cancelled.length, amount: formatRupees(sumPaise) };
}
