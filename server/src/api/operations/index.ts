/**
 * The operations of the classic API: this table mounts them, documents them and lists what tests must cause.
 */
import { addBeneficiary } from "./add-beneficiary.ts";
import { authorize } from "./authorize.ts";
import { beneHistory } from "./bene-history.ts";
import { cancelTransfer } from "./cancel-transfer.ts";
import { directTransfer } from "./direct-transfer.ts";
import { getBalance } from "./get-balance.ts";
import { getBeneId } from "./get-bene-id.ts";
import { getBeneficiary } from "./get-beneficiary.ts";
import { getTransferStatus } from "./get-transfer-status.ts";
import { getTransfers } from "./get-transfers.ts";
import type { Operation } from "./operation.ts";
import { removeBeneficiary } from "./remove-beneficiary.ts";
import { requestAsyncTransfer } from "./request-async-transfer.ts";
import { requestTransfer } from "./request-transfer.ts";
import { verifyToken } from "./verify-token.ts";

export const operations: readonly Operation[] = [
  authorize,
  verifyToken,
  addBeneficiary,
  getBeneficiary,
  getBeneId,
  removeBeneficiary,
  beneHistory,
  requestTransfer,
  requestAsyncTransfer,
  directTransfer,
  cancelTransfer,
  getTransferStatus,
  getTransfers,
  getBalance,
];
