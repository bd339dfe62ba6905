import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCustomer, payTo } from "./customer.ts";

const DAY_MS = 86_400_000;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bank-simulator-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a restarted bank knows its debits, its answers, its manners and its time", async () => {
  const dataFolder = makeFolder();
  const before = await makeCustomer({ dataFolder });
  await before.call("PUT", "/sim/accounts/meghdoot/1001", { openingBalance: "1000.00" });
  const paid = (await before.pay("J1")).words;
  await before.script({ kind: "fail", code: "M3" });
  await before.pay("J2");
  await before.call("POST", "/himshikhar/payments/J3/void");
  await before.call("POST", "/sim/credits", {
    bankId: "meghdoot",
    account: "1001",
    amount: "50.00",
    utr: "T1",
  });
  await before.call("PUT", "/sim/banks/jugnu/manner", { ratePerSecond: 0 });
  await before.advance(3 * DAY_MS);
  const read = async (customer: typeof before) => [
    (await customer.call("GET", "/sim/debits")).words,
    (await customer.call("GET", "/sim/accounts/meghdoot/1001")).words,
  ];
  const books = await read(before);
  await before.simulator.close();

  const restarted = await makeCustomer({ dataFolder });
  assert.deepEqual(await read(restarted), books);
  assert.deepEqual((await restarted.ask("J1")).words, paid);
  assert.equal((await restarted.pay("J3", {}, "himshikhar")).words["code"], "H06");
  assert.equal((await restarted.pay("J4", {}, "jugnu")).httpStatus, 429);
  const { words } = await restarted.call("GET", "/sim/clock?debitAccount=1001");
  assert.ok((words["offsetMs"] as number) >= 3 * DAY_MS);
  const next = (await restarted.pay("J5")).words;
  assert.equal(next["status"], "SUCCESS");
  assert.notEqual(next["utr"], paid["utr"]);
});

test("what was pending goes on after a restart", async () => {
  const dataFolder = makeFolder();
  const before = await makeCustomer({ dataFolder });
  await before.script({ kind: "pending", then: "succeed", afterMs: DAY_MS });
  await before.pay("K1");
  await before.script({ kind: "return", afterMs: DAY_MS });
  await before.pay("K2");
  await before.simulator.close();
  const restarted = await makeCustomer({ dataFolder });
  assert.equal((await restarted.ask("K1")).words["status"], "PENDING");
  await restarted.advance(DAY_MS);
  assert.equal((await restarted.ask("K1")).words["status"], "SUCCESS");
  assert.equal((await restarted.ask("K2")).words["status"], "RETURNED");
  assert.deepEqual(await restarted.books("K2"), { debits: 1, debitedPaise: 100_00, netPaise: 0 });
});

test("a torn last line is dropped, and a reset forgets for good", async () => {
  const dataFolder = makeFolder();
  const before = await makeCustomer({ dataFolder });
  await before.pay("L1");
  await before.simulator.close();
  appendFileSync(join(dataFolder, "bank-simulator.jsonl"), '{"r":"entry","kind":"deb');
  const torn = await makeCustomer({ dataFolder });
  assert.equal((await torn.books("L1")).debits, 1);
  await torn.pay("L2");
  await torn.simulator.close();
  const whole = await makeCustomer({ dataFolder });
  assert.equal((await whole.books("L2")).debits, 1);
  await whole.call("POST", "/sim/reset", {});
  await whole.simulator.close();
  const empty = await makeCustomer({ dataFolder });
  assert.deepEqual((await empty.call("GET", "/sim/debits")).words["entries"], []);
});

