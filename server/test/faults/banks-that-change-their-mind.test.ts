/** Tests for bugs that a review of the money path found: each of them once paid twice, or kept money forever. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { blockPayee } from "#risk";
import { acceptTransfers, recordNews, resolveReview, runtimeOf, workTransfers, type News } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();

const MINUTE_MS = 60_000;
const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };

test("an attempt that was given up and paid after all ends the transfer: no other bank is told", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  await quieten(merchant, ["meghdoot", "himshikhar"]);
  const transferId = await accept(merchant, "given_up");
  await say(merchant, transferId, {
    kind: "failed",
    code: "M6",
    text: "limit of the member bank",
    reason: "DEST_LIMIT_REACHED",
    otherBank: true,
  });
  assert.equal((await read(transferId)).status, "ready");
  await say(merchant, transferId, PAID);
  await workTransfers(world.ctx, merchant.merchantId);
  await advance(world, merchant, MINUTE_MS);
  await settle(world, world.ctx, merchant);
  const row = await read(transferId);
  assert.deepEqual([row.status, row.attempts], ["succeeded", 1]);
});

test("a refusal of the request proves nothing once the reference was sent again", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: merchant.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "cut", posted: false } }],
  });
  const transferId = await accept(merchant, "refused_late");
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: merchant.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "pending", then: "succeed", afterMs: 3_600_000 } }],
  });
  await advance(world, merchant, 2 * MINUTE_MS);
  await workTransfers(world.ctx, merchant.merchantId);
  const refusal: Outcome = {
    kind: "failed",
    code: "H08",
    text: "too many requests",
    reason: "REINITIALIZE_TRANSFER_LATER",
    otherBank: true,
    ofRequest: true,
  };
  await say(merchant, transferId, refusal);
  assert.equal((await read(transferId)).status, "sent");
  await settle(world, world.ctx, merchant);
  assert.deepEqual([(await read(transferId)).status, (await read(transferId)).attempts], ["succeeded", 1]);
  await assertSound(world, [merchant]);
});

test("a payment that is only ever called returned comes back to the merchant", async () => {
  const merchant = await world.makePayer();
  await acceptTransfers(world.ctx, merchant.merchantId, [
    orderTo("returned", { mode: "upi", vpa: "returned@upi" }),
  ]);
  await runtimeOf(world.ctx).idle();
  await settle(world, world.ctx, merchant);
  const [row] = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.equal(row?.status, "reversed");
  await assertSound(world, [merchant]);
});

for (const paid of [true, false]) {
  test(`a person ends a transfer in review: ${paid ? "paid" : "not paid"}`, async () => {
    // This bank cannot be asked to void a reference.
    const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
    await quieten(merchant, ["purvasagar"]);
    const transferId = await accept(merchant, "silent");
    await settle(world, world.ctx, merchant);
    assert.equal((await read(transferId)).status, "review");
    const finding = { transferId, paid, because: "letter of the bank", by: "system" } as const;
    await resolveReview(world.ctx, merchant.merchantId, finding);
    assert.equal((await read(transferId)).status, paid ? "succeeded" : "failed");
    await assert.rejects(resolveReview(world.ctx, merchant.merchantId, finding), /not in review/);
  });
}

test("a beneficiary blocked while the transfer waits is not paid", async () => {
  const merchant = await world.makePayer();
  runtimeOf(world.ctx).payers.take(merchant.merchantId, 1_000);
  const transferId = await accept(merchant, "blocked");
  const [row] = await world.look<{ beneficiaryId: string }>(
    `select beneficiary_id as "beneficiaryId" from transfers.transfer where transfer_id = $1`,
    [transferId],
  );
  await blockPayee(world.ctx, merchant.merchantId, {
    payee: { kind: "beneficiary", beneficiaryId: row!.beneficiaryId },
    because: "court order",
    by: "system",
  });
  await workTransfers({ ...world.ctx }, merchant.merchantId);
  assert.deepEqual(await read(transferId), {
    status: "failed",
    reason: "BENEFICIARY_BLACKLISTED",
    attempts: 0,
  });
  await assertSound(world, [merchant]);
});

test("one merchant's thousands leave room for another's one", async () => {
  const { payers } = runtimeOf({ ...world.ctx });
  const large = payers.take("large", 10_000);
  assert.ok(large > 0 && payers.take("small", 1) === 1);
});

/** Makes the banks take the instruction without answering, paying or calling back. */
async function quieten(merchant: Payer, bankIds: readonly string[]): Promise<void> {
  for (const bankId of bankIds) {
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
      debitAccount: merchant.debitAccount,
      mishaps: [
        { chance: 1, mishap: { kind: "cut", posted: false } },
        { chance: 1, operation: "enquire", mishap: { kind: "cut", posted: false } },
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

async function say({ merchantId }: Payer, transferId: string, outcome: Outcome): Promise<void> {
  const news: News = { transferId, attempt: 1, source: "callback", outcome };
  await recordNews(world.ctx, merchantId, [news]);
}

interface Row {
  status: string;
  reason: string | null;
  attempts: number;
}

async function read(transferId: string): Promise<Row> {
  const [row] = await world.look<Row>(
    `select status, reason,
       (select count(*)::int from transfers.attempt where attempt.transfer_id = transfer.transfer_id) as attempts
     from transfers.transfer
     where transfer_id = $1`,
    [transferId],
  );
  return row!;
}
