import type { DashboardOperation } from "#dashboard/operation";
import {
  cancelTransfers,
  countTransfers,
  getTransferByKey,
  getTransferReceipt,
  getTransferStory,
  listTransfers,
  requestTransferRecall,
} from "./transfers.ts";
import { createTransfer, previewTransferByForm } from "./order-transfer.ts";
import { exportTransfers } from "./export-transfers.ts";
import { listSavedViews, removeListView, saveListView, searchEverything } from "./searches.ts";

export const transfers: readonly DashboardOperation[] = [
  listTransfers,
  countTransfers,
  exportTransfers,
  getTransferStory,
  getTransferReceipt,
  cancelTransfers,
  requestTransferRecall,
  listSavedViews,
  saveListView,
  removeListView,
  searchEverything,
  previewTransferByForm,
  createTransfer,
  getTransferByKey,
];
