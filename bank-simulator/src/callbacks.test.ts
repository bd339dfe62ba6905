import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { makeCustomer, SECRET } from "./customer.ts";
import type { TakenCallback } from "./customer.ts";

const DAY_MS = 86_400_000;

function isGenuine({ signature, body }: TakenCallback): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return createHmac("sha256", SECRET).update(`${t}.${body}`).digest("hex") === v1;
}

function told(taken: readonly TakenCallback[]): string[] {
  return taken.map(
    ({ event }) => `${event.type} ${event.payment?.["status"]} ${event.payment?.["credited"]}`,
  );
}

test("each change after the answer is told once, signed with the account's time", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("himshikhar");
  await customer.pay("C1", { rail: "RTGS", amount: "200000.00" }, "himshikhar");
  await customer.advance(DAY_MS);
  await customer.call("POST", "/sim/payments/C1/force", { outcome: "return", code: "AC04" });
  assert.deepEqual(told(taken), [
    "payment.updated SUCCESS false",
    "payment.credited SUCCESS true",
    "payment.returned RETURNED false",
  ]);
  assert.ok(taken.every(isGenuine));
  const signedAt = Number(/t=(\d+)/.exec(taken[0]!.signature)![1]) * 1_000;
  assert.ok(signedAt - Date.now() > DAY_MS - 60_000);
  assert.equal(new Set(taken.map(({ event }) => event.eventId)).size, 3);
});

test("a final answer is called back only by a bank that always does", async () => {
  const customer = await makeCustomer();
  const [quiet, eager] = [await customer.takeCallbacks("meghdoot"), await customer.takeCallbacks("jugnu")];
  await customer.pay("D1");
  await customer.pay("D1", {}, "jugnu");
  await customer.advance(DAY_MS);
  assert.deepEqual(quiet, []);
  assert.ok(eager.length > 0);
});

test("a bank without callbacks never calls, not even about a credit", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("purvasagar");
  await customer.pay("E1", { rail: "NEFT" }, "purvasagar");
  const credit = { bankId: "purvasagar", account: "1001", amount: "5.00" };
  assert.equal((await customer.call("POST", "/sim/credits", credit)).words["callback"], null);
  await customer.advance(DAY_MS);
  assert.deepEqual(taken, []);
});

test("a credit is booked once, and answered after it was told", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("meghdoot");
  const credit = {
    bankId: "meghdoot",
    account: "1001",
    amount: "500.00",
    utr: "TOPUP1",
    from: { name: "Shop" },
  };
  const first = (await customer.call("POST", "/sim/credits", credit)).words;
  const again = (await customer.call("POST", "/sim/credits", credit)).words;
  assert.deepEqual([first["repeated"], again["repeated"]], [false, true]);
  assert.equal((first["callback"] as { httpStatus: number }).httpStatus, 200);
  assert.equal(taken.length, 2);
  const { utr, amount, account, from } = taken[0]!.event.credit!;
  assert.deepEqual(
    [utr, amount, account, (from as { name: string }).name],
    ["TOPUP1", "500.00", "1001", "Shop"],
  );
  const { words } = await customer.call("GET", "/sim/debits?form=totals");
  assert.equal((words["totals"] as { creditedPaise: number }).creditedPaise, 500_00);
});

test("what is not acknowledged is sent again with the same event id, and given up in the end", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("himshikhar", (nth) => (nth < 3 ? 500 : 204));
  await customer.pay("R1", {}, "himshikhar");
  for (let tries = 0; tries < 6; tries += 1) await customer.advance(DAY_MS);
  assert.equal(taken.length, 3);
  assert.equal(new Set(taken.map(({ event }) => event.eventId)).size, 1);
  const refused = await customer.takeCallbacks("himshikhar", () => 503);
  await customer.pay("R2", {}, "himshikhar");
  for (let tries = 0; tries < 8; tries += 1) await customer.advance(DAY_MS);
  assert.equal(refused.length, 5);
});

test("what is sent again after a jump of the clock is signed with the time after the jump", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("himshikhar", (nth) => (nth < 2 ? 500 : 204));
  await customer.pay("J1", {}, "himshikhar");
  for (let days = 1; days <= 3; days += 1) await customer.advance(DAY_MS);
  const signedAt = taken.map(({ signature }) => Number(/t=(\d+)/.exec(signature)![1]) * 1_000 - Date.now());
  assert.deepEqual(
    signedAt.map((ms) => Math.round(ms / 60_000) * 60_000),
    [DAY_MS, 2 * DAY_MS],
  );
});

test("duplicated, reordered, missing, early and forged callbacks", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("meghdoot");
  const meet = async (kind: string, rail = "RTGS") => {
    taken.length = 0;
    await customer.script([{ kind: "pending", then: "never" }, { kind }]);
    const reference = `W-${kind}`;
    await customer.pay(reference, { rail });
    const early = told(taken);
    await customer.call("POST", `/sim/payments/${reference}/force`, { outcome: "succeed" });
    await customer.call("POST", `/sim/payments/${reference}/force`, { outcome: "return" });
    await customer.advance(0);
    return early;
  };
  const [success, back] = ["payment.updated SUCCESS true", "payment.returned RETURNED false"];

  await meet("callback-duplicate");
  assert.deepEqual(told(taken), [success, success, success, back, back, back]);
  await meet("callback-reordered");
  assert.deepEqual(told(taken), [back, success]);
  await meet("callback-missing");
  assert.deepEqual(told(taken), []);
  assert.deepEqual(await meet("callback-early"), ["payment.updated PENDING false"]);
  await meet("callback-forged");
  assert.ok(
    taken.some((callback) => !isGenuine(callback) && callback.event.payment?.["status"] === "SUCCESS"),
  );
  assert.deepEqual(told(taken.filter(isGenuine)), [success, back]);
});

test("a callback that nothing overtakes comes late, but comes", async () => {
  const customer = await makeCustomer();
  const taken = await customer.takeCallbacks("himshikhar");
  await customer.script("callback-reordered");
  const paidAt = Date.now();
  await customer.pay("O1", {}, "himshikhar");
  await customer.advance(1_000);
  // The clock also runs by itself, so on a machine that was stalled the callback may be due already.
  if (Date.now() - paidAt < 2_000) assert.equal(taken.length, 0);
  await customer.advance(5_000);
  assert.equal(taken.length, 1);
});

test("forcing an outcome that the status does not allow changes nothing", async () => {
  const customer = await makeCustomer();
  await customer.pay("F1");
  const force = async (outcome: string) =>
    (await customer.call("POST", "/sim/payments/F1/force", { outcome })).words;
  assert.equal((await force("fail"))["happened"], false);
  assert.equal((await force("return"))["status"], "RETURNED");
  assert.equal((await force("return"))["happened"], false);
  assert.equal((await force("succeed"))["happened"], false);
  assert.equal((await customer.books("F1")).netPaise, 0);
});
