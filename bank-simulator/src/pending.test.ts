import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Customer, makeCustomer } from "./customer.ts";

const MINUTE_MS = 60_000;
const [TODAY, TOMORROW] = ["2026-02-03", "2026-02-04"];
const startMs = Date.parse(`${TODAY}T23:59:00+05:30`);

interface Page {
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly lines: readonly {
    kind: string;
    side: string;
    amount: string;
    reference: string;
    lineId: string;
  }[];
}

async function read(customer: Customer, day: string, kind = "intraday"): Promise<Page> {
  const path = `/meghdoot/accounts/1001/statements/${day}?kind=${kind}`;
  return (await customer.call("GET", path)).words as unknown as Page;
}

const told = ({ lines }: Page): string[] => lines.map(({ kind, reference }) => `${kind} ${reference}`);

const addsUp = ({ openingBalance, closingBalance, lines }: Page): boolean =>
  lines.reduce((sum, { side, amount }) => sum + (side === "DEBIT" ? -1 : 1) * Number(amount), 0) ===
  Number(closingBalance) - Number(openingBalance);

test("a pending payment is on no statement; its end is, on the day on which it came", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "bank-pending-"));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const customer = await makeCustomer({ startMs, dataFolder });
  await customer.call("PUT", "/sim/accounts/meghdoot/1001", { openingBalance: "1000.00" });
  for (const then of ["succeed", "fail", "return", "never"]) {
    await customer.script({ kind: "pending", then, afterMs: 2 * MINUTE_MS });
    assert.equal((await customer.pay(then.toUpperCase())).words["status"], "PENDING");
  }
  await customer.pay("ATONCE");
  assert.deepEqual(told(await read(customer, TODAY)), ["PAYMENT ATONCE"]);
  // An amount on hold cannot be spent, although it is on no statement.
  assert.equal((await customer.call("GET", "/sim/accounts/meghdoot/1001")).words["balance"], "500.00");

  await customer.advance(2 * MINUTE_MS);
  const closed = await read(customer, TODAY, "end-of-day");
  const next = await read(customer, TOMORROW);
  assert.deepEqual(told(closed), ["PAYMENT ATONCE"]);
  assert.deepEqual(told(next), [
    "PAYMENT SUCCEED",
    "PAYMENT FAIL",
    "REVERSAL FAIL",
    "PAYMENT RETURN",
    "RETURN RETURN",
  ]);
  assert.ok(addsUp(closed) && addsUp(next));
  assert.deepEqual([closed.closingBalance, next.openingBalance], ["900.00", "900.00"]);
  const ids = next.lines.map(({ lineId }) => lineId);
  assert.deepEqual(ids, [...new Set(ids)].toSorted());

  await customer.call("POST", "/meghdoot/payments/NEVER/void");
  const last = await read(customer, TOMORROW);
  assert.deepEqual(told(last), [...told(next), "PAYMENT NEVER", "REVERSAL NEVER"]);
  assert.ok(addsUp(last));
  await customer.simulator.close();
  const restarted = await makeCustomer({ startMs, dataFolder });
  assert.deepEqual(await read(restarted, TOMORROW), last);
});

test("RazorpayX's counterpart has no transaction of a pending payout either", async () => {
  const customer = await makeCustomer({ startMs });
  const list = async () => {
    const { words } = await customer.call("GET", "/razorpayx/transactions?account_number=1001");
    return (words["items"] as { debit: number; balance: number }[]).map(({ debit, balance }) => [
      debit,
      balance,
    ]);
  };
  await customer.call("PUT", "/sim/accounts/razorpayx/1001", { openingBalance: "1000.00" });
  await customer.script({ kind: "pending", then: "succeed", afterMs: MINUTE_MS }, { bankId: "razorpayx" });
  const payout = {
    account_number: "1001",
    amount: 10_000,
    currency: "INR",
    mode: "UPI",
    purpose: "payout",
    reference_id: "ONEPAYOUT",
    fund_account: { account_type: "vpa", vpa: { address: "asha@upi" }, contact: { name: "Asha Rao" } },
  };
  const made = await customer.call("POST", "/razorpayx/payouts", payout, {
    "x-payout-idempotency": "ONEPAYOUT",
    authorization: `Basic ${btoa("key:secret")}`,
  });
  assert.equal(made.httpStatus, 200, made.text);
  assert.deepEqual(await list(), []);
  await customer.advance(MINUTE_MS);
  assert.deepEqual(await list(), [[10_000, 90_000]]);
});
