/**
 * The permissions for the dashboard, written by hand from the specification and the page on roles. Tests compare them
 * with the declarations in the code and with the server's behaviour.
 */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The permissions of each role. Approvers can also view transfers, because they cannot decide on something hidden. */
export const HOLDS = {
  owner: words(`
    access_transfers initiate_quick_transfer initiate_bulk_transfer approve_quick_transfer approve_bulk_transfer
    manage_beneficiaries reveal_account_numbers export_data manage_fund_sources manage_keys manage_webhooks
    manage_limits manage_settings manage_policies manage_members view_audit_log approve_changes own_organization`),
  admin: words(`
    access_transfers initiate_quick_transfer initiate_bulk_transfer approve_quick_transfer approve_bulk_transfer
    manage_beneficiaries reveal_account_numbers export_data manage_fund_sources manage_keys manage_webhooks
    manage_limits manage_settings manage_policies manage_members view_audit_log approve_changes`),
  initiator: words("access_transfers initiate_quick_transfer initiate_bulk_transfer"),
  approver: words(`
    access_transfers approve_quick_transfer approve_bulk_transfer initiate_quick_transfer initiate_bulk_transfer`),
  developer: words("access_transfers manage_keys manage_webhooks"),
  viewer: words("access_transfers export_data"),
} as const satisfies Record<string, readonly string[]>;

/** Operations for visitors, before a log-in. */
export const FOR_VISITORS = words(`
    readOffers startTryOut signUp logIn completeLogIn askForPasskey logInWithPasskey askToResetPassword
    resetPassword proveEmail readInvitation acceptInvitation keepFactorsByLink
    findProvider startProviderLogIn answerProviderLogIn`);

/** Operations for every member of the organization. */
export const FOR_MEMBERS = words(`
    getSession logOut sendProofAgain proveAgain askForProof readSecurity changeName changePassword
    readProofWays startProviderProof answerProviderProof
    setUpAuthenticator confirmAuthenticator removeAuthenticator replaceRecoveryCodes startPasskey addPasskey
    keepFactors removePasskey endSession endOtherSessions listRoles whoCan readOnboarding getBatchTemplate
    downloadBeneficiaryTemplate getPolicies simulatePolicies getAccountInformation listReportTypes
    getNotifications getPayoutSettings`);

