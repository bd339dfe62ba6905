import { defineErrors } from "#lib/errors";

export const LendingError = defineErrors("lending", {
  split_not_whole: "The shares of lender and originator are whole percents that total exactly 100.",
  lender_name_invalid: "A lender has a name of 1 to 100 characters.",
  not_agreed: "The merchant has no agreement with a lender.",
  wallet_missing: "Open the merchant's wallet first.",
});
