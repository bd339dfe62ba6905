/**
 * The operations of the classic API, from which routes, documents and the tests' list of answers are made.
 */
import { addBeneficiary } from "./add-beneficiary.ts";
import { asyncValidateBankDetails } from "./async-validate-bank-details.ts";
import { authorize } from "./authorize.ts";
import { beneHistory } from "./bene-history.ts";
import { bulkValidateBankDetails } from "./bulk-validate-bank-details.ts";
import { cancelTransfer } from "./cancel-transfer.ts";
import { cardPay } from "./card-pay.ts";
import { createCashgram } from "./create-cashgram.ts";
import { deactivateCashgram } from "./deactivate-cashgram.ts";
import { cloneBatchFile } from "./clone-batch-file.ts";
import { directTransfer } from "./direct-transfer.ts";
import { downtimes } from "./downtimes.ts";
import { getBalance } from "./get-balance.ts";
import { getBankValidationStatus } from "./get-bank-validation-status.ts";
import { getBulkValidationStatus } from "./get-bulk-validation-status.ts";
import { getIfsc } from "./get-ifsc.ts";
import { getBatchFile } from "./get-batch-file.ts";
import { getBatchFileResult } from "./get-batch-file-result.ts";
import { getBatchTemplate } from "./get-batch-template.ts";
import { getBatchTransferStatus } from "./get-batch-transfer-status.ts";
import { getBeneId } from "./get-bene-id.ts";
import { getBeneficiary } from "./get-beneficiary.ts";
import { getCashgramStatus, postCashgramStatus } from "./get-cashgram-status.ts";
import { getStatement } from "./get-statement.ts";
import { getTransferStatus } from "./get-transfer-status.ts";
import { getTransfers } from "./get-transfers.ts";
import { incidents } from "./incidents.ts";
import { internalTransfer } from "./internal-transfer.ts";
import { lend } from "./lend.ts";
import type { Operation } from "./operation.ts";
import { removeBeneficiary } from "./remove-beneficiary.ts";
import { requestAsyncTransfer } from "./request-async-transfer.ts";
import { requestBatchTransfer } from "./request-batch-transfer.ts";
import { requestTransfer } from "./request-transfer.ts";
import { uploadBatchFile } from "./upload-batch-file.ts";
import { selfWithdrawal } from "./self-withdrawal.ts";
import { setThreshold } from "./set-threshold.ts";
import { validateBankAccount } from "./validate-bank-account.ts";
import { validateBankDetails } from "./validate-bank-details.ts";
import { validateUpiDetails } from "./validate-upi-details.ts";
import { addNotificationRecipients } from "./add-notification-recipients.ts";
import { deleteNotificationRecipient } from "./delete-notification-recipient.ts";
import { getNotifications } from "./get-notifications.ts";
import { getRecallLetter } from "./get-recall-letter.ts";
import { getRecallStatus } from "./get-recall-status.ts";
import { getReport } from "./get-report.ts";
import { getReportFile } from "./get-report-file.ts";
import { listBatchFiles } from "./list-batch-files.ts";
import { listReports } from "./list-reports.ts";
import { requestRecall } from "./request-recall.ts";
import { requestReport } from "./request-report.ts";
import { setNotificationCategory } from "./set-notification-category.ts";
import { setNotificationRecipients } from "./set-notification-recipients.ts";
import { withdrawRecall } from "./withdraw-recall.ts";
import { verifyToken } from "./verify-token.ts";

export const operations: readonly Operation[] = [
  authorize,
  verifyToken,
  addBeneficiary,
  getBeneficiary,
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
