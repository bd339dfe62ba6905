import { defineErrors } from "#lib/errors";

export const ViewError = defineErrors("views", {
  view_not_found: "There is no such view of yours.",
  too_many_views: "You have 50 views. Remove one before you save another.",
});
