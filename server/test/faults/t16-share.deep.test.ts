/**
 * Measures how much is reconciled within five minutes of the statement: a day of payments through the engine, with lost
 * answers, lost callbacks, returns and late successes, and statements at the banks' intervals. The product's figure is
 * compared with the banks' own books and with a count by this test.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readReconciliationFigures, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { assertLinesAreEntries } from "./compare-lines.ts";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, tiered, type Payer } from "./fault-world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** The number of minutes in which payments are ordered, and the number of orders per minute and merchant. */
const MINUTES = tiered({ deep: 15, nightly: 120 });
const PER_MINUTE = tiered({ deep: 5, nightly: 50 });
const SHARE = 0.999;

const world = await makeFaultWorld({ start: new Date("2026-03-03T09:00:00+05:30") });
const { ctx } = world;

/** The percentages of orders with another outcome than immediate payment. */
const FATES: readonly (readonly [percent: number, order: Partial<Parameters<typeof orderTo>[1]>])[] = [
  [3, { mode: "upi", vpa: "cut-paid@upi" }],
  [2, { mode: "upi", vpa: "error-paid@upi" }],
  [2, { mode: "upi", vpa: "reversed@upi" }],
  [2, { mode: "upi", vpa: "late-success@upi" }],
  [2, { mode: "upi", vpa: "no-account@upi" }],
  [2, { mode: "upi", vpa: "pending@upi" }],
  [30, { mode: "upi", vpa: "success@upi" }],
];

/**
 * One bank per merchant; its statements determine how lines are identified. The first states our references, the second
 * cuts them, the third only states days that are over, and the last states none, so only the UTR in its answer to an
 * enquiry identifies the line.
 */
const BANKS = ["meghdoot", "himshikhar", "purvasagar", "jugnu"] as const;

test(`${MINUTES} minutes of payments at ${BANKS.length} banks are reconciled within five minutes`, async (t) => {
  const dice = makeDice(process.env.FAULT_SEED ?? "vitaran-1");
  const merchants = await Promise.all(BANKS.map((bankId) => world.makePayer({ bankIds: [bankId] })));
  for (const { bankId, debitAccount } of merchants) {
    const manner = { debitAccount, callbacks: { missingChance: 0.5 } };
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
  }
  for (let minute = 0; minute < MINUTES; minute += 1) {
    for (const merchant of merchants) await passMinute(merchant, minute, dice);
  }
  for (const merchant of merchants) {
    // Everything open ends as time would end it; its lines are on the statements of those days.
    for (let step = 0; step < 40; step += 1) await pass(merchant, MINUTE_MS);
    await settle(world, ctx, merchant);
    for (let step = 0; step < 4; step += 1) await pass(merchant, DAY_MS);
  }
  await assertSound(world, merchants);
  let [reconciled, total] = [0, 0];
  for (const merchant of merchants) {
    const ofBank = await assertLinesAreEntries(world, merchant);
    const figures = await readReconciliationFigures(ctx, merchant.merchantId, { days: 30 });
    const { fiveMinutes } = figures.fromStatement;
    const counted = await countSoon(merchant);
    assert.deepEqual(fiveMinutes, { reconciled: counted, total: ofBank }, merchant.bankId);
    t.diagnostic(`${merchant.bankId}: ${fiveMinutes.reconciled} of ${fiveMinutes.total} lines`);
    assert.ok(counted / ofBank >= SHARE, `${merchant.bankId}: ${counted} of ${ofBank}`);
    reconciled += counted;
    total += ofBank;
  }
  t.diagnostic(`${reconciled} of ${total} lines in 5 minutes: ${(reconciled / total) * 100} %`);
});

async function passMinute(merchant: Payer, minute: number, dice: () => number): Promise<void> {
  const { merchantId, bankId, debitAccount } = merchant;
  // One of the minute's payments is pending for longer than its rail waits before the first enquiry.
  if (dice() < 0.3) {
    const mishap = { kind: "pending", afterMs: (2 + Math.floor(dice() * 10)) * MINUTE_MS };
    await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });
  }
  const orders = Array.from({ length: PER_MINUTE }, (_, nth) => makeOrder(`${minute}-${nth}`, bankId, dice));
  await acceptTransfers(ctx, merchantId, orders);
  await runtimeOf(ctx).idle();
  const credit = { bankId, account: debitAccount, kind: "credit", amount: "11.00", party: { name: "Asha" } };
  // At a bank that states no UTR, money from elsewhere would be a break.
  if (bankId !== "purvasagar" && dice() < 0.2)
    await world.simulator.control("POST", "/sim/movements", credit);
  await pass(merchant, MINUTE_MS);
}

/** A bank without UPI is used by IMPS. Equal amounts to equal payees are common. */
function makeOrder(key: string, bankId: string, dice: () => number): TransferOrder {
  let left = dice() * 100;
  const fate = FATES.find(([percent]) => (left -= percent) < 0);
  return bankId === "purvasagar" || fate === undefined ? orderTo(key) : orderTo(key, fate[1]);
}

/** Lets time pass, and does all work that is due. */
async function pass(merchant: Payer, ms: number): Promise<void> {
  await advance(world, merchant, ms);
  await workTransfers(ctx, merchant.merchantId);
  await runtimeOf(ctx).idle();
  await workReconciliation(ctx, merchant.merchantId);
}

/** Counts the lines one by one, from the tables. */
async function countSoon({ merchantId }: Payer): Promise<number> {
  const lines = await world.look<{ arrivedAt: Date; settledAt: Date | null }>(
    `select arrived_at as "arrivedAt", settled_at as "settledAt" from reconciliation.line where merchant_id = $1`,
    [merchantId],
  );
  return lines.filter(
    ({ arrivedAt, settledAt }) =>
      settledAt !== null && settledAt.getTime() - arrivedAt.getTime() <= FIVE_MINUTES_MS,
  ).length;
}
