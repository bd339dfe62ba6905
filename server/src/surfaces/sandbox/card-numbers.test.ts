/** No control accepts a card number in a field that is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plantCards } from "#test/plant-cards";
import { controls } from "./mount-sandbox.ts";

const LET_PASS: readonly string[] = [
  // Account numbers; among the sender's fields only this one.
  "addFundSource.accountNumber",
  "setRegisteredAccount.accountNumber",
  "topUp.from",
  // Digits beside letters, and long runs of digits, as in UTRs.
  "answerRecall.bankReference",
  "topUp.utr",
  "topUpCoLending.utr",
  // Refused unless a thing with this name exists.
  "addWebhookEndpoint.eventTypes",
  "setApprovalPolicies.exceptWays",
  "setShares.shares",
  // Checked by the verb, whose refusal is more precise.
  "setApprovalPolicies.policies",
];

test("every text field of every control refuses card numbers in every disguise", (context) => {
  const { taken, tried } = plantCards(controls, { count: 1_000 });
  context.diagnostic(`${tried} texts`);
  assert.ok(tried > 1_000);
  assert.deepEqual(taken, LET_PASS.toSorted());
});
