import { defineErrors } from "#lib/errors";

export const ErasureError = defineErrors("erasures", {
  payee_not_found: "No payee of this merchant has these details",
  nothing_given:
    "Say who is meant: by beneficiary ID, account and IFSC, UPI ID, phone number or e-mail address",
  shared:
    "These details belong to {count} accounts and UPI IDs: {payees}. Name the one that is meant, or erase all " +
    "of them with --all {count}",
  already_asked: "The details of this payee are being erased already",
  not_found: "There is no such erasure",
  nothing_kept: "Of this payee nothing is kept",
  line_invalid: "This is no line of an erasure, not all of it, or one that was not made here",
});
