/**
 * Answers that are late or wrong: failed and paid after all, paid and sent back, another amount, another reference, an
 * unknown reference.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { listBankConnections } from "#fund-sources";
import { acceptTransfers, receiveCallback, recordNews, runtimeOf } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, tiered } from "./fault-world.ts";

const EACH = tiered({ quick: 2, deep: 20, nightly: 700 });

const world = await makeFaultWorld();

/** The payee, the expected end of its transfer, and the expected alarms. */
const CASES = [
  { vpa: "late-success@upi", ends: "failed", noticed: "late_success" },
  { vpa: "reversed@upi", ends: "reversed", noticed: null },
  { vpa: "reversed-next-day@upi", ends: "reversed", noticed: null },
  { vpa: "wrong-amount@upi", ends: "succeeded", noticed: "answer_mismatch" },
  { vpa: "wrong-reference@upi", ends: "succeeded", noticed: "answer_mismatch" },
  { vpa: "deemed@upi", ends: "succeeded", noticed: null },
  { vpa: "deemed-returned@upi", ends: "reversed", noticed: null },
] as const;

for (const { vpa, ends, noticed } of CASES) {
  test(`${vpa}: ends ${ends}${noticed === null ? "" : `, noticed as ${noticed}`}`, async () => {
    const merchant = await world.makePayer();
    const orders = Array.from({ length: EACH }, (_, n) => orderTo(`late_${n}`, { mode: "upi", vpa }));
    await acceptTransfers(world.ctx, merchant.merchantId, orders);
    await runtimeOf(world.ctx).idle();
    await advance(world, merchant, 60_000);
    await settle(world, world.ctx, merchant);
    await advance(world, merchant, 26 * 3_600_000);
    const rows = await world.look<{ status: string; kinds: string | null }>(
      `select status,
         (select string_agg(kind, ',') from transfers.contradiction
          where contradiction.merchant_id = transfer.merchant_id
            and contradiction.transfer_id = transfer.transfer_id) as kinds
       from transfers.transfer
       where merchant_id = $1`,
      [merchant.merchantId],
    );
    assert.deepEqual(new Set(rows.map((row) => row.status)), new Set([ends]));
    assert.deepEqual(new Set(rows.map((row) => row.kinds)), new Set([noticed]));
    await assertSound(world, [merchant]);
  });
}

test("money taken by a late success is the merchant's debt when the wallet cannot give it", async () => {
  const merchant = await world.makePayer({ balancePaise: 107_08n });
  await acceptTransfers(world.ctx, merchant.merchantId, [
    orderTo("first", { mode: "upi", vpa: "late-success@upi" }),
  ]);
  await runtimeOf(world.ctx).idle();
  await acceptTransfers(world.ctx, merchant.merchantId, [orderTo("second")]);
  await runtimeOf(world.ctx).idle();
  await advance(world, merchant, 60_000);
  await settle(world, world.ctx, merchant);
  const [owed] = await world.look<{ paise: string }>(
    "select sum(amount_paise)::text as paise from ledger.posting where merchant_id = $1 and debit_no = 13",
    [merchant.merchantId],
  );
  assert.equal(owed?.paise, "10708");
  await assertSound(world, [merchant]);
});

const REFUSED: Outcome = {
  kind: "failed",
  code: "M1",
  text: "no",
  reason: "INVALID_ACCOUNT_FAIL",
  otherBank: false,
};
const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };
const RETURNED: Outcome = {
  kind: "returned",
  code: "AC04",
  text: "closed",
  utr: "632512000002",
  reason: "RETURNED_FROM_BENEFICIARY",
};

/** The bank's reports after its refusal; those in the same list are recorded together. */
const SENT_BACK = {
  "comes back": [[PAID], [RETURNED]],
  "has come back when it is told": [[RETURNED], [PAID]],
  "is told with its return": [[PAID, RETURNED]],
} as const;

