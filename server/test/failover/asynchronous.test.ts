/**
 * Asynchronous replication: the standby gets nothing of what the primary commits in its last seconds, and takes over.
 * The loss is noticed and told, no bank is sent anything before its statements are in, and an order whose ID is sent
 * again pays nothing twice.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDashboard } from "#test/dashboard";
import { listBreaks, workReconciliation } from "#reconciliation";
import { compareWithJournal } from "../faults/compare-with-journal.ts";
import { advance, assertSound, settle, type Payer } from "../faults/fault-world.ts";
import { lose } from "./mishaps.ts";
import { ADDRESSES } from "./node-files.ts";
import { examine, openStage, readHeld, say } from "./open-stage.ts";
import type { Order } from "./orders.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Payments in progress end in less, and no standby takes over so soon. */
const LAST_PAYMENTS_MS = 5_000;
const PATIENCE_MS = 120_000;

// Each has one bank; that of the second one pays a repeated reference twice.
const BANKS = [["meghdoot"], ["himshikhar"], ["purvasagar"]];

const stage = await openStage({
  // Under this load the standby may lack more than the file's megabyte, and would then not take over.
  dynamic: { synchronous_mode: false, maximum_lag_on_failover: 64 * 1_048_576 },
  start: new Date("2026-11-20T10:00:00+05:30"),
  banks: BANKS,
  accounts: ["026291800001191"],
});
const { cluster, world, orders, merchants, notices, seed, rounds, dice } = stage;
const dashboard = makeDashboard(world);

test(`${rounds} lossy takeovers: each is told, nothing is sent meanwhile, and nothing is paid twice`, async () => {
  const counts = { lost: 0, held: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const { lost, held } = await playRound();
    counts.lost += lost;
    counts.held += held;
  }
  assert.ok(counts.held > 0, "no bank was still held when this was looked at");
  say(
    `seed ${seed}: ${rounds} kills, ${orders.answered.length} answers, ${orders.lost} answers lost, ` +
      `${orders.refused} calls refused; ` +
      `${counts.lost} answered orders were forgotten, 0 paid twice`,
  );
});

/**
 * Loses the last orders and the primary, and recovers. Returns the number of orders that were forgotten, and of banks
 * whose hold lasted until the end of the load: statements can come within seconds.
 */
async function playRound(): Promise<{ lost: number; held: number }> {
  const { lostAt, beganMs, before } = await loseOrders();
  // An order that the lost primary had accepted may have been answered a little later.
  const lost = await findLost(orders.answered.filter(({ askedAt }) => askedAt <= lostAt));
  assert.ok(lost.length > 0, "the standby lacked orders that were answered");
  await assertTold(before);
  const half = Math.ceil(lost.length / 2);
  await repeat(lost.slice(0, half));
  await orders.stop();
  const debits = await readDebits();
  const held = await readHeldMerchants();
  for (const { debitAccount } of held)
    assert.equal(
      debits.get(debitAccount),
      before.debits.get(debitAccount),
      "a bank that is held was sent nothing",
    );
  await examine(world);
  await readStatements();
  await repeat(lost.slice(half));
  for (const merchant of merchants) await settle(world, world.ctx, merchant);
  const tally = await compareWithJournal(world, await orders.readTold(distinct(orders.answered)));
  await assertSound(world, merchants);
  let looks = 0;
  for (const merchant of merchants) looks += await explainLines(merchant);
  say(
    `first order after ${(beganMs / 1_000).toFixed(1)} s; ${held.length} of ${BANKS.length} banks held until the ` +
      `load ended; ${lost.length} answered orders forgotten and repeated; told as the journal says: ` +
      `${JSON.stringify(tally)}; ${looks} so far for a person to look at`,
  );
  return { lost: lost.length, held: held.length };
}

/** Cuts the stream to the standby, and loses the primary when it has accepted more orders. */
async function loseOrders() {
  const { primary, standby, timeline } = await cluster.awaitReady();
  await stage.awaitSeen(timeline, false);
  const [told, holds] = [notices.length, await countHolds()];
  orders.start();
  await sleep(2_000 + dice() * 2_000);
  const machine = cluster.machines[primary];
  machine.cut({ addresses: [ADDRESSES[standby]], port: 5432 });
  await sleep(2_000 + dice() * 2_000);
  await lose(machine);
  const lostAt = performance.now();
  const next = orders.next();
  await sleep(LAST_PAYMENTS_MS);
  const debits = await readDebits();
  const { askedAt } = await next;
  assert.ok(askedAt > lostAt);
  const beganMs = performance.now() - lostAt;
  await cluster.restart(primary);
  return { lostAt, beganMs, before: { debits, told, holds } };
}

