import assert from "node:assert/strict";
import { test } from "node:test";
import { listBankConnections } from "#fund-sources";
import { verifyLedger } from "#proof";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { countRows } from "#test/faults/count-rows";
import { advance, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const { ctx } = world;
const MINUTE_MS = 60_000;

/** Makes a merchant whose only bank states UTRs but no references, and sends no callbacks. */
async function makeMerchant(): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: ["jugnu"] });
  const manner = { debitAccount: merchant.debitAccount, callbacks: { missingChance: 1 } };
  await world.simulator.control("PUT", "/sim/banks/jugnu/manner", manner);
  return merchant;
}

async function order({ merchantId }: Payer, keys: readonly string[], vpa: string): Promise<void> {
  const orders = keys.map((key) => ({ ...orderTo(key, { mode: "upi", vpa }), amountPaise: 20_000_00n }));
  await acceptTransfers(ctx, merchantId, orders);
  await runtimeOf(ctx).idle();
}

async function reconcile({ merchantId }: Payer): Promise<void> {
  await workReconciliation(ctx, merchantId);
  const { findings } = await verifyLedger(ctx, merchantId);
  assert.deepEqual(findings, []);
}

const linesOf = ({ merchantId }: Payer): Promise<object[]> =>
  world.look(
    `select line.state, line.rule, awaits_day as waits, status,
       exists (
         select from ledger.posting
         where posting.merchant_id = $1 and cause_id = line.transfer_id and posting.kind = 'late_success'
       ) as late
     from reconciliation.line
     left join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = line.transfer_id
     where line.merchant_id = $1
     order by booked_at, line_id`,
    [merchantId],
  );

const breaksOf = ({ merchantId }: Payer): Promise<object[]> =>
  world.look("select kind from reconciliation.break where merchant_id = $1 and kind <> 'contradiction'", [
    merchantId,
  ]);

async function isStopped({ merchantId }: Payer): Promise<boolean> {
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  return !connection!.enabled;
}