test("an account's clock goes back only until something is booked on it, also in the journal", async () => {
  const dataFolder = makeFolder();
  const before = await makeCustomer({ dataFolder });
  const move = async (advanceMs: number, debitAccount?: string): Promise<number> =>
    (await before.call("POST", "/sim/clock", { advanceMs, ...(debitAccount && { debitAccount }) }))
      .httpStatus;
  assert.equal(await move(-DAY_MS), 400, "not that of everybody");
  assert.equal(await move(-3 * DAY_MS, "1001"), 200);
  const offsetOf = async (customer: typeof before): Promise<number> =>
    (await customer.call("GET", "/sim/clock?debitAccount=1001")).words["offsetMs"] as number;
  assert.equal(await offsetOf(before), -3 * DAY_MS);
  await before.pay("B1");
  assert.equal(await move(-1, "1001"), 400);
  assert.equal(await move(DAY_MS, "1001"), 200);
  await before.simulator.close();
  const restarted = await makeCustomer({ dataFolder });
  assert.equal(await offsetOf(restarted), -2 * DAY_MS);
});

/** Reads all files of the folder except the key. */
const readAll = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".key"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");

const NUMBERS = ["50100099887766", "zqvpayee@okaxis", "9340001234", "tok_zqv1234567", "60200011223344"];

test("whole numbers are in no file, and everything is answered after a restart as before", async () => {
  const dataFolder = makeFolder();
  const before = await makeCustomer({ dataFolder });
  const [accountNumber, vpa, phone, token, payer] = NUMBERS as [string, string, string, string, string];
  const toAccount = payTo({ accountNumber });
  const kinds = [
    ["N1", toAccount, "meghdoot"],
    ["N2", { ...payTo({ vpa }), rail: "UPI" }, "meghdoot"],
    ["N3", { ...payTo({ phone }), rail: "PAYTM" }, "jugnu"],
    ["N4", { ...payTo({ card: { token } }), rail: "CARD" }, "meghdoot"],
  ] as const;
  for (const [reference, change, bankId] of kinds) await before.pay(reference, change, bankId);
  const from = { name: "Payer", accountNumber: payer, ifsc: "HDFC0000001" };
  await before.call("POST", "/sim/credits", { bankId: "meghdoot", account: "1001", amount: "50.00", from });
  const day = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  const told = async (customer: typeof before) => [
    ...(await Promise.all(kinds.map(([reference, , bankId]) => customer.ask(reference, bankId)))).map(
      ({ words }) => words,
    ),
    (await customer.pay("N1", toAccount)).words,
    (await customer.call("GET", `/meghdoot/accounts/1001/statements/${day}?kind=intraday`)).words["lines"],
  ];
  const answers = await told(before);
  await before.simulator.close();
  for (const number of NUMBERS) assert.ok(!readAll(dataFolder).includes(number), number);

  const restarted = await makeCustomer({ dataFolder });
  assert.equal((answers.at(-1) as unknown[]).length, 4, "three payments by their entries, and the credit");
  assert.deepEqual(await told(restarted), answers);
  const other = await restarted.pay("N1", payTo({ accountNumber: "50100099807766" }));
  assert.equal(other.words["code"], "94", "another account with the same end is another payee");
  assert.deepEqual(await restarted.books("N1"), { debits: 1, debitedPaise: 100_00, netPaise: 100_00 });
});

test("a journal of an earlier version, with whole numbers, is masked when it is opened", async () => {
  const dataFolder = makeFolder();
  const account = { bankId: "meghdoot", number: "1001" };
  const payment = { r: "payment", account, reference: "E1", rail: "IMPS", amountPaise: "10000n", at: 1_000 };
  const paid = {
    status: "SUCCESS",
    code: "00",
    utr: "600001000001",
    credited: true,
    payee: "50100099887766",
  };
  const party = { name: "", accountNumber: "60200011223344", ifsc: "" };
  const entry = { r: "entry", kind: "credit", account, amountPaise: "100n", utr: "T1", at: 1_000, party };
  const lines = [{ ...payment, ...paid, payeeName: "Asha" }, entry].map((one) => JSON.stringify(one));
  writeFileSync(join(dataFolder, "bank-simulator.jsonl"), `${lines.join("\n")}\n{"r":"torn`);
  const opened = await makeCustomer({ dataFolder });
  assert.doesNotMatch(readAll(dataFolder), /50100099887766|60200011223344|torn/);
  assert.equal((await opened.ask("E1")).words["accountTail"], "7766");
  const again = await opened.pay("E1", payTo({ accountNumber: "50100099887766" }));
  assert.equal(again.words["utr"], "600001000001");
});
