/** No control takes a card's number as what is kept of its fields. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plantCards } from "#test/plant-cards";
import { controls } from "./mount-sandbox.ts";

const LET_PASS: readonly string[] = [
  // Account numbers; of the sender's fields that one alone.
  "addFundSource.accountNumber",
  "setRegisteredAccount.accountNumber",
  "topUp.from",
  // Digits beside letters and long runs, as UTRs have them.
  "answerRecall.bankReference",
  "topUp.utr",
  "topUpCoLending.utr",
  // Refused unless there is such a one.
  "addWebhookEndpoint.eventTypes",
  "setApprovalPolicies.exceptWays",
  "setShares.shares",
  // Judged by the verb, which says more of what is wrong.
  "setApprovalPolicies.policies",
];

test("every text field of every control refuses card numbers in every disguise", (context) => {
  const { taken, tried } = plantCards(controls, { count: 1_000 });
  context.diagnostic(`${tried} texts`);
  assert.ok(tried > 1_000);
  assert.deepEqual(taken, LET_PASS.toSorted());
});
