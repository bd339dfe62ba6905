import type { DashboardOperation } from "#dashboard/operation";
import { changeBatchRow } from "./change-batch-row.ts";
import { cloneFailedRows } from "./clone-failed-rows.ts";
import { compareBatch } from "./compare-batch.ts";
import { confirmBatch } from "./confirm-batch.ts";
import { discardBatch } from "./discard-batch.ts";
import { getBatchResult, getBatchTemplate, revealBatchResult } from "./files.ts";
import { getBatchColumns } from "./get-batch-columns.ts";
import { getBatch } from "./get-batch.ts";
import { listBatchDraftRows } from "./list-batch-draft-rows.ts";
import { listBatchDrafts } from "./list-batch-drafts.ts";
import { listBatchRows } from "./list-batch-rows.ts";
import { listBatches } from "./list-batches.ts";
import { mapBatch } from "./map-batch.ts";
import { removeBatchRows } from "./remove-batch-rows.ts";
import { reviewBatch } from "./review-batch.ts";
import { uploadBatch } from "./upload-batch.ts";

export const batches: readonly DashboardOperation[] = [
  uploadBatch,
  listBatchDrafts,
  getBatchColumns,
  mapBatch,
  listBatchDraftRows,
  changeBatchRow,
  removeBatchRows,
  compareBatch,
  confirmBatch,
  discardBatch,
  listBatches,
  getBatch,
  listBatchRows,
  reviewBatch,
  getBatchTemplate,
  getBatchResult,
  revealBatchResult,
  cloneFailedRows,
];
