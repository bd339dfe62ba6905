import assert from "node:assert/strict";
import { test } from "node:test";
import { publicStatus, type Status } from "#transfers";
import { standingOf } from "./standing.ts";

test("every status has its code and a sentence", () => {
  const said = (Object.keys(publicStatus) as Status[]).map((status) => {
    const known = { status, publicStatus: publicStatus[status], acknowledged: false, reason: null };
    const { code, description } = standingOf(known);
    assert.match(description, /^[A-Z].*\.$/);
    return [status, code];
  });
  assert.deepEqual(Object.fromEntries(said), {
    received: "RECEIVED",
    awaiting_approval: "APPROVAL_PENDING",
    waiting: "QUEUED",
    ready: "PENDING",
    sent: "PENDING",
    review: "PENDING",
    succeeded: "SENT_TO_BENEFICIARY",
    failed: "FAILED",
    rejected: "REJECTED",
    reversed: "REVERSED",
    cancelled: "CANCELLED",
  });
});

test("a payment is completed when the beneficiary's bank has credited, and an end tells its reason", () => {
  const paid = { status: "succeeded", publicStatus: "SUCCESS", acknowledged: true, reason: null } as const;
  assert.equal(standingOf(paid).code, "COMPLETED");
  const failed = {
    status: "failed",
    publicStatus: "FAILED",
    acknowledged: false,
    reason: "IMPS_MODE_FAIL",
  } as const;
  assert.equal(standingOf(failed).code, "IMPS_MODE_FAIL");
  assert.match(standingOf(failed).description, /IMPS_MODE_FAIL\.$/);
});
