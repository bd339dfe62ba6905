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
  listBatchDraftRows: { method: "GET", path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows", query: ["only","after","limit"] },
  changeBatchRow: { method: "PATCH", path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows/{rowNo}" },
  removeBatchRows: { method: "POST", path: "/merchants/{merchantId}/batch-drafts/{draftId}/remove-rows" },
  compareBatch: { method: "GET", path: "/merchants/{merchantId}/batch-drafts/{draftId}/review" },
  confirmBatch: { method: "POST", path: "/merchants/{merchantId}/batch-drafts/{draftId}/confirm" },
  listBatches: { method: "GET", path: "/merchants/{merchantId}/batches", query: ["before","limit"] },
  getBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}" },
  listBatchRows: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/rows", query: ["only","after","limit"] },
  reviewBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/review" },
  getBatchTemplate: { method: "GET", path: "/merchants/{merchantId}/batch-templates/{format}", query: ["kind"], answers: "file" },
  getBatchResult: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/result", query: ["kind"], answers: "file" },
  cloneFailedRows: { method: "POST", path: "/merchants/{merchantId}/batches/{batchId}/clone-failed-rows" },
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
} as const;

export type Batch = { readonly batchId: string; readonly referenceId: number; readonly batchKey: string | null; readonly name: string; readonly format: string; readonly status: string; readonly because: string | null; readonly rows: number; readonly amount: string; readonly open: number; readonly done: number; readonly doneAmount: string; readonly failed: number; readonly failedAmount: string; readonly clonedFrom: string | null; readonly fundSourceId: string | null; readonly createdBy: string; readonly createdAt: string; readonly finishedAt: string | null; };

export type BatchDraft = { readonly draftId: string; readonly name: string; readonly format: string; readonly replacesBeneficiaries: boolean; readonly fundSourceId: string | null; readonly mapped: boolean; readonly rows: number; readonly wrong: number; readonly amount: string; readonly madeAt: string; readonly batchId: string | null; };

export type BatchDraftRow = { readonly rowNo: number; readonly line: number; readonly fields: Readonly<Record<string, string>>; readonly faults: readonly ({ readonly field: string | null; readonly code: string; readonly text: string; })[]; };

export type BatchField = { readonly name: string; readonly needed: boolean; readonly common: boolean; };

export type BatchPart = { readonly name: string; readonly rows: number; readonly amount: string; };

export type BatchRow = { readonly rowNo: number; readonly line: number; readonly transferId: string | null; readonly name: string | null; readonly paidTo: string | null; readonly amount: string | null; readonly status: string; readonly failureReason: string | null; readonly beneId: string | null; readonly referenceId: string | null; readonly utr: string | null; };

export type BatchRowBrief = { readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; };

export type Count = { readonly transfers: number; readonly amount: string; };

export type SuccessRate = { readonly transfers: number; readonly rate: number | null; readonly low: number | null; readonly high: number | null; };

export type TransferState = { readonly transferId: string; readonly transferKey: string; readonly referenceId: string; readonly status: string; readonly stage: string; readonly waitingFor: string | null; readonly acknowledged: boolean; readonly amount: string; readonly fee: string; readonly tax: string; readonly mode: string; readonly rail: string; readonly bankId: string | null; readonly utr: string | null; readonly reason: string | null; readonly acceptedAt: string; readonly sentAt: string | null; readonly finishedAt: string | null; readonly nextAt: string | null; };

export type TransferTime = { readonly transfers: number; readonly p50Ms: number; readonly p95Ms: number; };

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
  listBatchDraftRows: { readonly merchantId: string; readonly draftId: string; readonly only?: "wrong" | "sound" | undefined; readonly after?: number | undefined; readonly limit?: number | undefined; };
  changeBatchRow: { readonly merchantId: string; readonly draftId: string; readonly rowNo: number; readonly fields: Readonly<Record<string, string>>; };
  removeBatchRows: { readonly merchantId: string; readonly draftId: string; readonly rowNos: readonly (number)[]; };
  compareBatch: { readonly merchantId: string; readonly draftId: string; };
  confirmBatch: { readonly merchantId: string; readonly draftId: string; readonly contentHash: string; };
  listBatches: { readonly merchantId: string; readonly before?: number | undefined; readonly limit?: number | undefined; };
  getBatch: { readonly merchantId: string; readonly batchId: string; };
  listBatchRows: { readonly merchantId: string; readonly batchId: string; readonly only?: "paid" | "failed" | "open" | undefined; readonly after?: number | undefined; readonly limit?: number | undefined; };
  reviewBatch: { readonly merchantId: string; readonly batchId: string; };
  getBatchTemplate: { readonly merchantId: string; readonly format: "BENEFICIARY_ID" | "BANK_ACCOUNT" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD" | "BENEFICIARIES"; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  getBatchResult: { readonly merchantId: string; readonly batchId: string; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  cloneFailedRows: { readonly merchantId: string; readonly batchId: string; };
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
  listBatchDraftRows: { readonly items: readonly (BatchDraftRow)[]; readonly next: number | null; };
  changeBatchRow: BatchDraftRow;
  removeBatchRows: { readonly removed: number; };
  compareBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly beforeAmount: string; })[]; }; readonly contentHash: string; readonly fileHash: string; readonly available: string; readonly after: string; };
  confirmBatch: { readonly batchId: string; };
  listBatches: { readonly items: readonly (Batch)[]; readonly next: number | null; };
  getBatch: Batch;
  listBatchRows: { readonly items: readonly (BatchRow)[]; readonly next: number | null; };
  reviewBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly beforeAmount: string; })[]; }; readonly contentHash: string; readonly sample: readonly (BatchRowBrief)[]; };
  getBatchTemplate: Blob;
  getBatchResult: Blob;
  cloneFailedRows: { readonly batchId: string; };
}
