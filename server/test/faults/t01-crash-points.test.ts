/** A process may die at any named point: nothing acknowledged is lost, and nothing is paid or refunded twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp } from "#fund-sources";
import type { Context } from "#lib/context";
import {
  acceptTransfer,
  awaitOutcome,
  cancelTransfers,
  runtimeOf,
  setQueuingTime,
  workTransfers,
  type Acceptance,
  type TransferOrder,
} from "#transfers";
import { addEndpoint, deliverWebhooks } from "#webhooks";
import { armCrashPoints, crashed, inProcess, makeProcess, runAs, type Process } from "./crashes.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";
import { makeDice } from "./dice.ts";
import { startReceiver } from "./receiver.ts";

const CRASHES = tiered({ quick: 40, deep: 250, nightly: 10_000 });
/** All books are checked after this many crashes; each crash is checked for its own transfers. */
const CHECK_EVERY = 50;

const world = await makeFaultWorld();
const receiver = await startReceiver(world);
armCrashPoints();

/** Payees that make the banks do what their name says. */
const VPAS = [
  "success@upi",
  "no-account@upi",
  "cut-paid@upi",
  "cut-unpaid@upi",
  "error-paid@upi",
  "html@upi",
  "pending@upi",
  "reversed@upi",
  "credited-later@upi",
  "late-success@upi",
  "bank-offline@upi",
];
const ACCOUNTS = [
  "026291800001191",
  "909090909001",
  "909090909033",
  "909090909032",
  "909090909020",
  "909090909006",
];

interface Scenario {
  merchant: Payer;
  ctx: Context;
  dice: () => number;
  /** Called as soon as a caller is answered; these transfers must exist after any crash. */
  acknowledge: (acceptance: Acceptance) => void;
}

let nextKey = 0;

function orderOf({ dice }: Pick<Scenario, "dice">, mode: "upi" | "imps" | "neft"): TransferOrder {
  nextKey += 1;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)]!;
  const inline =
    mode === "upi"
      ? { name: "Asha Rao", vpa: pick(VPAS) }
      : { name: "Asha Rao", accountNumber: pick(ACCOUNTS), ifsc: "YESB0000262" };
  return {
    transferKey: `crash_${nextKey}`,
    payee: { inline },
    amountPaise: BigInt(1_00 + Math.floor(dice() * 500_00)),
    mode,
    remarks: "",
    fundSourceId: null,
  };
}

async function pay(scenario: Scenario, mode: "upi" | "imps" | "neft"): Promise<void> {
  const { ctx, merchant } = scenario;
  const acceptance = await acceptTransfer(ctx, merchant.merchantId, orderOf(scenario, mode));
  scenario.acknowledge(acceptance);
  if (acceptance.kind === "accepted") await awaitOutcome(ctx, acceptance.transfer, 40);
}

/**
 * The work of a process until it dies: pay singly and in sets, dispatch, enquire, receive callbacks, cancel, deliver.
 */
const SCENARIOS: readonly ((scenario: Scenario) => Promise<void>)[] = [
  (scenario) => pay(scenario, "upi"),
  (scenario) => pay(scenario, "imps"),
  async (scenario) => {
    await Promise.all([pay(scenario, "upi"), pay(scenario, "imps"), pay(scenario, "upi")]);
    await runtimeOf(scenario.ctx).idle();
    await advance(world, scenario.merchant, 120_000);
    await workTransfers(scenario.ctx, scenario.merchant.merchantId);
  },
  async (scenario) => {
    // The payment is lost at the bank, sent again, lost again, voided, and sent to the next bank, if there is one.
    const { ctx, merchant } = scenario;
    const order = {
      ...orderOf(scenario, "upi"),
      payee: { inline: { name: "Asha Rao", vpa: "cut-unpaid@upi" } },
    };
    scenario.acknowledge(await acceptTransfer(ctx, merchant.merchantId, order));
    for (const ms of [120_000, 900_000, 6_600_000]) {
      await runtimeOf(ctx).idle();
      await advance(world, merchant, ms);
      await workTransfers(ctx, merchant.merchantId);
    }
  },
  async (scenario) => {
    // There is no free place for instructions in this process, so everything goes through dispatch.
    const runtime = runtimeOf(scenario.ctx);
    const { merchantId } = scenario.merchant;
    const taken = runtime.payers.take(merchantId, 1_000);
    await Promise.all([pay(scenario, "imps"), pay(scenario, "upi")]);
    runtime.payers.free(merchantId, taken);
    await workTransfers(scenario.ctx, scenario.merchant.merchantId);
    await runtime.idle();
  },
  async (scenario) => {
    const { ctx, merchant } = scenario;
    await pay(scenario, "neft");
    await runtimeOf(ctx).idle();
    runtimeOf(ctx).payers.take(merchant.merchantId, 1_000);
    const acceptance = await acceptTransfer(ctx, merchant.merchantId, orderOf(scenario, "neft"));
    scenario.acknowledge(acceptance);
    if (acceptance.kind !== "accepted") return;
    await cancelTransfers(ctx, merchant.merchantId, {
      transferIds: [acceptance.transfer.transferId],
      because: "the merchant withdrew it",
    });
  },
  async (scenario) => {
    const { merchant } = scenario;
    await pay(scenario, "upi");
    await world.simulator.control("POST", "/sim/credits", {
      bankId: merchant.bankId,
      account: merchant.debitAccount,
      amount: "11.00",
    });
    await deliverWebhooks(scenario.ctx, merchant.merchantId);
  },
  async (scenario) => {
    // Transfers are accepted without funds: one waits for its scheduled time, and those of the poor merchant queue for
    // money that then arrives.
    const { ctx, merchant } = scenario;
    const { merchantId } = merchant;
    const order = { ...orderOf(scenario, "imps"), processOn: new Date((await nowOf(merchantId)) + 60_000) };
    scenario.acknowledge(await acceptTransfer(ctx, merchantId, order));
    await pay(scenario, "upi");
    await advance(world, merchant, 61_000);
    toppedUp += 1;
    await topUp(world.ctx, merchantId, {
      bankId: merchant.bankId,
      utr: `CRASH-${toppedUp}`,
      amountPaise: 400_00n,
      fundSourceId: merchant.fundSourceId,
    });
    await workTransfers(ctx, merchantId);
  },
];

