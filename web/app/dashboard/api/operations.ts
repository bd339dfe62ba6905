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
  findProvider: { method: "GET", path: "/entry/provider", query: ["domain","organization"] },
  startProviderLogIn: { method: "POST", path: "/entry/provider" },
  answerProviderLogIn: { method: "POST", path: "/entry/provider/answer" },
  logOut: { method: "POST", path: "/entry/log-out" },
  askToResetPassword: { method: "POST", path: "/entry/reset" },
  resetPassword: { method: "POST", path: "/entry/reset/password" },
  proveEmail: { method: "POST", path: "/entry/verify" },
  sendProofAgain: { method: "POST", path: "/entry/verify/again" },
  keepFactorsByLink: { method: "POST", path: "/entry/keep-factors" },
  readInvitation: { method: "POST", path: "/entry/invitation" },
  acceptInvitation: { method: "POST", path: "/entry/invitation/accept" },
  getSession: { method: "GET", path: "/session" },
  whoCan: { method: "GET", path: "/session/who-can", query: ["permission","mode"] },
  watchMerchant: { method: "GET", path: "/merchants/{merchantId}/events", answers: "file" },
  proveAgain: { method: "POST", path: "/session/proof" },
  readProofWays: { method: "GET", path: "/session/proof" },
  askForProof: { method: "POST", path: "/session/proof/passkey" },
  startProviderProof: { method: "POST", path: "/session/proof/provider" },
  answerProviderProof: { method: "POST", path: "/session/proof/provider/answer" },
  readOnboarding: { method: "GET", path: "/merchants/{merchantId}/onboarding" },
  readSecurity: { method: "GET", path: "/me/security" },
  changeName: { method: "PUT", path: "/me/name" },
  changePassword: { method: "PUT", path: "/me/password" },
  setUpAuthenticator: { method: "POST", path: "/me/authenticator" },
  removeAuthenticator: { method: "DELETE", path: "/me/authenticator" },
  confirmAuthenticator: { method: "POST", path: "/me/authenticator/confirm" },
  replaceRecoveryCodes: { method: "POST", path: "/me/recovery-codes" },
  keepFactors: { method: "POST", path: "/me/keep-factors" },
  startPasskey: { method: "POST", path: "/me/passkeys/question" },
  addPasskey: { method: "POST", path: "/me/passkeys" },
  removePasskey: { method: "DELETE", path: "/me/passkeys/{passkeyId}" },
  endSession: { method: "DELETE", path: "/me/sessions/{sessionId}" },
  endOtherSessions: { method: "POST", path: "/me/sessions/end-others" },
  listMembers: { method: "GET", path: "/members", query: ["limit","cursor"] },
  inviteMember: { method: "POST", path: "/members" },
  sendInvitationAgain: { method: "POST", path: "/members/{memberId}/invitation" },
  updatePermissions: { method: "PUT", path: "/members/{memberId}/permissions" },
  disableMember: { method: "POST", path: "/members/{memberId}/disable" },
  enableMember: { method: "POST", path: "/members/{memberId}/enable" },
  endMemberSessions: { method: "POST", path: "/members/{memberId}/end-sessions" },
  askFactorReset: { method: "POST", path: "/members/{memberId}/factor-reset" },
  decideFactorReset: { method: "POST", path: "/factor-resets/{resetId}" },
  stopOwnerChange: { method: "DELETE", path: "/members/{memberId}/owner-change" },
  setSecondFactorPolicy: { method: "PUT", path: "/organization/second-factor" },
  getProvider: { method: "GET", path: "/provider" },
  connectProvider: { method: "PUT", path: "/provider" },
  disconnectProvider: { method: "DELETE", path: "/provider" },
  unlinkMember: { method: "DELETE", path: "/members/{memberId}/provider-account" },
  listRoles: { method: "GET", path: "/roles" },
  makeRole: { method: "POST", path: "/roles" },
  changeRole: { method: "PUT", path: "/roles/{roleId}" },
  removeRole: { method: "DELETE", path: "/roles/{roleId}" },
  listAuditRecords: { method: "GET", path: "/audit", query: ["merchantId","actors","actions","from","to","limit","cursor"] },
  verifyAuditChain: { method: "GET", path: "/audit/verification", query: ["merchantId"] },
  getSummary: { method: "GET", path: "/merchants/{merchantId}/summary", query: ["days","fundSourceId","mode"] },
  getFigures: { method: "GET", path: "/merchants/{merchantId}/figures", query: ["days","fundSourceId","mode"] },
  getBalanceForecast: { method: "GET", path: "/merchants/{merchantId}/balance-forecast", query: ["fundSourceId"] },
  listTransfers: { method: "GET", path: "/merchants/{merchantId}/transfers", query: ["status","reason","mode","rail","amountFrom","amountTo","createdFrom","createdTo","finishedFrom","finishedTo","fundSource","beneficiaryId","source","originId","memberId","hasUtr","q","order","limit","cursor"] },
  createTransfer: { method: "POST", path: "/merchants/{merchantId}/transfers" },
  countTransfers: { method: "GET", path: "/merchants/{merchantId}/transfer-counts", query: ["status","reason","mode","rail","amountFrom","amountTo","createdFrom","createdTo","finishedFrom","finishedTo","fundSource","beneficiaryId","source","originId","memberId","hasUtr","q"] },
  exportTransfers: { method: "GET", path: "/merchants/{merchantId}/transfers.csv", query: ["status","reason","mode","rail","amountFrom","amountTo","createdFrom","createdTo","finishedFrom","finishedTo","fundSource","beneficiaryId","source","originId","memberId","hasUtr","q"], answers: "file" },
  getTransferStory: { method: "GET", path: "/merchants/{merchantId}/transfers/{id}/story" },
  getTransferReceipt: { method: "GET", path: "/merchants/{merchantId}/transfers/{id}/receipt", answers: "file" },
  cancelTransfers: { method: "POST", path: "/merchants/{merchantId}/transfer-cancellations" },
  requestTransferRecall: { method: "POST", path: "/merchants/{merchantId}/transfers/{transferId}/recalls" },
  listSavedViews: { method: "GET", path: "/merchants/{merchantId}/views/{list}" },
  saveListView: { method: "PUT", path: "/merchants/{merchantId}/views/{list}" },
  removeListView: { method: "DELETE", path: "/merchants/{merchantId}/views/{list}/{viewId}" },
  searchEverything: { method: "GET", path: "/merchants/{merchantId}/search", query: ["q"] },
  previewTransfer: { method: "POST", path: "/merchants/{merchantId}/transfer-previews" },
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
  listBatches: { method: "GET", path: "/merchants/{merchantId}/batches", query: ["limit","cursor"] },
  getBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}" },
  listBatchRows: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/rows", query: ["only","cursor","limit"] },
  reviewBatch: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/review" },
  getBatchTemplate: { method: "GET", path: "/merchants/{merchantId}/batch-templates/{format}", query: ["kind"], answers: "file" },
  getBatchResult: { method: "GET", path: "/merchants/{merchantId}/batches/{batchId}/result", query: ["kind"], answers: "file" },
  revealBatchResult: { method: "POST", path: "/merchants/{merchantId}/batches/{batchId}/whole-result", answers: "file" },
  cloneFailedRows: { method: "POST", path: "/merchants/{merchantId}/batches/{batchId}/clone-failed-rows" },
  listApprovals: { method: "GET", path: "/merchants/{merchantId}/approvals", query: ["kinds","limit","cursor"] },
  countApprovals: { method: "GET", path: "/merchants/{merchantId}/approval-counts" },
  getApproval: { method: "GET", path: "/merchants/{merchantId}/approvals/{requestId}" },
  withdrawRequest: { method: "DELETE", path: "/merchants/{merchantId}/approvals/{requestId}" },
  decideApprovals: { method: "POST", path: "/merchants/{merchantId}/approvals/decide" },
  listApprovalHistory: { method: "GET", path: "/merchants/{merchantId}/approval-history", query: ["limit","cursor"] },
  playApprover: { method: "POST", path: "/merchants/{merchantId}/approvals/{requestId}/play" },
  getPolicies: { method: "GET", path: "/merchants/{merchantId}/approval-policies" },
  setPolicies: { method: "PUT", path: "/merchants/{merchantId}/approval-policies/{kind}" },
  simulatePolicies: { method: "GET", path: "/merchants/{merchantId}/approval-policies/simulation", query: ["subject","amount","transferMode","creator","fundSourceId","way"] },
  listBeneficiaries: { method: "GET", path: "/merchants/{merchantId}/beneficiaries", query: ["search","paidTo","states","holders","restorable","limit","cursor"] },
  addBeneficiary: { method: "POST", path: "/merchants/{merchantId}/beneficiaries" },
  getBeneficiary: { method: "GET", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}" },
  removeBeneficiary: { method: "DELETE", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}" },
  listBeneficiaryPayments: { method: "GET", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/payments", query: ["limit","cursor"] },
  listBeneficiaryRemovers: { method: "GET", path: "/merchants/{merchantId}/beneficiaries/removers" },
  restoreRemovedBy: { method: "POST", path: "/merchants/{merchantId}/beneficiaries/restorations" },
  restoreBeneficiary: { method: "POST", path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/restoration" },
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
  listUpstreams: { method: "GET", path: "/merchants/{merchantId}/upstreams" },
  testUpstream: { method: "POST", path: "/merchants/{merchantId}/upstreams/{upstreamId}/test" },
  connectUpstream: { method: "PUT", path: "/merchants/{merchantId}/upstreams/{upstreamId}" },
  getReconciliation: { method: "GET", path: "/merchants/{merchantId}/reconciliation" },
  listBreaks: { method: "GET", path: "/merchants/{merchantId}/breaks", query: ["open","kinds","bankIds","limit","cursor"] },
  getBreak: { method: "GET", path: "/merchants/{merchantId}/breaks/{breakId}" },
  assignBreak: { method: "PUT", path: "/merchants/{merchantId}/breaks/{breakId}/owner" },
  resolveBreak: { method: "POST", path: "/merchants/{merchantId}/breaks/{breakId}/resolution" },
  matchBreak: { method: "POST", path: "/merchants/{merchantId}/breaks/{breakId}/match" },
  undoBreak: { method: "POST", path: "/merchants/{merchantId}/breaks/{breakId}/undo" },
  setStopLimit: { method: "PUT", path: "/merchants/{merchantId}/reconciliation/stop-limit" },
  listOverdueCredits: { method: "GET", path: "/merchants/{merchantId}/overdue-credits" },
  exportOverdueCredits: { method: "GET", path: "/merchants/{merchantId}/overdue-credits.csv", answers: "file" },
  getClaimLetter: { method: "GET", path: "/merchants/{merchantId}/claim-letters/{bankId}", answers: "file" },
  getBankHealth: { method: "GET", path: "/merchants/{merchantId}/bank-health" },
  listRoutingPolicies: { method: "GET", path: "/merchants/{merchantId}/routing-policies" },
  setRoutingPolicy: { method: "POST", path: "/merchants/{merchantId}/routing-policies" },
  tryRoutingPolicy: { method: "POST", path: "/merchants/{merchantId}/routing-policy-trials" },
  explainRoute: { method: "GET", path: "/merchants/{merchantId}/transfers/{transferKey}/routes" },
  listLinks: { method: "GET", path: "/merchants/{merchantId}/links", query: ["search","statuses","limit","cursor"] },
  createLink: { method: "POST", path: "/merchants/{merchantId}/links" },
  getLink: { method: "GET", path: "/merchants/{merchantId}/links/{linkId}" },
  deactivateLink: { method: "POST", path: "/merchants/{merchantId}/links/{linkId}/deactivation" },
  revealLinkAddress: { method: "POST", path: "/merchants/{merchantId}/links/{linkId}/address" },
  acceptLinkCodes: { method: "POST", path: "/merchants/{merchantId}/links/{linkId}/codes" },
  getLending: { method: "GET", path: "/merchants/{merchantId}/co-lending" },
  enrolInLending: { method: "PUT", path: "/merchants/{merchantId}/co-lending" },
  listLoans: { method: "GET", path: "/merchants/{merchantId}/loans", query: ["limit","cursor"] },
  lend: { method: "POST", path: "/merchants/{merchantId}/loans" },
  previewLoan: { method: "POST", path: "/merchants/{merchantId}/loan-previews" },
  listReportTypes: { method: "GET", path: "/merchants/{merchantId}/report-types" },
  listReports: { method: "GET", path: "/merchants/{merchantId}/reports", query: ["limit","cursor"] },
  requestReport: { method: "POST", path: "/merchants/{merchantId}/reports" },
  downloadReport: { method: "GET", path: "/merchants/{merchantId}/reports/{reportId}/file", answers: "file" },
  getNotifications: { method: "GET", path: "/merchants/{merchantId}/notifications" },
  setNotificationCategory: { method: "PATCH", path: "/merchants/{merchantId}/notifications/{category}" },
  addNotificationRecipients: { method: "POST", path: "/merchants/{merchantId}/notifications/recipients" },
  setNotificationRecipients: { method: "PUT", path: "/merchants/{merchantId}/notifications/{category}/recipients" },
  deleteNotificationRecipient: { method: "POST", path: "/merchants/{merchantId}/notifications/{category}/recipients/delete" },
  getThresholds: { method: "GET", path: "/merchants/{merchantId}/thresholds" },
  setThreshold: { method: "PUT", path: "/merchants/{merchantId}/thresholds/{fundSourceId}" },
  getPayoutSettings: { method: "GET", path: "/merchants/{merchantId}/payout-settings" },
  changePayoutSettings: { method: "PATCH", path: "/merchants/{merchantId}/payout-settings" },
  listRules: { method: "GET", path: "/merchants/{merchantId}/rules" },
  addRule: { method: "POST", path: "/merchants/{merchantId}/rules" },
  changeRule: { method: "PATCH", path: "/merchants/{merchantId}/rules/{ruleId}" },
  removeRule: { method: "DELETE", path: "/merchants/{merchantId}/rules/{ruleId}" },
  tryRule: { method: "POST", path: "/merchants/{merchantId}/rule-trials" },
  undoRule: { method: "POST", path: "/merchants/{merchantId}/rules/{ruleId}/undo" },
  listBlockedPayees: { method: "GET", path: "/merchants/{merchantId}/blocked-payees", query: ["limit","cursor"] },
  addBlockedPayee: { method: "POST", path: "/merchants/{merchantId}/blocked-payees" },
  endBlockedPayee: { method: "POST", path: "/merchants/{merchantId}/blocked-payees/{blockId}/end" },
  tryBlock: { method: "POST", path: "/merchants/{merchantId}/block-trials" },
  undoBlockedPayee: { method: "POST", path: "/merchants/{merchantId}/blocked-payees/{blockId}/undo" },
  getApiKeys: { method: "GET", path: "/merchants/{merchantId}/api-keys" },
  generateApiKeys: { method: "POST", path: "/merchants/{merchantId}/api-keys" },
  changeApiKeys: { method: "PATCH", path: "/merchants/{merchantId}/api-keys" },
  changeKeyScope: { method: "PUT", path: "/merchants/{merchantId}/api-keys/scope" },
  resetApiKeys: { method: "POST", path: "/merchants/{merchantId}/api-keys/reset" },
  completeApiKeyReset: { method: "POST", path: "/merchants/{merchantId}/api-keys/reset/{requestId}" },
  listWebhookEndpoints: { method: "GET", path: "/merchants/{merchantId}/webhook-endpoints" },
  addWebhookEndpoint: { method: "POST", path: "/merchants/{merchantId}/webhook-endpoints" },
  testWebhook: { method: "POST", path: "/merchants/{merchantId}/webhook-tests" },
  changeWebhookEndpoint: { method: "PATCH", path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}" },
  removeWebhookEndpoint: { method: "DELETE", path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}" },
  rotateWebhookSecret: { method: "POST", path: "/merchants/{merchantId}/webhook-endpoints/{endpointId}/secret" },
  listWebhookDeliveries: { method: "GET", path: "/merchants/{merchantId}/webhook-deliveries", query: ["endpoints","outcomes","answers","events","object","from","to","limit","cursor"] },
  getWebhookDelivery: { method: "GET", path: "/merchants/{merchantId}/webhook-deliveries/{deliveryId}" },
  replayWebhookDelivery: { method: "POST", path: "/merchants/{merchantId}/webhook-deliveries/{deliveryId}/replay" },
  countWebhookReplay: { method: "GET", path: "/merchants/{merchantId}/webhook-replays", query: ["from","to","endpointId","events","undeliveredOnly"] },
  replayWebhooks: { method: "POST", path: "/merchants/{merchantId}/webhook-replays" },
  checkWebhookSignature: { method: "POST", path: "/merchants/{merchantId}/webhook-signatures" },
  listApiCalls: { method: "GET", path: "/merchants/{merchantId}/api-calls", query: ["requestId","search","object","outcomes","from","to","limit","cursor"] },
  getSandboxClock: { method: "GET", path: "/merchants/{merchantId}/sandbox/clock", query: ["since"] },
  advanceSandboxClock: { method: "POST", path: "/merchants/{merchantId}/sandbox/clock" },
  listSandboxBanks: { method: "GET", path: "/merchants/{merchantId}/sandbox/banks" },
  setSandboxBank: { method: "PUT", path: "/merchants/{merchantId}/sandbox/banks/{bankId}" },
  listSandboxMessages: { method: "GET", path: "/merchants/{merchantId}/sandbox/messages", query: ["to","limit","cursor"] },
  forceSandboxOutcome: { method: "POST", path: "/merchants/{merchantId}/sandbox/outcomes" },
  listMagicValues: { method: "GET", path: "/merchants/{merchantId}/sandbox/magic-values" },
  listDowntimeDrills: { method: "GET", path: "/merchants/{merchantId}/sandbox/incidents" },
  startDowntimeDrill: { method: "POST", path: "/merchants/{merchantId}/sandbox/incidents" },
  endDowntimeDrill: { method: "POST", path: "/merchants/{merchantId}/sandbox/incidents/{incidentNo}/end" },
  getBankDrill: { method: "GET", path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill" },
  startBankDrill: { method: "POST", path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill" },
  playBankDrill: { method: "POST", path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill/play" },
  endBankDrill: { method: "POST", path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill/end" },
} as const satisfies Record<string, OperationShape>;

/** The permission that a member needs to call an operation. Operations that need none are not listed. */
export const permissionOf = {
  watchMerchant: "access_transfers",
  listMembers: "manage_members",
  inviteMember: "manage_members",
  sendInvitationAgain: "manage_members",
  updatePermissions: "manage_members",
  disableMember: "manage_members",
  enableMember: "manage_members",
  endMemberSessions: "manage_members",
  askFactorReset: "manage_members",
  decideFactorReset: "manage_members",
  stopOwnerChange: "manage_members",
  setSecondFactorPolicy: "manage_members",
  getProvider: "own_organization",
  connectProvider: "own_organization",
  disconnectProvider: "own_organization",
  unlinkMember: "own_organization",
  makeRole: "manage_members",
  changeRole: "manage_members",
  removeRole: "manage_members",
  listAuditRecords: "view_audit_log",
  verifyAuditChain: "view_audit_log",
  getSummary: "access_transfers",
  getFigures: "access_transfers",
  getBalanceForecast: "access_transfers",
  listTransfers: "access_transfers",
  createTransfer: "initiate_quick_transfer",
  countTransfers: "access_transfers",
  exportTransfers: "export_data",
  getTransferStory: "access_transfers",
  getTransferReceipt: "access_transfers",
  cancelTransfers: "initiate_quick_transfer",
  requestTransferRecall: "initiate_quick_transfer",
  listSavedViews: "access_transfers",
  saveListView: "access_transfers",
  removeListView: "access_transfers",
  searchEverything: "access_transfers",
  previewTransfer: "initiate_quick_transfer",
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
  revealBatchResult: "reveal_account_numbers",
  cloneFailedRows: "initiate_bulk_transfer",
  listApprovals: "access_transfers",
  countApprovals: "access_transfers",
  getApproval: "access_transfers",
  withdrawRequest: "access_transfers",
  decideApprovals: "access_transfers",
  listApprovalHistory: "access_transfers",
  playApprover: "manage_policies",
  setPolicies: "manage_policies",
  listBeneficiaries: "access_transfers",
  addBeneficiary: "manage_beneficiaries",
  getBeneficiary: "access_transfers",
  removeBeneficiary: "manage_beneficiaries",
  listBeneficiaryPayments: "access_transfers",
  listBeneficiaryRemovers: "access_transfers",
  restoreRemovedBy: "own_organization",
  restoreBeneficiary: "own_organization",
  verifyBeneficiary: "manage_beneficiaries",
  revealBeneficiaryAccount: "reveal_account_numbers",
  uploadBeneficiaries: "manage_beneficiaries",
  listBeneficiaryBatches: "access_transfers",
  getBeneficiaryBatch: "access_transfers",
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
  listUpstreams: "manage_fund_sources",
  testUpstream: "manage_fund_sources",
  connectUpstream: "manage_fund_sources",
  getReconciliation: "access_transfers",
  listBreaks: "access_transfers",
  getBreak: "access_transfers",
  assignBreak: "manage_settings",
  resolveBreak: "manage_settings",
  matchBreak: "manage_settings",
  undoBreak: "manage_settings",
  setStopLimit: "manage_settings",
  listOverdueCredits: "access_transfers",
  exportOverdueCredits: "export_data",
  getClaimLetter: "access_transfers",
  getBankHealth: "access_transfers",
  listRoutingPolicies: "access_transfers",
  setRoutingPolicy: "manage_settings",
  tryRoutingPolicy: "manage_settings",
  explainRoute: "access_transfers",
  listLinks: "access_transfers",
  createLink: "initiate_quick_transfer",
  getLink: "initiate_quick_transfer",
  deactivateLink: "initiate_quick_transfer",
  revealLinkAddress: "initiate_quick_transfer",
  acceptLinkCodes: "initiate_quick_transfer",
  getLending: "access_transfers",
  enrolInLending: "manage_settings",
  listLoans: "access_transfers",
  lend: "initiate_quick_transfer",
  previewLoan: "initiate_quick_transfer",
  listReports: "export_data",
  requestReport: "export_data",
  downloadReport: "export_data",
  setNotificationCategory: "manage_settings",
  addNotificationRecipients: "manage_settings",
  setNotificationRecipients: "manage_settings",
  deleteNotificationRecipient: "manage_settings",
  getThresholds: "access_transfers",
  setThreshold: "manage_settings",
  changePayoutSettings: "manage_settings",
  listRules: "access_transfers",
  addRule: "manage_limits",
  changeRule: "manage_limits",
  removeRule: "manage_limits",
  tryRule: "manage_limits",
  undoRule: "manage_limits",
  listBlockedPayees: "access_transfers",
  addBlockedPayee: "manage_limits",
  endBlockedPayee: "manage_limits",
  tryBlock: "manage_limits",
  undoBlockedPayee: "manage_limits",
  getApiKeys: "access_transfers",
  generateApiKeys: "manage_keys",
  changeApiKeys: "manage_keys",
  changeKeyScope: "manage_keys",
  resetApiKeys: "manage_keys",
  completeApiKeyReset: "manage_keys",
  listWebhookEndpoints: "access_transfers",
  addWebhookEndpoint: "manage_webhooks",
  testWebhook: "manage_webhooks",
  changeWebhookEndpoint: "manage_webhooks",
  removeWebhookEndpoint: "manage_webhooks",
  rotateWebhookSecret: "manage_webhooks",
  listWebhookDeliveries: "access_transfers",
  getWebhookDelivery: "manage_webhooks",
  replayWebhookDelivery: "manage_webhooks",
  countWebhookReplay: "manage_webhooks",
  replayWebhooks: "manage_webhooks",
  checkWebhookSignature: "manage_webhooks",
  listApiCalls: "access_transfers",
  getSandboxClock: "access_transfers",
  advanceSandboxClock: "manage_webhooks",
  listSandboxBanks: "access_transfers",
  setSandboxBank: "manage_webhooks",
  listSandboxMessages: "access_transfers",
  forceSandboxOutcome: "manage_webhooks",
  listMagicValues: "access_transfers",
  listDowntimeDrills: "access_transfers",
  startDowntimeDrill: "manage_webhooks",
  endDowntimeDrill: "manage_webhooks",
  getBankDrill: "access_transfers",
  startBankDrill: "manage_webhooks",
  playBankDrill: "manage_webhooks",
  endBankDrill: "manage_webhooks",
} as const;

export type AccountStatement = { readonly bankId: string; readonly bankName: string; readonly day: string; readonly whole: boolean; readonly state: "imported" | "refused"; readonly because: string | null; readonly unproved: boolean; readonly opening: string; readonly closing: string; readonly lineCount: number; readonly arrivedAt: string; readonly lines: { readonly settled: number; readonly suspense: number; readonly waiting: number; }; };

export type ApprovalPolicies = { readonly kind: string; readonly version: number; readonly expireAfterMinutes: number; readonly exceptWays: readonly (string)[]; readonly policies: readonly (ApprovalPolicy)[]; readonly waits: { readonly requestId: string; readonly maker: Person; readonly openedAt: string; readonly aloneUntil: string | null; } | null; };

export type ApprovalPolicy = { readonly name: string; readonly from: string | null; readonly to: string | null; readonly rails: readonly (string)[] | null; readonly fundSources: readonly (string)[] | null; readonly creators: readonly (string)[] | null; readonly levels: readonly (PolicyLevel)[]; };

export type ApprovalRequest = { readonly requestId: string; readonly kind: string; readonly subjectId: string; readonly contentHash: string; readonly amount: string | null; readonly policy: string; readonly level: number; readonly levels: number; readonly missing: number; readonly openedAt: string; readonly expiresAt: string; readonly aloneUntil: string | null; readonly maker: Person; readonly turn: string; readonly approvers: readonly (Person)[]; readonly status: string; readonly endedAt: string | null; readonly endedBy: Person | null; readonly remarks: string; readonly decisions: readonly ({ readonly by: Person; readonly verdict: string; readonly remarks: string; readonly at: string; readonly counts: boolean; })[]; readonly concerned: readonly (Person)[]; readonly proposal: ProposedMember | ProposedRole | ProposedKeyTerms | ProposedKeyReset | ProposedBeneficiary | ProposedProvider | ProposedSetting | ProposedUnblocking | ProposedResolution | ProposedMatch | ProposedUpstream | ProposedPolicies | ProposedRuleChange | null; readonly rule: RuleToApprove | null; readonly policies: PoliciesToApprove | null; readonly transfer: TransferToApprove | null; readonly batch: BatchToApprove | null; };

export type BankAgeing = { readonly bankId: string; readonly bankName: string; readonly ages: readonly ({ readonly age: "1" | "2-7" | "8-30" | "31+"; readonly count: number; readonly amount: string; readonly owed: string; })[]; readonly claims: number; readonly unknown: number; readonly owed: string; };

export type BankHealth = { readonly bankId: string; readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly payeeCode: string | null; readonly state: "healthy" | "degraded" | "down" | "probing" | "recovering" | null; readonly announced: boolean; readonly enabled: boolean; readonly recoveringSince: string | null; readonly since: string | null; readonly probeAt: string | null; readonly calls: number; readonly successBp: number | null; readonly lowBp: number | null; readonly highBp: number | null; readonly latencyMs: number | null; };

export type Batch = { readonly batchId: string; readonly referenceId: number; readonly batchKey: string | null; readonly name: string; readonly format: string; readonly status: string; readonly because: string | null; readonly rows: number; readonly amount: string; readonly open: number; readonly done: number; readonly doneAmount: string; readonly failed: number; readonly failedAmount: string; readonly clonedFrom: string | null; readonly fundSourceId: string | null; readonly createdBy: string; readonly createdAt: string; readonly finishedAt: string | null; };

export type BatchDraft = { readonly draftId: string; readonly name: string; readonly format: string; readonly replacesBeneficiaries: boolean; readonly fundSourceId: string | null; readonly mapped: boolean; readonly columnsChosenAt: string | null; readonly rows: number; readonly wrong: number; readonly amount: string; readonly madeAt: string; readonly batchId: string | null; };

export type BatchDraftRow = { readonly rowNo: number; readonly line: number; readonly fields: Readonly<Record<string, string>>; readonly faults: readonly ({ readonly field: string | null; readonly code: string; readonly text: string; })[]; };

export type BatchField = { readonly name: string; readonly needed: boolean; readonly common: boolean; };

export type BatchPart = { readonly name: string; readonly rows: number; readonly amount: string; };

export type BatchRow = { readonly rowNo: number; readonly line: number; readonly id: string | null; readonly transferId: string | null; readonly name: string | null; readonly paidTo: string | null; readonly payee: BatchRowPayee | null; readonly amount: string | null; readonly status: string; readonly state: "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed" | null; readonly failureReason: string | null; readonly why: Sentence | null; readonly beneId: string | null; readonly referenceId: string | null; readonly utr: string | null; };

export type BatchRowBrief = { readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly payee: BatchRowPayee | null; };

export type BatchRowPayee = { readonly beneId: string; readonly bankName: string | null; readonly addedAt: string; readonly addedBy: string; readonly former: { readonly paidTo: string; readonly until: string; } | null; };

export type BatchToApprove = { readonly referenceId: number; readonly name: string; readonly format: string; readonly rows: number; readonly invalid: number; };

export type Beneficiary = { readonly beneficiaryId: string; readonly beneId: string; readonly name: string; readonly email: string | null; readonly phone: string | null; readonly paidTo: readonly ("bank" | "upi" | "card" | "wallet")[]; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly cardLast4: string | null; readonly cardNetwork: string | null; readonly purpose: string | null; readonly address1: string | null; readonly address2: string | null; readonly city: string | null; readonly state: string | null; readonly pincode: string | null; readonly status: "active" | "invalid" | "awaiting_approval" | "removed"; readonly holder: { readonly status: "found" | "not_found"; readonly nameAtBank: string | null; readonly score: number | null; readonly outcome: string | null; readonly at: string; } | null; readonly paidCount: number; readonly paidAmount: string; readonly lastPaidAt: string | null; readonly addedAt: string; readonly addedBy: string | null; readonly removedAt: string | null; readonly removedBy: string | null; readonly restorable: boolean; };

export type BeneficiaryBatch = { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly status: "uploaded" | "validating" | "awaiting_approval" | "processing" | "completed" | "partly_failed" | "rejected"; readonly because: string | null; readonly rowCount: number; readonly openCount: number; readonly addedCount: number; readonly rejectedCount: number; readonly warnings: readonly (string)[]; readonly createdAt: string; readonly finishedAt: string | null; };

export type BeneficiaryBatchRow = { readonly line: number; readonly status: "open" | "added" | "rejected"; readonly failureReason: string | null; readonly beneId: string | null; readonly name: string | null; readonly accountLast4: string | null; readonly ifsc: string | null; readonly vpa: string | null; readonly phone: string | null; };

export type BeneficiaryPayment = { readonly transferKey: string; readonly referenceId: string; readonly amount: string; readonly mode: string; readonly status: string; readonly acknowledged: boolean; readonly reason: string | null; readonly utr: string | null; readonly remarks: string; readonly acceptedAt: string; readonly finishedAt: string | null; };

export type Break = { readonly breakId: string; readonly kind: "unknown_debit" | "unknown_credit" | "amount_differs" | "double_debit" | "ambiguous" | "bank_charge" | "awaits_reversal" | "return_without_payment" | "top_up_contradiction" | "statement_wrong" | "statement_changed" | "statement_unreadable" | "entry_left_out" | "other_account" | "opening_differs" | "missing_day" | "line_vanished" | "evidence_withdrawn" | "contradiction" | "stray_news" | "file_refused"; readonly bankId: string | null; readonly bankName: string | null; readonly day: string | null; readonly amount: string | null; readonly detail: string; readonly transferKey: string | null; readonly ownerId: string | null; readonly ownerName: string | null; readonly openedAt: string; readonly closedAt: string | null; readonly ageHours: number; readonly resolution: "explained" | "bank_corrected" | "written_off" | "not_ours" | "matched" | "went_away" | null; };

export type BreakDetails = { readonly breakId: string; readonly kind: "unknown_debit" | "unknown_credit" | "amount_differs" | "double_debit" | "ambiguous" | "bank_charge" | "awaits_reversal" | "return_without_payment" | "top_up_contradiction" | "statement_wrong" | "statement_changed" | "statement_unreadable" | "entry_left_out" | "other_account" | "opening_differs" | "missing_day" | "line_vanished" | "evidence_withdrawn" | "contradiction" | "stray_news" | "file_refused"; readonly bankId: string | null; readonly bankName: string | null; readonly day: string | null; readonly amount: string | null; readonly detail: string; readonly transferKey: string | null; readonly ownerId: string | null; readonly ownerName: string | null; readonly openedAt: string; readonly closedAt: string | null; readonly ageHours: number; readonly resolution: "explained" | "bank_corrected" | "written_off" | "not_ours" | "matched" | "went_away" | null; readonly line: { readonly side: "debit" | "credit"; readonly amount: string; readonly bookedAt: string; readonly reference: string | null; readonly utr: string | null; readonly narration: string; readonly counterpartyName: string | null; readonly counterpartyLast4: string | null; } | null; readonly canMatch: boolean; readonly canUndo: boolean; readonly waits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly mayReplace: boolean; readonly undone: { readonly people: readonly (Person)[]; readonly since: string; readonly resolution: "explained" | "bank_corrected" | "written_off" | "not_ours"; } | null; readonly history: readonly ({ readonly step: number; readonly action: "opened" | "assigned" | "matched" | "resolved" | "undone" | "opened_again"; readonly note: string; readonly byName: string | null; readonly at: string; })[]; };

export type CoLending = { readonly agreement: { readonly lenderName: string; readonly lenderPercent: number; readonly originatorPercent: number; readonly enabled: boolean; readonly agreedAt: string; } | null; readonly ledgers: readonly ({ readonly fundSourceId: string; readonly party: "originator" | "lender" | "intermediate"; readonly balance: string; readonly available: string; })[]; };

export type Count = { readonly transfers: number; readonly amount: string; };

export type DecisionOutcome = { readonly requestId: string; readonly outcome: "pending" | "approved" | "rejected" | "refused"; readonly code: string | null; readonly message: string | null; readonly missing: number; };

export type Downtime = { readonly incidentNo: number; readonly when: "now" | "upcoming" | "past"; readonly entityCode: string; readonly entityName: string; readonly mode: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly severity: "low" | "high"; readonly scheduled: boolean; readonly because: string; readonly startedAt: string; readonly endsAt: string | null; readonly resolvedAt: string | null; readonly fundSources: readonly ({ readonly fundSourceId: string; readonly name: string; })[]; readonly exposed: { readonly count: number; readonly amount: string; } | null; };

export type FundSource = { readonly fundSourceId: string; readonly kind: "wallet" | "bank_account" | "lender" | "originator" | "intermediate"; readonly name: string; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bank: { readonly bankId: string; readonly name: string; } | null; readonly modes: readonly (string)[]; readonly active: boolean; readonly sharePercent: number; readonly balance: string; readonly held: string; readonly available: string; readonly overdraftLimit: string; readonly threshold: string; readonly notifiesLowBalance: boolean; readonly lastRecharge: string | null; readonly lastWithdrawal: string | null; readonly lastInternalTransfer: string | null; readonly downtimes: number; readonly recovering: readonly ({ readonly bankName: string; readonly since: string; })[]; };

export type Loan = { readonly loanId: string; readonly amount: string; readonly disbursal: string; readonly lenderShare: string; readonly originatorShare: string; readonly lenderCharges: string; readonly originatorCharges: string; readonly fee: string; readonly status: "disbursing" | "disbursed" | "failed" | "returned"; readonly lentAt: string; readonly finishedAt: string | null; readonly chargesPassedOnAt: string | null; readonly givenBackAt: string | null; };

export type OverdraftRequest = { readonly requestId: string; readonly fundSourceId: string; readonly limit: string; readonly because: string; readonly status: "requested" | "granted" | "declined"; readonly requestedAt: string; readonly answer: string | null; readonly decidedAt: string | null; };

export type OverdueCredit = { readonly transferId: string; readonly transferKey: string; readonly bankId: string; readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly amount: string; readonly utr: string | null; readonly sentAt: string; readonly dueAt: string; readonly returnedAt: string | null; readonly standing: "returned" | "deemed" | "debited" | "unknown"; readonly days: number; readonly owed: string; };

export type PayoutLink = { readonly linkId: string; readonly referenceId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email: string | null; readonly remarks: string; readonly status: "ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED"; readonly reason: string | null; readonly codesRefusedUntil: string | null; readonly notifiesPayee: boolean; readonly checksName: boolean; readonly paidReferenceId: string | null; readonly utr: string | null; readonly expiresAt: string; readonly createdAt: string; readonly endedAt: string | null; };

export type PayoutLinkWithAddress = { readonly linkId: string; readonly referenceId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email: string | null; readonly remarks: string; readonly status: "ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED"; readonly reason: string | null; readonly codesRefusedUntil: string | null; readonly notifiesPayee: boolean; readonly checksName: boolean; readonly paidReferenceId: string | null; readonly utr: string | null; readonly expiresAt: string; readonly createdAt: string; readonly endedAt: string | null; readonly address: string | null; };

export type Person = { readonly memberId: string | null; readonly name: string; readonly email: string | null; readonly formerly: string | null; readonly hasNamesake: boolean; };

export type PoliciesToApprove = { readonly before: readonly (ApprovalPolicy)[]; readonly after: readonly (ApprovalPolicy)[]; readonly people: readonly (Person)[]; readonly sources: Readonly<Record<string, string>>; };

export type PolicyLevel = { readonly approvers: number; readonly permission: "access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization"; readonly members: readonly (string)[] | null; };

export type ProposedBeneficiary = { readonly change: string; readonly beneId: string; readonly name: string; readonly email: string; readonly phone: string; readonly address1: string; readonly address2: string; readonly city: string; readonly state: string; readonly pincode: string; readonly accountLast4: string; readonly ifsc: string; readonly vpa: string; readonly cardNetwork: string; readonly cardLast4: string; readonly groupName: string; readonly purpose: string; readonly formerly: string; };

export type ProposedKeyReset = { readonly endsVersion: string; readonly clientId: string; };

export type ProposedKeyTerms = { readonly scopeBefore: string; readonly sourcesBefore: string; readonly dayLimitBefore: string; readonly scope: string; readonly sources: string; readonly dayLimit: string; readonly clientId: string; readonly name: string; readonly mode: string; };

export type ProposedMatch = { readonly transferKey: string; readonly referenceId: string; readonly payee: string; readonly amount: string; readonly effect: string; readonly takenFrom: string; readonly name: string; readonly breakKind: string; readonly bankId: string; readonly day: string; readonly detail: string; readonly note: string; };

export type ProposedMember = { readonly memberId: string; readonly roleId: string; readonly roleName: string; readonly mode: string; readonly was: string; readonly permissions: string; };

export type ProposedPolicies = { readonly subject: string; readonly beforeExceptWays: string; readonly exceptWays: string; readonly beforeExpireAfterMinutes: string; readonly expireAfterMinutes: string; };

export type ProposedProvider = { readonly issuer: string; readonly replaces: string; readonly clientId: string; readonly domains: string; readonly logIn: string; readonly emergencyOwner: string; readonly roles: string; };

export type ProposedResolution = { readonly resolution: string; readonly waiting: string; readonly name: string; readonly breakKind: string; readonly bankId: string; readonly day: string; readonly detail: string; readonly note: string; };

export type ProposedRole = { readonly heldBy: string; readonly roleId: string; readonly name: string; readonly mode: string; readonly was: string; readonly permissions: string; };

export type ProposedRule = { readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly scopeName: string | null; readonly place: number | null; };

export type ProposedRuleChange = { readonly ruleId: string; readonly action: string; };

export type ProposedSetting = { readonly setting: string; readonly action: string; readonly before: string; readonly after: string; };

export type ProposedUnblocking = { readonly blockId: string; readonly action: string; readonly kind: string; readonly shown: string; readonly because: string; readonly blockedAt: string; };

export type ProposedUpstream = { readonly upstreamId: string; readonly name: string; readonly environment: string; readonly keyId: string; readonly baseUrl: string; readonly accountLast4: string; readonly version: string; };

export type Refund = { readonly topUpId: string; readonly amount: string; readonly status: "waiting" | "processing" | "paid" | "stuck" | "credited"; readonly reason: string | null; readonly tries: number; readonly utr: string | null; readonly refundBy: string; readonly finishedAt: string | null; readonly arrivedAt: string; readonly arrivedUtr: string; readonly senderName: string | null; readonly senderAccountLast4: string | null; readonly senderIfsc: string | null; };

export type Report = { readonly reportId: string; readonly name: string; readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly format: "csv" | "xlsx" | "xls"; readonly columns: readonly (string)[]; readonly from: string; readonly to: string; readonly fundSourceId: string | null; readonly status: "requested" | "running" | "ready" | "failed" | "expired"; readonly reason: string | null; readonly requestedBy: string; readonly requestedAt: string; readonly finishedAt: string | null; readonly expiresAt: string | null; readonly rowCount: number; readonly sizeBytes: number; readonly sha256: string | null; readonly opening: string | null; readonly closing: string | null; };

export type RouteCandidate = { readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly skipped: "amount_below_rail_minimum" | "amount_above_rail_maximum" | "amount_above_bank_maximum" | "payee_lacks_instrument" | "payee_bank_lacks_rail" | "rail_not_offered" | "bank_disabled" | "not_the_banks_money" | "already_tried" | "rail_closed" | "bank_down" | "bank_announced_down" | "bank_without_place" | "payee_bank_down" | "came_later" | null; readonly state: "healthy" | "degraded" | "down" | "probing" | "recovering" | null; readonly failBp: number; readonly demoted: boolean; readonly share: boolean; readonly place: number | null; readonly cost: string | null; };

export type RouteDecision = { readonly attempt: number; readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly at: string; readonly replay: "same" | "different" | "older_rules"; readonly decision: { readonly rule: string; readonly policyVersion: number | null; readonly snapshotNo: number | null; readonly candidates: readonly (RouteCandidate)[]; } | null; };

export type RoutingPolicy = { readonly version: number; readonly because: string | null; readonly setBy: string | null; readonly setAt: string | null; readonly priorities: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly upTo: string | null; readonly banks: readonly ({ readonly bankId: string; readonly bankName: string; })[]; })[]; readonly shares: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly bankName: string; readonly percent: number; })[]; readonly costs: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly bankName: string; readonly amount: string; })[]; readonly demoteFromBp: number; readonly costPerPercent: string; };