for (const [how, told] of Object.entries(SENT_BACK)) {
  for (const short of [true, false]) {
    test(`a late success that ${how} goes to where it was taken from: ${short ? "a debt" : "the wallet"}`, async () => {
      const merchant = await world.makePayer({ balancePaise: short ? 107_08n : 2n * 107_08n });
      const { merchantId, debitAccount } = merchant;
      await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
        debitAccount,
        mishaps: [{ chance: 1, mishap: { kind: "cut", posted: false } }],
      });
      const [late] = await acceptTransfers(world.ctx, merchantId, [orderTo("late")]);
      assert.ok(late?.kind === "accepted");
      await runtimeOf(world.ctx).idle();
      const say = (outcomes: readonly Outcome[]) =>
        recordNews(
          world.ctx,
          merchantId,
          outcomes.map((outcome) => ({
            transferId: late.transfer.transferId,
            attempt: 1,
            source: "callback",
            outcome,
          })),
        );
      await say([REFUSED]);
      // The money that was given back is spent at once.
      const [next] = await acceptTransfers(world.ctx, merchantId, [orderTo("next")]);
      assert.equal(next?.kind, "accepted");
      await runtimeOf(world.ctx).idle();
      for (const outcomes of told) await say(outcomes);
      // A bank repeats its reports.
      for (const outcomes of told) await say(outcomes);
      const [money] = await world.look<{ owed: string; available: string; returned: number }>(
        `select
           (select coalesce(sum(case when debit_no = 13 then amount_paise else -amount_paise end), 0)::text
            from ledger.posting where merchant_id = $1 and 13 in (debit_no, credit_no)) as owed,
           (select balance_paise::text from ledger.account where merchant_id = $1 and account_no = 1000) as available,
           (select count(*)::int from ledger.posting
            where merchant_id = $1 and kind = 'return' and debit_no between 100 and 999) as returned`,
        [merchantId],
      );
      assert.deepEqual(money, { owed: "0", available: short ? "0" : "10708", returned: 1 });
      await assertSound(world, [merchant]);
    });
  }
}

test("news under a reference that no one here knows is kept, and moves nothing", async () => {
  const merchant = await world.makePayer();
  const [connection] = await world.ctx.db.inMerchant(merchant.merchantId, (tx) =>
    listBankConnections(world.ctx, tx),
  );
  const payment = {
    reference: "NOBODYKNOWSTHIS1",
    status: "SUCCESS",
    code: "00",
    message: "Transaction successful",
    utr: "632512999999",
    amount: "100.00",
    credited: true,
    accountTail: "1191",
  };
  const body = {
    eventId: "stray-1",
    type: "payment.updated",
    bankId: "meghdoot",
    debitAccount: merchant.debitAccount,
  };
  const rawBody = Buffer.from(JSON.stringify({ ...body, at: new Date().toISOString(), payment }));
  const seconds = Math.floor(Date.now() / 1_000);
  const sign = (secret: string): string =>
    createHmac("sha256", secret).update(`${seconds}.`).update(rawBody).digest("hex");
  const headers = { "x-bank-signature": `t=${seconds},v1=${sign(connection!.callbackSecret)}` };
  for (let times = 0; times < 3; times += 1) {
    await receiveCallback(world.ctx, merchant.merchantId, { bankId: "meghdoot", headers, rawBody });
  }
  const strays = await world.look("select from transfers.stray_news where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.equal(strays.length, 1);
  const forged = { "x-bank-signature": `t=${seconds},v1=${sign("another secret")}` };
  await assert.rejects(
    receiveCallback(world.ctx, merchant.merchantId, { bankId: "meghdoot", headers: forged, rawBody }),
  );
  const [answer] = await acceptTransfers(world.ctx, merchant.merchantId, [orderTo("beside_a_stray")]);
  assert.ok(answer?.kind === "accepted");
  assert.equal(answer.transfer.status, "sent", "what is not the order's own reference does not hold it back");
  await runtimeOf(world.ctx).idle();
  await assertSound(world, [merchant]);
});
