import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BANKS } from "./banks.ts";
import { makeCustomer, type Answer } from "./customer.ts";
import { magicValuesOf } from "./magic.ts";
import { verificationTable } from "./magic-table.ts";
import { NAMED_PAYEES, nameOfPayee, valuesOfNamed } from "./payee-names.ts";
import { SCENARIOS } from "./scenarios.ts";

const customer = await makeCustomer();
let asked = 0;

function verify(payee: Record<string, unknown>, bankId = "meghdoot"): Promise<Answer> {
  asked += 1;
  const ask = { reference: `V${asked}`, debitAccount: "1001", ...payee };
  return customer.call("POST", `/${bankId}/verifications`, ask);
}

const account = (accountNumber: string): Record<string, string> => ({ accountNumber, ifsc: "HDFC0000001" });
const scenario = (id: string) => magicValuesOf(SCENARIOS.find((one) => one.id === id)!);

test("an account, a VPA and a phone have one name forever, and nothing is debited", async () => {
  for (const payee of [account("1234567890"), { vpa: "Asha@upi" }, { phone: "9811111111" }]) {
    const [one, other] = [(await verify(payee)).words, (await verify(payee, "jugnu")).words];
    assert.deepEqual([one["status"], one["code"], one["amount"]], ["VALID", "00", "0.00"]);
    assert.match(String(one["utr"]), /^\d{12}$/);
    assert.match(String(one["name"]), /^[A-Z]+ [A-Z]+$/);
    assert.equal(other["name"], one["name"]);
  }
  assert.equal((await verify({ phone: "9811111111" })).words["vpa"], "9811111111@upi");
  const { words } = await customer.call("GET", "/sim/debits?debitAccount=1001&form=totals");
  assert.equal((words["totals"] as { debits: number }).debits, 0);
  assert.notEqual(nameOfPayee("1234567890"), nameOfPayee("1234567891"));
});

test("the payees with made names have them by account, VPA and phone", async () => {
  for (const { id, name } of NAMED_PAYEES) {
    const { account: number, vpa, phone } = valuesOfNamed(id);
    for (const payee of [account(number), { vpa }, { phone }])
      assert.equal((await verify(payee)).words["name"], name);
  }
});

test("magic payees are invalid, unavailable, or someone else's", async () => {
  const said = async (payee: Record<string, unknown>): Promise<string> => {
    const { status, code } = (await verify(payee)).words;
    return `${status} ${code}`;
  };
  assert.equal(await said(account(scenario("no-account").accounts[0]!)), "INVALID M1");
  assert.equal(await said({ vpa: "closed@upi" }), "INVALID ZY");
  assert.equal(await said({ vpa: "invalid@upi" }), "INVALID ZH");
  assert.equal(await said({ phone: "7070000001" }), "INVALID H21");
  assert.equal(await said({ phone: "0222222222" }), "INVALID H21");
  assert.equal(await said({ phone: "7070000002" }), "INVALID ZY");
  assert.equal(await said({ accountNumber: "1234567890", ifsc: "HDFC" }), "INVALID 92");
  assert.equal(await said(account(scenario("npci-down").accounts[0]!)), "UNAVAILABLE H17");
  assert.equal(await said({ vpa: "bank-offline@upi" }), "UNAVAILABLE H18");
  assert.equal((await verify({ vpa: "name-differs@upi" })).words["name"], "KISHAN LAL BAIRWA");
  assert.equal(await said({ vpa: "pending@upi" }), "VALID 00");
  assert.equal((await verify({ vpa: "error-paid@upi" })).httpStatus, 502);
  await assert.rejects(verify({ vpa: "cut-paid@upi" }));
});

test("what is not asked properly is refused, and each bank tells what it can", async () => {
  assert.equal((await verify({ vpa: "a@upi", phone: "9811111111" })).words["code"], "H01");
  assert.equal((await verify({ reference: "" })).httpStatus, 400);
  assert.equal((await verify({ phone: "9811111111" }, "himshikhar")).words["code"], "H02");
  for (const { id, verifies } of BANKS) {
    const { httpStatus } = await verify({ vpa: "asha@upi" }, id);
    assert.equal(httpStatus, verifies.length === 0 ? 405 : 200, id);
  }
  await customer.call("PUT", "/sim/accounts/meghdoot/2002", { apiKey: "right" });
  const ask = { reference: "K1", debitAccount: "2002", vpa: "asha@upi" };
  const call = (key: string) => customer.call("POST", "/meghdoot/verifications", ask, { "x-api-key": key });
  assert.deepEqual([(await call("wrong")).httpStatus, (await call("right")).httpStatus], [401, 200]);
});

test("scripts, manners and maintenance meet verifications, and leave payments alone", async () => {
  await customer.script({ kind: "html" }, { operation: "verify" });
  assert.equal((await customer.pay("P1")).words["status"], "SUCCESS");
  assert.match((await verify({ vpa: "asha@upi" })).contentType, /html/);
  await customer.script({ kind: "wrong-reference" }, { operation: "verify" });
  assert.notEqual((await verify({ vpa: "asha@upi" })).words["reference"], `V${asked}`);
  const manner = { mishaps: [{ operation: "verify", chance: 1, mishap: { kind: "maintenance" } }] };
  await customer.call("PUT", "/sim/banks/meghdoot/manner", { debitAccount: "1001", ...manner });
  assert.equal((await verify({ vpa: "asha@upi" })).words["code"], "H05");
  await customer.call("PUT", "/sim/banks/meghdoot/manner", { debitAccount: "1001" });
  assert.equal((await verify({ vpa: "asha@upi" })).words["code"], "00");
});

test("the README has the table of verifications as it is", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  assert.ok(readme.includes(verificationTable()), "print it with: node bank-simulator/src/magic-table.ts");
});
