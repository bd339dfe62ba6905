/**
 * Names of the contract's operations in every client library: noun and verb, and what may be repeated.
 *
 * `read` changes nothing and may be repeated. `order` moves money under an id of the caller's: it is sent with the
 * header Idempotency-Key, so that a repeat gets the first answer again. `change` is repeated only where the
 * server cannot have acted on it.
 */
export interface VerbEntry {
  readonly operation: string;
  readonly kind: "read" | "order" | "change";
  /** The field of an order with the caller's own id. */
  readonly id?: string;
  /** The verb that reads the outcome when no answer came. */
  readonly ask?: string;
  /** The one property of `data` that the verb answers with. */
  readonly pick?: string;
  /** A list: the property of `data` with the items, and how to go on. */
  readonly list?: { readonly items: string; readonly by: "lastReturnId" | "page" | "nothing" };
}

const read = (operation: string, more: Partial<VerbEntry> = {}): VerbEntry => ({
  operation,
  kind: "read",
  ...more,
});
const list = (operation: string, items: string, by: "lastReturnId" | "page" | "nothing"): VerbEntry =>
  read(operation, { list: { items, by } });
const order = (operation: string, id: string, ask: string): VerbEntry => ({
  operation,
  kind: "order",
  id,
  ask,
});
const change = (operation: string, ask: string, more: Partial<VerbEntry> = {}): VerbEntry => ({
  operation,
  kind: "change",
  ask,
  ...more,
});

export const VERBS: Readonly<Record<string, Readonly<Record<string, VerbEntry>>>> = {
  transfers: {
    create: order("requestTransfer_v1_2", "transferId", "transfers.get"),
    createAsync: order("requestAsyncTransfer_v1_2", "transferId", "transfers.get"),
    createDirect: order("directTransfer_v1_2", "transferId", "transfers.get"),
    createToCard: order("cardpay", "transferId", "transfers.get"),
    get: read("getTransferStatus_v1_2", { pick: "transfer" }),
    list: list("getTransfers", "transfers", "lastReturnId"),
    cancel: change("cancelTransfer_v1_2", "transfers.get"),
  },
  loans: { disburse: order("lend", "loanId", "transfers.get") },
  recalls: {
    request: change("requestRecall_v1_2", "recalls.get", { pick: "recall" }),
    get: read("getRecallStatus_v1_2", { pick: "recall" }),
    letter: read("getRecallLetter_v1_2"),
    withdraw: change("withdrawRecall_v1_2", "recalls.get", { pick: "recall" }),
  },
  beneficiaries: {
    create: change("addBeneficiary", "beneficiaries.get"),
    get: read("getBeneficiary"),
    find: read("getBeneId"),
    list: list("listBeneficiaries_v1_2", "beneficiaries", "lastReturnId"),
    remove: change("removeBeneficiary", "beneficiaries.get"),
    listTransfers: list("beneHistory", "transfers", "page"),
  },
  validations: {
    bankAccount: change("validateBankAccount_v1_2", "balance.listStatement"),
    upi: change("validateUpiDetails", "balance.listStatement"),
    start: change("asyncValidateBankDetails", "validations.get"),
    get: read("getBankValidationStatus"),
    startBulk: change("bulkValidateBankDetails", "validations.getBulk"),
    getBulk: read("getBulkValidationStatus"),
  },
  ifsc: { get: read("getIfsc") },
  batches: {
    create: order("requestBatchTransfer_v1_2", "batchTransferId", "batches.get"),
    get: read("getBatchTransferStatus_v1_3"),
    upload: change("uploadBatchFile_v1_2", "batches.list"),
    list: list("listBatchFiles_v1_2", "batches", "lastReturnId"),
    getFile: read("getBatchFile_v1_2"),
    listRows: list("getBatchFile_v1_2", "rows", "lastReturnId"),
    result: read("getBatchFileResult_v1_2"),
    retryFailed: change("cloneBatchFile_v1_2", "batches.list"),
    template: read("getBatchTemplate_v1_2"),
  },
  cashgrams: {
    create: order("createCashgram", "cashgramId", "cashgrams.get"),
    get: read("getCashgramStatus"),
    deactivate: change("deactivateCashgram", "cashgrams.get"),
  },
  balance: {
    get: read("getBalance_v1_2"),
    getStatement: read("getStatement_v1_2"),
    listStatement: list("getStatement_v1_2", "entries", "page"),
    setThreshold: change("setThreshold_v1_2", "balance.getStatement"),
    transferInternally: change("internalTransfer_v1_2", "balance.listStatement", { id: "transferId" }),
    withdraw: change("selfWithdrawal", "balance.listStatement", { id: "withdrawalId" }),
  },
  incidents: { list: list("incidents", "incidents", "nothing") },
  downtimes: { list: list("downtimes_v1_2", "downtimes", "nothing") },
  reports: {
    request: change("requestReport_v1_2", "reports.list"),
    list: list("listReports_v1_2", "reports", "lastReturnId"),
    get: read("getReport_v1_2"),
    file: read("getReportFile_v1_2"),
  },
  notifications: {
    list: list("getNotifications_v1_2", "categories", "nothing"),
    setEnabled: change("setNotificationCategory_v1_2", "notifications.list"),
    setRecipients: change("setNotificationRecipients_v1_2", "notifications.list"),
    addRecipients: change("addNotificationRecipients_v1_2", "notifications.list"),
    removeRecipient: change("deleteNotificationRecipient_v1_2", "notifications.list"),
  },
  tokens: { verify: read("verifyToken") },
};

/** Operations without a verb of their own, and the operation that does the same; of v2 too. */
export const REPLACED: Readonly<Record<string, string>> = {
  // The library asks for tokens itself.
  authorize: "verifyToken",
  requestTransfer: "requestTransfer_v1_2",
  requestAsyncTransfer: "requestAsyncTransfer_v1_2",
  directTransfer: "directTransfer_v1_2",
  getTransferStatus: "getTransferStatus_v1_2",
  getTransferStatus_v1_1: "getTransferStatus_v1_2",
  requestBatchTransfer: "requestBatchTransfer_v1_2",
  getBatchTransferStatus: "getBatchTransferStatus_v1_3",
  getBatchTransferStatus_v1_2: "getBatchTransferStatus_v1_3",
  validateBankDetails: "validateBankAccount_v1_2",
  postCashgramStatus: "getCashgramStatus",
  getBalance: "getBalance_v1_2",
  internalTransfer: "internalTransfer_v1_2",
  // v2, whose amounts are numbers: the same in the classic words, with exact amounts.
  createTransfer: "requestAsyncTransfer_v1_2",
  getTransfer: "getTransferStatus_v1_2",
  createBatchTransfer: "requestBatchTransfer_v1_2",
  getBatchTransfer: "getBatchTransferStatus_v1_3",
  createBeneficiary: "addBeneficiary",
  deleteBeneficiary: "removeBeneficiary",
};
