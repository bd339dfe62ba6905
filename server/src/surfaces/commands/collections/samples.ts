/** Values for the collections' requests where the contract's examples would work only once or only for us. */

/** Returns a variable in the syntax of Postman and Bruno. */
export const variable = (name: string): string => `{{${name}}}`;

/** A number of twelve digits that no earlier request has used; every request gets a new one. */
export const FRESH = "fresh";

/** The ids that a request makes with a new number, by operation; requests with such an id mean the latest. */
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

/** Remembered from an answer, by operation: the variable and the place in the JSON. */
export const KEEPS: Readonly<Record<string, readonly (readonly [name: string, place: string])[]>> = {
  requestRecall: [["recallId", "data.recall.recallId"]],
  uploadBatchFile: [["batchFileId", "data.batchId"]],
  requestReport: [["reportId", "data.reportId"]],
};

/** Ids, and the beginnings of new ones. */
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

/** Values of other fields, in any body. */
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

/** Parameters that differ for one operation. */
export const OWN_PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getBeneId: { bankAccount: variable("bankAccount"), ifsc: "HDFC0000001" },
};

/** The ids that `{id}` stands for, by path; the format of a template is not an id. */
export const PATH_IDS: readonly (readonly [path: string, value: string])[] = [
  ["/batchFiles/", variable("batchFileId")],
  ["/recalls/", variable("recallId")],
  ["/reports/", variable("reportId")],
];

/** Optional parameters that are always sent, since one of several must name the object. */
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

/** Operations that others need, although they come later in the contract. */
export const FIRST: readonly string[] = ["createBeneficiary"];

/** Operations that remove what others need: they come last in their folder. */
export const LAST: readonly string[] = ["removeBeneficiary", "deleteBeneficiary"];

/** A file of payments, sent as it is. */
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
