import { defineErrors } from "#lib/errors";

export const FundSourceError = defineErrors("fund-sources", {
  not_found: "The merchant has no such fund source.",
  bank_not_connected: "The merchant has no connection to that bank.",
  mode_mismatch: "A sandbox merchant reaches simulated banks only, a live merchant real ones only.",
  account_taken: "That bank account is a fund source at another bank already.",
  account_invalid: "That is no bank account number with its IFSC.",
  amount_invalid: "The amount must be more than nothing.",
  utr_invalid: "That is no UTR: 1 to 35 letters, digits, hyphens, slashes and underscores.",
  top_up_contradiction: "That UTR was credited before with another amount or to another fund source.",
  threshold_invalid: "The minimum balance cannot be negative.",
  limit_invalid: "The overdraft limit cannot be negative.",
});
