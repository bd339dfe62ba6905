/** Shows webhook deliveries and repeats them. */
import Type from "typebox";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, words } from "#dashboard/schemas";
import { flag, id, listOf, moment, oneOf, optional, text, withDefault } from "#http";
import type { Context } from "#lib/context";
import { readTransferKeys, readTransfers } from "#transfers";
import {
  ANSWER_CLASSES,
  countReplay,
  type Delivery,
  EVENT_TYPES,
  type EventType,
  FORMATS,
  listDeliveries,
  type DeliveryOutcome,
  OUTCOMES,
  readDelivery,
  type WebhookReplay,
  replayDelivery,
  replayEvents,
} from "#webhooks";
import { deliveryRefusals, enabledRefusals, replayRefusals } from "./api-keys.ts";
import { delivery, eventTypes, headersOf, sentRequest } from "./schemas.ts";

const operation = resource({ at: "", tag: "Developers", permission: "manage_webhooks" });

/** Returns a delivery for the answer. `transferKeys` has the merchant's own IDs of transfers by our IDs. */
function showDelivery(delivery: Delivery, transferKeys: ReadonlyMap<string, string>) {
  const { type, status, tries, lastStatus, lastDurationMs, lastExcerpt, seq: _seq, ...rest } = delivery;
  return {
    ...rest,
    eventType: type,
    subjectKind: EVENT_TYPES[type].subject,
    transferId: transferKeys.get(delivery.subjectId) ?? null,
    outcome: outcomeOf(status, tries),
    tries,
    httpStatus: lastStatus,
    durationMs: lastDurationMs,
    excerpt: lastExcerpt,
  };
}

function outcomeOf(status: Delivery["status"], tries: number): DeliveryOutcome {
  if (status === "pending") return tries > 0 ? "retrying" : "waiting";
  return status === "delivered" ? "delivered" : "failed";
}

const replayFields = {
  from: moment(),
  to: moment(),
  endpointId: optional(id()),
  events: optional(listOf(oneOf(eventTypes), { min: 1, max: eventTypes.length })),
  /** True if events that were delivered are not sent again. */
  undeliveredOnly: withDefault(flag(), true),
};

interface Given {
  readonly from: Date;
  readonly to: Date;
  readonly endpointId: string | undefined;
  readonly events: readonly EventType[] | undefined;
  readonly undeliveredOnly: boolean;
}

function toReplay({ from, to, endpointId, events, undeliveredOnly }: Given): Omit<WebhookReplay, "by"> {
  return {
    from,
    to,
    undeliveredOnly,
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(events === undefined ? {} : { types: events }),
  };
}

const pages = pageFields(Type.String({ format: "uuid" }));

/** Lists deliveries, newest first, including those that are still on their way. */
export const listWebhookDeliveries = operation({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/webhook-deliveries",
  summary: "List webhook deliveries by outcome, response, event, endpoint, object and time",
  permission: "access_transfers",
  query: {
    endpoints: optional(listOf(id(), { min: 1, max: 10 })),
    outcomes: optional(listOf(oneOf(OUTCOMES), { min: 1, max: 4 })),
    answers: optional(listOf(oneOf(ANSWER_CLASSES), { min: 1, max: 5 })),
    events: optional(listOf(oneOf(eventTypes), { min: 1, max: eventTypes.length })),
    /** The merchant's own ID of a transfer, or our ID of the subject of an event. */
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

/** Finds our ID of a subject of events, by the merchant's own ID of a transfer or by our ID. Null if it is neither. */
async function findSubject(ctx: Context, merchantId: string, key: string): Promise<string | null> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [key] });
  if (transfer !== undefined) return transfer.transferId;
  return UUID.test(key) ? key : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const oneTry = Type.Object({
  at,
  httpStatus: nullable(Type.Integer()),
  durationMs: Type.Integer(),
  excerpt: Type.String(),
});

/** Returns one delivery with its tries, and the request that the next try would send. */
export const getWebhookDelivery = operation({
  name: "getWebhookDelivery",
  method: "GET",
  path: "/webhook-deliveries/{deliveryId}",
  summary: "Read a webhook delivery: its tries, the request and the answers",
  pathFields: { deliveryId: id() },
  output: Type.Object({
    ...delivery,
    url: Type.String(),
    format: words(FORMATS),
    log: Type.Array(oneTry),
    request: nullable(sentRequest),
    /** True if the body is shown without account numbers, and therefore without the signatures of the whole body. */
    masked: Type.Boolean(),
  }),
  refusals: deliveryRefusals,
  handle: async ({ ctx, merchantId, input: { deliveryId } }) => {
    const { log, request, url, format, ...one } = await readDelivery(ctx, merchantId, deliveryId);
    const keys = await ctx.db.inMerchant(merchantId, (tx) => readTransferKeys(tx, [one.subjectId]));
    return {
      ...showDelivery(one, keys),
      url,
      format,
      log: log.map(({ status, ...rest }) => ({ ...rest, httpStatus: status })),
      request: request && { url, body: request.body, headers: headersOf(request.headers) },
      masked: request?.masked ?? false,
    };
  },
});

/** Sends one delivery again at once, with the same `webhook-id`. */
export const replayWebhookDelivery = operation({
  name: "replayWebhookDelivery",
  method: "POST",
  path: "/webhook-deliveries/{deliveryId}/replay",
  summary: "Send one webhook again",
  pathFields: { deliveryId: id() },
  output: Type.Object({ deliveryId: Type.String() }),
  refusals: { ...deliveryRefusals, ...enabledRefusals },
  handle: async ({ ctx, merchantId, by, input: { deliveryId } }) => {
    await replayDelivery(ctx, merchantId, { deliveryId, by });
    return { deliveryId };
  },
});

/** Counts the events that a replay would send, without sending them. */
export const countWebhookReplay = operation({
  name: "countWebhookReplay",
  method: "GET",
  path: "/webhook-replays",
  summary: "Count what a replay would send",
  query: replayFields,
  output: Type.Object({
    deliveries: Type.Integer(),
    byType: Type.Array(Type.Object({ type: Type.String(), deliveries: Type.Integer() })),
  }),
  refusals: replayRefusals,
  handle: async ({ ctx, merchantId, input }) => {
    const { deliveries, byType } = await countReplay(ctx, merchantId, toReplay(input));
    return { deliveries, byType: [...byType] };
  },
});

/** Sends the events of a period again, with the same `webhook-id`s. */
export const replayWebhooks = operation({
  name: "replayWebhooks",
  method: "POST",
  path: "/webhook-replays",
  summary: "Send the webhooks of a time again",
  body: replayFields,
  output: Type.Object({ replayed: Type.Integer() }),
  refusals: replayRefusals,
  handle: ({ ctx, merchantId, by, input }) => replayEvents(ctx, merchantId, { ...toReplay(input), by }),
});
