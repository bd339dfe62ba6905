import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import type { Context } from "#lib/context";
import { id, listOf, moment, oneOf, optional, text } from "#http";
import { readTransferKeys, readTransfers } from "#transfers";
import { ANSWER_CLASSES, listDeliveries, OUTCOMES } from "#webhooks";
import { delivery, eventTypes } from "./schemas.ts";
import { showDelivery } from "./show-delivery.ts";

const pages = pageFields(Type.String({ format: "uuid" }));

/** What was sent, and is on its way, the newest first. */
export const listWebhookDeliveries = memberOperation({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/merchants/{merchantId}/webhook-deliveries",
  tag: "Developers",
  summary: "List webhook deliveries by outcome, response, event, endpoint, object and time",
  permission: "access_transfers",
  query: {
    endpoints: optional(listOf(id(), { min: 1, max: 10 })),
    outcomes: optional(listOf(oneOf(OUTCOMES), { min: 1, max: 4 })),
    answers: optional(listOf(oneOf(ANSWER_CLASSES), { min: 1, max: 5 })),
    events: optional(listOf(oneOf(eventTypes), { min: 1, max: eventTypes.length })),
    /** The merchant's own id of a transfer, or our id of what an event is about. */
    object: optional(text({ max: 100 })),
    from: optional(moment()),
    to: optional(moment()),
    ...pages,
  },
  output: listOfItems(Type.Object(delivery)),
  handle: async ({ ctx, merchantId, input }) => {
    const {
      endpoints: endpointIds,
      outcomes,
      answers,
      events: types,
      object,
      from,
      to,
      limit,
      cursor,
    } = input;
    const subjectId = object === undefined ? undefined : await findSubject(ctx, merchantId, object);
    if (subjectId === null) return { items: [], next: null };
    const found = await listDeliveries(ctx, merchantId, {
      ...{ endpointIds, outcomes, answers, types, subjectId, from, to },
      before: cursor,
      limit: limit + 1,
    });
    const ids = found.map((one) => one.subjectId);
    const keys = await ctx.db.inMerchant(merchantId, (tx) => readTransferKeys(tx, ids));
    return pageOf(found, limit, {
      item: (one) => showDelivery(one, keys),
      place: ({ deliveryId }) => deliveryId,
    });
  },
});

/** What events are about: a transfer by the merchant's own id, or anything by ours; null: it does not exist. */
async function findSubject(ctx: Context, merchantId: string, key: string): Promise<string | null> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [key] });
  if (transfer !== undefined) return transfer.transferId;
  return UUID.test(key) ? key : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
