/**
 * T17: our banks fail, flap and recover, and transfers are routed around them. This uses the real engine and the
 * simulated banks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchBanks } from "#health";
import { setRoutingPolicy } from "#routing";
import {
  acceptTransfers,
  explainRoutes,
  REPLAY_MAX,
  replayRoutes,
  runtimeOf,
  workTransfers,
} from "#transfers";
import { placesAfter } from "../../src/money/health/bank-health.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;

const MINUTE_MS = 60_000;

const setManner = (merchant: Payer, bankId: string, manner: object): Promise<unknown> =>
  world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
    debitAccount: merchant.debitAccount,
    ...manner,
  });

const inMaintenance = { mishaps: [{ chance: 1, mishap: { kind: "maintenance" } }] };

/** Orders this many transfers one after the other, completes each, and records the banks' answers. */
async function pay(merchant: Payer, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await acceptTransfers(ctx, merchant.merchantId, [orderTo(key)]);
    await runtimeOf(ctx).idle();
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
    await watchBanks(ctx, merchant.merchantId);
  }
}

/** Asserts that each decision of the merchant, made again from the stored data, is identical. */
async function assertReplays({ merchantId }: Payer): Promise<void> {
  const { attempts, same, different } = await replayRoutes(ctx, merchantId, { limit: REPLAY_MAX });
  assert.ok(attempts > 0);
  assert.deepEqual([same, different], [attempts, []]);
}

const keysOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}_${index}`);

/** Counts the attempts at each bank by the merchant's transfers whose key begins with this name. */
async function attemptsOf({ merchantId }: Payer, name: string): Promise<Record<string, number>> {
  const rows = await world.look<{ bankId: string; count: number }>(
    `select attempt.bank_id as "bankId", count(*)::int as count
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1
       and transfer_key like $2 || '\\_%'
     group by attempt.bank_id`,
    [merchantId, name],
  );
  return Object.fromEntries(rows.map(({ bankId, count }) => [bankId, count]));
}

/** Makes three payments and returns how many of them went to the bank that was in maintenance. */
async function probe(merchant: Payer, name: string): Promise<number> {
  await pay(merchant, keysOf(name, 3));
  return (await attemptsOf(merchant, name)).meghdoot ?? 0;
}

async function statusesOf({ merchantId }: Payer, name: string): Promise<Record<string, number>> {
  const rows = await world.look<{ status: string; count: number }>(
    `select status, count(*)::int as count
     from transfers.transfer
     where merchant_id = $1
       and transfer_key like $2 || '\\_%'
     group by status`,
    [merchantId, name],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test("a few of 42 payments find out that the first bank is in maintenance; it is probed and comes back", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  const startedAt = performance.now();
  await setManner(merchant, "meghdoot", inMaintenance);
  await pay(merchant, keysOf("outage", 42));
  assert.deepEqual(await statusesOf(merchant, "outage"), { succeeded: 42 });
  const { meghdoot = 0, jugnu } = await attemptsOf(merchant, "outage");
  assert.ok(meghdoot >= 5 && meghdoot <= 20, `${meghdoot} tried the bank in maintenance`);
  assert.equal(jugnu, 42);

  await setManner(merchant, "meghdoot", {});
  // Places become available with time, and a slow machine adds some time of its own.
  let movedMs = 0;
  const placesBy = (state: "probing" | "recovering"): number =>
    placesAfter(state, performance.now() - startedAt + movedMs);
  // If the machine was so slow that the bank was probed during its outage, the bank is left alone for more than a
  // minute.
  let good = 0;
  for (let minutes = 1; good === 0; minutes += 1) {
    assert.ok(minutes <= 10, "it is never probed");
    await advance(world, merchant, MINUTE_MS);
    if (minutes > 1) movedMs += MINUTE_MS;
    good = await probe(merchant, `probe0x${minutes}`);
  }
  assert.ok(Math.min(good, 5) <= placesBy("probing"), `${good} probes at first`);
  for (let round = 1; round < 5; round += 1) {
    await advance(world, merchant, 5_000);
    movedMs += 5_000;
    const probes = await probe(merchant, `probe${round}`);
    good += probes;
    // The fifth successful probe ends the probing.
    assert.ok(
      probes >= 1 && Math.min(good, 5) <= placesBy("probing"),
      `${good} probes by round ${round}, ${probes} in it`,
    );
  }
  await advance(world, merchant, 5_000);
  movedMs += 5_000;
  const orders = keysOf("ramp", 200).map((key) => orderTo(key));
  await acceptTransfers(ctx, merchant.merchantId, orders);
  await runtimeOf(ctx).idle();
  const { meghdoot: atFirst = 0 } = await attemptsOf(merchant, "ramp");
  assert.ok(atFirst >= 1 && atFirst <= placesBy("recovering"), `${atFirst} at once`);
  await advance(world, merchant, 3 * MINUTE_MS);
  await pay(merchant, keysOf("after", 10));
  assert.deepEqual(await attemptsOf(merchant, "after"), { meghdoot: 10 });
  await settle(world, ctx, merchant);
  await assertSound(world, [merchant]);
  await assertReplays(merchant);
});

test("with all banks down transfers wait without an attempt, and leave by the ramp when one is back", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot"] });
  await setManner(merchant, "meghdoot", inMaintenance);
  await pay(merchant, keysOf("find_out", 10));
  const before = await attemptsOf(merchant, "find_out");
  await acceptTransfers(
    ctx,
    merchant.merchantId,
    keysOf("waits", 100).map((key) => orderTo(key)),
  );
  await runtimeOf(ctx).idle();
  await workTransfers(ctx, merchant.merchantId);
  assert.deepEqual(await attemptsOf(merchant, "waits"), {});
  assert.deepEqual(await statusesOf(merchant, "waits"), { waiting: 100 });
  assert.deepEqual(await attemptsOf(merchant, "find_out"), before);

  await setManner(merchant, "meghdoot", {});
  let sent = 0;
  for (let seconds = 0; seconds < 15 * 60 && sent < 100; seconds += 10) {
    await advance(world, merchant, 10_000);
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
    await watchBanks(ctx, merchant.merchantId);
    const { meghdoot = 0 } = await attemptsOf(merchant, "waits");
    // The rate starts at 1 per second and doubles each half minute up to 32: at most 320 in ten seconds, plus the
    // effect of a slow machine.
    assert.ok(meghdoot - sent <= 350, `${meghdoot - sent} in ten seconds`);
    sent = meghdoot;
  }
  assert.equal(sent, 100);
  await settle(world, ctx, merchant);
  assert.deepEqual(await statusesOf(merchant, "waits"), { succeeded: 100 });
  await assertSound(world, [merchant]);
});

test("what a bank did not answer stays with that bank, however ill it looks", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  await setManner(merchant, "meghdoot", { mishaps: [{ chance: 1, mishap: { kind: "cut", posted: true } }] });
  await pay(merchant, keysOf("unknown", 20));
  const { meghdoot = 0, jugnu = 0 } = await attemptsOf(merchant, "unknown");
  assert.ok(meghdoot <= 20 && jugnu > 0, `${meghdoot} and ${jugnu}`);
  assert.equal(meghdoot + jugnu, 20, "no transfer has a second attempt");
  await setManner(merchant, "meghdoot", {});
  await settle(world, ctx, merchant);
  assert.deepEqual(await statusesOf(merchant, "unknown"), { succeeded: 20 });
  await assertSound(world, [merchant]);
});

test("a policy holds from when it is set; a draft tells what it would have changed", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  const { merchantId } = merchant;
  await pay(merchant, keysOf("usual", 10));
  const draft = {
    priorities: [{ rail: "imps", bankIds: ["jugnu"] }],
    costs: [
      { rail: "imps", bankId: "meghdoot", paise: 250 },
      { rail: "imps", bankId: "jugnu", paise: "100" },
    ],
  };
  const tried = await replayRoutes(ctx, merchantId, { draft });
  const { examples, ...sums } = tried.draft!;
  assert.deepEqual(sums, {
    compared: 10,
    moved: 10,
    costBeforePaise: 2_500n,
    costAfterPaise: 1_000n,
    successBeforeBp: 10_000,
    // No payment used that bank, so nothing is known about it.
    successAfterBp: null,
    ways: [
      { bankId: "jugnu", rail: "imps", before: 0, after: 10 },
      { bankId: "meghdoot", rail: "imps", before: 10, after: 0 },
    ],
  });
  assert.deepEqual(
    examples.map(({ transferKey, before, after }) => [transferKey, before.bankId, after.bankId]),
    keysOf("usual", 10)
      .toReversed()
      .map((key) => [key, "meghdoot", "jugnu"]),
  );
  const set = { policy: draft, because: "cheaper", by: "system" } as const;
  assert.equal((await setRoutingPolicy(ctx, merchantId, { ...set, inForce: 0 })).version, 1);
  await assert.rejects(setRoutingPolicy(ctx, merchantId, { ...set, inForce: 0 }), /set meanwhile/);
  await pay(merchant, keysOf("cheaper", 10));
  assert.deepEqual(await attemptsOf(merchant, "usual"), { meghdoot: 10 });
  assert.deepEqual(await attemptsOf(merchant, "cheaper"), { jugnu: 10 });
  await assertReplays(merchant);
  assert.equal((await replayRoutes(ctx, merchantId, { draft })).draft?.moved, 10);
  const [explained] = await explainRoutes(ctx, merchantId, "cheaper_0");
  assert.equal(explained!.same, true);
  assert.deepEqual(
    explained!.decision!.candidates.map(({ bankId, skipped, place, cost }) => [bankId, skipped, place, cost]),
    [
      ["jugnu", null, 0, "100"],
      ["meghdoot", "came_later", undefined, "250"],
    ],
  );
});
