/**
 * The operations of the classic API, from which routes, documents and the tests' list of answers are made.
 */
import { addBeneficiary, getBeneficiary, getBeneId, removeBeneficiary } from "./beneficiaries.ts";
import { asyncValidateBankDetails, getBankValidationStatus } from "./async-validation.ts";
import { authorize, verifyToken } from "./tokens.ts";
import { beneHistory } from "./bene-history.ts";
import { bulkValidateBankDetails, getBulkValidationStatus } from "./bulk-validation.ts";
import { listBeneficiaries } from "./list-beneficiaries.ts";
import { getTransfers } from "./list-transfers.ts";
import { cancelTransfer, getTransferStatus } from "./transfers.ts";
import { cardPay } from "./card-pay.ts";
import { createCashgram, deactivateCashgram, getCashgramStatus, postCashgramStatus } from "./cashgrams.ts";
import {
  cloneBatchFile,
  getBatchFile,
  getBatchFileResult,
  getBatchTemplate,
  listBatchFiles,
} from "./batch-files.ts";
import { directTransfer, requestAsyncTransfer, requestTransfer } from "./transfer-requests.ts";
import { downtimes, incidents } from "./incidents.ts";
import { getBalance, setThreshold } from "./balance.ts";
import { getIfsc } from "./get-ifsc.ts";
import { getBatchTransferStatus, requestBatchTransfer } from "./batch-transfers.ts";
import { getStatement } from "./statements.ts";
import { internalTransfer, selfWithdrawal } from "./own-transfers.ts";
import { lend } from "./lend.ts";
import type { ClassicOperation } from "./operation.ts";
import { uploadBatchFile } from "./upload-batch-file.ts";
import { validateBankAccount, validateBankDetails, validateUpiDetails } from "./validation.ts";
import {
  addNotificationRecipients,
  deleteNotificationRecipient,
  getNotifications,
  setNotificationCategory,
  setNotificationRecipients,
} from "./notifications.ts";
import { getRecallLetter, getRecallStatus, requestRecall, withdrawRecall } from "./recalls.ts";
import { getReport, getReportFile, listReports, requestReport } from "./reports.ts";

export const operations: readonly ClassicOperation[] = [
  authorize,
  verifyToken,
  addBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  getBeneId,
  removeBeneficiary,
  beneHistory,
  validateBankDetails,
  validateBankAccount,
  asyncValidateBankDetails,
  getBankValidationStatus,
  bulkValidateBankDetails,
  getBulkValidationStatus,
  validateUpiDetails,
  getIfsc,
  requestTransfer,
  requestAsyncTransfer,
  directTransfer,
  cardPay,
  lend,
  cancelTransfer,
  getTransferStatus,
  getTransfers,
  requestRecall,
  getRecallStatus,
  getRecallLetter,
  withdrawRecall,
  requestBatchTransfer,
  getBatchTransferStatus,
  uploadBatchFile,
  listBatchFiles,
  getBatchFile,
  getBatchFileResult,
  cloneBatchFile,
  getBatchTemplate,
  createCashgram,
  getCashgramStatus,
  postCashgramStatus,
  deactivateCashgram,
  getBalance,
  getStatement,
  setThreshold,
  internalTransfer,
  selfWithdrawal,
  incidents,
  downtimes,
  requestReport,
  listReports,
  getReport,
  getReportFile,
  getNotifications,
  setNotificationCategory,
  setNotificationRecipients,
  addNotificationRecipients,
  deleteNotificationRecipient,
];
