/** What may be wrong with a batch as a whole. */
import { defineErrors } from "#lib/errors";

export const BatchError = defineErrors("batches", {
  not_found: "The batch does not exist.",
  fund_source_not_available: "Specified paymentInstrumentId not available",
  rows_missing: "There is no row.",
  row_count_differs: "The file holds another number of rows than was declared.",
  amount_differs: "The rows of the file make another sum than was declared.",
  too_many_rows: "There are more rows than may be.",
  content_changed: "The rows are not those that were approved.",
  not_awaiting_approval: "The batch does not wait for an approval.",
  nothing_to_clone: "No row has failed in a way that may be tried again.",
});
