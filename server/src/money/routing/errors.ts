/** The errors of routing policies. */
import { defineErrors } from "#lib/errors";

export const RoutingError = defineErrors("routing", {
  rail_unknown: "There is no such rail.",
  bank_unknown: "The merchant is not connected to this bank.",
  percent_invalid: "A share is a whole percent from 1 to 100; the shares of a rail make 100 at most.",
  bank_twice: "A bank stands once in an order, and has one share and one cost on a rail.",
  amount_invalid: "An amount is whole paise, not below zero.",
  health_invalid: "demoteFromBp is a whole number from 1 to 10,000.",
  set_meanwhile: "Another policy has been set meanwhile; look at it first.",
  because_missing: "A policy says why it is set, in at most 500 characters.",
  policy_unreadable:
    "A policy is JSON with priorities, shares, costs and health, each as the documentation shows it.",
});
