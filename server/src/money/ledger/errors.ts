import { defineErrors } from "#lib/errors";

export const LedgerError = defineErrors("ledger", {
  account_not_found: "A ledger account does not exist.",
  insufficient_funds: "The fund source does not have that much available.",
  overdraft_in_use: "More than that limit is overdrawn already.",
});
