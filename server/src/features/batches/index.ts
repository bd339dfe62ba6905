/** Batches: many transfers or beneficiaries at once, by call or by file, with the outcome of every row. */
export type { Batch } from "./batch.ts";
export {
  type BatchDescription,
  type BatchStatus,
  describeBatch,
  listBatches,
  nameBatches,
  type NamedBatch,
} from "./describe-batches.ts";
export { BatchError } from "./errors.ts";
export { FIELD_LENGTHS } from "./read-fields.ts";
export {
  CALL_ROWS_MAX,
  IMPORT_SET_ROWS,
  fieldsOf,
  FORMAT_NAMES,
  MIXED,
  FORMATS,
  type FieldName,
  type FormatName,
} from "./formats.ts";
export { changeDraftRow, discardDraft, mapDraft, removeRowsOfDraft } from "./change-draft.ts";
export { guessColumns } from "./column-titles.ts";
export type { Differences, Listed } from "./compare-rows.ts";
export { confirmDraft, reviewDraft } from "./confirm-draft.ts";
export type { BatchDraft } from "./draft.ts";
export { describeDraft, listDraftRows, listDrafts, type DraftRow, type DraftSummary } from "./read-drafts.ts";
export { paidFields, type RowBrief } from "./review.ts";
export type { Review } from "./review-rows.ts";
export { startDraft, type FileToDraft } from "./start-draft.ts";
export { cloneFailedRows } from "./clone-failed-rows.ts";
export {
  readBatchesForApproval,
  registerBatchApprovals,
  releaseBatch,
  reviewBatch,
  type BatchForApproval,
  type BatchReview,
} from "./follow-approvals.ts";
export { decideBatches } from "./prepare-rows.ts";
export { BENEFICIARY_FIELDS, readBeneficiaryFile, type BeneficiaryRow } from "./read-beneficiary-file.ts";
export { namePayees, type NamedRowPayee } from "./name-payees.ts";
export { readRows, shownBeneId, type BatchRow } from "./read-rows.ts";
export { rejectBatch } from "./end-batch.ts";
export {
  receiveFile,
  requestBatch,
  type BatchAcceptance,
  type BatchOrder,
  type ControlTotals,
  type FileToReceive,
} from "./request-batch.ts";
export {
  FILE_KINDS,
  revealResult,
  writeResult,
  writeTemplate,
  type BatchFile,
  type FileKind,
} from "./write-files.ts";
export { batchesWorker, workBatch, workBatches } from "./work.ts";
export { dropFilesOfDrafts, PARTS_TO_ERASE as BATCHES_TO_ERASE } from "./to-erase.ts";
