// The actions on each screen: the English texts of buttons and links, and the operation behind each.
import approvals from "../../app/dashboard/features/approvals/texts.en.ts";
import batches from "../../app/dashboard/features/batches/texts.en.ts";
import beneficiaries from "../../app/dashboard/features/beneficiaries/texts.en.ts";
import keys from "../../app/dashboard/features/developers/keys/texts.en.ts";
import sandbox from "../../app/dashboard/features/developers/sandbox/texts.en.ts";
import webhooks from "../../app/dashboard/features/developers/webhooks/texts.en.ts";
import funds from "../../app/dashboard/features/fund-sources/texts.en.ts";
import lending from "../../app/dashboard/features/lending/texts.en.ts";
import links from "../../app/dashboard/features/links/texts.en.ts";
import members from "../../app/dashboard/features/members/texts.en.ts";
import reports from "../../app/dashboard/features/reports/texts.en.ts";
import drafts from "../../app/dashboard/features/routing/draft/texts.en.ts";
import routing from "../../app/dashboard/features/routing/texts.en.ts";
import emails from "../../app/dashboard/features/settings/emails/texts.en.ts";
import payouts from "../../app/dashboard/features/settings/payouts/texts.en.ts";
import rules from "../../app/dashboard/features/settings/rules/texts.en.ts";
import thresholds from "../../app/dashboard/features/settings/thresholds/texts.en.ts";
import summary from "../../app/dashboard/features/summary/texts.en.ts";
import quick from "../../app/dashboard/features/transfers/quick/texts.en.ts";
import transfers from "../../app/dashboard/features/transfers/texts.en.ts";
import ruleWords from "../../app/dashboard/ui/rules/texts.en.ts";
import ui from "../../app/dashboard/ui/texts.en.ts";

type Actions = Readonly<Record<string, string>>;

const statementAs = (format: string): string => funds.downloadAs.replace("{format}", format);
const clockSteps = [sandbox.by3600, sandbox.by86400, sandbox.by259200, sandbox.by604800, sandbox.by2592000];

/**
 * Returns the actions that need a permission for each screen, by path below the environment. Two screens of the same
 * route never follow each other.
 */
export function actionsOn({ beneficiaryId }: { beneficiaryId: string }): Readonly<Record<string, Actions>> {
  return {
    summary: { [summary.newTransfer]: "createTransfer" },
    "transfers/all": { [transfers.newTransfer]: "createTransfer", [transfers.export]: "exportTransfers" },
    "transfers/quick": { [quick.review]: "createTransfer" },
    "transfers/reversed": { [transfers.export]: "exportTransfers" },
    "transfers/all/paid-1": { [transfers.recall]: "requestTransferRecall" },
    "transfers/all?f=1&status=QUEUED": {
      [transfers.newTransfer]: "createTransfer",
      [transfers.export]: "exportTransfers",
      [transfers.selectAllMatching.replace("{count}", "1")]: "cancelTransfers",
    },
    "transfers/batches": { [batches.newBatch]: "uploadBatch" },
    "transfers/batches/new": { [batches.upload]: "uploadBatch" },
    "transfers/all/waits-1": { [transfers.cancelOne]: "cancelTransfers" },
    beneficiaries: { [beneficiaries.add]: "addBeneficiary" },
    "beneficiaries/new": { [beneficiaries.addSend]: "addBeneficiary" },
    "transfers/all/ended-1": { [transfers.sendAgain]: "createTransfer" },
    "beneficiaries/batch": { [beneficiaries.uploadSend]: "uploadBeneficiaries" },
    [`beneficiaries/${beneficiaryId}`]: {
      [beneficiaries.pay]: "createTransfer",
      [beneficiaries.delete]: "removeBeneficiary",
      [beneficiaries.replace]: "removeBeneficiary",
      [beneficiaries.verifyAgain]: "verifyBeneficiary",
      [ui.reveal]: "revealBeneficiaryAccount",
    },
    "fund-sources": { [funds.addBank]: "openBankSource", [funds.withdraw]: "withdraw" },
    "fund-sources/WALLET_1": {
      [statementAs("PDF")]: "downloadStatement",
      [statementAs("CSV")]: "downloadStatement",
      [statementAs("XLSX")]: "downloadStatement",
      [funds.withdraw]: "withdraw",
      [funds.askOverdraft]: "requestOverdraft",
    },
    "fund-sources/reconciliation": {},
    "fund-sources/reconciliation/statements": {},
    "fund-sources/routing": {
      [routing.draft]: "setRoutingPolicy",
      [routing.draftFrom.replace("{version}", "0")]: "setRoutingPolicy",
    },
    "fund-sources/routing/draft": {
      [drafts.try]: "tryRoutingPolicy",
      [drafts.putInForce]: "setRoutingPolicy",
    },
    "fund-sources/late-returns": {},
    "settings/account": { [funds.change]: "registerAccount" },
    links: { [links.create]: "createLink" },
    "co-lending": { [lending.enrol]: "enrolInLending" },
    reports: { [reports.makeOf.replace("{name}", reports.typeTransfer)]: "requestReport" },
    "settings/email-notifications": {
      [`${emails.add}: ${emails.c_low_balance}`]: "setNotificationRecipients",
    },
    "settings/access": { [members.invite]: "inviteMember" },
    "settings/access/roles": { [members.makeRole]: "makeRole" },
    "settings/access/audit-log": { [members.verify]: "verifyAuditChain" },
    "settings/api-keys": { [keys.reset]: "resetApiKeys", [keys.save]: "changeApiKeys" },
    "settings/thresholds": { [thresholds.confirm]: "setThreshold" },
    "settings/payouts": { [payouts.save]: "changePayoutSettings" },
    "settings/rules": {
      [rules.add]: "addRule",
      [`${rules.switchOff}: ${ruleWords.k_daily_limit}`]: "changeRule",
      [`${rules.remove}: ${ruleWords.k_daily_limit}`]: "removeRule",
    },
    "settings/blocked-payees": {
      [rules.blockPayee]: "addBlockedPayee",
      [`${rules.unblock}: fraud@upi`]: "endBlockedPayee",
    },
    "settings/approval-policies": { [approvals.save]: "setPolicies" },
    "developers/webhooks": {
      [webhooks.add]: "addWebhookEndpoint",
      [webhooks.test]: "testWebhook",
      [webhooks.chooseEvents]: "changeWebhookEndpoint",
      [webhooks.disable]: "changeWebhookEndpoint",
      [webhooks.rotate]: "rotateWebhookSecret",
      [webhooks.remove]: "removeWebhookEndpoint",
    },
    "developers/webhooks/deliveries": { [webhooks.replayRange]: "replayWebhooks" },
    "developers/webhooks/signatures": { [webhooks.check]: "checkWebhookSignature" },
    "developers/sandbox": {
      ...Object.fromEntries(clockSteps.map((step) => [step, "advanceSandboxClock"])),
      [sandbox.forceNow]: "forceSandboxOutcome",
      [sandbox.startDrill]: "startDowntimeDrill",
      [sandbox.endDrill]: "endDowntimeDrill",
    },
    "developers/sandbox/drill": { [sandbox.startBankDrill]: "startBankDrill" },
    "developers/sandbox/banks": { [sandbox.save]: "setSandboxBank" },
  };
}
