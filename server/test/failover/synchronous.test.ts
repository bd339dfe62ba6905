/**
 * Synchronous replication: nodes are killed, frozen and cut off while merchants order. No order that was answered is
 * missing, none is paid twice, callers are told what the banks' journal says, and a takeover holds no bank.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { compareWithJournal } from "../faults/compare-with-journal.ts";
import { assertSound, settle } from "../faults/fault-world.ts";
import { drawMishaps, type Mishap } from "./mishaps.ts";
import { examine, openStage, readHeld, say } from "./open-stage.ts";

/** Payees whose banks answer (most of them), are pending, refuse, are unreachable, or are silent. */
const ACCOUNTS = [
  ...Array.from({ length: 15 }, () => "026291800001191"),
  "000890289871772",
  "909090909020",
  "909090909001",
  "909090909006",
  "909090909032",
];

/** The time that payments in progress need after the load has ended, without the callers' help. */
const SETTLE_MS = 15_000;
/** The documents promise this. */
const PROMISED_MS = 30_000;

const stage = await openStage({
  dynamic: {},
  banks: [
    ["meghdoot", "himshikhar"],
    ["purvasagar", "jugnu"],
  ],
  accounts: ACCOUNTS,
});
const { cluster, world, orders, merchants, notices, seed, rounds, dice } = stage;

test(`${rounds} mishaps: no answered order is lost, none is paid twice, no bank is held`, async () => {
  const counts = { kill: 0, pause: 0, partition: 0, takeovers: 0 };
  orders.start();
  for (const mishap of drawMishaps(rounds, dice)) {
    counts[mishap.kind] += 1;
    if (mishap.takesOver) counts.takeovers += 1;
    const { beganMs, tookOver } = await playRound(mishap);
    const late = beganMs > PROMISED_MS ? ", LATER than promised" : "";
    say(`${mishap.name}: first order after ${seconds(beganMs)}${late}; ${tookOver ? "" : "no "}takeover`);
    assert.equal(tookOver, mishap.takesOver, "the standby took over exactly where it had to");
    assert.equal(await readHeld(world), 0, `no bank is held: ${JSON.stringify(notices)}`);
  }
  await orders.stop();
  await sleep(SETTLE_MS);
  await judge();
  assert.deepEqual(
    notices.filter(({ isComplete }) => !isComplete),
    [],
    "no process thought that something was lost",
  );
  assert.ok(notices.length >= counts.takeovers, "each takeover was noticed");
  say(
    `seed ${seed}: ${counts.kill} kills, ${counts.pause} pauses, ${counts.partition} partitions; ` +
      `${counts.takeovers} takeovers`,
  );
});

/** Lets something happen to a healthy cluster, measures, mends it, and waits until it is healthy again. */
async function playRound(mishap: Mishap): Promise<{ beganMs: number; tookOver: boolean }> {
  const roles = await cluster.awaitReady();
  await stage.awaitSeen(roles.timeline, true);
  await sleep(dice() * 3_000);
  await mishap.happen(cluster, roles);
  const happenedAt = performance.now();
  await orders.next();
  const beganMs = performance.now() - happenedAt;
  await sleep(1_000 + dice() * 4_000);
  await mishap.mend(cluster, roles);
  const { timeline } = await cluster.awaitReady();
  return { beganMs, tookOver: timeline !== roles.timeline };
}

/** Compares what callers were told with the database and with the banks' journal. */
async function judge(): Promise<void> {
  await examine(world);
  for (const merchant of merchants) await settle(world, world.ctx, merchant);
  const rows = await world.look<{ key: string; status: string }>(
    `select merchant_id || ' ' || transfer_key || ' ' || reference_id as key, status
     from transfers.transfer`,
  );
  const statuses = new Map(rows.map(({ key, status }) => [key, status]));
  const keyOf = ({ merchant, transferId, referenceId }: (typeof orders.answered)[number]): string =>
    `${merchant.merchantId} ${transferId} ${referenceId}`;
  const missing = orders.answered.filter((order) => !statuses.has(keyOf(order)));
  const unpaid = orders.answered.filter(
    (order) => order.paid && !["succeeded", "reversed"].includes(statuses.get(keyOf(order)) ?? "missing"),
  );
  say(
    `${orders.answered.length} orders answered, ${orders.lost} answers lost, ${orders.refused} calls refused; ` +
      `${missing.length} orders missing, ` +
      `${unpaid.length} told as paid and not paid`,
  );
  assert.deepEqual(missing.map(keyOf), [], "every answered order is there");
  assert.deepEqual(unpaid.map(keyOf), [], "what was told as paid is paid");
  assert.equal(rows.length, orders.answered.length, "each order is one transfer");
  const tally = await compareWithJournal(world, await orders.readTold(orders.answered));
  say(`told as the journal says: ${JSON.stringify(tally)}`);
  await assertSound(world, merchants);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
