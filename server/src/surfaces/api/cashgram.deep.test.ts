import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { explainCard } from "#rails";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeWorld } from "#test/world";
import { makeCashgram, redeemCashgram, TO_PENDING } from "#test/literals/causes-of-links";
import { cashgramOrder } from "#test/literals/requests";
import { freshId, openStage } from "#test/literals/stage";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const CREATED = "Cashgram Created";
const valid = (what: string): string => `Please provide a valid ${what}`;
const letters = (count: number): string => "a".repeat(count);
const digits = (count: number): string => "9".repeat(count);
const email = (length: number): string => `${letters(length - 12)}@example.com`;
const dayAhead = (days: number): string =>
  istDate(new Date(Date.now() + days * 86_400_000)).replaceAll("-", "/");
const REMARKS = "Remarks can have only numbers, alphabets and whitespaces.";

/** The changed field with its value, and the expected message. */
const limits: [Record<string, unknown>, string][] = [
  [{ cashgramId: freshId("x").padEnd(35, "a") }, CREATED],
  [{ cashgramId: letters(36) }, valid("cashgram Id")],
  [{ cashgramId: "" }, valid("cashgram Id")],
  [{ cashgramId: "a-b_9" }, CREATED],
  [{ cashgramId: "a.b" }, valid("cashgram Id")],
  [{ cashgramId: 7 }, valid("cashgram Id")],
  [{ amount: 1 }, CREATED],
  [{ amount: "1.00" }, CREATED],
  [{ amount: "0.99" }, "amount should be at least 1.0"],
  [{ amount: "0" }, "amount should be at least 1.0"],
  [{ amount: "-1" }, "Invalid amount passed."],
  [{ amount: "1e3" }, "Invalid amount passed."],
  [{ amount: null }, "Invalid amount passed."],
  [{ amount: "1.001" }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  [{ amount: digits(13) }, "Available balance is less than requested cashgram amount."],
  [{ amount: digits(14) }, "Invalid amount passed."],
  [{ name: "a" }, CREATED],
  [{ name: letters(100) }, CREATED],
  [{ name: letters(101) }, valid("name")],
  [{ name: undefined }, valid("name")],
  [{ name: "Card 4111111111111111" }, `${valid("name")}. ${explainCard("name")}`],
  [{ phone: digits(8) }, CREATED],
  [{ phone: digits(12) }, CREATED],
  [{ phone: `+91${digits(10)}` }, CREATED],
  [{ phone: digits(7) }, valid("Phone Number")],
  [{ phone: digits(13) }, valid("Phone Number")],
  [{ phone: 9876543210 }, valid("Phone Number")],
  [{ phone: "" }, valid("Phone Number")],
  [{ email: undefined }, CREATED],
  [{ email: email(200) }, CREATED],
  [{ email: email(201) }, valid("email")],
  [{ email: "a.b" }, valid("email")],
  [{ linkExpiry: dayAhead(0) }, CREATED],
  [{ linkExpiry: dayAhead(30) }, CREATED],
  [{ linkExpiry: dayAhead(31) }, valid("linkExpiry")],
  [{ linkExpiry: dayAhead(-1) }, valid("linkExpiry")],
  [{ linkExpiry: dayAhead(3).replaceAll("/", "-") }, valid("linkExpiry")],
  [{ linkExpiry: undefined }, valid("linkExpiry")],
  [{ remarks: "" }, CREATED],
  [{ remarks: letters(70) }, CREATED],
  [{ remarks: letters(71) }, REMARKS],
  [{ remarks: "a-b" }, REMARKS],
  [{ remarks: "4111 1111 1111 1111" }, `${REMARKS} ${explainCard("remarks")}`],
  [{ notifyCustomer: "1" }, CREATED],
  [{ notifyCustomer: true }, valid("notifyCustomer")],
  [{ notifyCustomer: 2 }, valid("notifyCustomer")],
  [{ validateAccount: 1 }, CREATED],
  [{ validateAccount: "2" }, valid("validateAccount")],
  [{ payoutType: "ANY", description: "anything", other: { deep: [1] } }, CREATED],
];

test("a link's fields at, below and above their limits", async () => {
  for (const [changes, message] of limits) {
    const { body } = await client.call("POST", "/v1/createCashgram", {
      body: { ...cashgramOrder(), ...changes },
    });
    assert.equal(body.message, message, JSON.stringify(changes));
  }
});

test("what is looked at first is said first", async () => {
  const say = async (changes: Record<string, unknown>): Promise<string> =>
    (await client.call("POST", "/v1/createCashgram", { body: { ...cashgramOrder(), ...changes } })).body
      .message;
  assert.equal(await say({ cashgramId: "", amount: "0.5", name: "", phone: "" }), valid("cashgram Id"));
  assert.equal(await say({ amount: "0.5", name: "", phone: "" }), "amount should be at least 1.0");
  assert.equal(await say({ name: "", phone: "", email: "x" }), valid("name"));
  assert.equal(await say({ phone: "", email: "x", linkExpiry: "" }), valid("Phone Number"));
  assert.equal(await say({ email: "x", linkExpiry: "", remarks: "%" }), valid("email"));
  assert.equal(await say({ linkExpiry: "", remarks: "%" }), valid("linkExpiry"));
});

test("numbers of links are numbers; the link and its status are told alike by GET and POST", async () => {
  const cashgramId = freshId("gram");
  const { body } = await client.call("POST", "/v1/createCashgram", {
    body: { ...cashgramOrder(), cashgramId },
  });
  const { referenceId, cashgramLink } = body.data as { referenceId: number; cashgramLink: string };
  assert.ok(Number.isInteger(referenceId) && referenceId < 2 ** 31);
  assert.match(cashgramLink, /^http:\/\/localhost:8080\/pay\/[\w-]{48}$/);
  const active = { cashgramStatus: "ACTIVE", referenceId, cashgramId, cashgramLink };
  const ways = [
    { method: "GET", query: { cashgramId } },
    { method: "POST", query: { cashgramId }, body: { cashgramId } },
    { method: "POST", body: { cashgramId } },
    { method: "POST", query: { cashgramId }, body: {} },
  ];
  for (const { method, ...asked } of ways) {
    const { body: answer } = await client.call(method, "/v1/getCashgramStatus", asked);
    assert.deepEqual(answer.data, active, method);
  }
});

test("a link shows each of the six statuses", async () => {
  const statusOf = async (cashgramId: string): Promise<Record<string, unknown>> => {
    const { body } = await client.call("GET", "/v1/getCashgramStatus", { query: { cashgramId } });
    const { cashgramLink, ...data } = body.data!;
    assert.match(String(cashgramLink), /\/pay\//);
    return data;
  };
  const paid = await makeCashgram(client);
  await redeemCashgram(client, paid.token);
  const { redeemRefId, utr, referenceId, ...redeemed } = await statusOf(paid.id);
  assert.deepEqual(redeemed, { cashgramStatus: "REDEEMED", cashgramId: paid.id });
  assert.ok([redeemRefId, referenceId].every(Number.isInteger) && redeemRefId !== referenceId);
  const { body } = await client.call("GET", "/v1/getTransferStatus", {
    query: { referenceId: String(redeemRefId) },
  });
  assert.equal((body.data!.transfer as { utr: string }).utr, utr);
  const failed = await makeCashgram(client);
  await redeemCashgram(client, failed.token, { mode: "upi", vpa: "no-account@upi" });
  assert.equal((await statusOf(failed.id)).cashgramStatus, "FAILED");
  assert.match(String((await statusOf(failed.id)).reason), /^[A-Z_]+$/);
  const pending = await makeCashgram(client);
  await redeemCashgram(client, pending.token, TO_PENDING);
  assert.equal((await statusOf(pending.id)).cashgramStatus, "PENDING");
  const ended = await makeCashgram(client);
  await client.call("POST", "/v1/deactivateCashgram", { body: { cashgramId: ended.id } });
  const { cashgramStatus, reason } = await statusOf(ended.id);
  assert.deepEqual([cashgramStatus, reason], ["EXPIRED", "DEACTIVATED"]);
});

test("a repeat with an Idempotency-Key gets the link again, and 409 with other content", async () => {
  const order = cashgramOrder();
  const create = (changes: object, headers: Record<string, string> = { "idempotency-key": "k" }) =>
    client.call("POST", "/v1/createCashgram", { body: { ...order, ...changes }, headers });
  const first = await create({});
  const again = await create({});
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal((await create({ amount: "11.00" })).body.subCode, "409");
  assert.equal(
    (await create({}, {})).body.message,
    `Cashgram with id ${String(order.cashgramId)} already exists`,
  );
});

test("one merchant's links are nothing to another", async () => {
  const { id } = await makeCashgram(client);
  const other = await client.another();
  const unknown = `Cashgram with id ${id} does not exist`;
  const read = await other.call("GET", "/v1/getCashgramStatus", { query: { cashgramId: id } });
  const ended = await other.call("POST", "/v1/deactivateCashgram", { body: { cashgramId: id } });
  assert.deepEqual([read.body.message, ended.body.message], [unknown, unknown]);
});
