import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "#access";
import { buildApi } from "#api";
import { startHealth } from "#health";
import { recallsWorker } from "#recalls";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo, settle } from "#test/faults/fault-world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: world.simulator.url });
world.onClose(() => app.close());
const workers = [startHealth(ctx, { everyMs: 100 }), await recallsWorker.start(ctx, { everyMs: 100 })];
world.onClose(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));

async function makeCaller() {
  const merchant = await world.makePayer();
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const call = async (method: "GET" | "POST", url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const text = response.body;
    return { status: response.statusCode, text, body: text.startsWith("{") ? JSON.parse(text) : null };
  };
  return { merchant, call };
}

type Call = Awaited<ReturnType<typeof makeCaller>>["call"];

const codeOf = async (call: Call, url: string, payload: object = {}): Promise<unknown> => {
  const { status, body } = await call("POST", url, payload);
  return [status, body.error?.code];
};

test("a developer lets a bank be down and up again, now and planned", async () => {
  const { call, merchant } = await makeCaller();
  const opened = await call("POST", "/sandbox/incidents", { bank: "hdfc", mode: "imps", severity: "low" });
  assert.deepEqual(
    [opened.body.id, opened.body.status, opened.body.entityName, opened.body.severity],
    [1, "active", "HDFC Bank", "low"],
  );
  const from = new Date(Date.now() + 60_000).toISOString();
  const to = new Date(Date.now() + 120_000).toISOString();
  const planned = { handle: "okbank", mode: "upi", from, to };
  assert.equal((await call("POST", "/sandbox/incidents", planned)).body.status, "planned");
  const { body: moved } = await call("POST", "/sandbox/clock", { advance: "90s" });
  assert.ok(moved.offsetMs >= 90_000);
  await untilSo(async () => {
    const { body } = await call("GET", "/sandbox/incidents");
    return body.incidents[1].status === "active";
  });
  const { body } = await call("GET", "/payout/v1/incidents?status=ALL");
  assert.deepEqual(
    body.data.incidents.map(({ entity, entityCode, impact }: Record<string, string>) => [
      entity,
      entityCode,
      impact,
    ]),
    [
      ["BANK", "HDFC", "LOW"],
      ["HANDLE", "okbank", "HIGH"],
    ],
  );
  assert.equal((await call("POST", "/sandbox/incidents/1/resolve")).body.status, "resolved");
  const told = await world.look(
    "select from webhooks.event where merchant_id = $1 and type = 'BENEFICIARY_INCIDENT'",
    [merchant.merchantId],
  );
  assert.equal(told.length, 3);
});

test("what is wrong with a notice is named", async () => {
  const { call } = await makeCaller();
  const open = (payload: object) => codeOf(call, "/sandbox/incidents", payload);
  const from = new Date(Date.now() + 60_000).toISOString();
  assert.deepEqual(await open({ bank: "ZZZZ", mode: "imps" }), [422, "health.bank_unknown"]);
  assert.deepEqual(await open({ bank: "HDFC", mode: "upi" }), [422, "health.mode_invalid"]);
  assert.deepEqual(await open({ handle: "@", mode: "upi" }), [422, "health.handle_invalid"]);
  assert.deepEqual(await open({ mode: "imps" }), [422, "sandbox.bad_request"]);
  assert.deepEqual(await open({ bank: "HDFC", handle: "ybl", mode: "imps" }), [422, "sandbox.bad_request"]);
  assert.deepEqual(await open({ ours: "nobank", mode: "imps" }), [404, "sandbox.bank_not_found"]);
  assert.deepEqual(await open({ bank: "HDFC", mode: "pigeon" }), [422, "sandbox.bad_request"]);
  assert.deepEqual(await open({ bank: "HDFC", mode: "imps", from }), [422, "sandbox.bad_request"]);
  assert.deepEqual(await open({ bank: "HDFC", mode: "imps", from, to: from }), [422, "health.time_invalid"]);
  assert.deepEqual(await codeOf(call, "/sandbox/incidents/7/resolve"), [404, "health.not_found"]);
  assert.deepEqual(await codeOf(call, "/sandbox/incidents/x/resolve"), [422, "sandbox.bad_request"]);
});

/** Waits until a condition is true; the test's own time limit ends a wait that never succeeds. */
async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

async function paidBy({ merchantId }: { merchantId: string }, transferKey: string): Promise<void> {
  await acceptTransfers(ctx, merchantId, [orderTo(transferKey)]);
  await runtimeOf(ctx).idle();
}

test("a recall from the request over the letter to the bank's return, by HTTP and the workers", async () => {
  const { call, merchant } = await makeCaller();
  await paidBy(merchant, "wrong");
  const asked = await call("POST", "/payout/v1.2/requestRecall", {
    transferId: "wrong",
    reason: "WRONG_BENEFICIARY",
  });
  assert.equal(asked.body.message, "Recall requested");
  const { recallId } = asked.body.data.recall;
  const letter = await call("GET", `/payout/v1.2/recalls/${recallId}/letter`);
  assert.match(letter.text, /REQUEST TO RECALL A PAYMENT[\s\S]*YESB0000262/);
  const page = await call("GET", `/payout/v1.2/recalls/${recallId}/letter?format=html`);
  assert.match(page.text, /^<!doctype html>/);
  const answer = (payload: object) => call("POST", `/sandbox/recalls/${recallId}/answer`, payload);
  assert.equal((await answer({ answer: "received", bankReference: "MGD/7" })).body.status, "with_bank");
  await answer({ answer: "return" });
  await settle(world, ctx, merchant);
  await untilSo(async () => {
    const { body } = await call("GET", "/payout/v1.2/getRecallStatus?transferId=wrong");
    return body.data.recall.status === "RETURNED";
  });
  const { body } = await call("GET", "/sandbox/recalls");
  assert.deepEqual(
    body.recalls.map(({ transferId, status }: Record<string, string>) => [transferId, status]),
    [["wrong", "returned"]],
  );
  const { body: transfer } = await call("GET", "/payout/v1/getTransferStatus?transferId=wrong");
  assert.equal(transfer.data.transfer.status, "REVERSED");
});

test("the bank may refuse; no one answers for another merchant's recall", async () => {
  const [{ call, merchant }, neighbour] = [await makeCaller(), await makeCaller()];
  await paidBy(merchant, "kept");
  const asked = await call("POST", "/payout/v1.2/requestRecall", { transferId: "kept", reason: "OTHER" });
  const url = `/sandbox/recalls/${asked.body.data.recall.recallId}/answer`;
  for (const answer of ["received", "refuse", "return"])
    assert.deepEqual(await codeOf(neighbour.call, url, { answer }), [404, "recalls.not_found"]);
  assert.deepEqual(await codeOf(call, url, { answer: "perhaps" }), [422, "sandbox.bad_request"]);
  const refused = await call("POST", url, { answer: "refuse", because: "The beneficiary does not agree" });
  assert.deepEqual(
    [refused.body.status, refused.body.refusal],
    ["refused", "The beneficiary does not agree"],
  );
  assert.deepEqual(await codeOf(call, url, { answer: "refuse" }), [422, "recalls.already_over"]);
  const { body } = await call("GET", "/payout/v1.2/getRecallStatus?transferId=kept");
  assert.equal(body.data.recall.refusal, "The beneficiary does not agree");
  assert.deepEqual((await neighbour.call("GET", "/sandbox/recalls")).body.recalls, []);
});
