/**
 * When a process dies, a worker asks the banks within seconds about what it had sent, long before the rail's schedule
 * begins.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeMerchant } from "#access";
import { ask, authorize } from "./api-client.ts";
import { assertSound, makeFaultWorld, type Payer } from "./fault-world.ts";
import { makeParts, type Part } from "./parts.ts";

const PAYMENTS = 10;

const world = await makeFaultWorld();
const parts = makeParts(world);

test("a worker asks the bank about what a killed API had sent, and not about what a living one waits for", async () => {
  const merchant = await makeMerchant();
  const [dead, living] = [parts.make("api"), parts.make("api")];
  await Promise.all([dead, living].map((part) => parts.start(part)));
  await answerAfter(merchant, 120_000);
  await pay(merchant, dead, "dead");
  const worker = parts.make("worker");
  await parts.start(worker);
  await parts.end(dead, "SIGKILL");
  await answerAfter(merchant, 0);
  await untilEmpty("select from transfers.transfer where status <> 'succeeded'");
  const [slowest] = await world.look<{ seconds: number }>(
    `select extract(epoch from max(fact.at - transfer.sent_at))::float as seconds
     from transfers.fact
     join transfers.transfer using (merchant_id, transfer_id)
     where fact.source = 'enquiry'`,
  );
  assert.ok(slowest!.seconds < 60, `the first slot of IMPS comes after 60 s, not ${slowest!.seconds} s`);
  // The dead process is forgotten, so what others send afterwards is left to the schedule.
  await untilEmpty("select from transfers.sender where seen_at < clock_timestamp() - interval '5 seconds'");
  await answerAfter(merchant, 120_000);
  await pay(merchant, living, "living");
  await sleep(8_000);
  const [asked] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where status = 'sent' and enquiries = 0",
  );
  assert.equal(asked!.count, PAYMENTS);
  for (const part of [living, worker]) await parts.end(part, "SIGTERM");
  await assertSound(world, [merchant]);
});

async function makeMerchant(): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  await changeMerchant(world.ctx, merchant.merchantId, { settings: { syncWaitMs: 0 } });
  return merchant;
}

/** The bank pays at once, and answers payments and enquiries after this time. */
async function answerAfter({ debitAccount }: Payer, latency: number): Promise<void> {
  await world.simulator.control("PUT", "/sim/banks/purvasagar/manner", { debitAccount, latency });
}

async function pay(merchant: Payer, api: Part, prefix: string): Promise<void> {
  const headers = await authorize(api.port, merchant);
  const payee = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com", address1: "1 Main Road" };
  const beneDetails = { ...payee, bankAccount: "026291800001191", ifsc: "YESB0000262" };
  await Promise.all(
    Array.from({ length: PAYMENTS }, (_, n) => {
      const body = { transferId: `${prefix}_${n}`, amount: "100.00", transferMode: "imps", beneDetails };
      return ask(api.port, { path: "/v1/directTransfer", headers, body });
    }),
  );
}

async function untilEmpty(query: string): Promise<void> {
  while ((await world.look(query)).length > 0) await sleep(100);
}
