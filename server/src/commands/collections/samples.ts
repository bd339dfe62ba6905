/** What stands in the collections' requests where the contract's own examples would work only once, or only for us. */

/** A variable, as Postman and Bruno write it. */
export const variable = (name: string): string => `{{${name}}}`;

/** A number of twelve digits that no request has carried before; every request gets a new one. */
export const FRESH = "fresh";

/** What a request makes, by operation, and carries a new number for; requests that name such an id mean the latest. */
export const MAKES: Readonly<Record<string, readonly string[]>> = {
  addFundSource: ["accountNumber"],
  addBeneficiary: ["beneId", "bankAccount"],
  requestTransfer: ["transferId"],
  requestAsyncTransfer: ["transferId"],
  directTransfer: ["transferId"],
  cardpay: ["transferId"],
  internalTransfer: ["transferId"],
  lend: ["loanId"],
  selfWithdrawal: ["withdrawalId"],
  requestBatchTransfer: ["batchTransferId", "transferId"],
  bulkValidateBankDetails: ["bulkValidationId"],
  createCashgram: ["cashgramId"],
  createBeneficiary: ["beneficiary_id", "bank_account_number"],
  createTransfer: ["transfer_id"],
  createBatchTransfer: ["batch_transfer_id", "transfer_id"],
};

/** What is remembered of an answer, by operation: variable and place in the answer's JSON. */
export const KEEPS: Readonly<Record<string, readonly (readonly [name: string, place: string])[]>> = {
  requestRecall: [["recallId", "data.recall.recallId"]],
  uploadBatchFile: [["batchFileId", "data.batchId"]],
  requestReport: [["reportId", "data.reportId"]],
};

/** Ids, and what new ones begin with. */
export const ID_WORDS: Readonly<Record<string, string>> = {
  beneId: "PAYEE",
  beneficiary_id: "PAYEE",
  transferId: "INV_",
  transfer_id: "INV_",
  batchTransferId: "SALARIES_",
  batch_transfer_id: "SALARIES_",
  bulkValidationId: "payees_",
  cashgramId: "REFUND_",
  loanId: "LOAN_",
  withdrawalId: "W",
};

/** Values of other fields wherever they stand in a body. */
export const BODY_VALUES: Readonly<Record<string, string>> = {
  recallId: variable("recallId"),
  linkExpiry: variable("linkExpiry"),
  startDate: variable("today"),
  endDate: variable("today"),
  rechargeAccount: variable("accountNumber"),
};

/** Parameters of paths and queries. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  beneId: variable("beneId"),
  bankAccount: "026291800001191",
  ifsc: "YESB0000262",
  name: "Asha Rao",
  phone: "9876543210",
  userId: "user_42",
  vpa: "success@upi",
  transferId: variable("transferId"),
  bulkValidationId: variable("bulkValidationId"),
  batchTransferId: variable("batchTransferId"),
  cashgramId: variable("cashgramId"),
  category: "transfer_failed",
  transfer_id: variable("transfer_id"),
  batch_transfer_id: variable("batch_transfer_id"),
  beneficiary_id: variable("beneficiary_id"),
};

/** Parameters that one operation needs otherwise. */
export const OWN_PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getBeneId: { bankAccount: variable("bankAccount"), ifsc: "HDFC0000001" },
};

/** Of a path's `{id}`, which one it is; a template's format is no id. */
export const PATH_IDS: readonly (readonly [path: string, value: string])[] = [
  ["/batchFiles/", variable("batchFileId")],
  ["/recalls/", variable("recallId")],
  ["/reports/", variable("reportId")],
];

/** Optional parameters that are sent all the same, since one of several must name what is asked for. */
export const NAMING: Readonly<Record<string, readonly string[]>> = {
  asyncValidateBankDetails: ["userId"],
  getBankValidationStatus: ["userId"],
  getBulkValidationStatus: ["bulkValidationId"],
  getTransferStatus: ["transferId"],
  getRecallStatus: ["transferId"],
  getTransfer: ["transfer_id"],
  getBatchTransfer: ["batch_transfer_id"],
  getBeneficiary: ["beneficiary_id"],
  deleteBeneficiary: ["beneficiary_id"],
};

/** What others need, although the contract tells it after them. */
export const FIRST: readonly string[] = ["createBeneficiary"];

/** What takes away what others need: its folder comes last. */
export const LAST: readonly string[] = ["removeBeneficiary", "deleteBeneficiary"];

/** A file of payments, sent as it stands. */
export const FILE = [
  "transferId,amount,name,phone,email,bankAccount,ifsc,remarks",
  `SALARY_${variable(FRESH)},1500.00,Ravi Traders,9876543210,a@ravi.example,026291800001191,YESB0000262,November`,
  "",
].join("\n");

/** Controls of the sandbox without which some calls are refused there. */
export const PREPARATION: Readonly<Record<string, readonly unknown[]>> = {
  setRegisteredAccount: [
    { holderName: "Demo Trading", accountNumber: "50100000000001", ifsc: "HDFC0000001" },
  ],
  topUp: [{ amount: "50000.00" }],
  addFundSource: [
    {
      bankId: "meghdoot",
      name: `Account ${variable(FRESH)}`,
      accountNumber: variable(FRESH),
      ifsc: "MGDT0000001",
    },
  ],
  setCoLending: [{ lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 }],
  topUpCoLending: [
    { ledger: "lender", amount: "8000.00" },
    { ledger: "originator", amount: "2000.00" },
  ],
};
