// What can be done on each screen: the names of buttons and links, and the operation that each asks for.

type Actions = Readonly<Record<string, string>>;

const webhook = {
  "Add endpoint": "addWebhookEndpoint",
  "Send a test": "testWebhook",
  "Choose events": "changeWebhookEndpoint",
  Disable: "changeWebhookEndpoint",
  "Rotate secret": "rotateWebhookSecret",
  Remove: "removeWebhookEndpoint",
};
const statement = {
  "Download the statement as PDF": "downloadStatement",
  "Download the statement as CSV": "downloadStatement",
  "Download the statement as XLSX": "downloadStatement",
};

/** Each screen's actions that take a permission, by path below the environment; no two in a row of one route. */
export function actionsOn({ beneficiaryId }: { beneficiaryId: string }): Readonly<Record<string, Actions>> {
  return {
    summary: { "New transfer": "createTransfer" },
    "transfers/all": { "New transfer": "createTransfer", "Download CSV": "exportTransfers" },
    "transfers/quick": { "Review transfer": "createTransfer" },
    "transfers/reversed": { "Download CSV": "exportTransfers" },
    "transfers/paid-1": { "Request recall": "requestTransferRecall" },
    "transfers/all?f=1&status=QUEUED": {
      "New transfer": "createTransfer",
      "Download CSV": "exportTransfers",
      "Cancel all 1 that match": "cancelTransfers",
    },
    "transfers/batches": { "New batch": "uploadBatch" },
    "transfers/batches/new": { "Upload and check": "uploadBatch" },
    "transfers/waits-1": { "Cancel transfer": "cancelTransfers" },
    beneficiaries: { "Add beneficiary": "addBeneficiary" },
    "beneficiaries/new": { Add: "addBeneficiary" },
    "transfers/ended-1": { "Send again with these details": "createTransfer" },
    "beneficiaries/batch": { Upload: "uploadBeneficiaries" },
    [`beneficiaries/${beneficiaryId}`]: {
      Pay: "createTransfer",
      Delete: "removeBeneficiary",
      "Delete and add again": "removeBeneficiary",
      "Ask the bank": "verifyBeneficiary",
      "Show the whole number. It is recorded who looked.": "revealBeneficiaryAccount",
    },
    "fund-sources": { "Add bank account": "openBankSource", Withdraw: "withdraw" },
    "fund-sources/WALLET_1": {
      ...statement,
      Withdraw: "withdraw",
      "Ask for an overdraft limit": "requestOverdraft",
    },
    "settings/account": { Register: "registerAccount" },
    links: { "Create link": "createLink" },
    "co-lending": { "Agree with a lender": "enrolInLending" },
    reports: {
      "Make a report: Transfer": "requestReport",
      "Make a report: Account statement": "requestReport",
    },
    "settings/email-notifications": { "Add recipients: Low balance": "addNotificationRecipients" },
    "settings/access": { "Invite a member": "inviteMember" },
    "settings/access/roles": { "Make a role": "makeRole" },
    "settings/access/audit-log": { "Verify the records": "verifyAuditChain" },
    "settings/api-keys": { "Reset the secret": "resetApiKeys", Save: "changeApiKeys" },
    "settings/thresholds": { Confirm: "setThreshold" },
    "settings/payouts": { Save: "changePayoutSettings" },
    "settings/rules": {
      "Add rule": "addRule",
      "Switch off: Limit for a day": "changeRule",
      "Remove: Limit for a day": "removeRule",
    },
    "settings/blocked-payees": {
      "Block a payee": "addBlockedPayee",
      "Unblock: fraud@upi": "endBlockedPayee",
    },
    "settings/approval-policies": { "Save policies": "setPolicies" },
    "developers/webhooks": webhook,
    "developers/webhooks/deliveries": { "Replay by time": "replayWebhooks" },
    "developers/webhooks/signatures": { Check: "checkWebhookSignature" },
    "developers/sandbox": {
      "1 hour": "advanceSandboxClock",
      "1 day": "advanceSandboxClock",
      "3 days": "advanceSandboxClock",
      "7 days": "advanceSandboxClock",
      "30 days": "advanceSandboxClock",
      "Force it": "forceSandboxOutcome",
      "Let it be down": "startDowntimeDrill",
      "End it": "endDowntimeDrill",
    },
    "developers/sandbox/banks": { Save: "setSandboxBank" },
  };
}
