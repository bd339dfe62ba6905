import { defineErrors } from "#lib/errors";

export const ViewError = defineErrors("views", {
  view_not_found: "You have no such view.",
  too_many_views: "You have 50 views. Remove one before you save another.",
});
