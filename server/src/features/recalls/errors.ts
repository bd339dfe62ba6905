import { defineErrors } from "#lib/errors";

export const RecallError = defineErrors("recalls", {
  transfer_not_found: "TransferId is invalid or does not exist",
  not_found: "Recall does not exist",
  reason_invalid: "Please provide a valid reason",
  remarks_invalid: "Please provide remarks of at most 250 characters",
  not_paid: "Only a transfer that was paid can be recalled",
  own_account: "Money that went to your own account cannot be recalled",
  too_old: "A transfer can be recalled within 45 days only",
  already_open: "A recall of this transfer is open already",
  too_many: "This transfer was recalled five times already",
  already_over: "The recall is over already",
  already_with_bank: "The bank has the request already",
  // The refusal comes too late.
  money_is_back: "The money has come back; the recall cannot be refused",
  words_invalid: "Say it in 1 to 250 characters.",
});