let toppedUp = 0;

async function nowOf(merchantId: string): Promise<number> {
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  return clock!.now.getTime();
}

/** One life of a process: it executes the scenario until it ends or dies. */
async function live(process: Process, plan: Plan, dice: () => number): Promise<void> {
  const { merchant, scenario } = plan;
  // A copy acts as a separate process, because the memory of a process is attached to its context.
  const ctx = { ...world.ctx };
  const answered: Acceptance[] = [];
  world.engine = ctx;
  world.takeCallback = (take) => inProcess(process, take);
  await runAs(process, () =>
    SCENARIOS[scenario]!({ merchant, ctx, dice, acknowledge: (one) => answered.push(one) }),
  );
  await assertAcknowledged(merchant, answered);
  world.engine = world.ctx;
  world.takeCallback = (take) => take();
}

/** Asserts that every transfer of which a caller was told exists, under the same ID. */
async function assertAcknowledged(merchant: Payer, answered: readonly Acceptance[]): Promise<void> {
  const ids = answered.flatMap((one) => ("transfer" in one ? [one.transfer.transferId] : []));
  const rows = await world.look(
    "select from transfers.transfer where merchant_id = $1 and transfer_id = any ($2::uuid[])",
    [merchant.merchantId, ids],
  );
  assert.equal(rows.length, ids.length, "an acknowledged transfer is lost");
}

test(`${CRASHES} crashes at named points lose nothing and pay nothing twice`, async (context) => {
  const seed = process.env.FAULT_SEED ?? "vitaran-1";
  const dice = makeDice(seed);
  const merchants = await Promise.all([
    world.makePayer({ bankIds: ["meghdoot", "himshikhar", "jugnu"] }),
    world.makePayer({ bankIds: ["himshikhar", "meghdoot"] }),
    world.makePayer({ bankIds: ["jugnu", "purvasagar"] }),
    world.makePayer({ bankIds: ["meghdoot", "jugnu"], balancePaise: 10_00n }),
  ]);
  await setQueuingTime(world.ctx, merchants[3].merchantId, { hours: 1, by: "system" });
  for (const { merchantId } of merchants) {
    await addEndpoint(world.ctx, merchantId, { url: receiver.url, format: "classic_form" });
  }
  const points = await learnPoints(merchants, dice);
  assert.ok(
    points.size >= 30,
    `only ${points.size} crash points are passed: ${[...points.keys()].join(" ")}`,
  );
  let lives = 0;
  while (count(crashed) < CRASHES) {
    assert.ok(lives < CRASHES * 3, `the crash points are passed too seldom: ${JSON.stringify([...crashed])}`);
    const point = leastCrashed([...points.keys()]);
    const plans = points.get(point)!;
    const plan = plans[Math.floor(dice() * plans.length)]!;
    await live(makeProcess(point, 1 + Math.floor(dice() * plan.visits)), plan, dice);
    lives += 1;
    if (lives % CHECK_EVERY === 0) await settleAll(merchants);
  }
  await settleAll(merchants);
  for (const point of points.keys()) assert.ok((crashed.get(point) ?? 0) > 0, `no process died at ${point}`);
  context.diagnostic(
    `seed ${seed}: ${count(crashed)} crashes over ${points.size} points: 0 lost, 0 paid twice`,
  );
});

async function settleAll(merchants: readonly Payer[]): Promise<void> {
  for (const merchant of merchants) await settle(world, world.ctx, merchant);
  await assertSound(world, merchants);
}

interface Plan {
  merchant: Payer;
  /** The index in `SCENARIOS`. */
  scenario: number;
  /** The number of times that the point was passed when the plan was tried. */
  visits: number;
}

/** Runs every scenario without a crash, to learn which points exist and which plans pass them. */
async function learnPoints(merchants: readonly Payer[], dice: () => number): Promise<Map<string, Plan[]>> {
  const points = new Map<string, Plan[]>();
  for (let n = 0; n < SCENARIOS.length * merchants.length * 3; n += 1) {
    const plan = {
      scenario: n % SCENARIOS.length,
      merchant: merchants[Math.floor(n / SCENARIOS.length) % merchants.length]!,
      visits: 0,
    };
    const process = makeProcess();
    await live(process, plan, dice);
    for (const [point, visits] of process.passed) {
      points.set(point, [...(points.get(point) ?? []), { ...plan, visits: Math.min(visits, 4) }]);
    }
  }
  await settleAll(merchants);
  return points;
}

function leastCrashed(points: readonly string[]): string {
  return points.toSorted((a, b) => (crashed.get(a) ?? 0) - (crashed.get(b) ?? 0))[0]!;
}

function count(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}
