import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { BANKS } from "./banks.ts";
import { type Customer, makeCustomer } from "./customer.ts";
import { STATEMENT_FAULTS } from "./statement-faults.ts";

const START_MS = Date.parse("2026-02-03T11:20:00+05:30");
const TODAY = "2026-02-03";
const DAY_MS = 86_400_000;

type Line = Record<string, string> & { counterparty?: Record<string, string> };
interface Page {
  statementId: string;
  sequence?: number;
  day: string;
  openingBalance: string;
  closingBalance: string;
  lineCount: number;
  pages: number;
  lines: Line[];
}

async function read(customer: Customer, kind: string, options: Record<string, string> = {}) {
  const { bankId = "meghdoot", day = TODAY, ...rest } = options;
  const query = new URLSearchParams({ kind, ...rest });
  return customer.call("GET", `/${bankId}/accounts/1001/statements/${day}?${query}`);
}

async function page(customer: Customer, kind: string, options: Record<string, string> = {}): Promise<Page> {
  const answer = await read(customer, kind, options);
  assert.equal(answer.httpStatus, 200, answer.text);
  return answer.words as unknown as Page;
}

const paise = (rupees: string): number => Math.round(Number(rupees) * 100);
const signed = ({ side, amount }: Line): number => (side === "DEBIT" ? -1 : 1) * paise(amount!);
const addsUp = ({ openingBalance, closingBalance, lines }: Page): boolean =>
  paise(openingBalance) + lines.reduce((sum, line) => sum + signed(line), 0) === paise(closingBalance);

/** Makes an account of 1,000.00 with one line of each kind: payment, its return, a failure, a top-up, a charge. */
async function makeBusyDay(bankId = "meghdoot", options: object = {}): Promise<Customer> {
  const customer = await makeCustomer({ startMs: START_MS, ...options });
  await customer.call("PUT", `/sim/accounts/${bankId}/1001`, { openingBalance: "1000.00" });
  await customer.script({ kind: "return", afterMs: 60_000 }, { bankId });
  await customer.pay("PAIDANDSENTBACK0001", {}, bankId);
  await customer.pay("PAID0002", { amount: "20.50" }, bankId);
  await customer.call("POST", "/sim/credits", { bankId, account: "1001", amount: "70.00" });
  const charge = { bankId, account: "1001", kind: "charge", amount: "5.90", narration: "IMPS CHARGES" };
  await customer.call("POST", "/sim/movements", charge);
  await customer.advance(120_000);
  return customer;
}

test("each entry of the books is a line, the balances add up, and the next day goes on from there", async () => {
  const customer = await makeBusyDay();
  const soFar = await page(customer, "intraday");
  assert.deepEqual(
    soFar.lines.map(({ kind, side, amount }) => `${kind} ${side} ${amount}`),
    [
      "PAYMENT DEBIT 100.00",
      "PAYMENT DEBIT 20.50",
      "CREDIT CREDIT 70.00",
      "CHARGE DEBIT 5.90",
      "RETURN CREDIT 100.00",
    ],
  );
  assert.deepEqual([soFar.openingBalance, soFar.closingBalance], ["1000.00", "1043.60"]);
  const [paid, , , charge, back] = soFar.lines;
  assert.equal(paid!["reference"], "PAIDANDSENTBACK0001");
  assert.deepEqual(paid!.counterparty, {
    name: "Asha Rao",
    accountNumber: "XXXXXX7890",
    ifsc: "HDFC0000001",
  });
  assert.equal(charge!["narration"], "IMPS CHARGES");
  assert.deepEqual([back!["originalUtr"], back!["code"]], [paid!["utr"], "EREV"]);
  assert.notEqual(back!["utr"], paid!["utr"]);

  const early = await read(customer, "end-of-day");
  assert.deepEqual([early.httpStatus, early.words["code"]], [404, "S01"]);
  await customer.advance(DAY_MS);
  const closed = await page(customer, "end-of-day");
  assert.deepEqual(closed.lines, soFar.lines);
  await customer.pay("NEXTDAY1");
  await customer.advance(DAY_MS);
  const next = await page(customer, "end-of-day", { day: "2026-02-04" });
  assert.deepEqual([next.openingBalance, next.closingBalance], ["1043.60", "943.60"]);
  assert.equal(next.sequence, closed.sequence! + 1);
});

