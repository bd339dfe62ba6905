import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { beginRecovery, importStatement, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf } from "#transfers";
import { advance, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { makeStatement } from "./test/make-statement.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const { ctx } = world;
const HOUR_MS = 3_600_000;

interface Asked {
  readonly operation: string;
  readonly reference: string;
}

async function work(merchant: Payer): Promise<void> {
  await workReconciliation(ctx, merchant.merchantId);
  const { findings } = await verifyLedger(ctx, merchant.merchantId);
  assert.deepEqual(findings, []);
}

async function countAsked({ debitAccount }: Payer): Promise<number> {
  const { lines } = await world.simulator.control<{ lines: Asked[] }>(
    "GET",
    `/sim/log?debitAccount=${debitAccount}`,
  );
  return lines.filter(({ operation }) => operation === "statement").length;
}

const daysOf = (merchant: Payer): Promise<object[]> =>
  world.look("select day from reconciliation.statement where merchant_id = $1 and whole", [
    merchant.merchantId,
  ]);

test("each day is asked for once, whatever the clock jumps, and the day under way at its cadence", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "purvasagar", "jugnu"] });
  await work(merchant);
  // Purvasagar only gives whole days.
  assert.equal(await countAsked(merchant), 2);
  await work(merchant);
  await advance(world, merchant, 10 * 60_000);
  await work(merchant);
  // Nothing moved, so the next request is in an hour.
  assert.equal(await countAsked(merchant), 2);
  await advance(world, merchant, 5 * 24 * HOUR_MS);
  await work(merchant);
  await work(merchant);
  const days = await daysOf(merchant);
  assert.equal(days.length, 15);
  assert.equal(await countAsked(merchant), 2 + 15 + 2);
  await acceptTransfers(ctx, merchant.merchantId, [orderTo("ONE")]);
  await runtimeOf(ctx).idle();
  // The first payment after quiet days ends the longer interval.
  await advance(world, merchant, 6 * 60_000);
  await work(merchant);
  const [line] = await world.look("select state, rule from reconciliation.line where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.deepEqual(line, { state: "matched", rule: "reference" });
});

test("statements begin with the day of the first payment that may still come back", async () => {
  const merchant = await world.makePayer();
  await acceptTransfers(ctx, merchant.merchantId, [orderTo("BEFORE")]);
  await runtimeOf(ctx).idle();
  await advance(world, merchant, 3 * 24 * HOUR_MS);
  await work(merchant);
  assert.equal((await daysOf(merchant)).length, 3);
  const [line] = await world.look("select state from reconciliation.line where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.deepEqual(line, { state: "matched" });
});

test("a bank that gives nothing readable is asked again later, and its problem is kept", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  const match = { operation: "statement", debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "html" }, times: 1 });
  const read = async () =>
    (
      await world.look<{ failures: number; problem: string | null; kinds: string[] }>(
        `select failures, problem,
           array(select kind from reconciliation.break where break.merchant_id = $1) as kinds
         from reconciliation.schedule where merchant_id = $1`,
        [merchantId],
      )
    )[0];
  await work(merchant);
  const failed = await read();
  assert.equal(failed?.failures, 1);
  assert.ok(failed?.problem !== null);
  await advance(world, merchant, 60_000);
  await work(merchant);
  // The intraday statement was requested just now; an idle bank is asked again in an hour.
  await advance(world, merchant, HOUR_MS);
  await work(merchant);
  assert.deepEqual([(await read())?.failures, (await read())?.problem], [0, null]);
});

