/** Errors about webhooks that callers can see. */
import { defineErrors } from "#lib/errors";

export const WebhookError = defineErrors("webhooks", {
  url_refused: "Webhooks cannot be sent to this address",
  event_type_unknown: "There is no such event type",
  event_type_not_in_v2: "The format v2 has no such event",
  endpoint_exists: "This address already receives webhooks in this format",
  endpoints_too_many: "A merchant may have at most 10 webhook endpoints",
  endpoint_not_found: "There is no such webhook endpoint",
  listener_not_found: "There is no such listener, or it has been closed",
  endpoint_disabled: "The webhook endpoint is disabled: enable it first",
  api_key_missing: "Classic and v2 webhooks are signed with the API client secret: generate an API key first",
  delivery_not_found: "There is no such webhook delivery",
  replay_too_large: "At most 100000 events can be replayed at once: take a shorter range",
});
