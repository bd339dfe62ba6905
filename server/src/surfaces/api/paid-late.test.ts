/** A bank pays after it refused: the status stays FAILED, and every caller learns that the money left. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPayees } from "#beneficiaries";
import type { Outcome } from "#banks";
import { readStatement } from "#fund-sources";
import { deliverMessages, listMessages } from "#messages";
import { notifyPeople, setRecipients } from "#notifications";
import { verifyLedger } from "#proof";
import { readLetter, readRecall, requestRecall, workRecalls } from "#recalls";
import { readStory } from "#stories";
import {
  acceptTransfer,
  findDuplicate,
  readTransfers,
  recordNews,
  registerTransfers,
  runtimeOf,
} from "#transfers";
import { makeEventId, renderEvents, type EventData, type EventType } from "#webhooks";
import { orderTo } from "#test/faults/fault-world";
import { makeWorld } from "#test/world";
import { askV2 } from "#test/v2-client";
import { checkSchema } from "#test/literals/check-schema";
import { freshId, openStage, type Client } from "#test/literals/stage";
import { getTransferStatus } from "./operations/transfers.ts";
import { transferRow } from "./operations/transfer-fields.ts";

registerTransfers();
const world = await makeWorld();
const { ctx } = world;
const stage = await openStage(world);

const UTR = "632512000001";
const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: UTR, credited: true };
const RETURNED: Outcome = {
  kind: "returned",
  code: "AC04",
  text: "closed",
  utr: "632512000002",
  reason: "RETURNED_FROM_BENEFICIARY",
};

async function begin(): Promise<{ client: Client; merchantId: string }> {
  const client = await stage.makeClient("rest");
  return { client, merchantId: client.merchant.merchantId };
}

/** Makes a transfer that its bank refused, and a function with which the bank changes its report. */
async function makeFailed(client: Client) {
  const { merchantId } = client.merchant;
  const transferKey = freshId("late");
  const accepted = await acceptTransfer(
    ctx,
    merchantId,
    orderTo(transferKey, { mode: "upi", vpa: "no-account@upi" }),
  );
  assert.ok(accepted.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = accepted.transfer;
  const say = (...outcomes: Outcome[]) =>
    recordNews(
      ctx,
      merchantId,
      outcomes.map((outcome) => ({ transferId, attempt: 1, source: "callback", outcome })),
    );
  return { transferKey, transferId, say };
}

/** Returns the answers of the classic status calls, which are the same in all versions. */
async function readClassic(client: Client, transferId: string): Promise<Record<string, unknown>> {
  const told = await Promise.all(
    getTransferStatus.versions.map(async (version) => {
      const { body } = await client.call("GET", `/${version}/getTransferStatus`, { query: { transferId } });
      assert.deepEqual(checkSchema(getTransferStatus.data!.schema, body.data), [], version);
      const { status, utr, acknowledged, reason, description } = body.data!.transfer as Record<
        string,
        unknown
      >;
      return { status, utr, acknowledged, reason, description };
    }),
  );
  for (const one of told) assert.deepEqual(one, told[0]);
  return told[0]!;
}

async function readV2(client: Client, transferId: string): Promise<Record<string, unknown>> {
  const { body } = await askV2(client, "GET /transfers", {
    query: { transfer_id: transferId },
    headers: { "x-api-version": "2024-01-01" },
  });
  const { status, status_code, status_description, transfer_utr } = body;
  return { status, status_code, status_description, transfer_utr };
}

test("the status calls tell of a late success, and of its return, with the UTR and what to do", async () => {
  const client = await stage.makeClient("rest");
  const { transferKey, say } = await makeFailed(client);
  const { reason, ...failed } = await readClassic(client, transferKey);
  assert.equal(reason, "INVALID_ACCOUNT_FAIL");
  assert.deepEqual(failed, { status: "FAILED", utr: undefined, acknowledged: 0, description: undefined });
  await say({ ...PAID, credited: false });
  const paid = await readClassic(client, transferKey);
  assert.deepEqual([paid["status"], paid["utr"], paid["reason"]], ["FAILED", UTR, "PAID_AFTER_FAILURE"]);
  assert.equal(paid["acknowledged"], 0);
  assert.match(
    String(paid["description"]),
    /taken from the fund source\. Do not pay again with another transferId/,
  );
  const paidV2 = await readV2(client, transferKey);
  assert.deepEqual(
    [paidV2["status"], paidV2["status_code"], paidV2["transfer_utr"]],
    ["FAILED", "PAID_AFTER_FAILURE", UTR],
  );
  assert.equal(paidV2["status_description"], paid["description"]);
  await say(PAID);
  assert.equal((await readClassic(client, transferKey))["acknowledged"], 1, "the payee's bank has credited");
  await say(RETURNED);
  const back = await readClassic(client, transferKey);
  assert.equal(back["acknowledged"], 0);
  assert.deepEqual([back["status"], back["utr"], back["reason"]], ["FAILED", UTR, "PAID_LATE_AND_RETURNED"]);
  assert.match(String(back["description"]), /the money came back/);
  assert.equal((await readV2(client, transferKey))["status_code"], "PAID_LATE_AND_RETURNED");
  assert.deepEqual((await verifyLedger(ctx, client.merchant.merchantId)).findings, []);
});

/** Lists the events of a transfer in order, each as it is sent. */
async function listEvents(merchantId: string, subjectId: string) {
  const rows = await world.look<{ seq: number; type: EventType; at: Date; data: EventData | null }>(
    "select seq, type, at, data from webhooks.event where merchant_id = $1 and subject_id = $2 order by seq",
    [merchantId, subjectId],
  );
  const events = rows.map((row) => ({
    ...row,
    subjectId,
    eventId: makeEventId({ subjectId, seq: row.seq }),
  }));
  const rendered = await renderEvents(
    ctx,
    merchantId,
    events.filter(({ data }) => data === null),
  );
  return events.map(({ type, data, eventId }) => ({ type, data: data ?? rendered.get(eventId)! }));
}

test("an order that is repeated gets its failure again, with what became of the money", async () => {
  const { client, merchantId } = await begin();
  const key = () => ({ headers: { "idempotency-key": freshId("late") } });
  const transferId = freshId("late");
  const body = {
    amount: "100.00",
    transferId,
    transferMode: "upi",
    beneDetails: {
      vpa: "no-account@upi",
      name: "Asha Rao",
      phone: "9876543210",
      email: "a@b.in",
      address1: "MG Road",
    },
  };
  const first = await client.call("POST", "/v1.2/directTransfer", { body, ...key() });
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferId] });
  assert.equal(transfer?.status, "failed", JSON.stringify(first.body));
  await recordNews(ctx, merchantId, [
    { transferId: transfer.transferId, attempt: 1, source: "callback", outcome: PAID },
  ]);
  const again = await client.call("POST", "/v1.2/directTransfer", { body, ...key() });
  assert.deepEqual([again.httpStatus, again.body.message], [first.httpStatus, first.body.message]);
  assert.deepEqual([again.body.data?.["utr"], again.body.data?.["reason"]], [UTR, "PAID_AFTER_FAILURE"]);
});

