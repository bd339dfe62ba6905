import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { BankNews, CallbackFault, Connection } from "#banks";
import { readCallback } from "./read-callback.ts";

const CONNECTION: Connection = {
  bankId: "meghdoot",
  adapter: "json-h2h",
  baseUrl: "http://127.0.0.1:9/meghdoot",
  apiKey: "key",
  callbackSecret: "secret",
  debitAccount: "1001",
};

const NOW = new Date("2026-05-01T10:00:00Z");
const PAYMENT = {
  reference: "REF1",
  status: "SUCCESS",
  code: "00",
  message: "done",
  utr: "612110000001",
  amount: "100.00",
  credited: true,
  rail: "IMPS",
};
const EVENT = {
  eventId: "e-1",
  type: "payment.updated",
  bankId: "meghdoot",
  debitAccount: "1001",
  payment: PAYMENT,
};

function read(body: string | object, secret = "secret", connection = CONNECTION): BankNews[] | CallbackFault {
  const rawBody = typeof body === "string" ? body : JSON.stringify(body);
  const t = NOW.getTime() / 1_000;
  const v1 = createHmac("sha256", secret).update(`${t}.${rawBody}`).digest("hex");
  return readCallback(connection, { headers: { "x-bank-signature": `t=${t},v1=${v1}` }, rawBody, now: NOW });
}

function faultOf(news: BankNews[] | CallbackFault): string {
  return Array.isArray(news) ? "believed" : news.fault;
}

test("a signed payment is news of that payment", () => {
  const news = read(EVENT);
  assert.ok(Array.isArray(news) && news[0]?.kind === "payment");
  assert.deepEqual([news[0].reference, news[0].factId, news[0].amountPaise], ["REF1", "e-1", 100_00n]);
  assert.equal(news[0].outcome.kind, "succeeded");
});

test("without a secret of ours nothing is believed, even when signed without one", () => {
  assert.equal(faultOf(read(EVENT, "", { ...CONNECTION, callbackSecret: "" })), "forged");
});

test("headers that are not one well-formed signature are forgeries", () => {
  for (const header of [undefined, "", "v1=00", "t=1,v1=zz", ["t=1", "v1=00"], `t=1,v1=${"0".repeat(64)}`]) {
    const callback = { headers: { "x-bank-signature": header }, rawBody: JSON.stringify(EVENT), now: NOW };
    assert.equal(faultOf(readCallback(CONNECTION, callback)), "forged");
  }
});

test("what is signed but makes no sense is told apart from a forgery", () => {
  const strange: readonly (string | object)[] = [
    "",
    "null",
    "[]",
    "not json",
    JSON.stringify(EVENT).replace('"status":', '"status":"FAILED","status":'),
    JSON.stringify(EVENT).replace('"eventId":', '"eventId":"e-0","event\\u0049d":'),
    { ...EVENT, eventId: undefined },
    { ...EVENT, type: "payment.invented" },
    { ...EVENT, bankId: "jugnu" },
    { ...EVENT, debitAccount: "1002" },
    { ...EVENT, payment: undefined },
    { ...EVENT, payment: { ...PAYMENT, amount: 100 } },
    { ...EVENT, payment: { ...PAYMENT, reference: "REF1\u0000" } },
    { ...EVENT, type: "account.credited" },
    { ...EVENT, type: "account.credited", credit: { utr: "1", amount: "0.00", account: "1001" } },
    { ...EVENT, type: "account.credited", credit: { utr: "1", amount: "1.00", account: "1002" } },
  ];
  for (const body of strange) assert.equal(faultOf(read(body)), "unreadable", JSON.stringify(body));
});

test("a callback about a refused request proves nothing about the payment", () => {
  const news = read({ ...EVENT, payment: { ...PAYMENT, status: "FAILED", code: "H07" } });
  assert.ok(Array.isArray(news) && news[0]?.kind === "payment" && news[0].outcome.kind === "unknown");
});

test("money that came in is news whatever characters its sender is called by", () => {
  const from = { name: "Asha\u0000Rao\n", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const credit = { utr: "612110000002", amount: "250.00", account: "1001", from };
  const news = read({ ...EVENT, type: "account.credited", credit });
  assert.ok(Array.isArray(news) && news[0]?.kind === "credit");
  assert.deepEqual(news[0].from, { ...from, name: "Asha Rao" });
});
