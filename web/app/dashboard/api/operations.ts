// Written from contract/openapi-dashboard.json by `npm run write-contract`; not edited by hand.

export interface OperationShape {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly string[];
  readonly sends?: "file";
  readonly answers?: "file";
}

export const operations = {
  readOffers: { method: "GET", path: "/entry" },
  startTryOut: { method: "POST", path: "/entry/try" },
  signUp: { method: "POST", path: "/entry/sign-up" },
  logIn: { method: "POST", path: "/entry/log-in" },
  completeLogIn: { method: "POST", path: "/entry/log-in/code" },
  askForPasskey: { method: "POST", path: "/entry/passkey" },
  logInWithPasskey: { method: "POST", path: "/entry/passkey/answer" },
  logOut: { method: "POST", path: "/entry/log-out" },
  askToResetPassword: { method: "POST", path: "/entry/reset" },
  resetPassword: { method: "POST", path: "/entry/reset/password" },
  proveEmail: { method: "POST", path: "/entry/verify" },
  sendProofAgain: { method: "POST", path: "/entry/verify/again" },
  readInvitation: { method: "POST", path: "/entry/invitation" },
  acceptInvitation: { method: "POST", path: "/entry/invitation/accept" },
  getSession: { method: "GET", path: "/session" },
  watchMerchant: { method: "GET", path: "/merchants/{merchantId}/events", answers: "file" },
  proveAgain: { method: "POST", path: "/session/proof" },
  askForProof: { method: "POST", path: "/session/proof/passkey" },
  readSecurity: { method: "GET", path: "/me/security" },
  changeName: { method: "PUT", path: "/me/name" },
  changePassword: { method: "PUT", path: "/me/password" },
  setUpAuthenticator: { method: "POST", path: "/me/authenticator" },
  removeAuthenticator: { method: "DELETE", path: "/me/authenticator" },
  confirmAuthenticator: { method: "POST", path: "/me/authenticator/confirm" },
  replaceRecoveryCodes: { method: "POST", path: "/me/recovery-codes" },
  startPasskey: { method: "POST", path: "/me/passkeys/question" },
  addPasskey: { method: "POST", path: "/me/passkeys" },
  removePasskey: { method: "DELETE", path: "/me/passkeys/{passkeyId}" },
  endSession: { method: "DELETE", path: "/me/sessions/{sessionId}" },
  endOtherSessions: { method: "POST", path: "/me/sessions/end-others" },
  getSummary: { method: "GET", path: "/merchants/{merchantId}/summary", query: ["days","fundSourceId","mode"] },
  getFigures: { method: "GET", path: "/merchants/{merchantId}/figures", query: ["days","fundSourceId","mode"] },
  getBalanceForecast: { method: "GET", path: "/merchants/{merchantId}/balance-forecast", query: ["fundSourceId"] },
  previewTransfer: { method: "POST", path: "/merchants/{merchantId}/transfer-previews" },
  createTransfer: { method: "POST", path: "/merchants/{merchantId}/transfers" },
  getTransferByKey: { method: "GET", path: "/merchants/{merchantId}/transfer-keys/{transferKey}" },
  uploadBatch: { method: "POST", path: "/merchants/{merchantId}/batch-drafts", query: ["name","format","replacesBeneficiaries","fundSourceId"], sends: "file" },
  listBatchDrafts: { method: "GET", path: "/merchants/{merchantId}/batch-drafts" },
  getBatchColumns: { method: "GET", path: "/merchants/{merchantId}/batch-drafts/{draftId}" },
  discardBatch: { method: "DELETE", path: "/merchants/{merchantId}/batch-drafts/{draftId}" },
  mapBatch: { method: "PUT", path: "/merchants/{merchantId}/batch-drafts/{draftId}/columns" },
  listBatchDraftRows: { method: "GET", path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows", query: ["only","cursor","limit"] },
  changeBatchRow: { method: "PATCH", path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows/{rowNo}" },
  removeBatchRows: { method: "POST", path: "/merchants/{merchantId}/batch-drafts/{draftId}/remove-rows" },
  compareBatch: { method: "GET", path: "/merchants/{merchantId}/batch-drafts/{draftId}/review" },
  confirmBatch: { method: "POST", path: "/merchants/{merchantId}/batch-drafts/{draftId}/confirm" },
  listBatches: { method: "GET", path: "/merchants/{merchantId}/batches", query: ["cursor","limit"] },
  getBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}" },
  listBatchRows: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/rows", query: ["only","cursor","limit"] },
  reviewBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/review" },
  getBatchTemplate: { method: "GET", path: "/merchants/{merchantId}/batch-templates/{format}", query: ["kind"], answers: "file" },
  getBatchResult: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/result", query: ["kind"], answers: "file" },
  cloneFailedRows: { method: "POST", path: "/merchants/{merchantId}/batches/{batchId}/clone-failed-rows" },
  listApprovals: { method: "GET", path: "/merchants/{merchantId}/approvals", query: ["kinds","cursor","limit"] },
  getApproval: { method: "GET", path: "/merchants/{merchantId}/approvals/{requestId}" },
  decideApprovals: { method: "POST", path: "/merchants/{merchantId}/approvals/decide" },
  listApprovalHistory: { method: "GET", path: "/merchants/{merchantId}/approval-history", query: ["cursor","limit"] },
  playApprover: { method: "POST", path: "/merchants/{merchantId}/approvals/{requestId}/play" },
  getPolicies: { method: "GET", path: "/merchants/{merchantId}/approval-policies" },
  setPolicies: { method: "PUT", path: "/merchants/{merchantId}/approval-policies/{kind}" },
  simulatePolicies: { method: "GET", path: "/merchants/{merchantId}/approval-policies/simulation", query: ["subject","amount","transferMode","creator","way"] },
  listBeneficiaries: { method: "GET", path: "/merchants/{merchantId}/beneficiaries", query: ["search","paidTo","state","holder","limit","cursor"] },
  addBeneficiary: { method: "POST", path: "/merchants/{merchantId}/beneficiaries" },
  getBeneficiary: { method: "GET", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}" },
  removeBeneficiary: { method: "DELETE", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}" },
  listBeneficiaryPayments: { method: "GET", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/payments", query: ["limit","cursor"] },
  verifyBeneficiary: { method: "POST", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/verification" },
  revealBeneficiaryAccount: { method: "POST", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/account-number" },
  uploadBeneficiaries: { method: "POST", path: "/merchants/{merchantId}/beneficiary-batches", query: ["name"], sends: "file" },
  listBeneficiaryBatches: { method: "GET", path: "/merchants/{merchantId}/beneficiary-batches", query: ["limit","cursor"] },
  getBeneficiaryBatch: { method: "GET", path: "/merchants/{merchantId}/beneficiary-batches/{batchId}", query: ["limit","cursor"] },
  downloadBeneficiaryTemplate: { method: "GET", path: "/merchants/{merchantId}/beneficiary-template", query: ["format"], answers: "file" },
  listFundSources: { method: "GET", path: "/merchants/{merchantId}/fund-sources" },
  openBankSource: { method: "POST", path: "/merchants/{merchantId}/fund-sources" },
  getDepositAccount: { method: "GET", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/deposit-account" },
  listStatement: { method: "GET", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement", query: ["from","to","kinds","limit","cursor"] },
  getStatementTotals: { method: "GET", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement-totals", query: ["from","to"] },
  downloadStatement: { method: "GET", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement-file", query: ["from","to","format"], answers: "file" },
  moveMoney: { method: "POST", path: "/merchants/{merchantId}/internal-transfers" },
  withdraw: { method: "POST", path: "/merchants/{merchantId}/withdrawals" },
  listWithdrawals: { method: "GET", path: "/merchants/{merchantId}/withdrawals", query: ["limit","cursor"] },
  listRefunds: { method: "GET", path: "/merchants/{merchantId}/refunds", query: ["limit","cursor"] },
  setShares: { method: "PUT", path: "/merchants/{merchantId}/shares" },
  listBanks: { method: "GET", path: "/merchants/{merchantId}/banks" },
  listDowntimes: { method: "GET", path: "/merchants/{merchantId}/downtimes" },
  requestOverdraft: { method: "POST", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/overdraft-requests" },
  listOverdraftRequests: { method: "GET", path: "/merchants/{merchantId}/overdraft-requests" },
  simulateTopUp: { method: "POST", path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/sandbox-top-up" },
  getAccountInformation: { method: "GET", path: "/merchants/{merchantId}/account-information" },
  registerAccount: { method: "PUT", path: "/merchants/{merchantId}/registered-account" },
  listLinks: { method: "GET", path: "/merchants/{merchantId}/links", query: ["search","status","limit","cursor"] },
  createLink: { method: "POST", path: "/merchants/{merchantId}/links" },
  getLink: { method: "GET", path: "/merchants/{merchantId}/links/{linkId}" },
  deactivateLink: { method: "POST", path: "/merchants/{merchantId}/links/{linkId}/deactivation" },
  getLending: { method: "GET", path: "/merchants/{merchantId}/co-lending" },
  enrolInLending: { method: "PUT", path: "/merchants/{merchantId}/co-lending" },
  listLoans: { method: "GET", path: "/merchants/{merchantId}/loans", query: ["limit","cursor"] },
  lend: { method: "POST", path: "/merchants/{merchantId}/loans" },
  listReportTypes: { method: "GET", path: "/merchants/{merchantId}/report-types" },
  listReports: { method: "GET", path: "/merchants/{merchantId}/reports", query: ["limit","cursor"] },
  requestReport: { method: "POST", path: "/merchants/{merchantId}/reports" },
  downloadReport: { method: "GET", path: "/merchants/{merchantId}/reports/{reportId}/file", answers: "file" },
} as const satisfies Record<string, OperationShape>;

/** What a member must be allowed to do to call an operation; operations that all may call are not there. */
export const permissionOf = {
  watchMerchant: "access_transfers",
  getSummary: "access_transfers",
  getFigures: "access_transfers",
  getBalanceForecast: "access_transfers",
  previewTransfer: "initiate_quick_transfer",
  createTransfer: "initiate_quick_transfer",
  getTransferByKey: "access_transfers",
  uploadBatch: "initiate_bulk_transfer",
  listBatchDrafts: "initiate_bulk_transfer",
  getBatchColumns: "initiate_bulk_transfer",
  discardBatch: "initiate_bulk_transfer",
  mapBatch: "initiate_bulk_transfer",
  listBatchDraftRows: "initiate_bulk_transfer",
  changeBatchRow: "initiate_bulk_transfer",
  removeBatchRows: "initiate_bulk_transfer",
  compareBatch: "initiate_bulk_transfer",
  confirmBatch: "initiate_bulk_transfer",
  listBatches: "access_transfers",
  getBatch: "access_transfers",
  listBatchRows: "access_transfers",
  reviewBatch: "access_transfers",
  getBatchResult: "export_data",
  cloneFailedRows: "initiate_bulk_transfer",
  listApprovals: "access_transfers",
  getApproval: "access_transfers",
  decideApprovals: "access_transfers",
  listApprovalHistory: "access_transfers",
  playApprover: "manage_policies",
  setPolicies: "manage_policies",
  listBeneficiaries: "access_transfers",
  addBeneficiary: "manage_beneficiaries",
  getBeneficiary: "access_transfers",
  removeBeneficiary: "manage_beneficiaries",
  listBeneficiaryPayments: "access_transfers",
  verifyBeneficiary: "manage_beneficiaries",
  revealBeneficiaryAccount: "reveal_account_numbers",
  uploadBeneficiaries: "manage_beneficiaries",
  listBeneficiaryBatches: "access_transfers",
  getBeneficiaryBatch: "access_transfers",
  downloadBeneficiaryTemplate: "manage_beneficiaries",
  listFundSources: "access_transfers",
  openBankSource: "manage_fund_sources",
  getDepositAccount: "access_transfers",
  listStatement: "access_transfers",
  getStatementTotals: "access_transfers",
  downloadStatement: "export_data",
  moveMoney: "manage_fund_sources",
  withdraw: "manage_fund_sources",
  listWithdrawals: "access_transfers",
  listRefunds: "access_transfers",
  setShares: "manage_fund_sources",
  listBanks: "access_transfers",
  listDowntimes: "access_transfers",
  requestOverdraft: "manage_limits",
  listOverdraftRequests: "access_transfers",
  simulateTopUp: "access_transfers",
  registerAccount: "manage_fund_sources",
  listLinks: "access_transfers",
  createLink: "initiate_quick_transfer",
  getLink: "initiate_quick_transfer",
  deactivateLink: "initiate_quick_transfer",
  getLending: "access_transfers",
  enrolInLending: "manage_settings",
  listLoans: "access_transfers",
  lend: "initiate_quick_transfer",
  listReports: "export_data",
  requestReport: "export_data",
  downloadReport: "export_data",
} as const;

export type ApprovalPolicies = { readonly kind: string; readonly version: number; readonly expireAfterMinutes: number; readonly exceptWays: readonly (string)[]; readonly policies: readonly (ApprovalPolicy)[]; };

export type ApprovalPolicy = { readonly name: string; readonly from: string | null; readonly to: string | null; readonly rails: readonly (string)[] | null; readonly fundSources: readonly (string)[] | null; readonly creators: readonly (string)[] | null; readonly levels: readonly (PolicyLevel)[]; };

export type ApprovalRequest = { readonly requestId: string; readonly kind: string; readonly subjectId: string; readonly contentHash: string; readonly amount: string | null; readonly policy: string; readonly level: number; readonly levels: number; readonly missing: number; readonly openedAt: string; readonly expiresAt: string; readonly maker: string; readonly turn: string; readonly approvers: readonly (string)[]; readonly status: string; readonly endedAt: string | null; readonly endedBy: string | null; readonly remarks: string; readonly decisions: readonly ({ readonly name: string; readonly verdict: string; readonly remarks: string; readonly at: string; readonly counts: boolean; })[]; readonly proposal: Readonly<Record<string, string>> | null; readonly transfer: TransferToApprove | null; readonly batch: BatchToApprove | null; };

export type Batch = { readonly batchId: string; readonly referenceId: number; readonly batchKey: string | null; readonly name: string; readonly format: string; readonly status: string; readonly because: string | null; readonly rows: number; readonly amount: string; readonly open: number; readonly done: number; readonly doneAmount: string; readonly failed: number; readonly failedAmount: string; readonly clonedFrom: string | null; readonly fundSourceId: string | null; readonly createdBy: string; readonly createdAt: string; readonly finishedAt: string | null; };

export type BatchDraft = { readonly draftId: string; readonly name: string; readonly format: string; readonly replacesBeneficiaries: boolean; readonly fundSourceId: string | null; readonly mapped: boolean; readonly rows: number; readonly wrong: number; readonly amount: string; readonly madeAt: string; readonly batchId: string | null; };

export type BatchDraftRow = { readonly rowNo: number; readonly line: number; readonly fields: Readonly<Record<string, string>>; readonly faults: readonly ({ readonly field: string | null; readonly code: string; readonly text: string; })[]; };

export type BatchField = { readonly name: string; readonly needed: boolean; readonly common: boolean; };

export type BatchPart = { readonly name: string; readonly rows: number; readonly amount: string; };

export type BatchRow = { readonly rowNo: number; readonly line: number; readonly transferId: string | null; readonly name: string | null; readonly paidTo: string | null; readonly amount: string | null; readonly status: string; readonly failureReason: string | null; readonly beneId: string | null; readonly referenceId: string | null; readonly utr: string | null; };

export type BatchRowBrief = { readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; };

export type BatchToApprove = { readonly referenceId: number; readonly name: string; readonly format: string; readonly rows: number; readonly invalid: number; };

export type Beneficiary = { readonly beneficiaryId: string; readonly beneId: string; readonly name: string; readonly email: string | null; readonly phone: string | null; readonly paidTo: readonly ("bank" | "upi" | "card" | "wallet")[]; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly cardLast4: string | null; readonly cardNetwork: string | null; readonly purpose: string | null; readonly address1: string | null; readonly address2: string | null; readonly city: string | null; readonly state: string | null; readonly pincode: string | null; readonly status: "active" | "invalid" | "awaiting_approval" | "removed"; readonly holder: { readonly status: "found" | "not_found"; readonly nameAtBank: string | null; readonly score: number | null; readonly outcome: string | null; readonly at: string; } | null; readonly paidCount: number; readonly paidAmount: string; readonly lastPaidAt: string | null; readonly addedAt: string; readonly addedBy: string | null; readonly removedAt: string | null; };

export type BeneficiaryBatch = { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly status: "uploaded" | "validating" | "awaiting_approval" | "processing" | "completed" | "partly_failed" | "rejected"; readonly because: string | null; readonly rowCount: number; readonly openCount: number; readonly addedCount: number; readonly rejectedCount: number; readonly warnings: readonly (string)[]; readonly createdAt: string; readonly finishedAt: string | null; };

export type BeneficiaryBatchRow = { readonly line: number; readonly status: "open" | "added" | "rejected"; readonly failureReason: string | null; readonly beneId: string | null; readonly name: string | null; readonly accountLast4: string | null; readonly ifsc: string | null; readonly vpa: string | null; readonly phone: string | null; };

export type BeneficiaryPayment = { readonly transferKey: string; readonly referenceId: string; readonly amount: string; readonly mode: string; readonly status: string; readonly reason: string | null; readonly utr: string | null; readonly remarks: string; readonly acceptedAt: string; readonly finishedAt: string | null; };

export type CoLending = { readonly agreement: { readonly lenderName: string; readonly lenderPercent: number; readonly originatorPercent: number; readonly enabled: boolean; readonly agreedAt: string; } | null; readonly ledgers: readonly ({ readonly fundSourceId: string; readonly party: "originator" | "lender" | "intermediate"; readonly balance: string; readonly available: string; })[]; };

export type Count = { readonly transfers: number; readonly amount: string; };

export type DecisionOutcome = { readonly requestId: string; readonly outcome: "pending" | "approved" | "rejected" | "refused"; readonly code: string | null; readonly message: string | null; readonly missing: number; };

export type Downtime = { readonly incidentNo: number; readonly when: "now" | "upcoming" | "past"; readonly entityCode: string; readonly entityName: string; readonly mode: "imps" | "neft" | "rtgs" | "upi"; readonly severity: "low" | "high"; readonly scheduled: boolean; readonly because: string; readonly startedAt: string; readonly endsAt: string | null; readonly resolvedAt: string | null; readonly fundSources: readonly ({ readonly fundSourceId: string; readonly name: string; })[]; };

export type FundSource = { readonly fundSourceId: string; readonly kind: "wallet" | "bank_account" | "lender" | "originator" | "intermediate"; readonly name: string; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bank: { readonly bankId: string; readonly name: string; } | null; readonly modes: readonly (string)[]; readonly active: boolean; readonly sharePercent: number; readonly balance: string; readonly held: string; readonly available: string; readonly overdraftLimit: string; readonly threshold: string; readonly notifiesLowBalance: boolean; readonly lastRecharge: string | null; readonly lastWithdrawal: string | null; readonly lastInternalTransfer: string | null; readonly downtimes: number; };

export type Loan = { readonly loanId: string; readonly amount: string; readonly disbursal: string; readonly lenderShare: string; readonly originatorShare: string; readonly lenderCharges: string; readonly originatorCharges: string; readonly fee: string; readonly status: "disbursing" | "disbursed" | "failed" | "returned"; readonly lentAt: string; readonly finishedAt: string | null; readonly chargesPassedOnAt: string | null; readonly givenBackAt: string | null; };

export type OverdraftRequest = { readonly requestId: string; readonly fundSourceId: string; readonly limit: string; readonly because: string; readonly status: "requested" | "granted" | "declined"; readonly requestedAt: string; readonly answer: string | null; readonly decidedAt: string | null; };

export type PayoutLink = { readonly linkId: string; readonly referenceId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email: string | null; readonly remarks: string; readonly status: "ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED"; readonly reason: string | null; readonly notifiesPayee: boolean; readonly checksName: boolean; readonly paidReferenceId: string | null; readonly utr: string | null; readonly expiresAt: string; readonly createdAt: string; readonly endedAt: string | null; };

export type PayoutLinkWithAddress = { readonly linkId: string; readonly referenceId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email: string | null; readonly remarks: string; readonly status: "ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED"; readonly reason: string | null; readonly notifiesPayee: boolean; readonly checksName: boolean; readonly paidReferenceId: string | null; readonly utr: string | null; readonly expiresAt: string; readonly createdAt: string; readonly endedAt: string | null; readonly address: string; };

export type PolicyLevel = { readonly approvers: number; readonly permission: "access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization"; readonly members: readonly (string)[] | null; };

export type Refund = { readonly topUpId: string; readonly amount: string; readonly status: "waiting" | "processing" | "paid" | "stuck" | "credited"; readonly reason: string | null; readonly tries: number; readonly utr: string | null; readonly refundBy: string; readonly finishedAt: string | null; readonly arrivedAt: string; readonly arrivedUtr: string; readonly senderName: string | null; readonly senderAccountLast4: string | null; readonly senderIfsc: string | null; };

export type Report = { readonly reportId: string; readonly name: string; readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly format: "csv" | "xlsx" | "xls"; readonly columns: readonly (string)[]; readonly from: string; readonly to: string; readonly fundSourceId: string | null; readonly status: "requested" | "running" | "ready" | "failed" | "expired"; readonly reason: string | null; readonly requestedBy: string | null; readonly requestedAt: string; readonly finishedAt: string | null; readonly expiresAt: string | null; readonly rowCount: number; readonly sizeBytes: number; readonly sha256: string | null; readonly opening: string | null; readonly closing: string | null; };

export type StatementEntry = { readonly entryId: string; readonly at: string; readonly kind: "transfer" | "credit" | "reversal" | "withdrawal" | "verification" | "internal_transfer" | "loan" | "loan_charges" | "unregistered_credit" | "refund" | "adjustment"; readonly amount: string; readonly charges: string; readonly change: string; readonly balance: string; readonly key: string | null; readonly referenceId: string | null; readonly utr: string | null; readonly remarks: string | null; };

export type SuccessRate = { readonly transfers: number; readonly rate: number | null; readonly low: number | null; readonly high: number | null; };

export type TransferState = { readonly transferId: string; readonly transferKey: string; readonly referenceId: string; readonly status: string; readonly stage: string; readonly waitingFor: string | null; readonly acknowledged: boolean; readonly amount: string; readonly fee: string; readonly tax: string; readonly mode: string; readonly rail: string; readonly bankId: string | null; readonly utr: string | null; readonly reason: string | null; readonly acceptedAt: string; readonly sentAt: string | null; readonly finishedAt: string | null; readonly nextAt: string | null; };

export type TransferTime = { readonly transfers: number; readonly p50Ms: number; readonly p95Ms: number; };

export type TransferToApprove = { readonly transferId: string; readonly referenceId: string; readonly mode: string; readonly remarks: string; readonly fundSourceId: string; readonly origin: string | null; readonly payee: string; readonly beneId: string | null; readonly paidTo: string; readonly ifsc: string | null; readonly flags: readonly ("new_payee" | "changed_account" | "unverified")[]; readonly lastPayment: { readonly amount: string; readonly at: string; } | null; readonly otherAccount: string | null; };

export type Withdrawal = { readonly withdrawalId: string; readonly key: string; readonly amount: string; readonly remarks: string; readonly status: "waiting" | "processing" | "paid" | "failed" | "returned"; readonly reason: string | null; readonly utr: string | null; readonly dueAt: string | null; readonly madeAt: string; readonly finishedAt: string | null; };

export interface Inputs {
  readOffers: {  };
  startTryOut: {  };
  signUp: { readonly organization: string; readonly businessType: "proprietorship" | "partnership" | "private_limited" | "public_limited" | "trust" | "society"; readonly name: string; readonly email: string; readonly password: string; };
  logIn: { readonly email: string; readonly password: string; };
  completeLogIn: { readonly ticket: string; readonly code: string; };
  askForPasskey: {  };
  logInWithPasskey: { readonly ticket: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | undefined; }; }; };
  logOut: {  };
  askToResetPassword: { readonly email: string; };
  resetPassword: { readonly ticket: string; readonly password: string; };
  proveEmail: { readonly ticket: string; };
  sendProofAgain: {  };
  readInvitation: { readonly ticket: string; };
  acceptInvitation: { readonly ticket: string; readonly name: string; readonly password: string; };
  getSession: {  };
  watchMerchant: { readonly merchantId: string; };
  proveAgain: { readonly password?: string | undefined; readonly code?: string | undefined; readonly passkey?: { readonly ticket: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | undefined; }; }; } | undefined; };
  askForProof: {  };
  readSecurity: {  };
  changeName: { readonly name: string; };
  changePassword: { readonly current: string; readonly next: string; };
  setUpAuthenticator: {  };
  removeAuthenticator: {  };
  confirmAuthenticator: { readonly code: string; };
  replaceRecoveryCodes: {  };
  startPasskey: {  };
  addPasskey: { readonly ticket: string; readonly name: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly attestationObject: string; readonly authenticatorData?: string | undefined; readonly transports?: readonly (string)[] | undefined; readonly publicKeyAlgorithm?: number | undefined; readonly publicKey?: string | undefined; }; }; };
  removePasskey: { readonly passkeyId: string; };
  endSession: { readonly sessionId: string; };
  endOtherSessions: {  };
  getSummary: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getFigures: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getBalanceForecast: { readonly merchantId: string; readonly fundSourceId?: string | undefined; };
  previewTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
  createTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
  getTransferByKey: { readonly merchantId: string; readonly transferKey: string; };
  uploadBatch: { readonly merchantId: string; readonly name: string; readonly format: "BENEFICIARY_ID" | "BANK_ACCOUNT" | "UPI" | "PAYTM" | "AMAZONPAY" | "BENEFICIARIES"; readonly replacesBeneficiaries?: boolean | undefined; readonly fundSourceId?: string | undefined; readonly file: Blob | ArrayBuffer; };
  listBatchDrafts: { readonly merchantId: string; };
  getBatchColumns: { readonly merchantId: string; readonly draftId: string; };
  discardBatch: { readonly merchantId: string; readonly draftId: string; };
  mapBatch: { readonly merchantId: string; readonly draftId: string; readonly mapping: readonly ({ readonly title: string; readonly field: string; })[]; };
  listBatchDraftRows: { readonly merchantId: string; readonly draftId: string; readonly only?: "wrong" | "sound" | undefined; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  changeBatchRow: { readonly merchantId: string; readonly draftId: string; readonly rowNo: number; readonly fields: Readonly<Record<string, string>>; };
  removeBatchRows: { readonly merchantId: string; readonly draftId: string; readonly rowNos: readonly (number)[]; };
  compareBatch: { readonly merchantId: string; readonly draftId: string; };
  confirmBatch: { readonly merchantId: string; readonly draftId: string; readonly contentHash: string; };
  listBatches: { readonly merchantId: string; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  getBatch: { readonly merchantId: string; readonly batchId: string; };
  listBatchRows: { readonly merchantId: string; readonly batchId: string; readonly only?: "paid" | "failed" | "open" | undefined; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  reviewBatch: { readonly merchantId: string; readonly batchId: string; };
  getBatchTemplate: { readonly merchantId: string; readonly format: "BENEFICIARY_ID" | "BANK_ACCOUNT" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD" | "BENEFICIARIES"; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  getBatchResult: { readonly merchantId: string; readonly batchId: string; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  cloneFailedRows: { readonly merchantId: string; readonly batchId: string; };
  listApprovals: { readonly merchantId: string; readonly kinds?: readonly ("transfer" | "batch" | "beneficiary" | "key_reset" | "limit")[] | undefined; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  getApproval: { readonly merchantId: string; readonly requestId: string; };
  decideApprovals: { readonly merchantId: string; readonly requests: readonly ({ readonly requestId: string; readonly contentHash: string; })[]; readonly verdict: "approve" | "reject"; readonly reason?: string | undefined; };
  listApprovalHistory: { readonly merchantId: string; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  playApprover: { readonly merchantId: string; readonly requestId: string; readonly contentHash: string; readonly verdict: "approve" | "reject"; readonly reason?: string | undefined; };
  getPolicies: { readonly merchantId: string; };
  setPolicies: { readonly merchantId: string; readonly kind: "transfer" | "batch" | "beneficiary" | "key_reset" | "limit"; readonly policies: readonly (ApprovalPolicy)[]; readonly expireAfterMinutes?: number | undefined; readonly exceptWays?: readonly ("v1" | "v1.1" | "phone" | "card" | "link" | "loan" | "batch_call" | "batch_file")[] | undefined; };
  simulatePolicies: { readonly merchantId: string; readonly subject?: "transfer" | "batch" | undefined; readonly amount: string; readonly transferMode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; readonly creator: "api" | "member" | "batch"; readonly way?: "v1" | "v1.1" | "phone" | "card" | "link" | "loan" | "batch_call" | "batch_file" | undefined; };
  listBeneficiaries: { readonly merchantId: string; readonly search?: string | undefined; readonly paidTo?: "bank" | "upi" | "card" | "wallet" | undefined; readonly state?: "active" | "awaiting_approval" | "removed" | undefined; readonly holder?: "found" | "not_found" | "none" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  addBeneficiary: { readonly merchantId: string; readonly beneId: string; readonly name: string; readonly email?: string | undefined; readonly phone?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly card?: string | undefined; readonly purpose?: string | undefined; readonly address1?: string | undefined; readonly address2?: string | undefined; readonly city?: string | undefined; readonly state?: string | undefined; readonly pincode?: string | undefined; };
  getBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  removeBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  listBeneficiaryPayments: { readonly merchantId: string; readonly beneficiaryId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  verifyBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  revealBeneficiaryAccount: { readonly merchantId: string; readonly beneficiaryId: string; };
  uploadBeneficiaries: { readonly merchantId: string; readonly name: string; readonly file: Blob | ArrayBuffer; };
  listBeneficiaryBatches: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getBeneficiaryBatch: { readonly merchantId: string; readonly batchId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  downloadBeneficiaryTemplate: { readonly merchantId: string; readonly format: "csv" | "xlsx" | "xls"; };
  listFundSources: { readonly merchantId: string; };
  openBankSource: { readonly merchantId: string; readonly bankId: string; readonly name: string; readonly accountNumber: string; readonly ifsc: string; };
  getDepositAccount: { readonly merchantId: string; readonly fundSourceId: string; };
  listStatement: { readonly merchantId: string; readonly fundSourceId: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly kinds?: readonly ("transfer" | "credit" | "reversal" | "withdrawal" | "verification" | "internal_transfer" | "loan" | "loan_charges" | "unregistered_credit" | "refund" | "adjustment")[] | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getStatementTotals: { readonly merchantId: string; readonly fundSourceId: string; readonly from?: string | undefined; readonly to?: string | undefined; };
  downloadStatement: { readonly merchantId: string; readonly fundSourceId: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly format: "csv" | "xlsx" | "pdf"; };
  moveMoney: { readonly merchantId: string; readonly transferId: string; readonly from: string; readonly to: string; readonly amount: string; readonly remarks?: string | undefined; };
  withdraw: { readonly merchantId: string; readonly withdrawalId: string; readonly amount: string; readonly remarks?: string | undefined; };
  listWithdrawals: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  listRefunds: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  setShares: { readonly merchantId: string; readonly shares: readonly ({ readonly fundSourceId: string; readonly percent: number; })[]; };
  listBanks: { readonly merchantId: string; };
  listDowntimes: { readonly merchantId: string; };
  requestOverdraft: { readonly merchantId: string; readonly fundSourceId: string; readonly limit: string; readonly because: string; };
  listOverdraftRequests: { readonly merchantId: string; };
  simulateTopUp: { readonly merchantId: string; readonly fundSourceId: string; readonly amount: string; readonly sender?: "registered" | "stranger" | undefined; };
  getAccountInformation: { readonly merchantId: string; };
  registerAccount: { readonly merchantId: string; readonly holderName: string; readonly accountNumber: string; readonly ifsc: string; };
  listLinks: { readonly merchantId: string; readonly search?: string | undefined; readonly status?: "ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  createLink: { readonly merchantId: string; readonly linkId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email?: string | undefined; readonly lastDay: string; readonly remarks?: string | undefined; readonly notifyPayee?: boolean | undefined; readonly checkName?: boolean | undefined; };
  getLink: { readonly merchantId: string; readonly linkId: string; };
  deactivateLink: { readonly merchantId: string; readonly linkId: string; };
  getLending: { readonly merchantId: string; };
  enrolInLending: { readonly merchantId: string; readonly lenderName: string; readonly lenderPercent: number; readonly originatorPercent: number; };
  listLoans: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  lend: { readonly merchantId: string; readonly loanId: string; readonly amount: string; readonly beneId: string; readonly charges?: readonly ({ readonly name: string; readonly amount: string; })[] | undefined; readonly transferMode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | undefined; readonly remarks?: string | undefined; };
  listReportTypes: { readonly merchantId: string; };
  listReports: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  requestReport: { readonly merchantId: string; readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly format: "csv" | "xlsx" | "xls"; readonly name?: string | undefined; readonly from: string; readonly to: string; readonly columns?: readonly (string)[] | undefined; readonly fundSourceId?: string | undefined; };
  downloadReport: { readonly merchantId: string; readonly reportId: string; };
}

export interface Outputs {
  readOffers: { readonly signUp: boolean; readonly email: boolean; };
  startTryOut: { readonly merchantId: string; };
  signUp: { readonly merchantId: string; };
  logIn: { readonly ticket: string | null; readonly authenticator: boolean; readonly passkey: boolean; };
  completeLogIn: {  };
  askForPasskey: { readonly ticket: string; readonly options: { readonly challenge: string; readonly timeout?: number | undefined; readonly rpId?: string | undefined; readonly allowCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; }; };
  logInWithPasskey: {  };
  logOut: {  };
  askToResetPassword: {  };
  resetPassword: {  };
  proveEmail: { readonly email: string; };
  sendProofAgain: {  };
  readInvitation: { readonly organizationName: string; readonly email: string; readonly name: string; };
  acceptInvitation: {  };
  getSession: { readonly memberId: string; readonly name: string; readonly email: string; readonly emailProved: boolean; readonly role: string | null; readonly permissions: readonly (string)[]; readonly organization: { readonly organizationId: string; readonly name: string; readonly endsAt: string | null; }; readonly merchants: readonly ({ readonly merchantId: string; readonly name: string; readonly mode: "sandbox" | "live"; })[]; readonly secondFactor: boolean; readonly provedAt: string; readonly endsAt: string; };
  watchMerchant: Blob;
  proveAgain: { readonly provedAt: string; };
  askForProof: { readonly ticket: string; readonly options: { readonly challenge: string; readonly timeout?: number | undefined; readonly rpId?: string | undefined; readonly allowCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; }; };
  readSecurity: { readonly authenticator: boolean; readonly recoveryCodes: number; readonly passkeys: readonly ({ readonly passkeyId: string; readonly name: string; readonly createdAt: string; readonly usedAt: string | null; })[]; readonly sessions: readonly ({ readonly sessionId: string; readonly ip: string; readonly userAgent: string; readonly createdAt: string; readonly usedAt: string; readonly current: boolean; })[]; };
  changeName: { readonly name: string; };
  changePassword: {  };
  setUpAuthenticator: { readonly secret: string; readonly uri: string; };
  removeAuthenticator: {  };
  confirmAuthenticator: { readonly recoveryCodes: readonly (string)[]; };
  replaceRecoveryCodes: { readonly recoveryCodes: readonly (string)[]; };
  startPasskey: { readonly ticket: string; readonly options: { readonly rp: { readonly name: string; readonly id?: string | undefined; }; readonly user: { readonly id: string; readonly name: string; readonly displayName: string; }; readonly challenge: string; readonly pubKeyCredParams: readonly ({ readonly alg: number; readonly type: "public-key"; })[]; readonly timeout?: number | undefined; readonly excludeCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly authenticatorSelection?: { readonly residentKey?: "discouraged" | "preferred" | "required" | undefined; readonly requireResidentKey?: boolean | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; } | undefined; readonly attestation?: "direct" | "enterprise" | "indirect" | "none" | undefined; }; };
  addPasskey: { readonly recoveryCodes: readonly (string)[] | null; };
  removePasskey: {  };
  endSession: { readonly ended: number; };
  endOtherSessions: { readonly ended: number; };
  getSummary: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly reasons: readonly ({ readonly reason: string; readonly outcome: string; readonly transfers: number; readonly amount: string; })[]; readonly now: { readonly waiting: readonly ({ readonly waitingFor: "schedule" | "funds" | "window" | "downtime" | "approval"; readonly transfers: number; readonly amount: string; readonly nextAt: string; })[]; readonly batchesToApprove: { readonly batches: number; readonly amount: string; }; readonly inReview: Count; readonly lowBalances: readonly ({ readonly fundSourceId: string; readonly name: string; readonly available: string; readonly threshold: string; })[]; readonly incidents: readonly ({ readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; readonly endsAt: string | null; })[]; }; };
  getFigures: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly byDay: readonly ({ readonly day: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byRail: readonly ({ readonly rail: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byBank: readonly ({ readonly bankId: string | null; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; };
  getBalanceForecast: { readonly fundSourceId: string; readonly available: string; readonly overdraftLimit: string; readonly pace: { readonly days: number; readonly transfers: number; readonly transfersMin: number; readonly taken: string; readonly hours: number; readonly perHour: string | null; }; readonly runsOutAt: string | null; };
  previewTransfer: { readonly outcome: "sent" | "waits" | "needs_approval" | "rejected" | "refused" | "repeated"; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly waitingFor: string | null; readonly nextAt: string | null; readonly amount: string; readonly fee: string; readonly tax: string; readonly total: string; readonly fundSource: { readonly fundSourceId: string; readonly name: string; } | null; readonly available: string | null; readonly balanceAfter: string | null; readonly route: { readonly rail: string; readonly bankId: string; readonly skipped: readonly ({ readonly rail: string; readonly bankId: string; readonly because: string; })[]; } | null; readonly payee: { readonly name: string; readonly beneId: string | null; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly phone: string | null; readonly addedAt: string; } | null; readonly approval: { readonly policy: string; readonly expiresAfterMinutes: number; readonly levels: readonly ({ readonly approvers: number; readonly names: readonly (string)[]; })[]; } | null; readonly modes: readonly ({ readonly mode: string; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly rail: string | null; readonly min: string; readonly max: string; readonly fee: string; readonly tax: string; readonly opensAt: string | null; readonly expectedBy: string | null; })[]; readonly duplicate: { readonly transferId: string; readonly transferKey: string; readonly status: string; readonly acceptedAt: string; readonly withinHours: number; } | null; readonly incidents: readonly ({ readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; })[]; };
  createTransfer: { readonly transfer: TransferState; readonly rejection: { readonly code: string; readonly field: string; readonly message: string; } | null; };
  getTransferByKey: { readonly transfer: TransferState; };
  uploadBatch: { readonly draftId: string; };
  listBatchDrafts: { readonly items: readonly (BatchDraft)[]; };
  getBatchColumns: { readonly draft: BatchDraft; readonly titles: readonly (string)[]; readonly fields: readonly (BatchField)[]; readonly mapping: Readonly<Record<string, string>>; };
  discardBatch: {  };
  mapBatch: BatchDraft;
  listBatchDraftRows: { readonly items: readonly (BatchDraftRow)[]; readonly next: string | null; };
  changeBatchRow: BatchDraftRow;
  removeBatchRows: { readonly removed: number; };
  compareBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly beforeAmount: string; })[]; }; readonly contentHash: string; readonly fileHash: string; readonly available: string; readonly after: string; };
  confirmBatch: { readonly batchId: string; };
  listBatches: { readonly items: readonly (Batch)[]; readonly next: string | null; };
  getBatch: Batch;
  listBatchRows: { readonly items: readonly (BatchRow)[]; readonly next: string | null; };
  reviewBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly beforeAmount: string; })[]; }; readonly contentHash: string; readonly sample: readonly (BatchRowBrief)[]; };
  getBatchTemplate: Blob;
  getBatchResult: Blob;
  cloneFailedRows: { readonly batchId: string; };
  listApprovals: { readonly items: readonly (ApprovalRequest)[]; readonly next: string | null; };
  getApproval: ApprovalRequest;
  decideApprovals: { readonly items: readonly (DecisionOutcome)[]; };
  listApprovalHistory: { readonly items: readonly (ApprovalRequest)[]; readonly next: string | null; };
  playApprover: DecisionOutcome;
  getPolicies: { readonly items: readonly (ApprovalPolicies)[]; };
  setPolicies: ApprovalPolicies;
  simulatePolicies: { readonly policy: string | null; readonly excepted: boolean; readonly levels: readonly ({ readonly approvers: number; readonly permission: string; readonly names: readonly (string)[]; })[]; };
  listBeneficiaries: { readonly items: readonly (Beneficiary)[]; readonly next: string | null; };
  addBeneficiary: { readonly beneficiaryId: string; readonly awaitsApproval: boolean; };
  getBeneficiary: Beneficiary;
  removeBeneficiary: { readonly awaitsApproval: boolean; };
  listBeneficiaryPayments: { readonly items: readonly (BeneficiaryPayment)[]; readonly next: string | null; };
  verifyBeneficiary: { readonly status: "waiting" | "found" | "not_found" | "failed"; readonly nameAtBank: string | null; readonly score: number | null; readonly outcome: string | null; readonly failure: string | null; readonly charged: string; };
  revealBeneficiaryAccount: { readonly accountNumber: string; readonly ifsc: string; };
  uploadBeneficiaries: BeneficiaryBatch;
  listBeneficiaryBatches: { readonly items: readonly (BeneficiaryBatch)[]; readonly next: string | null; };
  getBeneficiaryBatch: { readonly batch: BeneficiaryBatch; readonly items: readonly (BeneficiaryBatchRow)[]; readonly next: string | null; };
  downloadBeneficiaryTemplate: Blob;
  listFundSources: { readonly items: readonly (FundSource)[]; readonly asOf: string; };
  openBankSource: { readonly items: readonly (FundSource)[]; readonly fundSourceId: string; };
  getDepositAccount: { readonly accountNumber: string; readonly ifsc: string; readonly registeredLast4: string | null; };
  listStatement: { readonly items: readonly (StatementEntry)[]; readonly next: string | null; };
  getStatementTotals: { readonly from: string; readonly to: string; readonly opening: string; readonly credited: string; readonly debited: string; readonly closing: string; };
  downloadStatement: Blob;
  moveMoney: { readonly transferId: string; readonly referenceId: string; readonly from: string; readonly to: string; readonly amount: string; readonly repeated: boolean; };
  withdraw: Withdrawal;
  listWithdrawals: { readonly items: readonly (Withdrawal)[]; readonly next: string | null; };
  listRefunds: { readonly items: readonly (Refund)[]; readonly next: string | null; };
  setShares: { readonly items: readonly (FundSource)[]; };
  listBanks: { readonly businessType: string | null; readonly items: readonly ({ readonly bankId: string; readonly name: string; readonly modes: readonly (string)[]; readonly servedOnly: readonly (string)[] | null; readonly open: boolean; readonly fundSourceIds: readonly (string)[]; })[]; };
  listDowntimes: { readonly items: readonly (Downtime)[]; readonly asOf: string; };
  requestOverdraft: OverdraftRequest;
  listOverdraftRequests: { readonly items: readonly (OverdraftRequest)[]; };
  simulateTopUp: { readonly utr: string; };
  getAccountInformation: { readonly merchantId: string; readonly name: string; readonly mode: string; readonly businessType: string | null; readonly registeredAccount: { readonly holderName: string; readonly accountLast4: string; readonly ifsc: string; readonly registeredAt: string; } | null; readonly wallet: { readonly accountLast4: string; readonly ifsc: string; readonly openedAt: string; } | null; readonly queuingHours: number | null; readonly support: { readonly email: string; }; };
  registerAccount: { readonly holderName: string; readonly accountLast4: string; readonly ifsc: string; readonly registeredAt: string; };
  listLinks: { readonly items: readonly (PayoutLink)[]; readonly next: string | null; };
  createLink: PayoutLinkWithAddress;
  getLink: PayoutLinkWithAddress;
  deactivateLink: PayoutLinkWithAddress;
  getLending: CoLending;
  enrolInLending: CoLending;
  listLoans: { readonly items: readonly (Loan)[]; readonly next: string | null; };
  lend: { readonly loanId: string; readonly status: string; readonly repeated: boolean; };
  listReportTypes: { readonly rangeDaysMax: number; readonly formats: readonly ("csv" | "xlsx" | "xls")[]; readonly items: readonly ({ readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly title: string; readonly columns: readonly ({ readonly name: string; readonly title: string; })[]; })[]; };
  listReports: { readonly items: readonly (Report)[]; readonly next: string | null; };
  requestReport: Report;
  downloadReport: Blob;
}
