import type { DashboardOperation } from "#dashboard/operation";
import { createTransfer } from "./create-transfer.ts";
import { getTransferByKey } from "./get-transfer-by-key.ts";
import { previewTransferByForm } from "./preview-transfer.ts";

export const transfers: readonly DashboardOperation[] = [
  previewTransferByForm,
  createTransfer,
  getTransferByKey,
];