/** All other operations, by the one permission that each requires. */
export const BY_PERMISSION: Readonly<Record<string, readonly string[]>> = {
  // The policy of a request says if a member may decide on it, and saved views belong to each member.
  access_transfers: words(`
    watchMerchant getSummary getFigures getBalanceForecast listTransfers countTransfers getTransferStory
    getTransferReceipt getTransferByKey searchEverything listSavedViews saveListView removeListView listBatches
    getBatch listBatchRows reviewBatch listApprovals countApprovals getApproval decideApprovals withdrawRequest
    listApprovalHistory listBeneficiaries listBeneficiaryRemovers
    getBeneficiary listBeneficiaryPayments listBeneficiaryBatches
    getBeneficiaryBatch listFundSources getDepositAccount listStatement getStatementTotals listWithdrawals
    listRefunds listBanks listDowntimes listOverdraftRequests simulateTopUp listLinks getLending listLoans
    getThresholds listRules listBlockedPayees getApiKeys listWebhookEndpoints listWebhookDeliveries listApiCalls
    getSandboxClock listSandboxBanks listSandboxMessages listMagicValues listDowntimeDrills
    listOverdueCredits getClaimLetter getBankDrill getReconciliation listBreaks getBreak
    getBankHealth listRoutingPolicies explainRoute`),
  initiate_quick_transfer: words(`
    previewTransfer createTransfer cancelTransfers requestTransferRecall getLink createLink deactivateLink
    revealLinkAddress acceptLinkCodes
    previewLoan lend`),
  initiate_bulk_transfer: words(`
    uploadBatch listBatchDrafts getBatchColumns mapBatch listBatchDraftRows changeBatchRow removeBatchRows
    compareBatch confirmBatch discardBatch cloneFailedRows`),
  manage_beneficiaries: words(`
    addBeneficiary removeBeneficiary verifyBeneficiary uploadBeneficiaries`),
  reveal_account_numbers: words("revealBeneficiaryAccount revealBatchResult"),
  export_data: words(
    "exportTransfers getBatchResult downloadStatement listReports requestReport downloadReport exportOverdueCredits",
  ),
  manage_fund_sources: words(
    "moveMoney withdraw setShares openBankSource registerAccount listUpstreams testUpstream connectUpstream",
  ),
  manage_keys: words("generateApiKeys changeApiKeys changeKeyScope resetApiKeys completeApiKeyReset"),
  manage_webhooks: words(`
    testWebhook addWebhookEndpoint changeWebhookEndpoint removeWebhookEndpoint rotateWebhookSecret
    getWebhookDelivery replayWebhookDelivery countWebhookReplay replayWebhooks checkWebhookSignature
    advanceSandboxClock setSandboxBank forceSandboxOutcome startDowntimeDrill endDowntimeDrill
    startBankDrill playBankDrill endBankDrill`),
  manage_limits: words(`
    requestOverdraft addRule changeRule removeRule tryRule addBlockedPayee endBlockedPayee tryBlock
    undoRule undoBlockedPayee`),
  manage_settings: words(`
    enrolInLending setNotificationCategory addNotificationRecipients setNotificationRecipients
    deleteNotificationRecipient setThreshold changePayoutSettings
    assignBreak resolveBreak matchBreak undoBreak setStopLimit tryRoutingPolicy setRoutingPolicy`),
  manage_policies: words("setPolicies playApprover"),
  manage_members: words(`
    listMembers inviteMember sendInvitationAgain updatePermissions disableMember enableMember endMemberSessions
    askFactorReset decideFactorReset stopOwnerChange setSecondFactorPolicy
    makeRole changeRole removeRole`),
  own_organization: words(
    "restoreBeneficiary restoreRemovedBy getProvider connectProvider disconnectProvider unlinkMember",
  ),
  view_audit_log: words("listAuditRecords verifyAuditChain"),
};

/** Returns the permission that an operation requires; null: none; undefined: the operation is not in the table. */
export function permissionFor(name: string): string | null | undefined {
  if (FOR_VISITORS.includes(name) || FOR_MEMBERS.includes(name)) return null;
  return Object.keys(BY_PERMISSION).find((permission) => BY_PERMISSION[permission]!.includes(name));
}

/**
 * Operations that change something without a fresh proof of identity, with the reason; all other changes require one.
 */
export const WITHOUT_PROOF: Readonly<Record<string, readonly string[]>> = {
  "one payment, until those of a member add up to 2,00,000": ["createTransfer"],
  "nothing is paid or kept by it": words(
    "checkWebhookSignature previewLoan previewTransfer testWebhook tryBlock tryRoutingPolicy tryRule",
  ),
  "money is kept from leaving, or asked back": words(
    "addBlockedPayee cancelTransfers deactivateLink endMemberSessions requestTransferRecall",
  ),
  "a change is not made": words("withdrawRequest"),
  "a draft, which takes a proof to be paid": words(
    "changeBatchRow discardBatch mapBatch removeBatchRows uploadBatch",
  ),
  "what is seen and told": words(`
    addNotificationRecipients assignBreak changeWebhookEndpoint deleteNotificationRecipient removeListView
    replayWebhookDelivery replayWebhooks requestReport resolveBreak saveListView setNotificationCategory
    setNotificationRecipients setThreshold verifyBeneficiary`),
  "the sandbox, where no money is": words(`
    advanceSandboxClock endBankDrill endDowntimeDrill forceSandboxOutcome playBankDrill setSandboxBank simulateTopUp
    startBankDrill startDowntimeDrill`),
};
