import { defineErrors } from "#lib/errors";

export const DeveloperError = defineErrors("developer", {
  bad_request: "The request does not say what is needed.",
  control_not_found: "There is no such operation; the documentation lists them all.",
  too_many_requests: "Too many requests; try again when the time given has passed.",
  unavailable: "The service is not available at the moment; try again in a few seconds.",
  idempotency_key_invalid: "An idempotency key has 1 to 255 printable ASCII characters and is sent once.",
  idempotency_key_reused: "The idempotency key belongs to another request, which the details name.",
  idempotency_key_in_use:
    "The first request with this idempotency key is still under way; send it again in a second.",
});
