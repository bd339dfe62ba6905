import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCustomer } from "./customer.ts";

const START_MS = Date.parse("2026-02-03T11:20:00+05:30");
const HALF_HOUR_MS = 1_800_000;

interface Row {
  seq: number;
  kind: string;
  reference: string;
  amountPaise: number;
  utr: string;
}

test("the summary, the totals, the entries and the balance agree", async () => {
  const customer = await makeCustomer();
  await customer.call("PUT", "/sim/accounts/meghdoot/2001", { openingBalance: "10000.00" });
  const fates = [undefined, "pay-twice", { kind: "fail", code: "M3" }, "return-at-once"];
  for (const [nth, mishap] of fates.entries()) {
    if (mishap !== undefined) await customer.script(mishap, { debitAccount: "2001" });
    await customer.pay(`B${nth}`, { debitAccount: "2001", amount: "10.50" });
  }
  await customer.call("POST", "/sim/credits", { bankId: "meghdoot", account: "2001", amount: "7.00" });
  const read = async (form: string) =>
    (await customer.call("GET", `/sim/debits?bankId=meghdoot&debitAccount=2001&form=${form}`)).words;

  const { rows, totals } = await read("summary");
  assert.deepEqual(rows, [
    ["meghdoot", "B0", 1, 1_050, 0, 0, 1_050],
    ["meghdoot", "B1", 2, 2_100, 0, 0, 2_100],
    ["meghdoot", "B2", 1, 1_050, 1_050, 0, 0],
    ["meghdoot", "B3", 1, 1_050, 0, 1_050, 0],
  ]);
  assert.deepEqual(totals, (await read("totals"))["totals"]);
  assert.deepEqual(totals, {
    debits: 5,
    debitedPaise: 5_250,
    reversedPaise: 1_050,
    returnedPaise: 1_050,
    netPaise: 3_150,
    creditedPaise: 700,
  });
  const { words } = await customer.call("GET", "/sim/accounts/meghdoot/2001");
  assert.equal(words["balance"], "9975.50");
});

test("entries are read in pages and never change", async () => {
  const customer = await makeCustomer();
  for (let nth = 0; nth < 25; nth += 1) await customer.pay(`P${nth}`);
  const all: Row[] = [];
  let more = true;
  for (let since = 0; more;) {
    const { words } = await customer.call("GET", `/sim/debits?debitAccount=1001&limit=10&since=${since}`);
    all.push(...(words["entries"] as Row[]));
    since = words["cursor"] as number;
    more = words["more"] as boolean;
  }
  assert.deepEqual(
    all.map(({ reference }) => reference),
    Array.from({ length: 25 }, (_, nth) => `P${nth}`),
  );
  assert.equal(new Set(all.map(({ utr }) => utr)).size, 25);
});

test("an account without enough money is refused by the rail's code, and nothing is debited", async () => {
  const customer = await makeCustomer();
  await customer.call("PUT", "/sim/accounts/meghdoot/1001", { openingBalance: "100.00" });
  assert.equal((await customer.pay("F1")).words["status"], "SUCCESS");
  for (const [rail, code] of [
    ["IMPS", "51"],
    ["UPI", "Z9"],
    ["NEFT", "H19"],
    ["CARD", "H19"],
  ]) {
    const { words } = await customer.pay(`F${rail}`, { rail });
    assert.deepEqual([words["status"], words["code"]], ["FAILED", code]);
    assert.equal((await customer.books(`F${rail}`)).debits, 0);
  }
});

test("references of the rails have their forms", async () => {
  const customer = await makeCustomer({ startMs: START_MS });
  const forms = [
    ["IMPS", /^603411\d{6}$/],
    ["UPI", /^603411\d{6}$/],
    ["CARD", /^603411\d{6}$/],
    ["NEFT", /^MGDT[N-Y]26034\d{6}$/],
    ["RTGS", /^MGDTR520260203\d{8}$/],
  ] as const;
  for (const [rail, form] of forms) {
    assert.match(String((await customer.pay(`U${rail}`, { rail, amount: "200000.00" })).words["utr"]), form);
  }
});

test("NEFT waits for the half-hourly batch, and is confirmed ten minutes after it", async () => {
  const customer = await makeCustomer({ startMs: START_MS });
  assert.equal((await customer.pay("NEFT1", { rail: "NEFT" })).words["status"], "PENDING");
  const told = async () => {
    const { status, credited } = (await customer.ask("NEFT1")).words;
    return [status, credited];
  };
  await customer.advance(HALF_HOUR_MS / 3 - 60_000);
  assert.deepEqual(await told(), ["PENDING", false]);
  await customer.advance(60_000);
  assert.deepEqual(await told(), ["SUCCESS", false]);
  await customer.advance(10 * 60_000);
  assert.deepEqual(await told(), ["SUCCESS", true]);
});

test("the log tells what was asked, in order", async () => {
  const customer = await makeCustomer();
  await customer.pay("G1");
  await customer.ask("G1");
  await customer.ask("G2");
  const { words } = await customer.call("GET", "/sim/log");
  const lines = words["lines"] as { operation: string; reference: string; answer: string }[];
  assert.deepEqual(
    lines.map(({ operation, reference, answer }) => `${operation} ${reference} ${answer}`),
    ["pay G1 SUCCESS 00", "enquire G1 SUCCESS 00", "enquire G2 NOT_FOUND NOT_FOUND"],
  );
});

test("resetting one debit account leaves the others, resetting all leaves nothing", async () => {
  const customer = await makeCustomer();
  await customer.pay("X1");
  await customer.pay("X2", { debitAccount: "1002" });
  await customer.call("POST", "/sim/reset", { debitAccount: "1001" });
  assert.equal((await customer.ask("X1")).httpStatus, 404);
  assert.equal((await customer.ask("X2")).words["status"], "SUCCESS");
  await customer.call("POST", "/sim/reset", {});
  const { words } = await customer.call("GET", "/sim/debits");
  assert.deepEqual(words["entries"], []);
});
