/** Whatever a bank does instead of answering, no one is paid twice and nothing is refunded without proof. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptTransfers, runtimeOf } from "#transfers";
import { assertSound, makeFaultWorld, orderTo, settle, tiered, type Payer } from "./fault-world.ts";

const TRANSFERS = tiered({ quick: 200, deep: 800, nightly: 20_000 });

const world = await makeFaultWorld();

/**
 * Mishaps that leave an outcome open, or open for a while, or that are only partly a refusal; each happens about once
 * in thirty times.
 */
const MISHAPS = [
  { kind: "cut", posted: true },
  { kind: "cut", posted: false },
  { kind: "cut-answer", atByte: 20 },
  { kind: "http-error", httpStatus: 500, posted: true },
  { kind: "http-error", httpStatus: 502, posted: false },
  { kind: "http-error", httpStatus: 504, posted: true },
  { kind: "html", posted: true },
  { kind: "html", posted: false },
  { kind: "truncated-json", posted: true },
  { kind: "wrong-content-type" },
  { kind: "empty-body", posted: true },
  { kind: "empty-body", posted: false },
  { kind: "unmapped-code" },
  { kind: "wrong-amount" },
  { kind: "wrong-reference" },
  { kind: "wrong-account" },
  { kind: "duplicate-answer" },
  { kind: "pending", then: "succeed", afterMs: 60_000 },
  { kind: "pending", then: "fail", afterMs: 60_000 },
  { kind: "pending", then: "never" },
  { kind: "deemed", then: "succeed", afterMs: 3_600_000 },
  { kind: "deemed", then: "return", afterMs: 3_600_000 },
  // The bank paid without answering, and does not find the payment for ten minutes.
  [
    { kind: "cut", posted: true },
    { kind: "not-found-lag", ms: 600_000 },
  ],
  { kind: "rate-limit" },
  { kind: "maintenance" },
] as const;

/** Chance alone leaves these out once in a few hundred runs, so each happens at least once. */
const SURE = [{ kind: "deemed", then: "succeed", afterMs: 3_600_000 }, { kind: "wrong-amount" }] as const;

const BANKS = ["meghdoot", "himshikhar", "purvasagar", "jugnu"];

test(`${TRANSFERS} unknown outcomes: no second payment, no refund on silence, none lost`, async (context) => {
  const share = Math.ceil(TRANSFERS / BANKS.length);
  const merchants: Payer[] = [];
  for (const first of BANKS) {
    // Each bank is the preferred one once; the others are there in case the router chose one of them.
    const merchant = await world.makePayer({ bankIds: [first, ...BANKS.filter((bank) => bank !== first)] });
    merchants.push(merchant);
    for (const bankId of BANKS) await spoil(merchant, bankId);
    const match = { debitAccount: merchant.debitAccount };
    for (const mishap of SURE)
      await world.simulator.control("POST", "/sim/script", { match, mishap, times: 1 });
    await submit(merchant, share);
    await runtimeOf(world.ctx).idle();
    for (const bankId of BANKS) await spoil(merchant, bankId, 0);
    await settle(world, world.ctx, merchant);
  }
  await assertSound(world, merchants);
  await assertMisfortunesHappened();
  const ends = await world.look<{ status: string; count: number }>(
    "select status, count(*)::int as count from transfers.transfer group by status",
  );
  const total = ends.reduce((sum, end) => sum + end.count, 0);
  assert.equal(total, share * BANKS.length, "no transfer is lost");
  const open = ends.filter((end) => !["succeeded", "failed", "reversed", "review"].includes(end.status));
  assert.deepEqual(open, [], "what could not be found out stands in review, nothing stands elsewhere");
  context.diagnostic(ends.map((end) => `${end.status} ${end.count}`).join(", "));
});

async function spoil(merchant: Payer, bankId: string, chance = 0.03): Promise<void> {
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
    debitAccount: merchant.debitAccount,
    mishaps: chance === 0 ? [] : MISHAPS.map((mishap) => ({ chance, mishap })),
  });
}

async function submit(merchant: Payer, count: number): Promise<void> {
  for (let from = 0; from < count; from += 250) {
    const orders = Array.from({ length: Math.min(250, count - from) }, (_, n) =>
      orderTo(`unknown_${from + n}`),
    );
    const answers = await acceptTransfers(world.ctx, merchant.merchantId, orders);
    assert.ok(answers.every((answer) => answer.kind === "accepted"));
  }
}

/** A fault test without faults proves nothing. */
async function assertMisfortunesHappened(): Promise<void> {
  const details = await world.look<{ evidence: string; count: number }>(
    "select evidence, count(*)::int as count from transfers.fact where source = 'response' group by evidence",
  );
  const count = new Map(details.map((row) => [row.evidence, row.count]));
  assert.ok((count.get("UNK") ?? 0) > TRANSFERS * 0.4, "more answers were unknown than without mishaps");
  assert.ok((count.get("DEEMED") ?? 0) > 0, "some were deemed");
  const [mismatch] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.contradiction where kind = 'answer_mismatch'",
  );
  assert.ok((mismatch?.count ?? 0) > 0, "answers that do not fit were noticed");
}
