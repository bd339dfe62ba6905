/** Errors of verification requests. Sentences of the classic contract are its literal texts. */
import { defineErrors } from "#lib/errors";

export const VerificationError = defineErrors("beneficiaries", {
  name_invalid: "Please provide a valid name",
  phone_invalid: "Please provide a valid Phone Number",
  account_invalid: "Please provide a valid Bank Account",
  ifsc_invalid: "Please provide a valid IFSC code",
  vpa_invalid: "Please provide a valid Virtual Payee Address",
  remarks_invalid: "Please provide valid remarks",
  user_key_invalid: "Please provide a valid userId",
  bulk_key_exists: "Bulk Validation Id already exists",
  too_many: "Too many verifications at once",
  insufficient_balance: "Insufficient balance to process this request",
});

export type VerificationErrorCode = keyof typeof VerificationError.texts;
