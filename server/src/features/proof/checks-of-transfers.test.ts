import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptTransfers, registerTransfers } from "#transfers";
import { makeWorld } from "#test/world";
import { verifyLedger } from "./index.ts";

const world = await makeWorld();
registerTransfers();

test("a payment that a bank spoke of and the books know nothing of is found, and one booked twice", async () => {
  const { merchantId } = await world.makeMerchant({ balancePaise: 10_000_00n });
  const payee = { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } };
  const order = { amountPaise: 100_00n, mode: "neft", remarks: "", fundSourceId: null } as const;
  // The transfer is not sent in this test: the bank's facts are inserted below.
  const processOn = new Date(Date.now() + 86_400_000);
  await acceptTransfers(world.ctx, merchantId, [{ ...order, payee, transferKey: "spoken_of", processOn }]);
  const found = async (): Promise<string[]> => {
    const { findings } = await verifyLedger(world.ctx, merchantId);
    return findings.filter(({ check }) => check === "payments-are-booked-once").map(({ detail }) => detail);
  };
  const say = (attempt: number, evidence: string): Promise<object[]> =>
    world.look(
      `insert into transfers.fact (
         merchant_id, transfer_id, attempt, fact_key, source, evidence, credited, code, detail, other_bank, at
       )
       select merchant_id, transfer_id, $2, 'said', 'callback', $3, false, '', '', false, now()
       from transfers.transfer
       where merchant_id = $1`,
      [merchantId, attempt, evidence],
    );
  const book = (kind: string, [phase, line]: readonly [number, number]): Promise<object[]> =>
    world.look(
      `insert into ledger.posting (merchant_id, cause_id, phase, line, kind, debit_no, credit_no, amount_paise, at)
       select merchant_id, transfer_id, $2, $3, $4, 13, 103, amount_paise, now()
       from transfers.transfer
       where merchant_id = $1`,
      [merchantId, phase, line, kind],
    );
  await say(1, "UNK");
  assert.deepEqual(await found(), []);
  await say(2, "POS");
  assert.deepEqual(await found(), ["1 attempts paid, 0 booked"]);
  await book("late_success", [6, 20]);
  assert.deepEqual(await found(), []);
  await book("post", [4, 1]);
  assert.deepEqual(await found(), ["1 attempts paid, 2 booked"]);
});