test("after a restore no day is given up, however long its statement cannot be had", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  await work(merchant);
  await beginRecovery(ctx, merchantId, { since: new Date(Date.now() - 60_000), by: "system" });
  const maintenance = { from: "2026-11-20T00:00:00+05:30", until: "2026-11-23T05:00:00+05:30" };
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", { debitAccount, maintenance });
  const read = async () =>
    (
      await world.look<{ held: boolean; days: string[] }>(
        `select recovering_since is not null as held,
           array(
             select day::text from reconciliation.statement as one where one.merchant_id = $1 and whole order by 1
           ) as days
         from fund_sources.bank_connection where merchant_id = $1`,
        [merchantId],
      )
    )[0];
  for (let round = 0; round < 5; round += 1) {
    await advance(world, merchant, 12 * HOUR_MS);
    await work(merchant);
  }
  assert.deepEqual(await read(), { held: true, days: [] });
  await advance(world, merchant, 12 * HOUR_MS);
  await work(merchant);
  assert.deepEqual(await read(), { held: false, days: ["2026-11-20", "2026-11-21", "2026-11-22"] });
});

test("a day that cannot be had is given up a day after its end, and what waited for it waits no more", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount, bankId } = merchant;
  await acceptTransfers(ctx, merchantId, [orderTo("TWIN-1"), orderTo("TWIN-2")]);
  await runtimeOf(ctx).idle();
  const maintenance = { from: "2026-11-20T00:00:00+05:30", until: "2026-12-01T00:00:00+05:30" };
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", { debitAccount, maintenance });
  const counterparty = { name: null, accountNumber: "XXXX1191", ifsc: null };
  const lines = [{ side: "debit", amountPaise: 100_00n, counterparty }] as const;
  const statement = makeStatement({ debitAccount, day: "2026-11-20", kind: "intraday", lines });
  await importStatement(ctx, merchantId, { bankId, statement });
  const read = async () =>
    (
      await world.look(
        `select state, next_day::text as "nextDay", array(select kind from reconciliation.break as one
           where one.merchant_id = $1 and one.line_id is not null) as kinds
         from reconciliation.line join reconciliation.schedule using (merchant_id, bank_id) where merchant_id = $1`,
        [merchantId],
      )
    )[0];
  // At ten in the evening of the next day, less than a day has passed since the end of the day.
  for (let round = 0; round < 3; round += 1) {
    await work(merchant);
    await advance(world, merchant, 12 * HOUR_MS);
  }
  await work(merchant);
  assert.deepEqual(await read(), { state: "new", nextDay: "2026-11-20", kinds: [] });
  await advance(world, merchant, 12 * HOUR_MS);
  await work(merchant);
  assert.deepEqual(await read(), { state: "suspense", nextDay: "2026-11-21", kinds: ["ambiguous"] });
});

test("with every callback lost a statement shows returns, late successes and money that arrived", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  const manner = { debitAccount, callbacks: { missingChance: 1 } };
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", manner);
  const orders = [
    orderTo("RETURNED", { mode: "upi", vpa: "reversed@upi" }),
    orderTo("LATE", { mode: "upi", vpa: "late-success@upi" }),
    orderTo("PAID"),
  ];
  await acceptTransfers(ctx, merchantId, orders);
  await runtimeOf(ctx).idle();
  const utr = "ARRIVED1";
  await world.simulator.control("POST", "/sim/credits", {
    bankId: "meghdoot",
    account: debitAccount,
    amount: "77.00",
    utr,
  });
  await advance(world, merchant, 10 * 60_000);
  await work(merchant);
  const transfers = await world.look<{ key: string; status: string; late: boolean }>(
    `select transfer_key as key, status,
       exists (select from ledger.posting where cause_id = transfer_id and kind = 'late_success') as late
     from transfers.transfer where merchant_id = $1 order by transfer_key`,
    [merchantId],
  );
  assert.deepEqual(transfers, [
    { key: "LATE", status: "failed", late: true },
    { key: "PAID", status: "succeeded", late: false },
    { key: "RETURNED", status: "reversed", late: false },
  ]);
  const [topUp] = await world.look(
    "select amount_paise from fund_sources.top_up where merchant_id = $1 and utr = $2",
    [merchantId, utr],
  );
  assert.deepEqual(topUp, { amount_paise: "7700" });
  const [open] = await world.look(
    "select count(*) as count from reconciliation.line where merchant_id = $1 and state <> 'matched'",
    [merchantId],
  );
  assert.deepEqual(open, { count: "0" });
});
