import { defineErrors } from "#lib/errors";

export const EntryError = defineErrors("entry", {
  sign_up_closed: "organizations are created by the operator",
  email_not_proved: "the member's e-mail address is not confirmed",
});
