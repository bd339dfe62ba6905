/** A bank that refused has paid after all while another one is asked: the transfer is paid, and never a second time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { verifyLedger } from "#proof";
import { acceptTransfers, recordNews, runtimeOf, workTransfers } from "#transfers";
import { armCrashPoints, makeProcess, runAs } from "./crashes.ts";
import { advance, makeFaultWorld, orderTo, type Payer } from "./fault-world.ts";

const BANKS = ["meghdoot", "himshikhar", "jugnu"];

const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };
const REFUSED: Outcome = {
  kind: "failed",
  code: "H17",
  text: "scheme not available",
  reason: "NPCI_UNAVAILABLE",
  otherBank: true,
};
const RETURNED: Outcome = {
  kind: "returned",
  code: "AC04",
  text: "closed",
  utr: "632512000002",
  reason: "RETURNED_FROM_BENEFICIARY",
};
const UNSENT: Outcome = { kind: "not_sent", detail: "ECONNREFUSED" };

const world = await makeFaultWorld();
armCrashPoints();

for (const [how, outcome] of [
  ["refuses", REFUSED],
  ["cannot be reached", UNSENT],
] as const) {
  test(`the first bank paid after all, the second ${how}: no third is asked, the money is taken once`, async () => {
    const merchant = await world.makePayer({ bankIds: BANKS });
    await quieten(merchant);
    const transferId = await accept(merchant, "paid_after_all");
    await say(merchant, { transferId, attempt: 1, outcome: REFUSED });
    // The second attempt is committed, but its outcome is not known yet.
    const engine = world.openContext();
    await runAs(makeProcess("transfers.pay.before_send"), () => workTransfers(engine, merchant.merchantId));
    await say(merchant, { transferId, attempt: 1, outcome: PAID });
    await say(merchant, { transferId, attempt: 2, outcome });
    // A bank repeats its callbacks.
    await say(merchant, { transferId, attempt: 1, outcome: PAID });
    await advance(world, merchant, 60_000);
    await workTransfers(world.ctx, merchant.merchantId);
    await runtimeOf(world.ctx).idle();
    assert.deepEqual((await verifyLedger(world.ctx, merchant.merchantId)).findings, []);
    assert.deepEqual(await read(transferId), { attempts: 2, paid: "100.00", wallet: "-107.08" });
  });
}

test("the first bank paid after all when the second had refused too: it is taken up again past it", async () => {
  const merchant = await world.makePayer({ bankIds: BANKS });
  await quieten(merchant);
  const transferId = await accept(merchant, "taken_up_again");
  await say(merchant, { transferId, attempt: 1, outcome: REFUSED });
  await workTransfers(world.ctx, merchant.merchantId);
  await runtimeOf(world.ctx).idle();
  await say(merchant, { transferId, attempt: 2, outcome: REFUSED });
  await say(merchant, { transferId, attempt: 1, outcome: PAID });
  await workTransfers(world.ctx, merchant.merchantId);
  assert.deepEqual((await verifyLedger(world.ctx, merchant.merchantId)).findings, []);
  assert.deepEqual(await read(transferId), { attempts: 2, paid: "100.00", wallet: "-107.08" });
});

test("paid by two banks, of which one had refused: it says so until a payment comes back", async () => {
  const merchant = await world.makePayer({ bankIds: BANKS });
  await quieten(merchant);
  for (const first of [2, 1]) {
    const transferId = await accept(merchant, `paid_twice_${first}`);
    await say(merchant, { transferId, attempt: 1, outcome: REFUSED });
    await workTransfers(world.ctx, merchant.merchantId);
    await runtimeOf(world.ctx).idle();
    // In either order, and with a repetition.
    for (const attempt of [first, 3 - first, first])
      await say(merchant, { transferId, attempt, outcome: PAID });
    assert.deepEqual(await readReason(transferId), ["succeeded", "PAID_TWICE"]);
    const { merchantId } = merchant;
    assert.deepEqual((await verifyLedger(world.ctx, merchantId)).findings, []);
    await say(merchant, { transferId, attempt: first, outcome: RETURNED });
    const back = first === 2 ? ["reversed", "PAID_AFTER_FAILURE"] : ["succeeded", null];
    assert.deepEqual(await readReason(transferId), back);
    assert.deepEqual((await verifyLedger(world.ctx, merchantId)).findings, []);
  }
});

async function readReason(transferId: string): Promise<[string, string | null]> {
  const [row] = await world.look<{ status: string; reason: string | null }>(
    "select status, reason from transfers.transfer where transfer_id = $1",
    [transferId],
  );
  return [row!.status, row!.reason];
}

/** Makes the banks take the instruction without answering, paying or calling back. */
async function quieten({ debitAccount }: Payer): Promise<void> {
  const mishap = { kind: "cut", posted: false };
  for (const bankId of BANKS) {
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
      debitAccount,
      mishaps: [
        { chance: 1, mishap },
        { chance: 1, operation: "enquire", mishap },
      ],
    });
  }
}

async function accept(merchant: Payer, key: string): Promise<string> {
  const [answer] = await acceptTransfers(world.ctx, merchant.merchantId, [orderTo(key)]);
  assert.ok(answer?.kind === "accepted");
  await runtimeOf(world.ctx).idle();
  return answer.transfer.transferId;
}

interface Said {
  transferId: string;
  attempt: number;
  outcome: Outcome;
}

async function say({ merchantId }: Payer, said: Said): Promise<void> {
  await recordNews(world.ctx, merchantId, [{ ...said, source: "callback" }]);
}

/**
 * Returns the number of banks that were asked, the amount that they paid according to the books, and the net effect on
 * the wallet, in rupees.
 */
async function read(transferId: string): Promise<{ attempts: number; paid: string; wallet: string }> {
  const [row] = await world.look<{ attempts: number; paid: string; wallet: string }>(
    `select
       (select count(*)::int from transfers.attempt where attempt.transfer_id = $1) as attempts,
       round(coalesce(sum(amount_paise) filter (where credit_no between 100 and 999 and credit_no % 2 = 1), 0) / 100, 2)
         ::text as paid,
       round((
         coalesce(sum(amount_paise) filter (where credit_no = 1000), 0)
         - coalesce(sum(amount_paise) filter (where debit_no = 1000), 0)
       ) / 100, 2)::text as wallet
     from ledger.posting
     where cause_id = $1`,
    [transferId],
  );
  return row!;
}