/** The bank's reports after its refusal; those in one list are recorded together. */
const ORDERS = {
  "paid, then back": [[PAID], [RETURNED]],
  "back, then paid": [[RETURNED], [PAID]],
  "both at once": [[PAID, RETURNED]],
} as const;

for (const [how, told] of Object.entries(ORDERS)) {
  test(`each is told by one event, whatever is repeated: ${how}`, async () => {
    const client = await stage.makeClient("rest");
    const { transferKey, transferId, say } = await makeFailed(client);
    for (const outcomes of [...told, ...told, ...told.toReversed()]) await say(...outcomes);
    const events = await listEvents(client.merchant.merchantId, transferId);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data["reason"], data["utr"]]),
      [
        ["TRANSFER_FAILED", "INVALID_ACCOUNT_FAIL", undefined],
        ["TRANSFER_PAID_LATE", "PAID_AFTER_FAILURE", UTR],
        ["TRANSFER_PAID_LATE_RETURNED", "PAID_LATE_AND_RETURNED", UTR],
      ],
    );
    for (const { data } of events.slice(1)) {
      assert.equal(data["transferId"], transferKey);
      assert.match(data["referenceId"]!, /^\d+$/);
      assert.match(data["eventTime"]!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
    assert.deepEqual((await verifyLedger(ctx, client.merchant.merchantId)).findings, []);
  });
}

