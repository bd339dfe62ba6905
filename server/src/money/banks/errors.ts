import { defineErrors } from "#lib/errors";

export const BankError = defineErrors("banks", {
  adapter_unknown: "No adapter has this name.",
  bank_unknown: "The adapter does not know this bank.",
  callback_forged: "The callback is not signed by the bank, or was signed too long ago.",
  statement_unreadable: "The file is not a statement in the format that was named.",
  callback_unreadable: "The callback is signed by the bank, but cannot be read.",
});
