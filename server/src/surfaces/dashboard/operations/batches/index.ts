import type { DashboardOperation } from "#dashboard/operation";
import { cloneFailedRows, getBatch, listBatches } from "./batches.ts";
import { changeBatchRow, listBatchDraftRows, removeBatchRows } from "./draft-rows.ts";
import {
  confirmBatch,
  discardBatch,
  getBatchColumns,
  listBatchDrafts,
  mapBatch,
  uploadBatch,
} from "./drafts.ts";
import { getBatchResult, getBatchTemplate, revealBatchResult } from "./files.ts";
import { compareBatch, reviewBatch } from "./reviews.ts";
import { listBatchRows } from "./rows.ts";

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