export type RoutingTrial = { readonly attempts: number; readonly same: number; readonly different: number; readonly olderRules: number; readonly compared: number; readonly moved: number; readonly costBefore: string; readonly costAfter: string; readonly successBeforeBp: number | null; readonly successAfterBp: number | null; readonly ways: readonly ({ readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly before: number; readonly after: number; })[]; readonly examples: readonly ({ readonly transferKey: string; readonly amount: string; readonly at: string; readonly before: { readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; }; readonly after: { readonly bankName: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; }; })[]; };

export type RuleToApprove = { readonly action: "add" | "change" | "remove"; readonly before: ProposedRule | null; readonly after: ProposedRule | null; readonly beside: readonly (ProposedRule)[]; };

export type SavedView = { readonly viewId: string; readonly list: "transfers" | "reversed"; readonly name: string; readonly query: string; readonly shared: boolean; readonly mine: boolean; };

export type Sentence = { readonly code: "where_awaiting_approval" | "where_held_for_approval" | "where_scheduled" | "where_queued_for_funds" | "where_queued_for_window" | "where_queued_for_bank" | "where_queued_for_stopped_bank" | "where_queued_for_block" | "where_sending" | "where_with_bank" | "where_under_review" | "where_sent_to_payee_bank" | "where_credited" | "where_failed" | "where_rejected" | "where_cancelled" | "where_reversed" | "where_paid_late" | "next_awaiting_approval" | "next_awaiting_approval_unknown" | "next_scheduled" | "next_queued_behind" | "next_queued_for_funds" | "next_queued_for_window" | "next_queued_for_bank" | "next_queued_for_stopped_bank" | "next_queued_for_block" | "next_sending" | "next_retrying" | "next_with_bank" | "next_under_review" | "next_sent_to_payee_bank" | "next_nothing" | "todo_nothing" | "todo_approve" | "todo_fund_by" | "todo_add_funds_first" | "todo_add_funds" | "todo_wait" | "todo_do_not_resend" | "todo_give_utr" | "todo_keep_utr" | "todo_paid_late" | "todo_send_again" | "ev_received_api" | "ev_received_member" | "ev_received_batch" | "ev_received_link" | "ev_received_phone" | "ev_received_loan" | "ev_rule_review" | "ev_rule_block" | "ev_approval_opened" | "ev_approval_asked" | "ev_approved_by" | "ev_rejected_by" | "ev_approval_approved" | "ev_approval_rejected" | "ev_approval_withdrawn" | "ev_approval_expired" | "ev_waiting_schedule" | "ev_waiting_funds" | "ev_waiting_window" | "ev_waiting_downtime" | "ev_waiting_block" | "ev_ready" | "ev_sent" | "ev_resent" | "ev_succeeded" | "ev_failed" | "ev_rejected" | "ev_cancelled" | "ev_review" | "ev_reversed" | "ev_routed" | "ev_bank_paid" | "ev_bank_settled" | "ev_bank_refused" | "ev_bank_unknown" | "ev_bank_unsent" | "ev_bank_returned" | "ev_contradiction" | "ev_paid_late" | "ev_booked" | "ev_webhook_event" | "ev_webhook_delivered" | "ev_webhook_retrying" | "ev_webhook_dead" | "ev_recall_requested" | "ev_recall_with_bank" | "ev_recall_returned" | "ev_recall_refused" | "ev_recall_withdrawn" | "ev_recall_expired" | "meaning_BANK_GATEWAY_ERROR" | "remedy_BANK_GATEWAY_ERROR" | "meaning_BENE_BANK_DECLINED" | "remedy_BENE_BANK_DECLINED" | "meaning_FAILED" | "remedy_FAILED" | "meaning_INVALID_IFSC_FAIL" | "remedy_INVALID_IFSC_FAIL" | "meaning_INVALID_ACCOUNT_FAIL" | "remedy_INVALID_ACCOUNT_FAIL" | "meaning_RETURNED_FROM_BENEFICIARY" | "remedy_RETURNED_FROM_BENEFICIARY" | "meaning_INSUFFICIENT_BALANCE" | "remedy_INSUFFICIENT_BALANCE" | "meaning_IMPS_MODE_FAIL" | "remedy_IMPS_MODE_FAIL" | "meaning_RTGS_MODE_FAIL" | "remedy_RTGS_MODE_FAIL" | "meaning_REINITIALIZE_TRANSFER_LATER" | "remedy_REINITIALIZE_TRANSFER_LATER" | "meaning_NRE_ACCOUNT_FAIL" | "remedy_NRE_ACCOUNT_FAIL" | "meaning_ACCOUNT_BLOCKED" | "remedy_ACCOUNT_BLOCKED" | "meaning_DEST_LIMIT_REACHED" | "remedy_DEST_LIMIT_REACHED" | "meaning_INVALID_MODE_FAIL" | "remedy_INVALID_MODE_FAIL" | "meaning_NPCI_UNAVAILABLE" | "remedy_NPCI_UNAVAILABLE" | "meaning_BENEFICIARY_BANK_OFFLINE" | "remedy_BENEFICIARY_BANK_OFFLINE" | "meaning_INVALID_AMOUNT_FAIL" | "remedy_INVALID_AMOUNT_FAIL" | "meaning_SUSPECTED_TRANSFER" | "remedy_SUSPECTED_TRANSFER" | "meaning_BENE_NAME_DIFFERS" | "remedy_BENE_NAME_DIFFERS" | "meaning_DISABLED_MODE" | "remedy_DISABLED_MODE" | "meaning_AMAZON_AMOUNT_EXCEED" | "remedy_AMAZON_AMOUNT_EXCEED" | "meaning_BENEFICIARY_BLACKLISTED" | "remedy_BENEFICIARY_BLACKLISTED" | "meaning_PAYOUT_INACTIVE" | "remedy_PAYOUT_INACTIVE" | "meaning_INVALID_TRANSFER_AMOUNT" | "remedy_INVALID_TRANSFER_AMOUNT" | "meaning_BENEFICIARY_NOT_EXIST" | "remedy_BENEFICIARY_NOT_EXIST" | "meaning_BENEFICIARY_INVALID_MODE" | "remedy_BENEFICIARY_INVALID_MODE" | "meaning_INVALID_BENE_ACCOUNT_OR_IFSC" | "remedy_INVALID_BENE_ACCOUNT_OR_IFSC" | "meaning_INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "remedy_INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "meaning_ANY_OTHER_REASON" | "remedy_ANY_OTHER_REASON" | "meaning_CANCELLED" | "remedy_CANCELLED" | "meaning_APPROVAL_REJECTED" | "remedy_APPROVAL_REJECTED" | "meaning_APPROVAL_EXPIRED" | "remedy_APPROVAL_EXPIRED" | "meaning_PAID_AFTER_FAILURE" | "remedy_PAID_AFTER_FAILURE" | "meaning_PAID_LATE_AND_RETURNED" | "remedy_PAID_LATE_AND_RETURNED" | "meaning_PAID_TWICE" | "remedy_PAID_TWICE"; readonly values: Readonly<Record<string, string>>; readonly text: string; };