/** Returns the answered orders that the database does not know. */
async function findLost(answered: readonly Order[]): Promise<Order[]> {
  const rows = await world.look<{ key: string }>(
    "select merchant_id || ' ' || transfer_key as key from transfers.transfer",
  );
  const known = new Set(rows.map(({ key }) => key));
  return distinct(answered).filter(
    ({ merchant, transferId }) => !known.has(`${merchant.merchantId} ${transferId}`),
  );
}

/** Asserts that log, audit records, webhooks and dashboard tell that the banks are held. */
async function assertTold({ told, holds }: { told: number; holds: number }): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (notices.length === told || (await countHolds()) < holds + BANKS.length) {
    assert.ok(Date.now() < until, "not every bank was held, or no process logged it");
    await sleep(100);
  }
  const wrong = notices.slice(told).filter(({ isComplete }) => isComplete);
  assert.deepEqual(wrong, []);
  const events = await world.look<{ merchantId: string }>(
    `select distinct merchant_id as "merchantId" from webhooks.event
     where type = 'FUND_SOURCE_INCIDENT' and data ->> 'status' = 'ACTIVE'`,
  );
  assert.equal(events.length, merchants.length, "each merchant's programs hear of it");
  for (const merchant of await readHeldMerchants()) {
    const { merchantId, organizationId } = merchant;
    const member = await dashboard.logIn(organizationId, "viewer");
    const { items } = (await member.ask("getBankHealth", { merchantId })) as {
      items: { recoveringSince: string | null }[];
    };
    const isShown = items.length > 0 && items.every(({ recoveringSince }) => recoveringSince !== null);
    // The hold may have ended in the meantime.
    assert.ok(isShown || !(await readHeldMerchants()).includes(merchant), "the dashboard shows the hold");
  }
}

/** Counts the holds in the audit records. */
async function countHolds(): Promise<number> {
  const text = "select count(*)::int as count from audit.record where action = 'fund-sources.recovery_began'";
  return (await world.look<{ count: number }>(text))[0]!.count;
}

/** Returns the merchants whose bank is sent nothing until its statements are in. */
async function readHeldMerchants(): Promise<Payer[]> {
  const rows = await world.look<{ merchantId: string }>(
    `select merchant_id as "merchantId" from fund_sources.bank_connection where recovering_since is not null`,
  );
  return merchants.filter(({ merchantId }) => rows.some((row) => row.merchantId === merchantId));
}

/** Sends orders again that were answered and are forgotten, under their IDs. */
async function repeat(lost: readonly Order[]): Promise<void> {
  for (const { merchant, transferId } of lost) await orders.order(merchant, transferId);
}

/** Lets days pass until the banks' statements have ended the recovery. */
async function readStatements(): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (let days = 0; (await readHeld(world)) > 0; days += 1) {
    assert.ok(Date.now() < until, "the statements did not end the recovery");
    for (const merchant of merchants) {
      if (days < 2) await advance(world, merchant, DAY_MS);
      await workReconciliation(world.ctx, merchant.merchantId);
    }
    await sleep(500);
  }
}

/**
 * Lets time pass until each line of a statement that no order explained has found the one that was repeated. Returns
 * the number of orders that a person must look at: they were repeated in the moment of the takeover, were not sent
 * because the server was not examined, and turned out to be paid.
 */
async function explainLines(merchant: Payer): Promise<number> {
  const { merchantId } = merchant;
  const readOpen = async () => {
    const open = await listBreaks(world.ctx, merchantId, { open: true, limit: 100 });
    const [late, others] = [true, false].map((is) => open.filter((one) => isLate(one) === is));
    return { late: late!, others: others! };
  };
  for (let hours = 0; hours < 12 && (await readOpen()).others.length > 0; hours += 1) {
    await advance(world, merchant, HOUR_MS);
    await workReconciliation(world.ctx, merchantId);
  }
  const { late, others } = await readOpen();
  assert.deepEqual(others, []);
  return late.length;
}

const isLate = ({ kind, detail }: { kind: string; detail: string }): boolean =>
  kind === "contradiction" && detail.startsWith("late success");

/** Returns the number of debits of each merchant's account. */
async function readDebits(): Promise<Map<string, number>> {
  const { control } = world.simulator;
  const counted = merchants.map(async ({ debitAccount }) => {
    const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
    const { rows } = await control<{ rows: [string, string, number][] }>("GET", path);
    return [debitAccount, rows.reduce((sum, [, , debits]) => sum + debits, 0)] as const;
  });
  return new Map(await Promise.all(counted));
}

/** An order that was repeated is answered twice, and counts once. */
function distinct(answered: readonly Order[]): Order[] {
  const keyOf = ({ merchant, transferId }: Order): string => `${merchant.merchantId} ${transferId}`;
  return [...new Map(answered.map((order) => [keyOf(order), order])).values()];
}