test("a line belongs to its day in India", async () => {
  const customer = await makeCustomer({ startMs: Date.parse("2026-02-03T23:59:30+05:30") });
  await customer.pay("BEFORE1");
  await customer.advance(60_000);
  await customer.pay("AFTER1");
  const told = async (kind: string, day: string) =>
    (await page(customer, kind, { day })).lines.map(({ reference }) => reference);
  assert.deepEqual(await told("end-of-day", TODAY), ["BEFORE1"]);
  assert.deepEqual(await told("intraday", "2026-02-04"), ["AFTER1"]);
  assert.equal((await read(customer, "intraday", { day: "2026-02-05" })).httpStatus, 404);
});

test("each bank gives the statements and the words that its terms name", async () => {
  for (const { id: bankId, statements } of BANKS) {
    const customer = await makeBusyDay(bankId);
    await customer.advance(DAY_MS);
    for (const kind of ["intraday", "end-of-day"] as const) {
      const given = statements.kinds.includes(kind);
      assert.equal(
        (await read(customer, kind, { bankId })).httpStatus,
        given ? 200 : 405,
        `${bankId} ${kind}`,
      );
    }
    const told = await page(customer, statements.kinds[0]!, { bankId });
    assert.ok(addsUp(told), bankId);
    const [first] = told.lines;
    assert.equal(first!["lineId"] !== undefined, statements.lineIds, bankId);
    assert.equal(first!["kind"] !== undefined, statements.lineKinds, bankId);
    assert.equal(first!["reference"] !== undefined, statements.references === "field", bankId);
    assert.equal(first!["utr"] !== undefined, statements.utrs, bankId);
    assert.ok(
      told.lines.every(({ narration }) => narration!.length <= statements.narrationMax),
      bankId,
    );
    const whole = told.lines.some(({ narration }) => narration!.includes("PAIDANDSENTBACK0001"));
    assert.equal(whole, statements.references === "field", bankId);
  }
});

test("50,000 lines are read in pages that are cut at one moment", async () => {
  const customer = await makeCustomer({ startMs: START_MS });
  const many = { bankId: "meghdoot", account: "1001", kind: "credit", amount: "1.00", times: 50_000 };
  await customer.call("POST", "/sim/movements", many);
  const first = await page(customer, "intraday");
  assert.deepEqual([first.lineCount, first.pages, first.lines.length], [50_000, 50, 1_000]);
  await customer.pay("MEANWHILE1");
  const ids = new Set<string>();
  for (const nth of [1, 2, 25, 49, 50]) {
    const statement = { page: String(nth), statement: first.statementId };
    const { lines, closingBalance, statementId } = await page(customer, "intraday", statement);
    assert.deepEqual([closingBalance, statementId], [first.closingBalance, first.statementId]);
    for (const { lineId } of lines) ids.add(lineId!);
  }
  assert.equal(ids.size, 5_000);
  assert.equal((await page(customer, "intraday")).lineCount, 50_001);
  assert.equal((await read(customer, "intraday", { page: "52" })).httpStatus, 400);
});

