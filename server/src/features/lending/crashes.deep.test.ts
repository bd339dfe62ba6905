/** A process may die at any point of a loan: no loan is half made, nothing goes back twice, and nothing is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runtimeOf } from "#transfers";
import { workLending } from "#lending";
import { startCommitCutter } from "#test/cut-commits";
import { armCrashPoints, crashed, inProcess, makeProcess, runAs, type Process } from "#test/faults/crashes";
import { advance, assertSound, settle, TIER, tiered, type Payer } from "#test/faults/fault-world";
import { borrowerAt, GOOD, lendTo, makeLendingWorld, REFUSED, RETURNED } from "#test/lending-world";

const world = await makeLendingWorld();
armCrashPoints();

/** Accounts whose payment succeeds, is refused, and is returned after it was paid. */
const ACCOUNTS = [GOOD, REFUSED, RETURNED] as const;

const DAY_MS = 86_400_000;

const isOwn = (point: string): boolean => point.startsWith("lending.");

/** True if a process dies at this point: at every one in the nightly tier, otherwise where a loan is made and ends. */
const isTried = (point: string, accountNumber: string): boolean =>
  TIER === "nightly" ||
  isOwn(point) ||
  ((point.startsWith("db.") || point.startsWith("transfers.accept.")) && accountNumber === GOOD);

/** A process dies at up to this many visits of a point. */
const VISITS = tiered({ deep: 2, nightly: 100 });

/** Runs one process from start to end: a loan is made, its transfer is followed, and its day ends. */
async function live(process: Process, accountNumber: string): Promise<Payer> {
  const merchant = await world.makeOriginator();
  // A copy acts as a process of its own, because what a process holds in memory is attached to its context.
  const ctx = { ...world.ctx };
  const told: string[] = [];
  world.engine = ctx;
  world.takeCallback = (take) => inProcess(process, take);
  await runAs(process, async () => {
    const outcome = await lendTo(ctx, merchant, "L1", { payee: borrowerAt(accountNumber) });
    if (outcome.kind === "accepted") told.push("L1");
    await runtimeOf(ctx).idle();
    await workLending(ctx, merchant.merchantId);
    await settle(world, ctx, merchant);
    await advance(world, merchant, DAY_MS);
    await workLending(ctx, merchant.merchantId);
  });
  world.engine = world.ctx;
  world.takeCallback = (take) => take();
  await world.finish(merchant);
  const loans = await world.readLoans(merchant);
  assert.ok(loans.length === 1 || told.length === 0, "a loan that was told of is lost");
  await assertWhole(merchant, loans[0]?.status ?? "none");
  // A caller without an answer asks again, and gets the loan that was made, or makes the first one.
  const again = await lendTo(world.ctx, merchant, "L1", { payee: borrowerAt(accountNumber) });
  assert.equal(again.kind, loans.length === 1 ? "repeated" : "accepted");
  await world.finish(merchant);
  const [loan, ...more] = await world.readLoans(merchant);
  assert.deepEqual(more, []);
  await assertWhole(merchant, loan!.status);
  return merchant;
}

/** Checks the ledgers at the end. */
async function assertWhole(merchant: Payer, status: string): Promise<void> {
  const lent = [0n, 100_00n, 0n];
  const whole = [8_000_00n, 2_000_00n, 0n];
  assert.deepEqual(await world.ledgersOf(merchant), status === "disbursed" ? lent : whole, status);
}

test("a loan outlives its process, wherever that dies", async (context) => {
  const merchants: Payer[] = [];
  for (const accountNumber of ACCOUNTS) {
    const whole = makeProcess();
    merchants.push(await live(whole, accountNumber));
    for (const [point, visits] of whole.passed) {
      if (!isTried(point, accountNumber)) continue;
      for (let visit = 1; visit <= Math.min(visits, VISITS); visit += 1) {
        merchants.push(await live(makeProcess(point, visit), accountNumber));
      }
    }
  }
  await assertSound(world, merchants);
  const own = [...crashed.keys()].filter(isOwn).toSorted();
  assert.deepEqual(own, [
    "lending.lend.committed",
    "lending.lend.funded",
    "lending.lend.written",
    "lending.settle.committed",
    "lending.settle.locked",
    "lending.settle.written",
  ]);
  const deaths = [...crashed.values()].reduce((sum, count) => sum + count, 0);
  context.diagnostic(`${deaths} deaths at ${crashed.size} points, of them ${own.length} of ours`);
});

test("a commit whose answer is lost makes one loan, and reports it", async () => {
  for (const cut of ["before", "during", "after"] as const) {
    let cuts = 0;
    const cutter = await startCommitCutter(world, {
      decide: (statements) =>
        cuts === 0 && statements.some((text) => text.includes("insert into lending.loan")) ? cut : null,
      onCut: () => void (cuts += 1),
    });
    const ctx = world.openContext({ databaseUrl: cutter.databaseUrl, connections: 2 });
    const merchant = await world.makeOriginator();
    const outcome = await lendTo(ctx, merchant, "L1");
    assert.equal(cuts, 1);
    assert.equal(outcome.kind, "accepted", cut);
    await runtimeOf(ctx).idle();
    await world.finish(merchant);
    assert.equal((await world.readLoans(merchant)).length, 1);
    assert.deepEqual(await world.ledgersOf(merchant), [0n, 100_00n, 0n]);
    await assertSound(world, [merchant]);
  }
});
