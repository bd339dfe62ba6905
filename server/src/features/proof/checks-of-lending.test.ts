import assert from "node:assert/strict";
import { test } from "node:test";
import { workLending } from "#lending";
import { runtimeOf } from "#transfers";
import { lendTo, makeLendingWorld } from "#test/lending-world";
import { verifyLedger } from "./index.ts";

const world = await makeLendingWorld();
const { ctx } = world;

/** Ways to falsify the records of loans, with the checks that must notice. `$1` is the merchant. */
const FALSE: [string, string, readonly string[]][] = [
  [
    "a share that is not by the agreement",
    `update lending.loan set lender_paise = lender_paise + 1, originator_paise = originator_paise - 1
     where merchant_id = $1`,
    ["loans-are-split-whole", "loans-are-booked"],
  ],
  [
    "a charge that is not in the disbursal",
    `update lending.charge set amount_paise = amount_paise + 1 where merchant_id = $1`,
    ["loans-are-split-whole"],
  ],
  [
    "a share that was never taken",
    `delete from ledger.posting where merchant_id = $1 and kind = 'loan' and debit_no = 31030`,
    ["loans-are-booked", "balances-are-their-postings"],
  ],
  [
    "shares that went back although the loan was paid",
    `update lending.loan set status = 'failed', due_at = null, given_back_at = now() where merchant_id = $1`,
    ["loans-are-booked", "loans-fit-their-transfers", "intermediate-is-what-is-between"],
  ],
  [
    "charges that are said to be passed on, and are not",
    `update lending.loan set due_at = null, charges_passed_on_at = now() where merchant_id = $1`,
    ["loans-are-booked", "intermediate-is-what-is-between"],
  ],
  [
    "money between that is nobody's",
    `update ledger.account set balance_paise = balance_paise + 1 where merchant_id = $1 and account_no = 31010`,
    ["intermediate-is-what-is-between", "balances-are-their-postings"],
  ],
  [
    "a transfer of another amount",
    `update transfers.transfer set amount_paise = amount_paise + 1 where merchant_id = $1`,
    ["loans-fit-their-transfers"],
  ],
  [
    "a loan's transfer without a loan",
    `update transfers.transfer set origin_id = gen_random_uuid() where merchant_id = $1`,
    ["loans-fit-their-transfers"],
  ],
];

test("each way to falsify a loan is found", async () => {
  for (const [what, sql, checks] of FALSE) {
    const merchant = await world.makeOriginator();
    await lendTo(ctx, merchant, "L1");
    await runtimeOf(ctx).idle();
    await workLending(ctx, merchant.merchantId);
    const find = async (): Promise<Set<string>> =>
      new Set((await verifyLedger(ctx, merchant.merchantId)).findings.map(({ check }) => check));
    assert.deepEqual(await find(), new Set(), "sound before");
    await world.look(sql, [merchant.merchantId]);
    const found = await find();
    for (const check of checks)
      assert.ok(found.has(check), `${what}: ${check} among ${[...found].join(", ")}`);
  }
});