test("people are told at once, however shortly after the last e-mail", async () => {
  const { client, merchantId } = await begin();
  const told = { category: "transfer_paid_late", recipients: "asha@example.com", by: "system" } as const;
  await setRecipients(ctx, merchantId, told);
  for (const round of [1, 2]) {
    const { say, transferKey } = await makeFailed(client);
    await say(PAID);
    await notifyPeople(ctx, merchantId);
    await deliverMessages(ctx, merchantId);
    const mails = await listMessages(ctx, merchantId, { limit: 10 });
    assert.equal(mails.length, round);
    assert.match(mails[0]!.subject, /1 failed transfer was paid later/);
    assert.match(mails[0]!.text, new RegExp(`${transferKey} \\| UTR ${UTR}\\. Taken from the fund source`));
  }
});

test("it is recalled in one step, by a letter to the bank that paid; its return ends the recall", async () => {
  const { client, merchantId } = await begin();
  const { transferId, say } = await makeFailed(client);
  const asked = { transferId, reason: "paid_twice", remarks: "", by: "system" } as const;
  await assert.rejects(requestRecall(ctx, merchantId, asked), { name: "recalls.not_paid" });
  await say(PAID);
  const { recallId } = await requestRecall(ctx, merchantId, asked);
  const { text } = await readLetter(ctx, merchantId, { recallId });
  for (const part of ["To: Meghdoot Bank", UTR]) assert.ok(text.includes(part), `${part} in\n${text}`);
  await say(RETURNED);
  await workRecalls(ctx, merchantId);
  assert.equal((await readRecall(ctx, merchantId, { recallId }))!.status, "returned");
});

test("paying the same again is warned of, until the money is back", async () => {
  const { client, merchantId } = await begin();
  const { transferId, say } = await makeFailed(client);
  const find = () =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        "select beneficiary_id as id from beneficiaries.beneficiary",
      );
      const [payee] = await readPayees(tx, { beneficiaryIds: [row!.id] });
      return findDuplicate(tx, { payee: payee!, mode: "upi", amountPaise: 100_00n });
    });
  assert.equal(await find(), null);
  await say(PAID);
  const found = await find();
  assert.deepEqual([found?.transferId, found?.paidLate], [transferId, true]);
  await say(RETURNED);
  assert.equal(await find(), null);
});

test("story, statement and charges tell what happened", async () => {
  const { client, merchantId } = await begin();
  const { transferKey, transferId, say } = await makeFailed(client);
  await say(PAID);
  const { explanation, timeline } = await readStory(ctx, merchantId, { transferId });
  assert.deepEqual([explanation.holder, explanation.why?.code], ["payee", "meaning_PAID_AFTER_FAILURE"]);
  const codes = timeline.map(({ sentence }) => sentence.code);
  assert.ok(codes.includes("ev_paid_late") && !codes.includes("ev_contradiction"), codes.join());
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  const { utr, reason } = transferRow.write({ transfer: transfer!, lookup: null });
  assert.deepEqual([utr, reason], [UTR, "PAID_AFTER_FAILURE"]);
  const page = { from: new Date(0), to: new Date("2100-01-01"), page: 1, perPage: 10 };
  const { entries } = await ctx.db.inMerchant(merchantId, (tx) => readStatement(tx, "WALLET_1", page));
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ["credit", "transfer", "reversal", "paid_late"],
  );
});