export type StatementEntry = { readonly entryId: string; readonly at: string; readonly kind: "transfer" | "paid_late" | "credit" | "reversal" | "withdrawal" | "verification" | "internal_transfer" | "loan" | "loan_charges" | "unregistered_credit" | "refund" | "adjustment"; readonly amount: string; readonly charges: string; readonly change: string; readonly balance: string; readonly key: string | null; readonly referenceId: string | null; readonly utr: string | null; readonly remarks: string | null; };

export type StatementSchedule = { readonly bankId: string; readonly bankName: string; readonly nextDay: string; readonly dueAt: string; readonly problem: string | null; readonly failingSince: string | null; readonly enabled: boolean; readonly stoppedBecause: string | null; readonly stoppedAt: string | null; readonly recoveringSince: string | null; };

export type SuccessRate = { readonly transfers: number; readonly rate: number | null; readonly low: number | null; readonly high: number | null; };

export type TransferCount = { readonly count: number; readonly amount: string; readonly exact: boolean; };

export type TransferPayee = { readonly beneficiaryId: string; readonly beneId: string | null; readonly name: string; readonly accountLast4: string | null; readonly cardLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly phone: string | null; };

export type TransferRow = { readonly transferId: string; readonly transferKey: string; readonly referenceId: string; readonly status: "RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED"; readonly state: "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed"; readonly reason: string | null; readonly amount: string; readonly fee: string; readonly tax: string; readonly mode: string; readonly rail: string; readonly bankId: string | null; readonly remarks: string; readonly utr: string | null; readonly fundSourceId: string; readonly source: "api" | "dashboard" | "batch" | "link" | "phone" | "loan"; readonly originId: string | null; readonly makerId: string | null; readonly attempts: number; readonly acceptedAt: string; readonly sentAt: string | null; readonly finishedAt: string | null; readonly expectedAt: string | null; readonly waitsBehind: { readonly transferKey: string | null; readonly referenceId: string; readonly amount: string; } | null; readonly holdsUp: { readonly count: number; readonly amount: string; readonly exact: boolean; } | null; readonly payee: TransferPayee; };

