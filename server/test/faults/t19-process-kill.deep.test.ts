/**
 * API and worker processes are killed at random while merchants pay over HTTP: everything that was acknowledged exists,
 * and nothing is paid twice. A process that is asked to end does so by itself.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { addEndpoint } from "#webhooks";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";
import { makeParts, type Part } from "./parts.ts";
import { makeCaller, type ToldOrder } from "./persistent-caller.ts";
import { makeProgress } from "./progress.ts";
import { startReceiver } from "./receiver.ts";

const KILLS = tiered({ deep: 10, nightly: 500 });
/** Few kills hit an API during a call, so the killing continues until one did. */
const KILLS_MAX = KILLS + 100;
const CLIENTS = 10;
/** One process in this many is asked to end instead of being killed. */
const ASKED_ONE_IN = 4;

const seed = process.env.FAULT_SEED ?? "vitaran-19";
const dice = makeDice(seed);
const world = await makeFaultWorld();
const parts = makeParts(world);
const receiver = await startReceiver(world);

/** True when the test has ended for any reason. */
let isOver = false;
world.onClose(async () => {
  isOver = true;
});

interface Order extends ToldOrder {
  readonly merchant: Payer;
}

/** All orders that were acknowledged. */
const acknowledged: Order[] = [];
const progress = makeProgress();
const counts = { answersLost: 0, SIGKILL: 0, SIGTERM: 0 };

test(`${KILLS} processes or more killed: nothing acknowledged is lost, nothing is paid twice`, async (context) => {
  const apis = [parts.make("api"), parts.make("api")];
  const all = [...apis, parts.make("worker"), parts.make("worker"), parts.make("worker")];
  await Promise.all(all.map((part) => parts.start(part)));
  const merchants = await Promise.all([
    makeMerchant(apis[0]!, ["meghdoot", "himshikhar"]),
    makeMerchant(apis[1]!, ["purvasagar", "jugnu"]),
  ]);
  const load = { going: true };
  const clients = Array.from({ length: CLIENTS }, (_, n) => keepPaying(merchants[n % 2]!, apis, load));
  const paying = Promise.all(clients);
  await Promise.race([killAtRandom(all, merchants), paying]);
  load.going = false;
  await paying;
  await Promise.all(all.map((part) => parts.end(part, "SIGTERM")));
  for (const merchant of merchants) await settle(world, world.ctx, merchant);
  await assertNothingLost(merchants);
  await assertSound(world, merchants);
  assert.ok(counts.answersLost > 0, "no kill cost a caller an answer");
  context.diagnostic(
    `seed ${seed}: ${counts.SIGKILL} kills, ${counts.SIGTERM} requests to end, ${counts.answersLost} answers lost; ` +
      `${acknowledged.length} orders acknowledged: 0 lost, 0 paid twice; ${receiver.bodies.length} webhooks`,
  );
});

/** Makes a merchant whose banks do not always answer, and call back to an API that may be dead. */
async function makeMerchant(api: Part, bankIds: readonly string[]): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds });
  const { merchantId, debitAccount } = merchant;
  await changeApiClient(world.ctx, merchantId, { ratePerMinute: 1_000_000 });
  await addEndpoint(world.ctx, merchantId, { url: receiver.url, format: "classic_form" });
  for (const bankId of bankIds) {
    const callbackUrl = `http://127.0.0.1:${api.port}/banks/${merchantId}/${bankId}/callbacks`;
    await world.simulator.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, { callbackUrl });
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
      debitAccount,
      latency: { p50Ms: 20, p99Ms: 200 },
      mishaps: [
        { chance: 0.05, mishap: { kind: "cut", posted: true } },
        { chance: 0.05, mishap: { kind: "cut", posted: false } },
        { chance: 0.05, mishap: { kind: "maintenance" } },
      ],
    });
  }
  return merchant;
}

/** Kills one process after the other, each some orders after the previous one, and starts it again. */
async function killAtRandom(all: readonly Part[], merchants: readonly Payer[]): Promise<void> {
  const restarts = new Set<Promise<void>>();
  const trouble = Promise.withResolvers<never>();
  for (let kills = 0; kills < KILLS || (counts.answersLost === 0 && kills < KILLS_MAX); kills += 1) {
    await Promise.race([progress.more(3 + Math.floor(dice() * 20)), trouble.promise]);
    // Enquiries and retries become due, so that workers also have something to do.
    if (kills % 2 === 0) await advance(world, merchants[kills % 4 === 0 ? 0 : 1]!, 90_000);
    while (all.every(({ child }) => child === null)) await Promise.race(restarts);
    const working = all.filter(({ child }) => child !== null);
    const part = working[Math.floor(dice() * working.length)]!;
    const signal = dice() * ASKED_ONE_IN < 1 ? "SIGTERM" : "SIGKILL";
    counts[signal] += 1;
    const restart = parts.end(part, signal).then(() => parts.start(part));
    restarts.add(restart);
    restart.then(() => restarts.delete(restart), trouble.reject);
  }
  await Promise.all(restarts);
}

let nextId = 0;

/** Pays as a client, again and again, until the load ends. */
async function keepPaying(merchant: Payer, apis: readonly Part[], load: { going: boolean }): Promise<void> {
  const caller = await makeCaller({
    merchant,
    apis,
    dice,
    bodyOf,
    onLost: () => (counts.answersLost += 1),
    isOver: () => isOver,
  });
  while (load.going) {
    nextId += 1;
    acknowledged.push({ merchant, ...(await caller.pay(`kill_${nextId}`)) });
    progress.add();
  }
  caller.close();
}

/** Payees whose banks answer, are pending, refuse, are unreachable, or are silent. */
const ACCOUNTS = [
  "026291800001191",
  "000890289871772",
  "909090909020",
  "909090909001",
  "909090909006",
  "909090909032",
];

function bodyOf(transferId: string): object {
  const bankAccount = ACCOUNTS[Math.floor(dice() * ACCOUNTS.length)]!;
  const payee = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com", address1: "1 Main Road" };
  const beneDetails = { ...payee, bankAccount, ifsc: "YESB0000262" };
  return { transferId, amount: "100.00", transferMode: "imps", beneDetails };
}

async function assertNothingLost(merchants: readonly Payer[]): Promise<void> {
  const rows = await world.look<{ key: string; status: string }>(
    `select merchant_id || ' ' || transfer_key || ' ' || reference_id as key, status
     from transfers.transfer
     where merchant_id = any ($1::uuid[])`,
    [merchants.map(({ merchantId }) => merchantId)],
  );
  const statuses = new Map(rows.map(({ key, status }) => [key, status]));
  for (const { merchant, transferId, referenceId, paid } of acknowledged) {
    const status = statuses.get(`${merchant.merchantId} ${transferId} ${referenceId}`);
    assert.ok(status !== undefined, `${transferId} was acknowledged as ${referenceId} and is lost`);
    const hasGone = status === "succeeded" || status === "reversed";
    if (paid) assert.ok(hasGone, `${transferId} was told as paid and is ${status}`);
  }
  assert.equal(rows.length, acknowledged.length, "each order is one transfer");
}
