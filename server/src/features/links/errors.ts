/** The errors about a link that a merchant can get. Sentences of the classic contract are kept word for word. */
import { defineErrors } from "#lib/errors";

export const LinkError = defineErrors("links", {
  key_invalid: "Please provide a valid cashgram Id",
  amount_invalid: "amount should be at least 1.0",
  name_invalid: "Please provide a valid name",
  phone_invalid: "Please provide a valid Phone Number",
  email_invalid: "Please provide a valid email",
  expiry_invalid: "Please provide a valid linkExpiry",
  remarks_invalid: "Remarks can have only numbers, alphabets and whitespaces.",
  key_exists: "Cashgram with that id already exists",
  insufficient_balance: "Available balance is less than requested cashgram amount.",
  not_found: "Cashgram with that id does not exist",
  // It has ended, so there is no active link with this ID.
  ended: "Active cashgrams id can only be deactivated",
  // The payee has claimed, and the bank may be paying at this moment.
  under_way: "Active cashgrams can only be deactivated",
  accepted_too_often: "The codes of this link were accepted again too often in 24 hours",
});

export type LinkErrorCode = keyof typeof LinkError.texts;
