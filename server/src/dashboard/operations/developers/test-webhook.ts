import { memberOperation } from "#dashboard/operation";
import { id, oneOf, optional, Refusal, text, withDefault } from "#http";
import { FORMATS, sendTestEvent } from "#webhooks";
import { enabledRefusals, targetRefusals } from "./refusals.ts";
import { headersOf, tested } from "./schemas.ts";

/** A signed ping to an endpoint, or to an address before it is added; nothing is recorded. */
export const testWebhook = memberOperation({
  name: "testWebhook",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-tests",
  tag: "Developers",
  summary: "Send a signed test event and show the request, the answer and the verdict",
  permission: "manage_webhooks",
  body: {
    endpointId: optional(id()),
    url: optional(text({ max: 2048 })),
    format: withDefault(oneOf(FORMATS), "classic_form"),
  },
  output: tested,
  refusals: {
    ...enabledRefusals,
    ...targetRefusals,
    target_missing: { status: 422, message: "Say where the test goes: an endpoint or an address." },
  },
  handle: async ({ ctx, merchantId, input: { endpointId, url, format } }) => {
    if (endpointId === undefined && url === undefined) throw new Refusal("target_missing", { field: "url" });
    const target = endpointId === undefined ? { url: url!, format } : { endpointId };
    const { request, url: address, status, ...result } = await sendTestEvent(ctx, merchantId, target);
    const { body, headers } = request;
    return { ...result, httpStatus: status, request: { url: address, body, headers: headersOf(headers) } };
  },
});