test("what is asked badly, with a wrong key or of a closed bank is refused", async () => {
  const customer = await makeBusyDay();
  for (const options of [{ day: "today" }, { day: "2026-13-01" }, { page: "0" }, { page: "x" }] as const) {
    assert.equal((await read(customer, "intraday", options)).words["code"], "H01");
  }
  assert.equal((await read(customer, "hourly")).words["code"], "H01");
  await customer.script("maintenance", { operation: "statement", reference: TODAY });
  assert.equal((await read(customer, "intraday")).words["code"], "H05");
  await customer.script("wrong-account", { operation: "statement" });
  assert.equal((await read(customer, "intraday")).words["debitAccount"], "100X");
  await customer.call("PUT", "/sim/accounts/meghdoot/1001", { apiKey: "right" });
  assert.equal((await read(customer, "intraday")).httpStatus, 401);
  const { words } = await customer.call("GET", "/sim/log");
  const asked = (words["lines"] as { operation: string }[]).filter(
    ({ operation }) => operation === "statement",
  );
  assert.equal(asked.length, 8);
});

test("each planted fault shows on its day only, and the books stay as they are", async () => {
  const customer = await makeBusyDay();
  await customer.advance(DAY_MS);
  await customer.pay("NEXTDAY1");
  const before = await customer.call("GET", "/sim/debits?form=summary");
  const account = { bankId: "meghdoot", debitAccount: "1001", day: TODAY };
  const plain = await page(customer, "intraday");
  for (const fault of Object.keys(STATEMENT_FAULTS).filter((name) => name !== "missing-day")) {
    for (const balanced of [false, true]) {
      const day = fault === "overlap" ? "2026-02-04" : TODAY;
      const asked = { ...account, day, fault, balanced, seed: "7" };
      assert.equal((await customer.call("POST", "/sim/statements/faults", asked)).httpStatus, 200, fault);
      const spoilt = await page(customer, fault === "sequence-gap" ? "end-of-day" : "intraday", { day });
      const truthful = ["truncated-narration", "missing-reference", "sequence-gap"].includes(fault);
      assert.equal(addsUp(spoilt), truthful || balanced, fault);
      if (fault !== "wrong-closing" || !balanced) assert.notDeepEqual(spoilt, plain, fault);
      await customer.call("DELETE", `/sim/statements/faults?${new URLSearchParams({ ...account, day })}`);
    }
  }
  assert.deepEqual(await page(customer, "intraday"), plain);
  assert.deepEqual((await customer.call("GET", "/sim/debits?form=summary")).words, before.words);

  await customer.call("POST", "/sim/statements/faults", {
    ...account,
    fault: "missing-day",
    kind: "end-of-day",
  });
  assert.equal((await read(customer, "end-of-day")).words["code"], "S01");
  assert.equal((await read(customer, "intraday")).httpStatus, 200);
  const wrong = await customer.call("POST", "/sim/statements/faults", { ...account, fault: "lightning" });
  assert.equal(wrong.httpStatus, 400);
});

test("identical movements stand as often as they happened, and a restarted bank gives the same statement", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "bank-statements-"));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const customer = await makeBusyDay("purvasagar", { dataFolder });
  const account = { bankId: "purvasagar", account: "1001" };
  const twice = { ...account, kind: "debit", amount: "9.00", narration: "SERVICE", utr: "", times: 2 };
  await customer.call("POST", "/sim/movements", twice);
  await customer.advance(DAY_MS);
  const fault = { bankId: "purvasagar", debitAccount: "1001", day: TODAY, fault: "wrong-amount" };
  await customer.call("POST", "/sim/statements/faults", { ...fault, reference: "PAID0002" });
  const told = await page(customer, "end-of-day", { bankId: "purvasagar" });
  const same = told.lines.filter(({ narration }) => narration === "SERVICE");
  assert.equal(same.length, 2);
  assert.deepEqual(same[0], same[1]);
  assert.equal(told.lines.find(({ reference }) => reference === "PAID0002")!["amount"], "21.50");
  await customer.simulator.close();
  const restarted = await makeCustomer({ startMs: START_MS, dataFolder });
  assert.deepEqual(await page(restarted, "end-of-day", { bankId: "purvasagar" }), told);
});
