/** Fields and refusals that several operations on batches share. */
import { FORMAT_NAMES } from "#batches";
import { id, oneOf, optional, text, type RefusalShape } from "#http";

/** Card tokens are valid for one payment, so batches of cards come by API. */
const DRAFT_FORMATS = FORMAT_NAMES.filter(
  (format): format is Exclude<(typeof FORMAT_NAMES)[number], "CARD"> => format !== "CARD",
);
export const format = oneOf(DRAFT_FORMATS);
export const draftPath = { draftId: id() };
export const batchPath = { batchId: id() };

export const rowCursor = optional(text({ max: 5, pattern: /^\d+$/, says: "It is a place in the list." }));

export const draftRefusals = {
  draft_not_found: { status: 404, message: "You have no such draft." },
  draft_confirmed: { status: 409, message: "The batch has been confirmed already." },
} as const satisfies Record<string, RefusalShape>;

export const batchRefusals = {
  not_found: { status: 404, message: "This batch does not exist." },
} as const satisfies Record<string, RefusalShape>;

export const fileRefusals = {
  file_refused: { status: 422, message: "{why}" },
} as const satisfies Record<string, RefusalShape>;

export const rowRefusals = {
  columns_missing: { status: 422, message: "Some columns are not mapped yet." },
  rows_missing: { status: 422, message: "There are no rows." },
  rows_wrong: { status: 422, message: "Some rows are still wrong." },
} as const satisfies Record<string, RefusalShape>;
