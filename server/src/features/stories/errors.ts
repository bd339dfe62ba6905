import { defineErrors } from "#lib/errors";

export const StoryError = defineErrors("stories", {
  not_found: "The transfer does not exist.",
  not_paid: "There is no receipt before the bank has paid.",
});