export type TransferState = { readonly transferId: string; readonly transferKey: string; readonly referenceId: string; readonly status: string; readonly stage: string; readonly waitingFor: string | null; readonly acknowledged: boolean; readonly amount: string; readonly fee: string; readonly tax: string; readonly mode: string; readonly rail: string; readonly bankId: string | null; readonly utr: string | null; readonly reason: string | null; readonly why: Sentence | null; readonly remedy: Sentence | null; readonly acceptedAt: string; readonly sentAt: string | null; readonly finishedAt: string | null; readonly nextAt: string | null; };

export type TransferTime = { readonly transfers: number; readonly p50Ms: number; readonly p95Ms: number; };

export type TransferToApprove = { readonly transferId: string; readonly referenceId: string; readonly mode: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly remarks: string; readonly fundSourceId: string; readonly fundSourceName: string; readonly payeeGets: string | null; readonly fee: string; readonly tax: string; readonly balanceAfter: string | null; readonly processOn: string | null; readonly expectedBy: string | null; readonly origin: string | null; readonly payee: string; readonly beneId: string | null; readonly paidTo: string; readonly ifsc: string | null; readonly bankName: string | null; readonly flags: readonly ("new_payee" | "changed_account" | "unverified" | "name_differs")[]; readonly nameAtBank: string | null; readonly lastPayment: { readonly amount: string; readonly at: string; } | null; readonly otherAccount: string | null; };

export type Withdrawal = { readonly withdrawalId: string; readonly key: string; readonly amount: string; readonly remarks: string; readonly status: "waiting" | "awaiting_approval" | "processing" | "paid" | "failed" | "returned"; readonly requestId: string | null; readonly reason: string | null; readonly utr: string | null; readonly dueAt: string | null; readonly madeAt: string; readonly finishedAt: string | null; };

