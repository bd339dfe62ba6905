import { defineErrors } from "#lib/errors";

export const DeveloperError = defineErrors("developer", {
  bad_request: "The request does not say what is needed.",
  control_not_found: "There is no such operation; the documentation lists them all.",
  too_many_requests: "Too many requests; try again when the time given has passed.",
  unavailable: "The service is not available at the moment; try again in a few seconds.",
});
