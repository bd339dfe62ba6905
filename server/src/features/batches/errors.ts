/** Errors of a batch as a whole. */
import { defineErrors } from "#lib/errors";

export const BatchError = defineErrors("batches", {
  not_found: "The batch does not exist.",
  fund_source_not_available: "Specified paymentInstrumentId not available",
  rows_missing: "There are no rows.",
  titles_missing: "The first row holds no titles.",
  row_count_differs: "The file holds another number of rows than was declared.",
  amount_differs: "The rows of the file make another sum than was declared.",
  too_many_rows: "There are too many rows.",
  content_changed: "The rows are not those that were approved.",
  not_awaiting_approval: "The batch does not wait for an approval.",
  draft_not_found: "The draft does not exist.",
  draft_confirmed: "The batch has been confirmed already.",
  draft_changed: "The rows have changed since they were shown.",
  rows_wrong: "Some rows are still wrong.",
  columns_missing: "Some columns are not mapped yet.",
  too_many_drafts: "There are too many batches that are not confirmed. Confirm or discard some.",
  row_not_found: "The row does not exist.",
  nothing_to_clone: "No failed row may be tried again.",
});
