/** No operation of the dashboard stores a card number in its fields. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plantCards } from "#test/plant-cards";
import { operations } from "./index.ts";

const LET_PASS: Readonly<Record<string, readonly string[]>> = {
  "account numbers": [
    "addBeneficiary.accountNumber",
    "connectUpstream.debitAccount",
    "createTransfer.accountNumber",
    "openBankSource.accountNumber",
    "previewTransfer.accountNumber",
    "registerAccount.accountNumber",
    "testUpstream.debitAccount",
  ],
  "judged by the verb, which says more of what is wrong": [
    "addBeneficiary.beneId",
    "addBeneficiary.card",
    "addBeneficiary.ifsc",
    "addBeneficiary.vpa",
    "addNotificationRecipients.recipients",
    "connectProvider.issuer",
    "createLink.linkId",
    "createTransfer.ifsc",
    "createTransfer.transferKey",
    "createTransfer.vpa",
    "mapBatch.mapping",
    "openBankSource.ifsc",
    "previewTransfer.ifsc",
    "previewTransfer.transferKey",
    "previewTransfer.vpa",
    "registerAccount.ifsc",
    "setNotificationRecipients.recipients",
    "setPolicies.policies",
  ],
  "ids with digits beside letters, or with more digits than a card's number": [
    "addRule.scopeId",
    "connectProvider.clientId",
    "connectUpstream.keyId",
    "lend.loanId",
    "moveMoney.transferId",
    "testUpstream.keyId",
    "tryRule.scopeId",
    "withdraw.withdrawalId",
  ],
  "only looked up or compared": [
    "addBlockedPayee.ifsc",
    "addBlockedPayee.value",
    "checkWebhookSignature.body",
    "checkWebhookSignature.signature",
    "checkWebhookSignature.timestamp",
    "checkWebhookSignature.webhookId",
    "createTransfer.beneId",
    "deleteNotificationRecipient.recipient",
    "lend.beneId",
    "matchBreak.transferKey",
    "playApprover.contentHash",
    "previewTransfer.beneId",
    "resetApiKeys.clientId",
    "tryBlock.ifsc",
    "tryBlock.value",
  ],
  "signed by a device": ["addPasskey.response", "logInWithPasskey.response"],
};

test("every text field of every operation refuses card numbers in every disguise", (context) => {
  const { taken, tried } = plantCards(operations, { count: 1_000 });
  context.diagnostic(`${tried} texts`);
  assert.ok(tried > 1_000);
  assert.deepEqual(taken, Object.values(LET_PASS).flat().toSorted());
});
