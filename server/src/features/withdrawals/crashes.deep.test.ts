/** A process may die at any point of a withdrawal or refund: nothing is lost, nothing is paid or given back twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { runtimeOf } from "#transfers";
import { armCrashPoints, crashed, inProcess, makeProcess, runAs, type Process } from "#test/faults/crashes";
import { assertSound, TIER, tiered, type Payer } from "#test/faults/fault-world";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import { makeWithdrawalWorld, TRANSIT, WALLET } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
armCrashPoints();

/** Accounts that make the bank pay, refuse, and pay and send back. */
const ACCOUNTS = ["50100000000001", "909090909008", "909090909022"] as const;

/** True if a process dies at a point: at every point by night, and otherwise where no other test of crashes does. */
const isTried = (point: string, accountNumber: string): boolean =>
  TIER === "nightly" || isOwn(point) || (point.startsWith("db.") && accountNumber === ACCOUNTS[0]);

const isOwn = (point: string): boolean => point.startsWith("withdrawals.");

/** The number of visits of a point at which the process dies. */
const VISITS = tiered({ deep: 1, nightly: 100 });

interface Life {
  readonly owner: Payer;
  readonly ctx: Context;
  /** Called with the withdrawals that a caller was told are made. */
  readonly acknowledge: (withdrawalKey: string) => void;
}

const SCENARIOS: Readonly<Record<string, (life: Life) => Promise<void>>> = {
  async withdrawal({ owner, ctx, acknowledge }) {
    const order = { withdrawalKey: "W1", amountPaise: 100_00n, remarks: "", by: "system" } as const;
    const outcome = await makeWithdrawal(ctx, owner.merchantId, order);
    if (outcome.kind === "made") acknowledge("W1");
    await runtimeOf(ctx).idle();
    await workWithdrawals(ctx, owner.merchantId);
  },
  async refund({ owner, ctx }) {
    await topUp(ctx, owner.merchantId, {
      bankId: "meghdoot",
      utr: "STRANGER",
      amountPaise: 250_00n,
      fundSourceId: WALLET_ID,
      from: { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" },
    });
    await workWithdrawals(ctx, owner.merchantId);
    await runtimeOf(ctx).idle();
    await workWithdrawals(ctx, owner.merchantId);
  },
};

/** Frees the leases of a dead process by waiting for a minute of the database's clock. */
async function letLeasesPass({ merchantId }: Payer): Promise<void> {
  for (const table of ["withdrawal", "refund"]) {
    const passed = `update withdrawals.${table} set leased_until = now() - interval '1 s'`;
    await world.look(`${passed} where merchant_id = $1 and leased_until is not null`, [merchantId]);
  }
}

/** Runs one life of a process, with an owner of its own, and then does what becomes due later. */
async function live(process: Process, scenario: string, accountNumber: string): Promise<Payer> {
  const owner = await world.makeOwner({ accountNumber });
  // A copy of the context acts as another process, because a process keeps its memory on its context.
  const ctx = { ...world.ctx };
  const told: string[] = [];
  world.engine = ctx;
  world.takeCallback = (take) => inProcess(process, take);
  await runAs(process, () => SCENARIOS[scenario]!({ owner, ctx, acknowledge: (key) => told.push(key) }));
  world.engine = world.ctx;
  world.takeCallback = (take) => take();
  await letLeasesPass(owner);
  await world.finish(owner);
  const withdrawals = await world.readWithdrawals(owner);
  for (const key of told)
    assert.ok(
      withdrawals.some((one) => one.withdrawalKey === key),
      `${key} is lost`,
    );
  const paid = withdrawals.filter(({ status }) => status === "paid").length;
  const refunds = await world.readRefunds(owner);
  assert.ok(refunds.every(({ status }) => status === "paid"));
  assert.equal(await world.balanceOf(owner, WALLET), 1_000_00n - BigInt(paid) * 100_00n);
  assert.equal(await world.balanceOf(owner, TRANSIT), 0n);
  return owner;
}

for (const scenario of Object.keys(SCENARIOS)) {
  test(`a ${scenario} outlives its process, wherever that dies`, async (context) => {
    crashed.clear();
    const owners: Payer[] = [];
    for (const accountNumber of ACCOUNTS) {
      const whole = makeProcess();
      owners.push(await live(whole, scenario, accountNumber));
      for (const [point, visits] of whole.passed) {
        if (!isTried(point, accountNumber)) continue;
        for (let visit = 1; visit <= Math.min(visits, VISITS); visit += 1) {
          owners.push(await live(makeProcess(point, visit), scenario, accountNumber));
        }
      }
      // A refund ignores the registered account.
      if (scenario === "refund") break;
    }
    await assertSound(world, owners);
    const own = [...crashed.keys()].filter(isOwn);
    assert.ok(own.length >= 4, `died only at ${own.join(", ")}`);
    context.diagnostic(`died at ${crashed.size} points, of them ${own.length} of ours`);
  });
}
