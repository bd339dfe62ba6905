import type { DashboardOperation } from "#dashboard/operation";
import { cancelTransfers } from "./cancel-transfers.ts";
import { countTransfers } from "./count-transfers.ts";
import { createTransfer } from "./create-transfer.ts";
import { exportTransfers } from "./export-transfers.ts";
import { getTransferByKey } from "./get-transfer-by-key.ts";
import { getTransferReceipt } from "./get-transfer-receipt.ts";
import { getTransferStory } from "./get-transfer-story.ts";
import { listTransfers } from "./list-transfers.ts";
import { previewTransferByForm } from "./preview-transfer.ts";
import { requestTransferRecall } from "./request-transfer-recall.ts";
import { listSavedViews, removeListView, saveListView } from "./saved-views.ts";
import { searchEverything } from "./search-everything.ts";

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
