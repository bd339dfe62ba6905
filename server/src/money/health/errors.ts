/** The errors of notices, and of ending incidents and outages. */
import { defineErrors } from "#lib/errors";

export const HealthError = defineErrors("health", {
  bank_unknown: "No bank has this code: the first four letters of its IFSCs.",
  handle_invalid: "This is no handle of a VPA: what stands after the @.",
  mode_invalid: "A bank is down for imps, neft or rtgs, a handle for upi.",
  because_missing: "A notice says from whom it is known, in at most 500 characters.",
  time_invalid: "What is planned begins in the future, within 90 days, and takes at most 7 days.",
  already_active: "The same is known already.",
  not_sandbox: "A live merchant is told of what holds for all of them.",
  not_found: "The incident does not exist.",
  already_over: "The incident is over already.",
  outage_not_found: "The outage does not exist.",
  outage_already_over: "The outage is over already.",
});
