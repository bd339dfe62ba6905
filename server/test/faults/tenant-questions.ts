/**
 * The names of a merchant's things in every call of the API: one row for each operation. Calls without names are made
 * too, because their answers must contain nothing of anyone else.
 */
import {
  batchOrder,
  batchRow,
  cashgramOrder,
  directOrder,
  listedOrder,
  reportOrder,
  rowsFile,
  soundAccount,
  soundBeneficiary,
  soundBulk,
  withdrawalOrder,
} from "../literals/requests.ts";
import type { Names } from "./tenant-names.ts";

/** One request; its path begins after the version, or after `/sandbox`. */
export interface Question {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body as text, instead of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Row {
  /**
   * Returns the requests that contain all these names, each in every way; `own` are the names of the merchant that
   * asks.
   */
  readonly ask: (names: Names, own: Names) => readonly Question[];
  /** The call creates something under the name for the merchant that asks, so this merchant must have nothing else. */
  readonly makes?: true;
}

/** Makes the row of a call that creates nothing under the names. */
export const reads = (ask: Row["ask"]): Row => ({ ask });
/** Makes the row of a call that does. */
export const makes = (ask: Row["ask"]): Row => ({ ask, makes: true });

const CARD = {
  amount: "10.00",
  token: "tok_5F2mQ8rXw1Zk",
  cardType: "CREDIT",
  name: "Asha Rao",
  networkType: "VISA",
  cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
  tokenExpiry: "2028-05",
} as const;
const CHARGES = [{ key: "processingFee", value: "1.00" }] as const;

/** Returns requests with one ID, with the other, and with both. */
const byTransfer = (path: string, names: Names, more: Record<string, string> = {}): Question[] => {
  const { transferId, referenceId } = names;
  return [{ transferId }, { referenceId }, { transferId, referenceId }].map((named) => ({
    path,
    body: { ...named, ...more },
  }));
};

const inQuery = ({ path, body }: Question): Question => ({ path, query: body as Record<string, string> });

const orders = (path: string): Row =>
  makes((names, own) => [
    { path, body: listedOrder(names.beneId) },
    { path, body: { ...listedOrder(own.beneId), transferId: names.transferId } },
    { path, body: { ...listedOrder(own.beneId), paymentInstrumentId: names.fundSourceId } },
  ]);

/** The rows by operation. A new operation needs its row. */
export const OF_THE_API: Readonly<Record<string, Row>> = {
  authorize: reads(({ clientId }) => [
    { path: "/authorize", headers: { "x-client-id": clientId, "x-client-secret": "guessed" } },
  ]),
  verifyToken: reads(() => [{ path: "/verifyToken" }]),
  addBeneficiary: makes(({ beneId, bankAccount }) => [
    { path: "/addBeneficiary", body: { ...soundBeneficiary(), beneId } },
    { path: "/addBeneficiary", body: { ...soundBeneficiary(), bankAccount } },
  ]),
  getBeneficiary: reads(({ beneId }) => [{ path: `/getBeneficiary/${beneId}` }]),
  getBeneId: reads(({ bankAccount }) => [
    { path: "/getBeneId", query: { bankAccount, ifsc: "HDFC0000001" } },
  ]),
  removeBeneficiary: reads(({ beneId }) => [{ path: "/removeBeneficiary", body: { beneId } }]),
  beneHistory: reads(({ beneId }) => [{ path: "/beneHistory", query: { beneId } }]),
  validateBankDetails: reads(() => [{ path: "/validation/bankDetails", query: soundAccount() }]),
  validateBankAccount: reads(() => [{ path: "/validation/bankDetails", query: soundAccount() }]),
  asyncValidateBankDetails: makes(({ userId }) => [
    { path: "/asyncValidation/bankDetails", query: { ...soundAccount(), userId } },
  ]),
  getBankValidationStatus: reads(({ bvRefId, userId }) =>
    [{ bvRefId }, { userId }, { bvRefId, userId }].map((query) => ({
      path: "/getValidationStatus/bank",
      query,
    })),
  ),
  bulkValidateBankDetails: makes(({ bulkValidationId }) => [
    { path: "/bulkValidation/bankDetails", body: { ...soundBulk(), bulkValidationId } },
  ]),
  getBulkValidationStatus: reads(({ bulkValidationId }) => [
    { path: "/getBulkValidationStatus", query: { bulkValidationId } },
  ]),
  validateUpiDetails: reads(() => [
    { path: "/validation/upiDetails", query: { name: "Asha Rao", vpa: "success@upi" } },
  ]),
  getIfsc: reads(() => [{ path: "/ifsc/HDFC0000001" }]),
  requestTransfer: orders("/requestTransfer"),
  requestAsyncTransfer: orders("/requestAsyncTransfer"),
  directTransfer: makes(({ transferId, fundSourceId }) => [
    { path: "/directTransfer", body: { ...directOrder(), transferId } },
    { path: "/directTransfer", body: { ...directOrder(), paymentInstrumentId: fundSourceId } },
  ]),
  cardpay: makes(({ transferId }) => [{ path: "/cardpay", body: { ...CARD, transferId } }]),
  lend: makes(({ loanId, beneId }, own) => {
    const terms = { amount: "100.00", serviceCharges: CHARGES, transferMode: "banktransfer" };
    return [
      { path: "/lend", body: { ...terms, loanId, beneId: own.beneId } },
      { path: "/lend", body: { ...terms, loanId: `${own.loanId}x`, beneId } },
    ];
  }),
  cancelTransfer: reads((names) => byTransfer("/cancelTransfer", names)),
  getTransferStatus: reads((names) => byTransfer("/getTransferStatus", names).map(inQuery)),
  getTransfers: reads(({ referenceId, transferId, beneId }) => [
    { path: "/getTransfers" },
    { path: "/getTransfers", query: { lastReturnId: referenceId } },
    { path: "/getTransfers", query: { transferId } },
    { path: "/getTransfers", query: { beneId } },
  ]),
  listBeneficiaries: reads(() => [{ path: "/listBeneficiaries" }]),
  requestRecall: reads((names) =>
    byTransfer("/requestRecall", names, { reason: "PAID_TWICE", remarks: "Invoice 7" }),
  ),
  getRecallStatus: reads((names) => [
    { path: "/getRecallStatus", query: { recallId: names.recallId } },
    ...byTransfer("/getRecallStatus", names).map(inQuery),
  ]),
  getRecallLetter: reads(({ recallId }) => [{ path: `/recalls/${recallId}/letter` }]),
  withdrawRecall: reads(({ recallId }) => [{ path: "/withdrawRecall", body: { recallId } }]),
  requestBatchTransfer: makes(({ batchTransferId, transferId, fundSourceId, beneId }) => {
    const path = "/requestBatchTransfer";
    const listed = { batchFormat: "BENEFICIARY_ID", batch: [listedOrder(beneId)] };
    return [
      { path, body: { ...batchOrder(), batchTransferId } },
      { path, body: { ...batchOrder(), batch: [batchRow({ transferId })] } },
      { path, body: { ...batchOrder(), ...listed } },
      { path, body: { ...batchOrder(), paymentInstrumentId: fundSourceId } },
    ];
  }),
  getBatchTransferStatus: reads(({ batchTransferId }) => [
    { path: "/getBatchTransferStatus", query: { batchTransferId } },
  ]),
  uploadBatchFile: makes(({ transferId }) => [
    {
      path: "/batchFiles",
      query: { format: "BANK_ACCOUNT", name: "salaries.csv" },
      text: rowsFile([batchRow({ transferId })]),
    },
  ]),
  listBatchFiles: reads(({ referenceId }) => [
    { path: "/batchFiles" },
    { path: "/batchFiles", query: { lastReturnId: referenceId } },
  ]),
  getBatchFile: reads(({ batchId }) => [{ path: `/batchFiles/${batchId}` }]),
  getBatchFileResult: reads(({ batchId }) => [{ path: `/batchFiles/${batchId}/result` }]),
  cloneBatchFile: reads(({ batchId }) => [{ path: `/batchFiles/${batchId}/clone` }]),
  getBatchTemplate: reads(() => [{ path: "/batchTemplates/BANK_ACCOUNT" }]),
  createCashgram: makes(({ cashgramId }) => [
    { path: "/createCashgram", body: { ...cashgramOrder(), cashgramId } },
  ]),
  getCashgramStatus: reads(({ cashgramId }) => [{ path: "/getCashgramStatus", query: { cashgramId } }]),
  postCashgramStatus: reads(({ cashgramId }) => [{ path: "/getCashgramStatus", body: { cashgramId } }]),
  deactivateCashgram: reads(({ cashgramId }) => [{ path: "/deactivateCashgram", body: { cashgramId } }]),
  getBalance: reads(({ fundSourceId }) => [
    { path: "/getBalance" },
    { path: "/getBalance", query: { paymentInstrumentId: fundSourceId } },
  ]),
  getStatement: reads(({ fundSourceId }) => [
    { path: "/getStatement" },
    { path: "/getStatement", query: { paymentInstrumentId: fundSourceId } },
  ]),
  setThreshold: reads(({ fundSourceId }) => [
    { path: "/setThreshold", body: { minimumBalance: "7.00", paymentInstrumentId: fundSourceId } },
  ]),
  internalTransfer: reads(({ rechargeAccount, fundSourceId }, own) => [
    { path: "/internalTransfer", body: { amount: "10.00", rechargeAccount } },
    ...[
      { paymentInstrumentId: fundSourceId, toPaymentInstrumentId: own.fundSourceId },
      { paymentInstrumentId: own.fundSourceId, toPaymentInstrumentId: fundSourceId },
    ].map((ends) => ({ path: "/internalTransfer", body: { amount: "10.00", ...ends } })),
  ]),
  selfWithdrawal: makes(({ withdrawalId }) => [
    { path: "/selfWithdrawal", body: { ...withdrawalOrder(), withdrawalId } },
  ]),
  incidents: reads(() => [{ path: "/incidents" }]),
  downtimes: reads(({ fundSourceId }) => [
    { path: "/downtimes" },
    { path: "/downtimes", query: { paymentInstrumentId: fundSourceId } },
  ]),
  requestReport: makes(({ fundSourceId }) => [
    {
      path: "/reports",
      body: { ...reportOrder(), type: "account_statement", paymentInstrumentId: fundSourceId },
    },
  ]),
  listReports: reads(({ reportId }) => [
    { path: "/reports" },
    { path: "/reports", query: { lastReturnId: reportId } },
  ]),
  getReport: reads(({ reportId }) => [{ path: `/reports/${reportId}` }]),
  getReportFile: reads(({ reportId }) => [{ path: `/reports/${reportId}/file` }]),
  getNotifications: reads(() => [{ path: "/notifications" }]),
  setNotificationCategory: reads(() => [{ path: "/notifications/credit", body: { enabled: 1 } }]),
  setNotificationRecipients: makes(({ recipient }) => [
    { path: "/notifications/credit/recipients", body: { recipients: recipient } },
  ]),
  addNotificationRecipients: makes(({ recipient }) => [
    { path: "/notifications/credit/addRecipients", body: { recipients: recipient } },
  ]),
  deleteNotificationRecipient: reads(({ recipient }) => [
    { path: "/notifications/credit/deleteRecipient", body: { recipient } },
  ]),
};
