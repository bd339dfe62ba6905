import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { id } from "#http";
import { readTransferKeys } from "#transfers";
import { FORMATS, readDelivery } from "#webhooks";
import { deliveryRefusals } from "./refusals.ts";
import { delivery, headersOf, sentRequest } from "./schemas.ts";
import { showDelivery } from "./show-delivery.ts";

const oneTry = Type.Object({
  at,
  httpStatus: nullable(Type.Integer()),
  durationMs: Type.Integer(),
  excerpt: Type.String(),
});

/** One delivery with its tries, and the request as the next try would send it. */
export const getWebhookDelivery = memberOperation({
  name: "getWebhookDelivery",
  method: "GET",
  path: "/merchants/{merchantId}/webhook-deliveries/{deliveryId}",
  tag: "Developers",
  summary: "Read a webhook delivery: its tries, the request and the answers",
  permission: "manage_webhooks",
  pathFields: { deliveryId: id() },
  output: Type.Object({
    ...delivery,
    url: Type.String(),
    format: words(FORMATS),
    log: Type.Array(oneTry),
    request: nullable(sentRequest),
    /** Whether account numbers are left out of the body shown, and with them the signatures of the whole body. */
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
