import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeCustomer, payTo } from "./customer.ts";
import { GOOD_PAYEES, magicValuesOf } from "./magic.ts";
import { magicTable } from "./magic-table.ts";
import { SCENARIOS } from "./scenarios.ts";

const customer = await makeCustomer();
let payments = 0;

async function pay(change: Record<string, unknown>): Promise<string> {
  payments += 1;
  const answer = await customer.pay(`M${payments}`, change).catch(() => undefined);
  if (answer === undefined) return "cut";
  return answer.httpStatus === 200
    ? `${answer.words["status"]} ${answer.words["code"]}`
    : `HTTP ${answer.httpStatus}`;
}

/** Scenarios whose answer never comes, or not before a clock is moved. */
const SILENT = new Set(["timeout-paid", "timeout-unpaid", "status-late", "slow"]);

test("each scenario's account, VPA and amount call it", async () => {
  for (const scenario of SCENARIOS.filter(({ id }) => !SILENT.has(id))) {
    const { accounts, vpas, amounts } = magicValuesOf(scenario);
    const expected = await pay({ rail: "IMPS", ...payTo({ accountNumber: accounts[0]! }) });
    for (const accountNumber of accounts) {
      assert.equal(await pay({ rail: "IMPS", ...payTo({ accountNumber }) }), expected, accountNumber);
    }
    for (const amount of amounts) assert.equal(await pay({ rail: "IMPS", amount }), expected, amount);
    const byVpa = await pay({ rail: "UPI", ...payTo({ vpa: vpas[0]! }) });
    for (const vpa of vpas) {
      assert.equal(await pay({ rail: "UPI", ...payTo({ vpa: vpa.toUpperCase() }) }), byVpa, vpa);
    }
  }
});

test("each failing scenario answers its code on every rail that knows it", async () => {
  const rails = [
    ["imps", "IMPS"],
    ["upi", "UPI"],
    ["other", "PAYTM"],
    ["other", "AMAZONPAY"],
    ["other", "CARD"],
  ] as const;
  for (const scenario of SCENARIOS.filter(({ fails }) => fails !== undefined)) {
    const { accounts, vpas, phone } = magicValuesOf(scenario);
    const beneficiary = payTo({
      accountNumber: accounts[0]!,
      vpa: vpas[0]!,
      phone,
      card: { token: accounts[0]! },
    });
    for (const [family, rail] of rails) {
      const code = scenario.fails![family];
      assert.equal(await pay({ rail, ...beneficiary }), code === undefined ? "SUCCESS 00" : `FAILED ${code}`);
    }
  }
});

test("what an account number gets wrong comes back by NEFT and RTGS", async () => {
  for (const rail of ["NEFT", "RTGS"]) {
    const [debitAccount, reference] = [`50${rail}`, `RET${rail}`];
    const { words } = await customer.pay(reference, {
      rail,
      debitAccount,
      ...payTo({ accountNumber: "909090909002" }),
    });
    assert.equal(words["status"], rail === "NEFT" ? "PENDING" : "SUCCESS");
    await customer.advance(3 * 3_600_000, debitAccount);
    const later = (await customer.ask(reference)).words;
    assert.deepEqual([later["status"], later["code"]], ["RETURNED", "AC04"]);
    assert.equal((await customer.books(reference)).netPaise, 0);
  }
});

test("known good payees and all unknown ones are paid", async () => {
  for (const payee of GOOD_PAYEES) {
    const change = payee.includes("@")
      ? { rail: "UPI", ...payTo({ vpa: payee }) }
      : payTo({ accountNumber: payee });
    assert.equal(await pay(change), "SUCCESS 00", payee);
  }
  assert.equal(await pay({ rail: "UPI", ...payTo({ vpa: "somebody@anywhere" }) }), "SUCCESS 00");
  assert.equal(await pay(payTo({ accountNumber: "77777777777" })), "SUCCESS 00");
});

test("no two scenarios share a value", () => {
  const values = SCENARIOS.map(magicValuesOf).flatMap(({ accounts, vpas, phone, amounts }) => [
    ...accounts,
    ...vpas,
    phone,
    ...amounts,
  ]);
  assert.equal(new Set(values).size, values.length);
  assert.ok(values.every((value) => !GOOD_PAYEES.includes(value)));
});

test("the README has the table of magic values as it is", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  assert.ok(readme.includes(magicTable()), "print it with: node bank-simulator/src/magic-table.ts");
});
