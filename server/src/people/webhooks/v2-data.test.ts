import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_TYPES, type EventData, type EventType } from "./event-types.ts";
import {
  convertToV2,
  formatV2Time,
  V2_TYPES,
  describeV2Transfer,
  standingAtEnd,
  type V2TransferFacts,
} from "./v2-data.ts";

const TRANSFER: V2TransferFacts = {
  transferKey: "order-1042",
  referenceId: 10000147n,
  standing: standingAtEnd({ status: "SUCCESS", acknowledged: false, reason: null }),
  payee: {
    beneId: "asha_1",
    bankAccount: "026291800001191",
    ifsc: "YESB0000262",
    vpa: null,
  },
  amountPaise: 1_500_50n,
  feePaise: 5_00n,
  taxPaise: 90n,
  category: "BANK",
  utr: "632614700121",
  fundSourceId: "WALLET_1",
  acceptedAt: new Date("2026-11-21T08:35:07.250Z"),
  updatedAt: new Date("2026-11-21T08:35:09Z"),
};

test("a transfer has every field of v2: ids are text, amounts are numbers, nothing is null", () => {
  assert.deepEqual(describeV2Transfer(TRANSFER), {
    transfer_id: "order-1042",
    cf_transfer_id: "10000147",
    status: "SUCCESS",
    status_code: "SENT_TO_BENEFICIARY",
    status_description:
      "The transfer has been accepted by the bank. The beneficiary's bank has not confirmed the credit yet.",
    beneficiary_details: {
      beneficiary_id: "asha_1",
      beneficiary_instrument_details: {
        bank_account_number: "026291800001191",
        bank_ifsc: "YESB0000262",
        ifsc: "YESB0000262",
      },
    },
    transfer_amount: 1500.5,
    transfer_service_charge: 5,
    transfer_service_tax: 0.9,
    transfer_mode: "BANK",
    transfer_utr: "632614700121",
    fundsource_id: "WALLET_1",
    added_on: "2026-11-21T08:35:07Z",
    updated_on: "2026-11-21T08:35:09Z",
  });
});

test("what is not known, or was not charged, is left out", () => {
  const payee = { beneId: null, bankAccount: null, ifsc: null, vpa: "asha@upi" };
  const failed = describeV2Transfer({
    ...TRANSFER,
    standing: standingAtEnd({ status: "FAILED", acknowledged: false, reason: "BENE_BANK_DECLINED" }),
    payee,
  });
  assert.deepEqual(failed, {
    transfer_id: "order-1042",
    cf_transfer_id: "10000147",
    status: "FAILED",
    status_code: "BENE_BANK_DECLINED",
    status_description: "The transfer has failed and nothing was paid: BENE_BANK_DECLINED.",
    beneficiary_details: { beneficiary_instrument_details: { vpa: "asha@upi" } },
    transfer_amount: 1500.5,
    transfer_mode: "BANK",
    fundsource_id: "WALLET_1",
    added_on: "2026-11-21T08:35:07Z",
    updated_on: "2026-11-21T08:35:09Z",
  });
  assert.equal("transfer_utr" in describeV2Transfer({ ...TRANSFER, utr: null }), false);
  const back = describeV2Transfer({
    ...TRANSFER,
    standing: standingAtEnd({ status: "REVERSED", acknowledged: false, reason: null }),
  });
  assert.equal(back.transfer_utr, "632614700121");
});

test("the code is COMPLETED once the beneficiary's bank has credited, else the reason, else the status", () => {
  const codeOf = (change: Partial<Parameters<typeof standingAtEnd>[0]>) =>
    standingAtEnd({ status: "SUCCESS", acknowledged: false, reason: null, ...change }).code;
  assert.equal(codeOf({ acknowledged: true }), "COMPLETED");
  assert.equal(codeOf({ acknowledged: false, reason: "FAILED" }), "SENT_TO_BENEFICIARY");
  assert.equal(codeOf({ status: "FAILED", reason: "BENE_BANK_DECLINED" }), "BENE_BANK_DECLINED");
  assert.equal(codeOf({ status: "REVERSED" }), "REVERSED");
});

test("events that are no transfer's follow from their fields", () => {
  const cases: [EventType, EventData, object][] = [
    [
      "BULK_TRANSFER_REJECTED",
      { batchTransferId: "salaries", referenceId: "77", reason: "No row of the batch could be accepted." },
      {
        batch_transfer_id: "salaries",
        cf_batch_transfer_id: "77",
        status: "REJECTED",
        status_code: "REJECTED",
        status_description: "No row of the batch could be accepted.",
      },
    ],
    [
      "CREDIT_CONFIRMATION",
      { ledgerBalance: "150000.00", amount: "50000.10", utr: "AXNK632601992" },
      { ledger_balance: 150_000, amount: 50_000.1, utr: "AXNK632601992" },
    ],
    [
      "LOW_BALANCE_ALERT",
      { currentBalance: "-0.05", alertTime: "2026-11-22 00:10:05" },
      { current_balance: -0.05, alert_time: "2026-11-21T18:40:05Z" },
    ],
    [
      "BENEFICIARY_INCIDENT",
      { beneEntity: "BANK", id: "7", mode: "IMPS", startedAt: "2026-11-21 10:00:00", isScheduled: "false" },
      {
        bene_entity: "BANK",
        id: "7",
        mode: "IMPS",
        started_at: "2026-11-21T04:30:00Z",
        status: "",
        is_scheduled: false,
        severity: "",
        entity_name: "",
        entity_code: "",
        resolved_at: "",
      },
    ],
  ];
  for (const [type, fields, expected] of cases) assert.deepEqual(convertToV2(type, fields), expected, type);
});

test("v2 knows nothing of approvals and Flowgrams; every transfer event comes from its transfer", () => {
  const types = Object.keys(EVENT_TYPES) as EventType[];
  const unknown = types.filter((type) => !V2_TYPES.includes(type));
  assert.deepEqual(unknown.toSorted(), [
    "CASHGRAM_EXPIRED",
    "CASHGRAM_REDEEMED",
    "CASHGRAM_TRANSFER_REVERSAL",
    "TRANSFER_APPROVED",
  ]);
  for (const type of V2_TYPES) {
    assert.equal(convertToV2(type, {}) === null, EVENT_TYPES[type].subject === "transfer", type);
  }
  assert.equal(formatV2Time(new Date("2028-02-29T23:59:59.999Z")), "2028-02-29T23:59:59Z");
});