test("a debit that may be a payment without an answer waits for the answer, and stops nothing", async () => {
  const merchant = await makeMerchant();
  await order(merchant, ["LOST-1", "LOST-2"], "cut-paid@upi");
  await reconcile(merchant);
  const waiting = { state: "new", rule: null, waits: true, status: null, late: false };
  assert.deepEqual(await linesOf(merchant), [waiting, waiting]);
  assert.equal(await isStopped(merchant), false);
  await advance(world, merchant, 2 * MINUTE_MS);
  await workTransfers(ctx, merchant.merchantId);
  await reconcile(merchant);
  const matched = { state: "matched", rule: "utr", waits: false, status: "succeeded", late: false };
  assert.deepEqual(await linesOf(merchant), [matched, matched]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("of refused payments that are alike the bank is asked which one a debit is of", async () => {
  const merchant = await makeMerchant();
  await order(merchant, ["TWIN-1", "TWIN-2", "TWIN-3"], "late-success@upi");
  await advance(world, merchant, 10 * MINUTE_MS);
  await reconcile(merchant);
  const late = { state: "matched", rule: "utr", waits: false, status: "failed", late: true };
  assert.deepEqual(await linesOf(merchant), [late, late, late]);
  assert.deepEqual(await breaksOf(merchant), []);
  assert.equal(await isStopped(merchant), false);
});

test("a debit that the bank names for none of those that it is like is a break when the day is over", async () => {
  const merchant = await makeMerchant();
  const { debitAccount: account } = merchant;
  await order(merchant, ["REFUSED"], "no-account@upi");
  const strange = { bankId: "jugnu", account, kind: "debit", amount: "20000.00" };
  await world.simulator.control("POST", "/sim/movements", strange);
  await reconcile(merchant);
  const waiting = { state: "new", rule: null, waits: true, status: null, late: false };
  // The refused payment was debited and reversed.
  const paired = { ...waiting, state: "paired", waits: false };
  assert.deepEqual(await linesOf(merchant), [paired, paired, waiting]);
  await advance(world, merchant, 24 * 60 * MINUTE_MS);
  await reconcile(merchant);
  assert.deepEqual(await breaksOf(merchant), [{ kind: "ambiguous" }]);
  assert.equal(await isStopped(merchant), true);
  const states = (await linesOf(merchant)).map((line) => (line as { state: string }).state);
  assert.deepEqual(states.toSorted(), ["paired", "paired", "suspense"]);
  const [topUps] = await world.look(
    `select count(*)::int as count from fund_sources.top_up
     where merchant_id = $1 and bank_id = 'jugnu' and utr not like 'OPENING%'`,
    [merchant.merchantId],
  );
  assert.deepEqual(topUps, { count: 0 });
});

const setMishap = ({ debitAccount }: Payer, mishap: object): Promise<unknown> =>
  world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });

/** Advances the time by some minutes, and lets the payment workers do what is due. */
async function wait(merchant: Payer, minutes: number): Promise<void> {
  await advance(world, merchant, minutes * MINUTE_MS);
  await workTransfers(ctx, merchant.merchantId);
}

/** Returns the number of enquiries about a payment, and the minutes from sending to the next one. */
async function askedOf(
  { merchantId }: Payer,
  key: string,
): Promise<{ enquiries: number; nextAfter: number | null }> {
  const [asked] = await world.look<{ enquiries: number; nextAfter: number | null }>(
    `select enquiries, floor(extract(epoch from due_at - sent_at) / 60)::int as "nextAfter"
     from transfers.transfer
     where merchant_id = $1 and transfer_key = $2`,
    [merchantId, key],
  );
  return asked!;
}

test("a payment that was paid between two enquiries is asked about as soon as a debit may be it", async () => {
  const merchant = await makeMerchant();
  await setMishap(merchant, { kind: "pending", afterMs: 4 * MINUTE_MS });
  await order(merchant, ["SLOW"], "success@upi");
  await wait(merchant, 2);
  assert.equal((await askedOf(merchant, "SLOW")).enquiries, 1);
  await wait(merchant, 4);
  assert.deepEqual(await linesOf(merchant), []);
  await reconcile(merchant);
  const matched = { state: "matched", rule: "utr", waits: false, status: "succeeded", late: false };
  assert.deepEqual(await linesOf(merchant), [matched]);
});

test("such enquiries are those of the rail's budget, and never more of them", async () => {
  const merchant = await makeMerchant();
  const { debitAccount: account } = merchant;
  await order(merchant, ["NEVER"], "never@upi");
  const strange = { bankId: "jugnu", account, kind: "debit", amount: "20000.00" };
  const asked: unknown[] = [];
  for (const minutes of [1, 1, 6, 6, 6, 90]) {
    await world.simulator.control("POST", "/sim/movements", strange);
    await wait(merchant, minutes);
    await reconcile(merchant);
    asked.push((await askedOf(merchant, "NEVER")).enquiries);
  }
  // NPCI allows three within two hours, the first not before 90 s.
  assert.deepEqual(asked, [0, 1, 2, 3, 3, 3]);
  assert.ok((await askedOf(merchant, "NEVER")).nextAfter! >= 7 * 60);
});

/** Returns the rows read per payment, for payments of one amount of which no rule ties a third at once. */
async function rowsForEach(count: number): Promise<number> {
  const merchant = await makeMerchant();
  const keys = Array.from({ length: count }, (_, nth) => `EQUAL-${nth}`);
  const fates = [
    "success@upi",
    "success@upi",
    "success@upi",
    "no-account@upi",
    "late-success@upi",
    "cut-paid@upi",
  ];
  for (const [nth, vpa] of fates.entries())
    await order(
      merchant,
      keys.filter((_, index) => index % fates.length === nth),
      vpa,
    );
  await advance(world, merchant, MINUTE_MS);
  // Without this, the planner has statistics of small tables, and takes plans that are bad for large ones.
  await world.look("analyze");
  const counted = countRows(ctx);
  await workReconciliation(counted.ctx, merchant.merchantId);
  const lines = await linesOf(merchant);
  assert.ok(lines.length > count);
  return counted.read() / count;
}

test("of equal payments each costs the same to match, however many there are", async () => {
  const [few, many] = [await rowsForEach(30), await rowsForEach(300)];
  assert.ok(many <= few * 2, `${few} rows read for each of 30 payments, ${many} for each of 300`);
});
