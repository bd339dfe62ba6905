/** Batches: many transfers or beneficiaries at once, by call or by file, with what became of every row. */
export type { Batch, Stage, Warning } from "./batch.ts";
export {
  describeBatch,
  listBatches,
  type BatchDescription,
  type BatchStatus,
  type BatchTotals,
} from "./describe-batches.ts";
export { BatchError } from "./errors.ts";
export { FORMAT_NAMES, FORMATS, isFormatName, type FormatName } from "./formats.ts";
export { cloneFailedRows } from "./clone-failed-rows.ts";
export { registerBatchApprovals } from "./follow-approvals.ts";
export { decideBatches, type BatchToProcess, type GateAnswer } from "./gate.ts";
export { nameBatches, type NamedBatch } from "./name-batches.ts";
export { receiveFile, type ControlTotals, type FileToReceive } from "./receive-file.ts";
export { readRows, type BatchRow } from "./read-rows.ts";
export { rejectBatch } from "./reject-batch.ts";
export { releaseBatch } from "./release-batch.ts";
export { CALL_ROWS_MAX, requestBatch, type BatchAcceptance, type BatchOrder } from "./request-batch.ts";
export { writeResult, writeTemplate, type BatchFile, type FileKind } from "./write-files.ts";
export { startBatches, workBatches } from "./work.ts";
