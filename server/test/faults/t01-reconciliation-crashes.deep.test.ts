/**
 * A process may die anywhere while it reconciles: between storing lines, matching, recording and booking. Each line is
 * stored and explained once, and the books follow once, whichever process continues.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { listBreaks, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { assertLinesAreEntries } from "./compare-lines.ts";
import { armCrashPoints, crashed, makeProcess, runAs } from "./crashes.ts";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, tiered, type Payer } from "./fault-world.ts";

const CRASHES = tiered({ deep: 50, nightly: 1_500 });
const CHECK_EVERY = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const world = await makeFaultWorld({ start: new Date("2026-03-03T06:00:00+05:30") });
const { ctx } = world;
armCrashPoints();

/** Points are passed once in a life that has new lines; those of the database many times. */
const POINTS: Readonly<Record<string, number>> = {
  "reconciliation.fetch.claimed": 1,
  "reconciliation.fetch.answered": 1,
  "reconciliation.import.checked": 1,
  "reconciliation.import.set_stored": 1,
  "reconciliation.import.written": 1,
  "reconciliation.import.committed": 1,
  "reconciliation.match.tied": 1,
  "reconciliation.match.recorded": 1,
  "reconciliation.match.booked": 1,
  "reconciliation.untied.booked": 1,
  "transfers.record.written": 1,
  "transfers.record.committed": 1,
  "transfers.ask_about.answered": 1,
  "db.transaction.before_commit": 12,
  "db.transaction.committed": 12,
};

const VPAS = [
  "success@upi",
  "no-account@upi",
  "cut-paid@upi",
  "error-paid@upi",
  "pending@upi",
  "reversed@upi",
  "late-success@upi",
];

let made = 0;

/** Makes payments with every outcome, and money from elsewhere; the banks' callbacks are lost. */
async function live(merchant: Payer, dice: () => number): Promise<void> {
  const { merchantId, bankId, debitAccount } = merchant;
  const orders = [0, 1, 2].map(() => {
    const vpa = VPAS[Math.floor(dice() * VPAS.length)]!;
    made += 1;
    return { ...orderTo(`LIFE-${made}`, { mode: "upi", vpa }), amountPaise: 100_00n };
  });
  await acceptTransfers(ctx, merchantId, orders);
  await runtimeOf(ctx).idle();
  const credit = { bankId, account: debitAccount, kind: "credit", amount: "11.00", party: { name: "Asha" } };
  if (dice() < 0.5) await world.simulator.control("POST", "/sim/movements", credit);
  await advance(world, merchant, 6 * MINUTE_MS);
  if (dice() < 0.5) await workTransfers(ctx, merchantId);
}

test(`${CRASHES} crashes while statements are reconciled lose no line and book none twice`, async (context) => {
  const seed = process.env.FAULT_SEED ?? "vitaran-1";
  const dice = makeDice(seed);
  const merchants = await Promise.all(
    ["meghdoot", "himshikhar", "jugnu"].map((bankId) => world.makePayer({ bankIds: [bankId] })),
  );
  for (const { bankId, debitAccount } of merchants) {
    const manner = { debitAccount, callbacks: { missingChance: 1 } };
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, manner);
  }
  for (let lives = 0; count() < CRASHES; lives += 1) {
    assert.ok(lives < CRASHES * 3, `the crash points are passed too seldom: ${JSON.stringify([...crashed])}`);
    const merchant = merchants[lives % merchants.length]!;
    await live(merchant, dice);
    const point = leastCrashed();
    const process = makeProcess(point, 1 + Math.floor(dice() * POINTS[point]!));
    await runAs(process, () => workReconciliation({ ...ctx }, merchant.merchantId));
    // A late payment of a bank is not known before its statement is reconciled, but the books add up at any time.
    if (lives % CHECK_EVERY === CHECK_EVERY - 1) assert.deepEqual((await verifyLedger(ctx)).findings, []);
  }
  let entries = 0;
  for (const merchant of merchants) {
    await end(merchant);
    entries += await assertLinesAreEntries(world, merchant);
    const open = await listBreaks(ctx, merchant.merchantId, { open: true, limit: 10 });
    assert.deepEqual(
      open.filter(({ kind }) => kind !== "contradiction"),
      [],
    );
  }
  await assertSound(world, merchants);
  for (const point of Object.keys(POINTS))
    assert.ok((crashed.get(point) ?? 0) > 0, `no process died at ${point}`);
  context.diagnostic(
    `seed ${seed}: ${count()} crashes over ${crashed.size} points, ${entries} entries: each one line, explained once`,
  );
});

/** Completes all open work, and ends every day with a statement. */
async function end(merchant: Payer): Promise<void> {
  const { merchantId } = merchant;
  await settle(world, ctx, merchant);
  for (let round = 0; round < 3; round += 1) {
    await advance(world, merchant, DAY_MS);
    await workReconciliation(ctx, merchantId);
    await workTransfers(ctx, merchantId);
  }
}

function leastCrashed(): string {
  return Object.keys(POINTS).toSorted((a, b) => (crashed.get(a) ?? 0) - (crashed.get(b) ?? 0))[0]!;
}

function count(): number {
  return [...crashed.values()].reduce((sum, one) => sum + one, 0);
}