export interface Inputs {
  readOffers: {  };
  startTryOut: {  };
  signUp: { readonly organization: string; readonly businessType: "proprietorship" | "partnership" | "private_limited" | "public_limited" | "trust" | "society"; readonly name: string; readonly email: string; readonly password: string; };
  logIn: { readonly email: string; readonly password: string; };
  completeLogIn: { readonly ticket: string; readonly code: string; };
  askForPasskey: {  };
  logInWithPasskey: { readonly ticket: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | undefined; }; }; };
  findProvider: { readonly domain: string; readonly organization?: string | undefined; };
  startProviderLogIn: { readonly email: string; readonly organization?: string | undefined; };
  answerProviderLogIn: { readonly ticket: string; readonly query: string; };
  logOut: {  };
  askToResetPassword: { readonly email: string; };
  resetPassword: { readonly ticket: string; readonly password: string; };
  proveEmail: { readonly ticket: string; };
  sendProofAgain: {  };
  keepFactorsByLink: { readonly ticket: string; };
  readInvitation: { readonly ticket: string; };
  acceptInvitation: { readonly ticket: string; readonly name: string; readonly password: string; };
  getSession: {  };
  whoCan: { readonly permission: "access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization"; readonly mode?: "sandbox" | "live" | undefined; };
  watchMerchant: { readonly merchantId: string; };
  proveAgain: { readonly password?: string | undefined; readonly code?: string | undefined; readonly passkey?: { readonly ticket: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | undefined; }; }; } | undefined; };
  readProofWays: {  };
  askForProof: {  };
  startProviderProof: {  };
  answerProviderProof: { readonly ticket: string; readonly query: string; };
  readOnboarding: { readonly merchantId: string; };
  readSecurity: {  };
  changeName: { readonly name: string; };
  changePassword: { readonly current: string; readonly next: string; };
  setUpAuthenticator: {  };
  removeAuthenticator: {  };
  confirmAuthenticator: { readonly code: string; };
  replaceRecoveryCodes: {  };
  keepFactors: {  };
  startPasskey: {  };
  addPasskey: { readonly ticket: string; readonly name: string; readonly response: { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined; readonly clientExtensionResults: {  }; readonly response: { readonly clientDataJSON: string; readonly attestationObject: string; readonly authenticatorData?: string | undefined; readonly transports?: readonly (string)[] | undefined; readonly publicKeyAlgorithm?: number | undefined; readonly publicKey?: string | undefined; }; }; };
  removePasskey: { readonly passkeyId: string; };
  endSession: { readonly sessionId: string; };
  endOtherSessions: {  };
  listMembers: { readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  inviteMember: { readonly name: string; readonly email: string; readonly grant: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; readonly sandbox?: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; } | undefined; readonly live?: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; } | undefined; }; };
  sendInvitationAgain: { readonly memberId: string; };
  updatePermissions: { readonly memberId: string; readonly grant: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; readonly sandbox?: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; } | undefined; readonly live?: { readonly role?: "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer" | undefined; readonly roleId?: string | undefined; readonly permissions?: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[] | undefined; } | undefined; }; };
  disableMember: { readonly memberId: string; };
  enableMember: { readonly memberId: string; };
  endMemberSessions: { readonly memberId: string; };
  askFactorReset: { readonly memberId: string; };
  decideFactorReset: { readonly resetId: string; readonly agree: boolean; };
  stopOwnerChange: { readonly memberId: string; };
  setSecondFactorPolicy: { readonly forAll: boolean; };
  getProvider: {  };
  connectProvider: { readonly issuer: string; readonly clientId: string; readonly clientSecret?: string | undefined; readonly domains: readonly (string)[]; readonly required: boolean; readonly emergencyMemberId?: string | undefined; readonly joins?: { readonly claim: string; readonly roles: readonly ({ readonly value: string; readonly role: string; })[]; } | undefined; };
  disconnectProvider: {  };
  unlinkMember: { readonly memberId: string; };
  listRoles: {  };
  makeRole: { readonly name: string; readonly permissions: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[]; };
  changeRole: { readonly roleId: string; readonly name: string; readonly permissions: readonly ("access_transfers" | "initiate_quick_transfer" | "initiate_bulk_transfer" | "approve_quick_transfer" | "approve_bulk_transfer" | "manage_beneficiaries" | "reveal_account_numbers" | "export_data" | "manage_fund_sources" | "manage_keys" | "manage_webhooks" | "manage_limits" | "manage_settings" | "manage_policies" | "manage_members" | "view_audit_log" | "approve_changes" | "own_organization")[]; };
  removeRole: { readonly roleId: string; };
  listAuditRecords: { readonly merchantId?: string | undefined; readonly actors?: readonly (string)[] | undefined; readonly actions?: readonly (string)[] | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  verifyAuditChain: { readonly merchantId?: string | undefined; };
  getSummary: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getFigures: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getBalanceForecast: { readonly merchantId: string; readonly fundSourceId?: string | undefined; };
  listTransfers: { readonly merchantId: string; readonly status?: readonly ("RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED" | "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed")[] | undefined; readonly reason?: readonly ("BANK_GATEWAY_ERROR" | "BENE_BANK_DECLINED" | "FAILED" | "INVALID_IFSC_FAIL" | "INVALID_ACCOUNT_FAIL" | "RETURNED_FROM_BENEFICIARY" | "INSUFFICIENT_BALANCE" | "IMPS_MODE_FAIL" | "RTGS_MODE_FAIL" | "REINITIALIZE_TRANSFER_LATER" | "NRE_ACCOUNT_FAIL" | "ACCOUNT_BLOCKED" | "DEST_LIMIT_REACHED" | "INVALID_MODE_FAIL" | "NPCI_UNAVAILABLE" | "BENEFICIARY_BANK_OFFLINE" | "INVALID_AMOUNT_FAIL" | "SUSPECTED_TRANSFER" | "BENE_NAME_DIFFERS" | "DISABLED_MODE" | "AMAZON_AMOUNT_EXCEED" | "BENEFICIARY_BLACKLISTED" | "PAYOUT_INACTIVE" | "INVALID_TRANSFER_AMOUNT" | "BENEFICIARY_NOT_EXIST" | "BENEFICIARY_INVALID_MODE" | "INVALID_BENE_ACCOUNT_OR_IFSC" | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "ANY_OTHER_REASON" | "CANCELLED" | "APPROVAL_REJECTED" | "APPROVAL_EXPIRED" | "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED" | "PAID_TWICE")[] | undefined; readonly mode?: readonly ("banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly rail?: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly amountFrom?: string | undefined; readonly amountTo?: string | undefined; readonly createdFrom?: string | undefined; readonly createdTo?: string | undefined; readonly finishedFrom?: string | undefined; readonly finishedTo?: string | undefined; readonly fundSource?: readonly (string)[] | undefined; readonly beneficiaryId?: string | undefined; readonly source?: readonly ("api" | "dashboard" | "batch" | "link" | "phone" | "loan")[] | undefined; readonly originId?: string | undefined; readonly memberId?: string | undefined; readonly hasUtr?: boolean | undefined; readonly q?: string | undefined; readonly order?: "newest" | "oldest" | "largest" | "smallest" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  createTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
  countTransfers: { readonly merchantId: string; readonly status?: readonly ("RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED" | "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed")[] | undefined; readonly reason?: readonly ("BANK_GATEWAY_ERROR" | "BENE_BANK_DECLINED" | "FAILED" | "INVALID_IFSC_FAIL" | "INVALID_ACCOUNT_FAIL" | "RETURNED_FROM_BENEFICIARY" | "INSUFFICIENT_BALANCE" | "IMPS_MODE_FAIL" | "RTGS_MODE_FAIL" | "REINITIALIZE_TRANSFER_LATER" | "NRE_ACCOUNT_FAIL" | "ACCOUNT_BLOCKED" | "DEST_LIMIT_REACHED" | "INVALID_MODE_FAIL" | "NPCI_UNAVAILABLE" | "BENEFICIARY_BANK_OFFLINE" | "INVALID_AMOUNT_FAIL" | "SUSPECTED_TRANSFER" | "BENE_NAME_DIFFERS" | "DISABLED_MODE" | "AMAZON_AMOUNT_EXCEED" | "BENEFICIARY_BLACKLISTED" | "PAYOUT_INACTIVE" | "INVALID_TRANSFER_AMOUNT" | "BENEFICIARY_NOT_EXIST" | "BENEFICIARY_INVALID_MODE" | "INVALID_BENE_ACCOUNT_OR_IFSC" | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "ANY_OTHER_REASON" | "CANCELLED" | "APPROVAL_REJECTED" | "APPROVAL_EXPIRED" | "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED" | "PAID_TWICE")[] | undefined; readonly mode?: readonly ("banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly rail?: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly amountFrom?: string | undefined; readonly amountTo?: string | undefined; readonly createdFrom?: string | undefined; readonly createdTo?: string | undefined; readonly finishedFrom?: string | undefined; readonly finishedTo?: string | undefined; readonly fundSource?: readonly (string)[] | undefined; readonly beneficiaryId?: string | undefined; readonly source?: readonly ("api" | "dashboard" | "batch" | "link" | "phone" | "loan")[] | undefined; readonly originId?: string | undefined; readonly memberId?: string | undefined; readonly hasUtr?: boolean | undefined; readonly q?: string | undefined; };
  exportTransfers: { readonly merchantId: string; readonly status?: readonly ("RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED" | "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed")[] | undefined; readonly reason?: readonly ("BANK_GATEWAY_ERROR" | "BENE_BANK_DECLINED" | "FAILED" | "INVALID_IFSC_FAIL" | "INVALID_ACCOUNT_FAIL" | "RETURNED_FROM_BENEFICIARY" | "INSUFFICIENT_BALANCE" | "IMPS_MODE_FAIL" | "RTGS_MODE_FAIL" | "REINITIALIZE_TRANSFER_LATER" | "NRE_ACCOUNT_FAIL" | "ACCOUNT_BLOCKED" | "DEST_LIMIT_REACHED" | "INVALID_MODE_FAIL" | "NPCI_UNAVAILABLE" | "BENEFICIARY_BANK_OFFLINE" | "INVALID_AMOUNT_FAIL" | "SUSPECTED_TRANSFER" | "BENE_NAME_DIFFERS" | "DISABLED_MODE" | "AMAZON_AMOUNT_EXCEED" | "BENEFICIARY_BLACKLISTED" | "PAYOUT_INACTIVE" | "INVALID_TRANSFER_AMOUNT" | "BENEFICIARY_NOT_EXIST" | "BENEFICIARY_INVALID_MODE" | "INVALID_BENE_ACCOUNT_OR_IFSC" | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "ANY_OTHER_REASON" | "CANCELLED" | "APPROVAL_REJECTED" | "APPROVAL_EXPIRED" | "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED" | "PAID_TWICE")[] | undefined; readonly mode?: readonly ("banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly rail?: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly amountFrom?: string | undefined; readonly amountTo?: string | undefined; readonly createdFrom?: string | undefined; readonly createdTo?: string | undefined; readonly finishedFrom?: string | undefined; readonly finishedTo?: string | undefined; readonly fundSource?: readonly (string)[] | undefined; readonly beneficiaryId?: string | undefined; readonly source?: readonly ("api" | "dashboard" | "batch" | "link" | "phone" | "loan")[] | undefined; readonly originId?: string | undefined; readonly memberId?: string | undefined; readonly hasUtr?: boolean | undefined; readonly q?: string | undefined; };
  getTransferStory: { readonly merchantId: string; readonly id: string; };
  getTransferReceipt: { readonly merchantId: string; readonly id: string; };
  cancelTransfers: { readonly merchantId: string; readonly transferIds?: readonly (string)[] | undefined; readonly matches?: { readonly filter: { readonly status?: readonly ("RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED" | "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed")[] | undefined; readonly reason?: readonly ("BANK_GATEWAY_ERROR" | "BENE_BANK_DECLINED" | "FAILED" | "INVALID_IFSC_FAIL" | "INVALID_ACCOUNT_FAIL" | "RETURNED_FROM_BENEFICIARY" | "INSUFFICIENT_BALANCE" | "IMPS_MODE_FAIL" | "RTGS_MODE_FAIL" | "REINITIALIZE_TRANSFER_LATER" | "NRE_ACCOUNT_FAIL" | "ACCOUNT_BLOCKED" | "DEST_LIMIT_REACHED" | "INVALID_MODE_FAIL" | "NPCI_UNAVAILABLE" | "BENEFICIARY_BANK_OFFLINE" | "INVALID_AMOUNT_FAIL" | "SUSPECTED_TRANSFER" | "BENE_NAME_DIFFERS" | "DISABLED_MODE" | "AMAZON_AMOUNT_EXCEED" | "BENEFICIARY_BLACKLISTED" | "PAYOUT_INACTIVE" | "INVALID_TRANSFER_AMOUNT" | "BENEFICIARY_NOT_EXIST" | "BENEFICIARY_INVALID_MODE" | "INVALID_BENE_ACCOUNT_OR_IFSC" | "INVALID_OR_NO_SUCH_ACCOUNT_TYPE" | "ANY_OTHER_REASON" | "CANCELLED" | "APPROVAL_REJECTED" | "APPROVAL_EXPIRED" | "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED" | "PAID_TWICE")[] | undefined; readonly mode?: readonly ("banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly rail?: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[] | undefined; readonly amountFrom?: string | undefined; readonly amountTo?: string | undefined; readonly createdFrom?: string | undefined; readonly createdTo?: string | undefined; readonly finishedFrom?: string | undefined; readonly finishedTo?: string | undefined; readonly fundSource?: readonly (string)[] | undefined; readonly beneficiaryId?: string | undefined; readonly source?: readonly ("api" | "dashboard" | "batch" | "link" | "phone" | "loan")[] | undefined; readonly originId?: string | undefined; readonly memberId?: string | undefined; readonly hasUtr?: boolean | undefined; readonly q?: string | undefined; }; readonly count: number; readonly amount: string; } | undefined; readonly because?: string | undefined; };
  requestTransferRecall: { readonly merchantId: string; readonly transferId: string; readonly reason: "wrong_beneficiary" | "wrong_amount" | "paid_twice" | "fraud" | "other"; readonly remarks?: string | undefined; };
  listSavedViews: { readonly merchantId: string; readonly list: "transfers" | "reversed"; };
  saveListView: { readonly merchantId: string; readonly list: "transfers" | "reversed"; readonly name: string; readonly query: string; readonly shared: boolean; };
  removeListView: { readonly merchantId: string; readonly list: "transfers" | "reversed"; readonly viewId: string; };
  searchEverything: { readonly merchantId: string; readonly q: string; };
  previewTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
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
  listBatches: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getBatch: { readonly merchantId: string; readonly batchId: string; };
  listBatchRows: { readonly merchantId: string; readonly batchId: string; readonly only?: "paid" | "failed" | "open" | undefined; readonly cursor?: string | undefined; readonly limit?: number | undefined; };
  reviewBatch: { readonly merchantId: string; readonly batchId: string; };
  getBatchTemplate: { readonly merchantId: string; readonly format: "BENEFICIARY_ID" | "BANK_ACCOUNT" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD" | "BENEFICIARIES"; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  getBatchResult: { readonly merchantId: string; readonly batchId: string; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  revealBatchResult: { readonly merchantId: string; readonly batchId: string; readonly kind?: "csv" | "xls" | "xlsx" | undefined; };
  cloneFailedRows: { readonly merchantId: string; readonly batchId: string; };
  listApprovals: { readonly merchantId: string; readonly kinds?: readonly ("transfer" | "batch" | "beneficiary" | "key_reset" | "limit" | "rights" | "policy" | "credit")[] | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  countApprovals: { readonly merchantId: string; };
  getApproval: { readonly merchantId: string; readonly requestId: string; };
  withdrawRequest: { readonly merchantId: string; readonly requestId: string; };
  decideApprovals: { readonly merchantId: string; readonly requests: readonly ({ readonly requestId: string; readonly contentHash: string; })[]; readonly verdict: "approve" | "reject"; readonly reason?: string | undefined; };
  listApprovalHistory: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  playApprover: { readonly merchantId: string; readonly requestId: string; readonly contentHash: string; readonly verdict: "approve" | "reject"; readonly reason?: string | undefined; };
  getPolicies: { readonly merchantId: string; };
  setPolicies: { readonly merchantId: string; readonly kind: "transfer" | "batch" | "beneficiary" | "key_reset" | "limit" | "rights" | "policy" | "credit"; readonly policies: readonly (ApprovalPolicy)[]; readonly expireAfterMinutes?: number | undefined; readonly exceptWays?: readonly ("v1" | "v1.1" | "phone" | "card" | "link" | "loan" | "batch_call" | "batch_file")[] | undefined; };
  simulatePolicies: { readonly merchantId: string; readonly subject?: "transfer" | "batch" | undefined; readonly amount: string; readonly transferMode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; readonly creator: "api" | "member" | "batch"; readonly fundSourceId?: string | undefined; readonly way?: "v1" | "v1.1" | "phone" | "card" | "link" | "loan" | "batch_call" | "batch_file" | undefined; };
  listBeneficiaries: { readonly merchantId: string; readonly search?: string | undefined; readonly paidTo?: readonly ("bank" | "upi" | "card" | "wallet")[] | undefined; readonly states?: readonly ("active" | "awaiting_approval" | "removed")[] | undefined; readonly holders?: readonly ("found" | "not_found" | "none")[] | undefined; readonly restorable?: boolean | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  addBeneficiary: { readonly merchantId: string; readonly beneId: string; readonly name: string; readonly email?: string | undefined; readonly phone?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly card?: string | undefined; readonly purpose?: string | undefined; readonly address1?: string | undefined; readonly address2?: string | undefined; readonly city?: string | undefined; readonly state?: string | undefined; readonly pincode?: string | undefined; };
  getBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  removeBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  listBeneficiaryPayments: { readonly merchantId: string; readonly beneficiaryId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  listBeneficiaryRemovers: { readonly merchantId: string; };
  restoreRemovedBy: { readonly merchantId: string; readonly memberId?: string | undefined; readonly since?: string | undefined; };
  restoreBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  verifyBeneficiary: { readonly merchantId: string; readonly beneficiaryId: string; };
  revealBeneficiaryAccount: { readonly merchantId: string; readonly beneficiaryId: string; };
  uploadBeneficiaries: { readonly merchantId: string; readonly name: string; readonly file: Blob | ArrayBuffer; };
  listBeneficiaryBatches: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getBeneficiaryBatch: { readonly merchantId: string; readonly batchId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  downloadBeneficiaryTemplate: { readonly merchantId: string; readonly format: "csv" | "xlsx" | "xls"; };
  listFundSources: { readonly merchantId: string; };
  openBankSource: { readonly merchantId: string; readonly bankId: string; readonly name: string; readonly accountNumber: string; readonly ifsc: string; };
  getDepositAccount: { readonly merchantId: string; readonly fundSourceId: string; };
  listStatement: { readonly merchantId: string; readonly fundSourceId: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly kinds?: readonly ("transfer" | "paid_late" | "credit" | "reversal" | "withdrawal" | "verification" | "internal_transfer" | "loan" | "loan_charges" | "unregistered_credit" | "refund" | "adjustment")[] | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
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
  listUpstreams: { readonly merchantId: string; };
  testUpstream: { readonly merchantId: string; readonly upstreamId: string; readonly environment: "test" | "live"; readonly keyId: string; readonly apiKey: string; readonly callbackSecret: string; readonly debitAccount: string; };
  connectUpstream: { readonly merchantId: string; readonly upstreamId: string; readonly environment: "test" | "live"; readonly keyId: string; readonly apiKey: string; readonly callbackSecret: string; readonly debitAccount: string; readonly untested?: boolean | undefined; };
  getReconciliation: { readonly merchantId: string; };
  listBreaks: { readonly merchantId: string; readonly open?: boolean | undefined; readonly kinds?: readonly ("unknown_debit" | "unknown_credit" | "amount_differs" | "double_debit" | "ambiguous" | "bank_charge" | "awaits_reversal" | "return_without_payment" | "top_up_contradiction" | "statement_wrong" | "statement_changed" | "statement_unreadable" | "entry_left_out" | "other_account" | "opening_differs" | "missing_day" | "line_vanished" | "evidence_withdrawn" | "contradiction" | "stray_news" | "file_refused")[] | undefined; readonly bankIds?: readonly (string)[] | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getBreak: { readonly merchantId: string; readonly breakId: string; };
  assignBreak: { readonly merchantId: string; readonly breakId: string; readonly ownerId?: string | undefined; };
  resolveBreak: { readonly merchantId: string; readonly breakId: string; readonly resolution: "explained" | "bank_corrected" | "written_off" | "not_ours"; readonly note: string; };
  matchBreak: { readonly merchantId: string; readonly breakId: string; readonly transferKey: string; readonly note: string; };
  undoBreak: { readonly merchantId: string; readonly breakId: string; readonly note: string; };
  setStopLimit: { readonly merchantId: string; readonly stopAbove: string; };
  listOverdueCredits: { readonly merchantId: string; };
  exportOverdueCredits: { readonly merchantId: string; };
  getClaimLetter: { readonly merchantId: string; readonly bankId: string; };
  getBankHealth: { readonly merchantId: string; };
  listRoutingPolicies: { readonly merchantId: string; };
  setRoutingPolicy: { readonly merchantId: string; readonly priorities: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly upTo?: string | undefined; readonly bankIds: readonly (string)[]; })[]; readonly shares: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly percent: number; })[]; readonly costs: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly amount: string; })[]; readonly demoteFromBp: number; readonly costPerPercent?: string | undefined; readonly because: string; readonly inForce: number; };
  tryRoutingPolicy: { readonly merchantId: string; readonly priorities: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly upTo?: string | undefined; readonly bankIds: readonly (string)[]; })[]; readonly shares: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly percent: number; })[]; readonly costs: readonly ({ readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly bankId: string; readonly amount: string; })[]; readonly demoteFromBp: number; readonly costPerPercent?: string | undefined; };
  explainRoute: { readonly merchantId: string; readonly transferKey: string; };
  listLinks: { readonly merchantId: string; readonly search?: string | undefined; readonly statuses?: readonly ("ACTIVE" | "PENDING" | "FAILED" | "REDEEMED" | "REVERSED" | "EXPIRED")[] | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  createLink: { readonly merchantId: string; readonly linkId: string; readonly amount: string; readonly name: string; readonly phone: string; readonly email?: string | undefined; readonly lastDay: string; readonly remarks?: string | undefined; readonly notifyPayee?: boolean | undefined; readonly checkName?: boolean | undefined; };
  getLink: { readonly merchantId: string; readonly linkId: string; };
  deactivateLink: { readonly merchantId: string; readonly linkId: string; };
  revealLinkAddress: { readonly merchantId: string; readonly linkId: string; };
  acceptLinkCodes: { readonly merchantId: string; readonly linkId: string; };
  getLending: { readonly merchantId: string; };
  enrolInLending: { readonly merchantId: string; readonly lenderName: string; readonly lenderPercent: number; readonly originatorPercent: number; };
  listLoans: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  lend: { readonly merchantId: string; readonly loanId: string; readonly amount: string; readonly charges?: readonly ({ readonly name: string; readonly amount: string; })[] | undefined; readonly beneId: string; readonly transferMode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | undefined; readonly remarks?: string | undefined; };
  previewLoan: { readonly merchantId: string; readonly amount: string; readonly charges?: readonly ({ readonly name: string; readonly amount: string; })[] | undefined; };
  listReportTypes: { readonly merchantId: string; };
  listReports: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  requestReport: { readonly merchantId: string; readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly format: "csv" | "xlsx" | "xls"; readonly name?: string | undefined; readonly from: string; readonly to: string; readonly columns?: readonly (string)[] | undefined; readonly fundSourceId?: string | undefined; };
  downloadReport: { readonly merchantId: string; readonly reportId: string; };
  getNotifications: { readonly merchantId: string; };
  setNotificationCategory: { readonly merchantId: string; readonly category: string; readonly enabled: boolean; };
  addNotificationRecipients: { readonly merchantId: string; readonly categories: readonly (string)[]; readonly recipients: string; };
  setNotificationRecipients: { readonly merchantId: string; readonly category: string; readonly recipients: string; };
  deleteNotificationRecipient: { readonly merchantId: string; readonly category: string; readonly recipient: string; };
  getThresholds: { readonly merchantId: string; };
  setThreshold: { readonly merchantId: string; readonly fundSourceId: string; readonly minimumBalance: string; readonly notify: boolean; };
  getPayoutSettings: { readonly merchantId: string; };
  changePayoutSettings: { readonly merchantId: string; readonly payoutsEnabled?: boolean | undefined; readonly queuingHours?: number | undefined; readonly checkPhoneName?: boolean | undefined; readonly accountOnce?: boolean | undefined; readonly waitingMinutes?: number | undefined; };
  listRules: { readonly merchantId: string; };
  addRule: { readonly merchantId: string; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: "above" | "either" | undefined; }; readonly scope?: "merchant" | "fund_source" | "beneficiary" | "rail" | undefined; readonly scopeId?: string | undefined; readonly effect: "review" | "block" | "allow"; };
  changeRule: { readonly merchantId: string; readonly ruleId: string; readonly parameters?: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: "above" | "either" | undefined; } | undefined; readonly active?: boolean | undefined; readonly place?: number | undefined; };
  removeRule: { readonly merchantId: string; readonly ruleId: string; };
  tryRule: { readonly merchantId: string; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: "above" | "either" | undefined; }; readonly scope?: "merchant" | "fund_source" | "beneficiary" | "rail" | undefined; readonly scopeId?: string | undefined; readonly effect: "review" | "block" | "allow"; readonly from: string; readonly to: string; readonly ruleId?: string | undefined; };
  undoRule: { readonly merchantId: string; readonly ruleId: string; };
  listBlockedPayees: { readonly merchantId: string; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  addBlockedPayee: { readonly merchantId: string; readonly payeeKind: "beneficiary" | "account" | "vpa" | "phone" | "ifsc" | "bank"; readonly value: string; readonly ifsc?: string | undefined; readonly because: string; readonly expiresAt?: string | undefined; };
  endBlockedPayee: { readonly merchantId: string; readonly blockId: string; readonly because: string; };
  tryBlock: { readonly merchantId: string; readonly payeeKind: "beneficiary" | "account" | "vpa" | "phone" | "ifsc" | "bank"; readonly value: string; readonly ifsc?: string | undefined; readonly from: string; readonly to: string; };
  undoBlockedPayee: { readonly merchantId: string; readonly blockId: string; };
  getApiKeys: { readonly merchantId: string; };
  generateApiKeys: { readonly merchantId: string; };
  changeApiKeys: { readonly merchantId: string; readonly statusMode?: "rest" | "always-200" | undefined; readonly ipAllowlist?: readonly (string)[] | undefined; };
  changeKeyScope: { readonly merchantId: string; readonly scope: "read" | "draft" | "pay"; readonly fundSourceIds?: readonly (string)[] | undefined; readonly dayLimit?: string | undefined; };
  resetApiKeys: { readonly merchantId: string; readonly clientId: string; };
  completeApiKeyReset: { readonly merchantId: string; readonly requestId: string; };
  listWebhookEndpoints: { readonly merchantId: string; };
  addWebhookEndpoint: { readonly merchantId: string; readonly url: string; readonly format: "classic_form" | "classic_json" | "standard" | "v2"; readonly eventTypes?: readonly (string)[] | undefined; };
  testWebhook: { readonly merchantId: string; readonly endpointId?: string | undefined; readonly url?: string | undefined; readonly format?: "classic_form" | "classic_json" | "standard" | "v2" | undefined; };
  changeWebhookEndpoint: { readonly merchantId: string; readonly endpointId: string; readonly allEvents?: boolean | undefined; readonly eventTypes?: readonly (string)[] | undefined; readonly enabled?: boolean | undefined; };
  removeWebhookEndpoint: { readonly merchantId: string; readonly endpointId: string; };
  rotateWebhookSecret: { readonly merchantId: string; readonly endpointId: string; readonly overlapHours?: number | undefined; };
  listWebhookDeliveries: { readonly merchantId: string; readonly endpoints?: readonly (string)[] | undefined; readonly outcomes?: readonly ("delivered" | "retrying" | "waiting" | "failed")[] | undefined; readonly answers?: readonly ("2xx" | "3xx" | "4xx" | "5xx" | "none")[] | undefined; readonly events?: readonly ("TRANSFER_SUCCESS" | "TRANSFER_FAILED" | "TRANSFER_REVERSED" | "TRANSFER_ACKNOWLEDGED" | "TRANSFER_REJECTED" | "TRANSFER_APPROVED" | "TRANSFER_PAID_LATE" | "TRANSFER_PAID_LATE_RETURNED" | "BULK_TRANSFER_REJECTED" | "CREDIT_CONFIRMATION" | "LOW_BALANCE_ALERT" | "BENEFICIARY_INCIDENT" | "FUND_SOURCE_INCIDENT" | "CASHGRAM_REDEEMED" | "CASHGRAM_TRANSFER_REVERSAL" | "CASHGRAM_EXPIRED")[] | undefined; readonly object?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getWebhookDelivery: { readonly merchantId: string; readonly deliveryId: string; };
  replayWebhookDelivery: { readonly merchantId: string; readonly deliveryId: string; };
  countWebhookReplay: { readonly merchantId: string; readonly from: string; readonly to: string; readonly endpointId?: string | undefined; readonly events?: readonly ("TRANSFER_SUCCESS" | "TRANSFER_FAILED" | "TRANSFER_REVERSED" | "TRANSFER_ACKNOWLEDGED" | "TRANSFER_REJECTED" | "TRANSFER_APPROVED" | "TRANSFER_PAID_LATE" | "TRANSFER_PAID_LATE_RETURNED" | "BULK_TRANSFER_REJECTED" | "CREDIT_CONFIRMATION" | "LOW_BALANCE_ALERT" | "BENEFICIARY_INCIDENT" | "FUND_SOURCE_INCIDENT" | "CASHGRAM_REDEEMED" | "CASHGRAM_TRANSFER_REVERSAL" | "CASHGRAM_EXPIRED")[] | undefined; readonly undeliveredOnly?: boolean | undefined; };
  replayWebhooks: { readonly merchantId: string; readonly from: string; readonly to: string; readonly endpointId?: string | undefined; readonly events?: readonly ("TRANSFER_SUCCESS" | "TRANSFER_FAILED" | "TRANSFER_REVERSED" | "TRANSFER_ACKNOWLEDGED" | "TRANSFER_REJECTED" | "TRANSFER_APPROVED" | "TRANSFER_PAID_LATE" | "TRANSFER_PAID_LATE_RETURNED" | "BULK_TRANSFER_REJECTED" | "CREDIT_CONFIRMATION" | "LOW_BALANCE_ALERT" | "BENEFICIARY_INCIDENT" | "FUND_SOURCE_INCIDENT" | "CASHGRAM_REDEEMED" | "CASHGRAM_TRANSFER_REVERSAL" | "CASHGRAM_EXPIRED")[] | undefined; readonly undeliveredOnly?: boolean | undefined; };
  checkWebhookSignature: { readonly merchantId: string; readonly endpointId: string; readonly scheme?: "fields" | "body" | "v2" | "standard" | undefined; readonly body: string; readonly signature: string; readonly timestamp?: string | undefined; readonly webhookId?: string | undefined; };
  listApiCalls: { readonly merchantId: string; readonly requestId?: string | undefined; readonly search?: string | undefined; readonly object?: string | undefined; readonly outcomes?: readonly ("ok" | "refused" | "failed")[] | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  getSandboxClock: { readonly merchantId: string; readonly since?: string | undefined; };
  advanceSandboxClock: { readonly merchantId: string; readonly seconds: number; };
  listSandboxBanks: { readonly merchantId: string; };
  setSandboxBank: { readonly merchantId: string; readonly bankId: string; readonly latencyMs?: number | undefined; readonly mishap?: "fail" | "pending" | "timeout" | "deemed" | "late-success" | "return" | "cut-answer" | "http-error" | "html" | "callback-missing" | "callback-duplicate" | undefined; readonly percent?: number | undefined; readonly maintenanceUntil?: string | undefined; };
  listSandboxMessages: { readonly merchantId: string; readonly to?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; };
  forceSandboxOutcome: { readonly merchantId: string; readonly transferId: string; readonly outcome: "succeed" | "fail" | "return" | "credit"; readonly code?: string | undefined; };
  listMagicValues: { readonly merchantId: string; };
  listDowntimeDrills: { readonly merchantId: string; };
  startDowntimeDrill: { readonly merchantId: string; readonly entityCode: string; readonly mode: "imps" | "neft" | "rtgs" | "upi"; readonly severity?: "low" | "high" | undefined; readonly from?: string | undefined; readonly to?: string | undefined; };
  endDowntimeDrill: { readonly merchantId: string; readonly incidentNo: number; };
  getBankDrill: { readonly merchantId: string; readonly bankId: string; };
  startBankDrill: { readonly merchantId: string; readonly bankId: string; readonly rail?: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; readonly percent?: number | undefined; readonly minutes?: number | undefined; readonly fault?: "refuses" | "is_silent" | undefined; };
  playBankDrill: { readonly merchantId: string; readonly bankId: string; readonly transfers?: number | undefined; readonly seconds?: number | undefined; };
  endBankDrill: { readonly merchantId: string; readonly bankId: string; };
}

export interface Outputs {
  readOffers: { readonly signUp: boolean; readonly email: boolean; };
  startTryOut: { readonly merchantId: string; };
  signUp: { readonly merchantId: string; };
  logIn: { readonly ticket: string | null; readonly authenticator: boolean; readonly passkey: boolean; };
  completeLogIn: {  };
  askForPasskey: { readonly ticket: string; readonly options: { readonly challenge: string; readonly timeout?: number | undefined; readonly rpId?: string | undefined; readonly allowCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; }; };
  logInWithPasskey: {  };
  findProvider: { readonly found: boolean; readonly required: boolean; };
  startProviderLogIn: { readonly ticket: string; readonly url: string; };
  answerProviderLogIn: { readonly ticket: string | null; readonly passkey: boolean; };
  logOut: {  };
  askToResetPassword: {  };
  resetPassword: {  };
  proveEmail: { readonly email: string; };
  sendProofAgain: {  };
  keepFactorsByLink: {  };
  readInvitation: { readonly organizationName: string; readonly email: string; readonly name: string; };
  acceptInvitation: {  };
  getSession: { readonly memberId: string; readonly name: string; readonly email: string; readonly emailProved: boolean; readonly liveClosed: boolean; readonly role: string | null; readonly permissions: readonly (string)[]; readonly rights: { readonly sandbox: { readonly role: string | null; readonly permissions: readonly (string)[]; }; readonly live: { readonly role: string | null; readonly permissions: readonly (string)[]; }; }; readonly organization: { readonly organizationId: string; readonly name: string; readonly endsAt: string | null; readonly secondFactorForAll: boolean; }; readonly merchants: readonly ({ readonly merchantId: string; readonly name: string; readonly mode: "sandbox" | "live"; readonly role: string | null; readonly permissions: readonly (string)[]; readonly secondFactorRequired: boolean; })[]; readonly secondFactor: boolean; readonly provedAt: string; readonly endsAt: string; readonly idleMinutes: number; readonly absoluteHours: number; };
  whoCan: { readonly names: readonly (string)[]; };
  watchMerchant: Blob;
  proveAgain: { readonly provedAt: string; };
  readProofWays: { readonly factor: boolean; readonly password: boolean; readonly provider: boolean; };
  askForProof: { readonly ticket: string; readonly options: { readonly challenge: string; readonly timeout?: number | undefined; readonly rpId?: string | undefined; readonly allowCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; }; };
  startProviderProof: { readonly ticket: string; readonly url: string; };
  answerProviderProof: { readonly provedAt: string; };
  readOnboarding: { readonly steps: readonly ({ readonly step: "paid" | "failed" | "webhook" | "called" | "approved" | "second_factor"; readonly done: boolean; })[]; };
  readSecurity: { readonly authenticator: boolean; readonly recoveryCodes: number; readonly reset: { readonly askedBy: Person; readonly dueAt: string | null; } | null; readonly passkeys: readonly ({ readonly passkeyId: string; readonly name: string; readonly createdAt: string; readonly usedAt: string | null; })[]; readonly sessions: readonly ({ readonly sessionId: string; readonly ip: string; readonly userAgent: string; readonly createdAt: string; readonly usedAt: string; readonly current: boolean; })[]; };
  changeName: { readonly name: string; };
  changePassword: {  };
  setUpAuthenticator: { readonly secret: string; readonly uri: string; };
  removeAuthenticator: {  };
  confirmAuthenticator: { readonly recoveryCodes: readonly (string)[]; };
  replaceRecoveryCodes: { readonly recoveryCodes: readonly (string)[]; };
  keepFactors: { readonly kept: boolean; };
  startPasskey: { readonly ticket: string; readonly options: { readonly rp: { readonly name: string; readonly id?: string | undefined; }; readonly user: { readonly id: string; readonly name: string; readonly displayName: string; }; readonly challenge: string; readonly pubKeyCredParams: readonly ({ readonly alg: number; readonly type: "public-key"; })[]; readonly timeout?: number | undefined; readonly excludeCredentials?: readonly ({ readonly id: string; readonly type: "public-key"; readonly transports?: readonly (string)[] | undefined; })[] | undefined; readonly authenticatorSelection?: { readonly residentKey?: "discouraged" | "preferred" | "required" | undefined; readonly requireResidentKey?: boolean | undefined; readonly userVerification?: "discouraged" | "preferred" | "required" | undefined; } | undefined; readonly attestation?: "direct" | "enterprise" | "indirect" | "none" | undefined; }; };
  addPasskey: { readonly recoveryCodes: readonly (string)[] | null; };
  removePasskey: {  };
  endSession: { readonly ended: number; };
  endOtherSessions: { readonly ended: number; };
  listMembers: { readonly items: readonly ({ readonly memberId: string; readonly name: string; readonly email: string; readonly formerly: string | null; readonly hasNamesake: boolean; readonly sandbox: { readonly role: string | null; readonly roleId: string | null; readonly roleName: string | null; readonly permissions: readonly (string)[]; }; readonly live: { readonly role: string | null; readonly roleId: string | null; readonly roleName: string | null; readonly permissions: readonly (string)[]; }; readonly status: "active" | "invited" | "disabled"; readonly emailProved: boolean; readonly secondFactor: boolean; readonly usedAt: string | null; readonly waits: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly permissions: readonly (string)[]; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; })[]; readonly reset: { readonly resetId: string; readonly askedBy: Person; readonly agreedBy: Person | null; readonly dueAt: string | null; } | null; readonly ownerChange: { readonly disables: boolean; readonly takes: readonly (string)[] | null; readonly askedBy: Person; readonly dueAt: string; } | null; })[]; readonly next: string | null; };
  inviteMember: { readonly memberId: string; readonly link: string | null; readonly asked: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly aloneUntil: string | null; })[]; };
  sendInvitationAgain: { readonly memberId: string; readonly link: string | null; };
  updatePermissions: { readonly permissions: readonly (string)[]; readonly asked: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly aloneUntil: string | null; })[]; readonly waitsUntil: string | null; };
  disableMember: { readonly active: boolean; readonly waitsUntil: string | null; };
  enableMember: { readonly active: boolean; readonly asked: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly aloneUntil: string | null; })[]; };
  endMemberSessions: { readonly ended: number; };
  askFactorReset: { readonly resetId: string; };
  decideFactorReset: { readonly dueAt: string | null; };
  stopOwnerChange: {  };
  setSecondFactorPolicy: { readonly requestId: string | null; readonly aloneUntil: string | null; };
  getProvider: { readonly redirectUri: string; readonly logInLink: string; readonly provider: { readonly issuer: string; readonly clientId: string; readonly domains: readonly (string)[]; readonly required: boolean; readonly emergencyMemberId: string | null; readonly joins: { readonly claim: string; readonly roles: readonly ({ readonly value: string; readonly role: string; })[]; } | null; readonly connectedAt: string; } | null; };
  connectProvider: { readonly requestId: string | null; readonly aloneUntil: string | null; };
  disconnectProvider: {  };
  unlinkMember: {  };
  listRoles: { readonly permissions: readonly (string)[]; readonly roles: readonly ({ readonly role: string; readonly permissions: readonly (string)[]; })[]; readonly own: readonly ({ readonly roleId: string; readonly name: string; readonly permissions: readonly (string)[]; readonly members: number; readonly waits: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly permissions: readonly (string)[]; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; })[]; })[]; };
  makeRole: { readonly roleId: string; readonly asked: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly aloneUntil: string | null; })[]; };
  changeRole: { readonly roleId: string; readonly asked: readonly ({ readonly requestId: string; readonly mode: "sandbox" | "live"; readonly aloneUntil: string | null; })[]; };
  removeRole: {  };
  listAuditRecords: { readonly items: readonly ({ readonly seq: string; readonly at: string; readonly actor: string; readonly actorName: string | null; readonly action: string; readonly subject: string; readonly subjectName: string | null; readonly detail: string; })[]; readonly next: string | null; };
  verifyAuditChain: { readonly records: string; readonly bad: { readonly seq: string; readonly why: "altered" | "missing" | "unlinked" | "foreign" | "forged" | "unkeyed" | "unknown_key"; } | null; };
  getSummary: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly reasons: readonly ({ readonly reason: string; readonly outcome: string; readonly meaning: string; readonly remedy: string; readonly transfers: number; readonly amount: string; })[]; readonly now: { readonly waiting: readonly ({ readonly waitingFor: "schedule" | "funds" | "window" | "downtime" | "approval"; readonly fundSourceId: string | null; readonly fundSourceName: string | null; readonly transfers: number; readonly amount: string; readonly missing: string | null; readonly nextAt: string; })[]; readonly batchesToApprove: { readonly batches: number; readonly amount: string; }; readonly inReview: readonly ({ readonly bankName: string | null; readonly fundSourceId: string | null; readonly fundSourceName: string | null; readonly transfers: number; readonly amount: string; })[]; readonly lowBalances: readonly ({ readonly fundSourceId: string; readonly name: string; readonly available: string; readonly threshold: string; })[]; readonly incidents: readonly ({ readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; readonly endsAt: string | null; })[]; }; };
  getFigures: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly byDay: readonly ({ readonly day: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byRail: readonly ({ readonly rail: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byBank: readonly ({ readonly bankId: string | null; readonly bankName: string | null; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; };
  getBalanceForecast: { readonly fundSourceId: string; readonly available: string; readonly overdraftLimit: string; readonly pace: { readonly days: number; readonly transfers: number; readonly transfersMin: number; readonly taken: string; readonly hours: number; readonly perHour: string | null; }; readonly runsOutAt: string | null; };
  listTransfers: { readonly items: readonly (TransferRow)[]; readonly next: string | null; };
  createTransfer: { readonly transfer: TransferState; readonly rejection: { readonly code: string; readonly field: string; readonly message: string; } | null; };
  countTransfers: { readonly byStatus: readonly ({ readonly status: "RECEIVED" | "APPROVAL_PENDING" | "QUEUED" | "PENDING" | "SUCCESS" | "FAILED" | "REJECTED" | "REVERSED"; readonly count: number; readonly amount: string; readonly exact: boolean; })[]; readonly total: TransferCount; };
  exportTransfers: Blob;
  getTransferStory: { readonly transfer: TransferRow; readonly fundSourceName: string; readonly makerName: string | null; readonly origin: { readonly kind: string; readonly id: string; readonly name: string; } | null; readonly explanation: { readonly state: "awaiting_approval" | "scheduled" | "queued_for_funds" | "queued_for_window" | "queued_for_bank" | "sending" | "with_bank" | "under_review" | "sent_to_payee_bank" | "credited" | "failed" | "rejected" | "cancelled" | "reversed"; readonly holder: "you" | "held" | "bank" | "payee_bank" | "payee"; readonly where: Sentence; readonly why: Sentence | null; readonly next: Sentence; readonly todo: Sentence; readonly expectedAt: string | null; readonly failsAt: string | null; readonly checkAt: string | null; }; readonly timeline: readonly ({ readonly no: number; readonly at: string; readonly kind: "request" | "check" | "approval" | "queue" | "routing" | "bank" | "ledger" | "webhook" | "recall"; readonly sentence: Sentence; readonly details: Readonly<Record<string, string>>; })[]; readonly ledger: readonly ({ readonly kind: "hold" | "top_up" | "withdrawal" | "internal_transfer" | "refund" | "verification" | "loan" | "to_suspense" | "send" | "unsend" | "post" | "release" | "loan_charges" | "from_suspense" | "return" | "loan_return" | "late_success"; readonly debit: { readonly kind: "wallet" | "held_in" | "held_out" | "fees" | "tax" | "suspense" | "receivable" | "clearing" | "settlement" | "bank_account" | "lender" | "originator" | "intermediate"; readonly owner: string; }; readonly credit: { readonly kind: "wallet" | "held_in" | "held_out" | "fees" | "tax" | "suspense" | "receivable" | "clearing" | "settlement" | "bank_account" | "lender" | "originator" | "intermediate"; readonly owner: string; }; readonly amount: string; readonly at: string; })[]; readonly deliveries: readonly ({ readonly deliveryId: string; readonly type: string; readonly url: string; readonly status: "pending" | "delivered" | "dead"; readonly tries: number; readonly lastStatus: number | null; readonly dueAt: string | null; readonly finishedAt: string | null; })[]; readonly recalls: readonly ({ readonly recallId: string; readonly status: string; readonly reason: "wrong_beneficiary" | "wrong_amount" | "paid_twice" | "fraud" | "other"; readonly askedAt: string; readonly dueAt: string | null; readonly refusal: string | null; })[]; readonly may: { readonly cancel: boolean; readonly recall: boolean; readonly sendAgain: boolean; }; };
  getTransferReceipt: Blob;
  cancelTransfers: { readonly count: number; readonly amount: string; };
  requestTransferRecall: { readonly recallId: string; readonly status: string; readonly dueAt: string | null; };
  listSavedViews: { readonly views: readonly (SavedView)[]; };
  saveListView: SavedView;
  removeListView: { readonly removed: boolean; };
  searchEverything: { readonly transfers: readonly (TransferRow)[]; readonly beneficiaries: readonly (TransferPayee)[]; };
  previewTransfer: { readonly outcome: "sent" | "waits" | "needs_approval" | "rejected" | "failed" | "refused" | "repeated"; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly waitingFor: string | null; readonly nextAt: string | null; readonly mode: string; readonly amount: string; readonly fee: string; readonly tax: string; readonly total: string; readonly mostCharges: string | null; readonly fundSource: { readonly fundSourceId: string; readonly name: string; } | null; readonly available: string | null; readonly balanceAfter: string | null; readonly shortfall: { readonly amount: string; readonly then: "waits" | "failed"; readonly hours: number | null; } | null; readonly route: { readonly rail: string; readonly bankId: string; readonly bankName: string; readonly skipped: readonly ({ readonly rail: string; readonly bankId: string; readonly because: string; })[]; } | null; readonly payee: { readonly name: string; readonly beneId: string | null; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly phone: string | null; readonly addedAt: string; } | null; readonly approval: { readonly policy: string; readonly expiresAfterMinutes: number; readonly levels: readonly ({ readonly approvers: number; readonly names: readonly (string)[]; })[]; readonly sum: { readonly of: "payee" | "maker"; readonly amount: string; } | null; } | null; readonly modes: readonly ({ readonly mode: string; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly rail: string | null; readonly min: string; readonly max: string; readonly fee: string; readonly tax: string; readonly opensAt: string | null; readonly expectedBy: string | null; })[]; readonly duplicate: { readonly transferId: string; readonly transferKey: string; readonly status: string; readonly acceptedAt: string; readonly paidLate: boolean; readonly withinHours: number; } | null; readonly incidents: readonly ({ readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; })[]; };
  getTransferByKey: { readonly transfer: TransferState; };
  uploadBatch: { readonly draftId: string; };
  listBatchDrafts: { readonly items: readonly (BatchDraft)[]; };
  getBatchColumns: { readonly draft: BatchDraft; readonly titles: readonly (string)[]; readonly fields: readonly (BatchField)[]; readonly mapping: Readonly<Record<string, string>>; };
  discardBatch: {  };
  mapBatch: BatchDraft;
  listBatchDraftRows: { readonly items: readonly (BatchDraftRow)[]; readonly next: string | null; };
  changeBatchRow: BatchDraftRow;
  removeBatchRows: { readonly removed: number; };
  compareBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly mostCharges: string | null; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly payee: BatchRowPayee | null; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly payee: BatchRowPayee | null; readonly beforeAmount: string; })[]; }; readonly contentHash: string; readonly available: string; readonly after: string; };
  confirmBatch: { readonly batchId: string; };
  listBatches: { readonly items: readonly (Batch)[]; readonly next: string | null; };
  getBatch: Batch;
  listBatchRows: { readonly items: readonly (BatchRow)[]; readonly next: string | null; };
  reviewBatch: { readonly rows: number; readonly amount: string; readonly fee: string; readonly mostCharges: string | null; readonly tax: string; readonly byMode: readonly (BatchPart)[]; readonly byBank: readonly (BatchPart)[]; readonly largest: readonly (BatchRowBrief)[]; readonly warnings: readonly ({ readonly kind: string; readonly text: string; readonly lines: readonly (number)[]; })[]; readonly earlier: { readonly batchId: string; readonly referenceId: number; readonly name: string; readonly rows: number; readonly amount: string; readonly createdAt: string; } | null; readonly added: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly removed: { readonly count: number; readonly amount: string; readonly first: readonly (BatchRowBrief)[]; }; readonly accounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly payee: BatchRowPayee | null; readonly before: string; })[]; }; readonly amounts: { readonly count: number; readonly amount: string; readonly first: readonly ({ readonly line: number; readonly name: string; readonly transferId: string; readonly paidTo: string; readonly amount: string; readonly payee: BatchRowPayee | null; readonly beforeAmount: string; })[]; }; readonly sample: readonly (BatchRowBrief)[]; };
  getBatchTemplate: Blob;
  getBatchResult: Blob;
  revealBatchResult: Blob;
  cloneFailedRows: { readonly batchId: string; };
  listApprovals: { readonly items: readonly (ApprovalRequest)[]; readonly next: string | null; };
  countApprovals: { readonly requests: number; readonly batches: number; };
  getApproval: ApprovalRequest;
  withdrawRequest: {  };
  decideApprovals: { readonly items: readonly (DecisionOutcome)[]; };
  listApprovalHistory: { readonly items: readonly (ApprovalRequest)[]; readonly next: string | null; };
  playApprover: DecisionOutcome;
  getPolicies: { readonly items: readonly (ApprovalPolicies)[]; readonly people: readonly (Person)[]; readonly sources: Readonly<Record<string, string>>; };
  setPolicies: { readonly version: number | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  simulatePolicies: { readonly policy: string | null; readonly excepted: boolean; readonly levels: readonly ({ readonly approvers: number; readonly permission: string; readonly names: readonly (string)[]; })[]; };
  listBeneficiaries: { readonly items: readonly (Beneficiary)[]; readonly next: string | null; };
  addBeneficiary: { readonly beneficiaryId: string; readonly awaitsApproval: boolean; readonly replacesAccount: boolean; };
  getBeneficiary: Beneficiary;
  removeBeneficiary: { readonly awaitsApproval: boolean; };
  listBeneficiaryPayments: { readonly items: readonly (BeneficiaryPayment)[]; readonly next: string | null; };
  listBeneficiaryRemovers: { readonly items: readonly ({ readonly memberId: string | null; readonly name: string; readonly count: number; })[]; readonly next: string | null; };
  restoreRemovedBy: { readonly restored: number; readonly awaiting: number; readonly left: number; };
  restoreBeneficiary: { readonly beneficiaryId: string; readonly awaitsApproval: boolean; };
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
  listUpstreams: { readonly items: readonly ({ readonly upstreamId: string; readonly name: string; readonly connection: { readonly environment: "test" | "live" | null; readonly enabled: boolean; readonly keyId: string; readonly accountLast4: string; } | null; readonly waits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly webhookPath: string; })[]; };
  testUpstream: { readonly fault: "key_refused" | "caller_refused" | "not_enabled" | "account_unknown" | "unreachable" | "tls_invalid" | "no_answer" | "bank_away" | "not_understood" | "folder_missing" | "folder_not_writable" | "folders_apart" | null; readonly detail: string; readonly accountKnown: boolean; readonly balance: string | null; };
  connectUpstream: { readonly items: readonly ({ readonly upstreamId: string; readonly name: string; readonly connection: { readonly environment: "test" | "live" | null; readonly enabled: boolean; readonly keyId: string; readonly accountLast4: string; } | null; readonly waits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly webhookPath: string; })[]; readonly requestId: string | null; readonly aloneUntil: string | null; };
  getReconciliation: { readonly days: number; readonly fromPayment: { readonly fiveMinutes: { readonly reconciled: number; readonly total: number; }; readonly oneHour: { readonly reconciled: number; readonly total: number; }; readonly oneDay: { readonly reconciled: number; readonly total: number; }; }; readonly fromStatement: { readonly fiveMinutes: { readonly reconciled: number; readonly total: number; }; readonly oneHour: { readonly reconciled: number; readonly total: number; }; readonly oneDay: { readonly reconciled: number; readonly total: number; }; }; readonly fromPaymentByDay: readonly ({ readonly day: string; readonly ages: { readonly fiveMinutes: { readonly reconciled: number; readonly total: number; }; readonly oneHour: { readonly reconciled: number; readonly total: number; }; readonly oneDay: { readonly reconciled: number; readonly total: number; }; }; })[]; readonly fromStatementByDay: readonly ({ readonly day: string; readonly ages: { readonly fiveMinutes: { readonly reconciled: number; readonly total: number; }; readonly oneHour: { readonly reconciled: number; readonly total: number; }; readonly oneDay: { readonly reconciled: number; readonly total: number; }; }; })[]; readonly openBreaks: number; readonly suspenseCredit: string; readonly suspenseDebit: string; readonly stopAbove: string; readonly stopAboveWaits: { readonly after: string; readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly stopAboveUndo: { readonly before: string; readonly people: readonly (Person)[]; readonly since: string; } | null; readonly banks: readonly (StatementSchedule)[]; readonly statements: readonly (AccountStatement)[]; readonly missing: readonly ({ readonly bankId: string; readonly bankName: string; readonly breakId: string; readonly day: string; readonly detail: string; })[]; };
  listBreaks: { readonly items: readonly (Break)[]; readonly next: string | null; };
  getBreak: BreakDetails;
  assignBreak: BreakDetails;
  resolveBreak: BreakDetails;
  matchBreak: BreakDetails;
  undoBreak: BreakDetails;
  setStopLimit: { readonly stopAbove: string; readonly requestId: string | null; readonly aloneUntil: string | null; };
  listOverdueCredits: { readonly asOf: string; readonly items: readonly (OverdueCredit)[]; readonly banks: readonly (BankAgeing)[]; readonly isCut: boolean; };
  exportOverdueCredits: Blob;
  getClaimLetter: Blob;
  getBankHealth: { readonly asOf: string; readonly items: readonly (BankHealth)[]; };
  listRoutingPolicies: { readonly items: readonly (RoutingPolicy)[]; readonly banks: readonly ({ readonly bankId: string; readonly bankName: string; readonly rails: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[]; })[]; };
  setRoutingPolicy: { readonly items: readonly (RoutingPolicy)[]; readonly banks: readonly ({ readonly bankId: string; readonly bankName: string; readonly rails: readonly ("imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card")[]; })[]; };
  tryRoutingPolicy: RoutingTrial;
  explainRoute: { readonly items: readonly (RouteDecision)[]; };
  listLinks: { readonly items: readonly (PayoutLink)[]; readonly next: string | null; };
  createLink: PayoutLinkWithAddress;
  getLink: PayoutLinkWithAddress;
  deactivateLink: PayoutLinkWithAddress;
  revealLinkAddress: { readonly address: string; };
  acceptLinkCodes: PayoutLinkWithAddress;
  getLending: CoLending;
  enrolInLending: CoLending;
  listLoans: { readonly items: readonly (Loan)[]; readonly next: string | null; };
  lend: { readonly loanId: string; readonly status: string; readonly repeated: boolean; };
  previewLoan: { readonly amount: string; readonly disbursal: string; readonly lenderShare: string; readonly originatorShare: string; };
  listReportTypes: { readonly rangeDaysMax: number; readonly formats: readonly ("csv" | "xlsx" | "xls")[]; readonly items: readonly ({ readonly type: "transfer" | "pending_transfer" | "flowgram" | "account_statement" | "reversed_transfers"; readonly title: string; readonly columns: readonly ({ readonly name: string; readonly title: string; })[]; })[]; };
  listReports: { readonly items: readonly (Report)[]; readonly next: string | null; };
  requestReport: Report;
  downloadReport: Blob;
  getNotifications: { readonly items: readonly ({ readonly category: string; readonly name: string; readonly description: string; readonly enabled: boolean; readonly recipients: readonly (string)[]; })[]; };
  setNotificationCategory: { readonly enabled: boolean; readonly recipients: readonly (string)[]; };
  addNotificationRecipients: { readonly items: readonly ({ readonly enabled: boolean; readonly recipients: readonly (string)[]; })[]; };
  setNotificationRecipients: { readonly enabled: boolean; readonly recipients: readonly (string)[]; };
  deleteNotificationRecipient: { readonly enabled: boolean; readonly recipients: readonly (string)[]; };
  getThresholds: { readonly items: readonly ({ readonly fundSourceId: string; readonly name: string; readonly accountLast4: string | null; readonly available: string; readonly minimumBalance: string; readonly notify: boolean; readonly isBelow: boolean; })[]; readonly asOf: string; };
  setThreshold: { readonly fundSourceId: string; };
  getPayoutSettings: { readonly payoutsEnabled: boolean; readonly queuingHours: number | null; readonly syncWaitSeconds: number; readonly checkPhoneName: boolean; readonly accountOnce: boolean; readonly waitingMinutes: number; readonly waits: readonly ({ readonly setting: "payoutsEnabled" | "queuingHours" | "checkPhoneName" | "accountOnce" | "waitingMinutes"; readonly after: string; readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; })[]; readonly undo: readonly ({ readonly setting: "payoutsEnabled" | "queuingHours" | "checkPhoneName" | "accountOnce" | "waitingMinutes"; readonly before: string; readonly people: readonly (Person)[]; readonly since: string; })[]; };
  changePayoutSettings: { readonly payoutsEnabled: boolean; readonly queuingHours: number | null; readonly syncWaitSeconds: number; readonly checkPhoneName: boolean; readonly accountOnce: boolean; readonly waitingMinutes: number; readonly waits: readonly ({ readonly setting: "payoutsEnabled" | "queuingHours" | "checkPhoneName" | "accountOnce" | "waitingMinutes"; readonly after: string; readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; })[]; readonly undo: readonly ({ readonly setting: "payoutsEnabled" | "queuingHours" | "checkPhoneName" | "accountOnce" | "waitingMinutes"; readonly before: string; readonly people: readonly (Person)[]; readonly since: string; })[]; };
  listRules: { readonly items: readonly ({ readonly ruleId: string; readonly version: number; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly place: number; readonly setAt: string; readonly scopeName: string | null; readonly waits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; readonly action: "change" | "remove"; } | null; readonly undo: { readonly people: readonly (Person)[]; readonly since: string; } | null; })[]; readonly additions: readonly ({ readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; readonly rule: ProposedRule; })[]; readonly removed: readonly ({ readonly people: readonly (Person)[]; readonly since: string; readonly ruleId: string; readonly rule: ProposedRule; })[]; readonly kinds: readonly (string)[]; readonly rulesMax: number; };
  addRule: { readonly rule: { readonly ruleId: string; readonly version: number; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly place: number; readonly setAt: string; } | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  changeRule: { readonly rule: { readonly ruleId: string; readonly version: number; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly place: number; readonly setAt: string; } | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  removeRule: { readonly rule: { readonly ruleId: string; readonly version: number; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly place: number; readonly setAt: string; } | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  tryRule: { readonly judged: { readonly count: number; readonly amount: string; }; readonly stopped: { readonly count: number; readonly amount: string; }; readonly first: readonly ({ readonly transferId: string; readonly referenceId: string; readonly amount: string; readonly acceptedAt: string; })[]; };
  undoRule: { readonly rule: { readonly ruleId: string; readonly version: number; readonly kind: "trusted_amount" | "transfer_limit" | "daily_limit" | "velocity" | "new_payee" | "duplicate" | "unusual_amount"; readonly parameters: { readonly limit?: string | undefined; readonly upTo?: string | undefined; readonly above?: string | undefined; readonly transfers?: number | undefined; readonly periodMinutes?: number | undefined; readonly addedWithinHours?: number | undefined; readonly times?: number | undefined; readonly leastKnown?: number | undefined; readonly direction?: string | undefined; }; readonly scope: "merchant" | "fund_source" | "beneficiary" | "rail"; readonly scopeId: string | null; readonly effect: "review" | "block" | "allow"; readonly active: boolean; readonly place: number; readonly setAt: string; } | null; };
  listBlockedPayees: { readonly items: readonly ({ readonly blockId: string; readonly kind: string; readonly shown: string; readonly because: string; readonly blockedAt: string; readonly expiresAt: string | null; readonly expired: boolean; readonly waits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly undo: { readonly people: readonly (Person)[]; readonly since: string; } | null; })[]; readonly next: string | null; };
  addBlockedPayee: { readonly blockId: string; };
  endBlockedPayee: { readonly blockId: string; readonly requestId: string | null; readonly aloneUntil: string | null; };
  tryBlock: { readonly judged: { readonly count: number; readonly amount: string; }; readonly stopped: { readonly count: number; readonly amount: string; }; readonly first: readonly ({ readonly transferId: string; readonly referenceId: string; readonly amount: string; readonly acceptedAt: string; })[]; };
  undoBlockedPayee: { readonly blockId: string; };
  getApiKeys: { readonly apisEnabled: boolean; readonly keys: { readonly clientId: string; readonly name: string; readonly version: number; readonly statusMode: "rest" | "always-200"; readonly scope: "read" | "draft" | "pay"; readonly fundSourceIds: readonly (string)[] | null; readonly dayLimit: string | null; readonly leftToday: string | null; readonly ipAllowlist: readonly (string)[]; readonly ratePerMinute: number; readonly usedThisMinute: number; readonly publicKeyPem: string; readonly createdAt: string; readonly lastUse: { readonly at: string; readonly ip: string; } | null; readonly holderUnknown: boolean; } | null; readonly reset: { readonly requestId: string; readonly status: "pending" | "approved"; readonly askedByMe: boolean; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly wider: { readonly requestId: string; readonly expiresAt: string; readonly aloneUntil: string | null; } | null; readonly allowlistWaits: { readonly requestId: string; readonly askedBy: Person; readonly expiresAt: string; readonly aloneUntil: string | null; readonly after: string; } | null; readonly formerTerms: { readonly people: readonly (Person)[]; readonly since: string; readonly scope: "read" | "draft" | "pay"; readonly fundSourceIds: readonly (string)[] | null; readonly dayLimit: string | null; } | null; readonly formerAllowlist: { readonly people: readonly (Person)[]; readonly since: string; readonly ipAllowlist: readonly (string)[]; } | null; };
  generateApiKeys: { readonly keys: { readonly clientId: string; readonly clientSecret: string; readonly publicKeyPem: string; } | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  changeApiKeys: { readonly statusMode: "rest" | "always-200"; readonly ipAllowlist: readonly (string)[]; readonly requestId: string | null; readonly aloneUntil: string | null; };
  changeKeyScope: { readonly scope: "read" | "draft" | "pay"; readonly requestId: string | null; readonly aloneUntil: string | null; };
  resetApiKeys: { readonly keys: { readonly clientId: string; readonly clientSecret: string; readonly publicKeyPem: string; } | null; readonly requestId: string | null; readonly aloneUntil: string | null; };
  completeApiKeyReset: { readonly clientId: string; readonly clientSecret: string; readonly publicKeyPem: string; };
  listWebhookEndpoints: { readonly items: readonly ({ readonly endpointId: string; readonly url: string; readonly format: "classic_form" | "classic_json" | "standard" | "v2"; readonly eventTypes: readonly (string)[] | null; readonly status: "enabled" | "disabled"; readonly disabledBecause: "gone" | "failing" | "merchant" | null; readonly disabledAt: string | null; readonly consecutiveFailures: number; readonly failingSince: string | null; readonly previousSecretUntil: string | null; readonly createdAt: string; readonly delivered: number; readonly failing: number; readonly p95Ms: number | null; readonly lastAt: string | null; })[]; readonly events: readonly ({ readonly eventType: string; readonly inV2: boolean; })[]; };
  addWebhookEndpoint: { readonly endpointId: string; readonly url: string; readonly secret: string; };
  testWebhook: { readonly accepted: boolean; readonly httpStatus: number | null; readonly excerpt: string; readonly durationMs: number; readonly request: { readonly url: string; readonly body: string; readonly headers: readonly ({ readonly name: string; readonly value: string; })[]; }; };
  changeWebhookEndpoint: { readonly disabledAt: string | null; };
  removeWebhookEndpoint: { readonly endpointId: string; };
  rotateWebhookSecret: { readonly secret: string; };
  listWebhookDeliveries: { readonly items: readonly ({ readonly deliveryId: string; readonly endpointId: string; readonly eventId: string; readonly eventType: string; readonly subjectKind: "transfer" | "batch" | "fund_source" | "incident" | "flowgram"; readonly subjectId: string; readonly transferId: string | null; readonly outcome: "delivered" | "retrying" | "waiting" | "failed"; readonly tries: number; readonly dueAt: string | null; readonly eventAt: string; readonly createdAt: string; readonly finishedAt: string | null; readonly httpStatus: number | null; readonly durationMs: number | null; readonly excerpt: string | null; })[]; readonly next: string | null; };
  getWebhookDelivery: { readonly deliveryId: string; readonly endpointId: string; readonly eventId: string; readonly eventType: string; readonly subjectKind: "transfer" | "batch" | "fund_source" | "incident" | "flowgram"; readonly subjectId: string; readonly transferId: string | null; readonly outcome: "delivered" | "retrying" | "waiting" | "failed"; readonly tries: number; readonly dueAt: string | null; readonly eventAt: string; readonly createdAt: string; readonly finishedAt: string | null; readonly httpStatus: number | null; readonly durationMs: number | null; readonly excerpt: string | null; readonly url: string; readonly format: "classic_form" | "classic_json" | "standard" | "v2"; readonly log: readonly ({ readonly at: string; readonly httpStatus: number | null; readonly durationMs: number; readonly excerpt: string; })[]; readonly request: { readonly url: string; readonly body: string; readonly headers: readonly ({ readonly name: string; readonly value: string; })[]; } | null; readonly masked: boolean; };
  replayWebhookDelivery: { readonly deliveryId: string; };
  countWebhookReplay: { readonly deliveries: number; readonly byType: readonly ({ readonly type: string; readonly deliveries: number; })[]; };
  replayWebhooks: { readonly replayed: number; };
  checkWebhookSignature: { readonly scheme: "fields" | "body" | "v2" | "standard"; readonly verdict: "right" | "old_secret" | "clock_skew" | "different" | "not_sorted" | "signature_included" | "names_included" | "not_decoded" | "body_rewritten" | "timestamp_missing" | "wrong_encoding" | "key_not_decoded" | "wrong_key" | "wrong_signature"; readonly baseString: string; readonly skewSeconds: number | null; };
  listApiCalls: { readonly items: readonly ({ readonly callId: string; readonly requestId: string; readonly at: string; readonly method: string; readonly path: string; readonly httpStatus: number; readonly durationMs: number; readonly clientId: string | null; readonly ip: string; readonly refusal: string | null; readonly objectKind: "transfer" | "batch" | "beneficiary" | "link" | "loan" | null; readonly objectKey: string | null; })[]; readonly next: string | null; readonly notLogged: number; };
  getSandboxClock: { readonly now: string; readonly offsetSeconds: number; readonly movingTo: string | null; readonly happened: readonly ({ readonly type: string; readonly events: number; })[]; };
  advanceSandboxClock: { readonly from: string; readonly now: string; readonly offsetSeconds: number; readonly arrived: boolean; readonly stops: number; readonly due: readonly ({ readonly kind: string; readonly count: number; })[]; };
  listSandboxBanks: { readonly items: readonly ({ readonly bankId: string; readonly name: string; readonly rails: readonly (string)[]; readonly manner: { readonly latencyMs: number | null; readonly mishap: "fail" | "pending" | "timeout" | "deemed" | "late-success" | "return" | "cut-answer" | "http-error" | "html" | "callback-missing" | "callback-duplicate" | null; readonly percent: number; readonly maintenanceUntil: string | null; } | null; })[]; };
  setSandboxBank: { readonly manner: { readonly latencyMs: number | null; readonly mishap: "fail" | "pending" | "timeout" | "deemed" | "late-success" | "return" | "cut-answer" | "http-error" | "html" | "callback-missing" | "callback-duplicate" | null; readonly percent: number; readonly maintenanceUntil: string | null; } | null; };
  listSandboxMessages: { readonly items: readonly ({ readonly messageId: string; readonly channel: "email" | "sms"; readonly to: string; readonly purpose: string; readonly subject: string; readonly text: string; readonly status: "pending" | "sent" | "failed"; readonly queuedAt: string; readonly finishedAt: string | null; })[]; readonly next: string | null; };
  forceSandboxOutcome: { readonly bankId: string; readonly happened: boolean; };
  listMagicValues: { readonly items: readonly ({ readonly id: string; readonly about: string; readonly vpas: readonly (string)[]; readonly accounts: readonly (string)[]; readonly phone: string; readonly amounts: readonly (string)[]; })[]; };
  listDowntimeDrills: { readonly items: readonly ({ readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: "imps" | "neft" | "rtgs" | "upi"; readonly severity: "low" | "high"; readonly status: "planned" | "active" | "resolved" | "cancelled"; readonly startedAt: string; readonly endsAt: string | null; readonly resolvedAt: string | null; })[]; };
  startDowntimeDrill: { readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: "imps" | "neft" | "rtgs" | "upi"; readonly severity: "low" | "high"; readonly status: "planned" | "active" | "resolved" | "cancelled"; readonly startedAt: string; readonly endsAt: string | null; readonly resolvedAt: string | null; };
  endDowntimeDrill: { readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: "imps" | "neft" | "rtgs" | "upi"; readonly severity: "low" | "high"; readonly status: "planned" | "active" | "resolved" | "cancelled"; readonly startedAt: string; readonly endsAt: string | null; readonly resolvedAt: string | null; };
  getBankDrill: { readonly report: { readonly bankId: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly percent: number; readonly fault: "refuses" | "is_silent"; readonly from: string; readonly until: string; readonly running: boolean; readonly transfers: number; readonly succeeded: number; readonly failed: number; readonly open: number; readonly calls: number; readonly troubled: number; readonly detected: { readonly afterSeconds: number; readonly afterCalls: number; readonly as: "degraded" | "down"; } | null; readonly recoveredAfterSeconds: number | null; readonly rerouted: number; readonly failedOver: number; readonly queued: number; readonly lost: number; readonly paidTwice: number; } | null; };
  startBankDrill: { readonly bankId: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly percent: number; readonly fault: "refuses" | "is_silent"; readonly from: string; readonly until: string; readonly running: boolean; readonly transfers: number; readonly succeeded: number; readonly failed: number; readonly open: number; readonly calls: number; readonly troubled: number; readonly detected: { readonly afterSeconds: number; readonly afterCalls: number; readonly as: "degraded" | "down"; } | null; readonly recoveredAfterSeconds: number | null; readonly rerouted: number; readonly failedOver: number; readonly queued: number; readonly lost: number; readonly paidTwice: number; };
  playBankDrill: { readonly bankId: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly percent: number; readonly fault: "refuses" | "is_silent"; readonly from: string; readonly until: string; readonly running: boolean; readonly transfers: number; readonly succeeded: number; readonly failed: number; readonly open: number; readonly calls: number; readonly troubled: number; readonly detected: { readonly afterSeconds: number; readonly afterCalls: number; readonly as: "degraded" | "down"; } | null; readonly recoveredAfterSeconds: number | null; readonly rerouted: number; readonly failedOver: number; readonly queued: number; readonly lost: number; readonly paidTwice: number; };
  endBankDrill: { readonly bankId: string; readonly rail: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card"; readonly percent: number; readonly fault: "refuses" | "is_silent"; readonly from: string; readonly until: string; readonly running: boolean; readonly transfers: number; readonly succeeded: number; readonly failed: number; readonly open: number; readonly calls: number; readonly troubled: number; readonly detected: { readonly afterSeconds: number; readonly afterCalls: number; readonly as: "degraded" | "down"; } | null; readonly recoveredAfterSeconds: number | null; readonly rerouted: number; readonly failedOver: number; readonly queued: number; readonly lost: number; readonly paidTwice: number; };
}
