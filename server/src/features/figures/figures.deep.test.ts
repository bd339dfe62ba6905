/** Every figure equals the result of plain SQL over the tables, whatever was kept before and whatever changed since. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp } from "#fund-sources";
import { forecastFrom, forecastRunOut, readFigures, readStanding, successRate } from "#figures";
import { acceptTransfers, runtimeOf, setQueuingTime, workTransfers, type TransferOrder } from "#transfers";
import { advance, makeFaultWorld, settle, type Payer } from "#test/faults/fault-world";

const START = new Date("2026-11-02T10:00:00+05:30");
const DAY_MS = 86_400_000;

const world = await makeFaultWorld({ start: START });
const { ctx } = world;

let made = 0;
const order = (changes: Partial<TransferOrder> & { vpa?: string }): TransferOrder => {
  const { vpa = "success@upi", ...rest } = changes;
  made += 1;
  const payee = { inline: { name: "Asha Rao", vpa, accountNumber: "026291800001191", ifsc: "YESB0000262" } };
  const plain = { amountPaise: 100_00n, mode: "upi", remarks: "", fundSourceId: null } as const;
  return { transferKey: `figure${made}`, payee, ...plain, ...rest };
};

async function pay(merchant: Payer, orders: readonly TransferOrder[]): Promise<void> {
  await acceptTransfers(ctx, merchant.merchantId, orders);
  await runtimeOf(ctx).idle();
}

/** Days of transfers with every kind of outcome, over two rails and two modes. */
async function liveThrough(merchant: Payer): Promise<void> {
  for (let day = 0; day < 4; day += 1) {
    await pay(merchant, [
      order({}),
      order({ amountPaise: 2_345_67n }),
      order({ mode: "imps", amountPaise: 50_000_00n }),
      order({ mode: "banktransfer", amountPaise: 1_000_00n }),
      order({ vpa: "declined@upi" }),
      order({ vpa: "bad-vpa@upi", amountPaise: 77_00n }),
    ]);
    await settle(world, ctx, merchant);
    await advance(world, merchant, DAY_MS);
  }
  await pay(merchant, [
    order({ vpa: "reversed-next-day@upi", amountPaise: 4_000_00n }),
    order({ vpa: "never@upi" }),
  ]);
  await workTransfers(ctx, merchant.merchantId);
}

interface Plain {
  transfers: string;
  paise: string;
}

/** Counts with a query that does not depend on how figures are made. */
async function count(merchant: Payer, days: number, where: string): Promise<Plain> {
  const [row] = await world.look<Plain>(
    `select count(*) as transfers, coalesce(sum(amount_paise), 0) as paise
     from transfers.transfer
     where merchant_id = $1
       and (accepted_at at time zone 'Asia/Kolkata')::date
         > (lib.now_of($1) at time zone 'Asia/Kolkata')::date - $2::int
       and ${where}`,
    [merchant.merchantId, days],
  );
  return row!;
}

async function percentiles(merchant: Payer, days: number, where: string): Promise<(number | null)[]> {
  const [row] = await world.look<{ p50: string | null; p95: string | null }>(
    `select percentile_disc(0.5) within group (order by figures.took_ms(accepted_at, finished_at)) as p50,
       percentile_disc(0.95) within group (order by figures.took_ms(accepted_at, finished_at)) as p95
     from transfers.transfer
     where merchant_id = $1
       and (accepted_at at time zone 'Asia/Kolkata')::date
         > (lib.now_of($1) at time zone 'Asia/Kolkata')::date - $2::int
       and status in ('succeeded', 'failed')
       and ${where}`,
    [merchant.merchantId, days],
  );
  return [row!.p50, row!.p95].map((text) => (text === null ? null : Number(text)));
}

const STATUSES = {
  all: "true",
  succeeded: "status = 'succeeded'",
  failed: "status = 'failed'",
  reversed: "status = 'reversed'",
  rejected: "status in ('rejected', 'cancelled')",
  inFlight: "status in ('awaiting_approval', 'waiting', 'ready', 'sent', 'review')",
} as const;

/** Compares every number of the figures, in total and by part. */
async function assertAgrees(merchant: Payer, query: { days: number; mode?: string }): Promise<void> {
  const figures = await readFigures(ctx, merchant.merchantId, query);
  const { days, mode } = query;
  const asked = mode === undefined ? "true" : `mode = '${mode}'`;
  const parts = [
    { where: "true", figure: figures.total },
    ...figures.byDay.map((figure) => ({
      where: `(accepted_at at time zone 'Asia/Kolkata')::date = '${figure.day}'`,
      figure,
    })),
    ...figures.byRail.map((figure) => ({ where: `rail = '${figure.rail}'`, figure })),
    ...figures.byBank.map((figure) => ({
      where: figure.bankId === null ? "bank_id is null" : `bank_id = '${figure.bankId}'`,
      figure,
    })),
  ];
  assert.equal(figures.byDay.length, days);
  for (const { where, figure } of parts) {
    for (const [name, status] of Object.entries(STATUSES)) {
      const plain = await count(merchant, days, `${where} and ${asked} and ${status}`);
      const told = figure[name as keyof typeof STATUSES];
      assert.deepEqual(
        [told.transfers, told.amountPaise],
        [Number(plain.transfers), BigInt(plain.paise)],
        `${where}: ${name}`,
      );
    }
    const [p50, p95] = await percentiles(merchant, days, `${where} and ${asked}`);
    assert.deepEqual([figure.took?.p50Ms ?? null, figure.took?.p95Ms ?? null], [p50, p95], where);
  }
  for (const { reason, outcome, transfers, amountPaise } of figures.reasons) {
    const plain = await count(merchant, days, `${asked} and reason = '${reason}' and ${STATUSES[outcome]}`);
    assert.deepEqual([transfers, amountPaise], [Number(plain.transfers), BigInt(plain.paise)], reason);
  }
}

test("every figure is what plain SQL says: counted now, kept, and after a kept day changed", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "purvasagar"] });
  await liveThrough(merchant);
  const kept = () =>
    world.look<{ day: string }>("select day::text from figures.day where merchant_id = $1", [
      merchant.merchantId,
    ]);
  assert.deepEqual(await kept(), []);
  await assertAgrees(merchant, { days: 7 });
  await runtimeOf(ctx).idle();
  assert.equal((await kept()).length, 6, "the days before today are kept from the first look on");
  await assertAgrees(merchant, { days: 7 });
  await assertAgrees(merchant, { days: 7, mode: "upi" });
  await assertAgrees(merchant, { days: 30 });
  await runtimeOf(ctx).idle();
  assert.equal((await kept()).length, 29);

  const before = await readFigures(ctx, merchant.merchantId, { days: 30 });
  assert.equal(before.total.reversed.transfers, 0);
  // Today's payments are then yesterday's: one comes back, and one is never answered.
  await advance(world, merchant, DAY_MS);
  await readFigures(ctx, merchant.merchantId, { days: 30 });
  await runtimeOf(ctx).idle();
  await settle(world, ctx, merchant);
  await assertAgrees(merchant, { days: 30 });
  const after = await readFigures(ctx, merchant.merchantId, { days: 30 });
  assert.equal(after.total.reversed.transfers, 1);
  await runtimeOf(ctx).idle();
  await assertAgrees(merchant, { days: 30 });
});

test("what is asked of one fund source or one merchant never counts another's", async () => {
  const [merchant, other] = [await world.makePayer(), await world.makePayer()];
  await pay(merchant, [order({})]);
  await pay(other, [order({}), order({})]);
  const figures = await readFigures(ctx, merchant.merchantId, { days: 7 });
  assert.equal(figures.total.all.transfers, 1);
  const none = await readFigures(ctx, merchant.merchantId, { days: 7, fundSourceId: "OTHER_1" });
  assert.equal(none.total.all.transfers, 0);
  assert.equal(none.total.took, null);
  assert.deepEqual(successRate(none.total), { transfers: 0, rate: null, low: null, high: null });
});

test("the success rate comes with the interval in which it can be trusted", async () => {
  const none = { transfers: 0, amountPaise: 0n };
  const of = (succeeded: number, failed: number) =>
    successRate({
      all: none,
      succeeded: { ...none, transfers: succeeded },
      failed: { ...none, transfers: failed },
      reversed: none,
      rejected: none,
      inFlight: none,
      took: null,
    });
  const twelve = of(11, 1);
  assert.equal(twelve.transfers, 12);
  // Computed by hand: 11 of 12 is between 64.6% and 98.5%.
  assert.deepEqual(
    [twelve.rate, twelve.low, twelve.high].map((part) => part!.toFixed(3)),
    ["0.917", "0.646", "0.985"],
  );
  assert.equal(of(5, 0).high, 1);
  assert.ok(of(5, 0).low! > 0.5);
});

test("the queue says what waits for what, and with how much", async () => {
  const merchant = await world.makePayer({ balancePaise: 500_00n });
  const { merchantId } = merchant;
  await setQueuingTime(ctx, merchantId, { hours: 24, by: "system" });
  await pay(merchant, [order({ amountPaise: 900_00n }), order({ amountPaise: 50_00n })]);
  const standing = await readStanding(ctx, merchantId);
  assert.deepEqual(
    standing.waiting.map(({ waitingFor, transfers, amountPaise }) => [waitingFor, transfers, amountPaise]),
    [["funds", 2, 950_00n]],
  );
  const [waiting] = standing.waiting;
  assert.equal(waiting!.fundSourceId, merchant.fundSourceId);
  assert.equal(typeof waiting!.fundSourceName, "string");
  const [needed] = await world.look<{ paise: string }>(
    `select sum(amount_paise + fee_paise + tax_paise) as paise from transfers.transfer where merchant_id = $1`,
    [merchantId],
  );
  assert.equal(waiting!.missingPaise, BigInt(needed!.paise) - 500_00n);
  await topUp(ctx, merchantId, {
    bankId: merchant.bankId,
    utr: `MORE-${merchantId.slice(-12)}`,
    amountPaise: 5_000_00n,
    fundSourceId: merchant.fundSourceId,
  });
  await settle(world, ctx, merchant);
  assert.deepEqual((await readStanding(ctx, merchantId)).waiting, []);
});

test("the forecast divides what is there by what payments took an hour", async () => {
  const now = new Date("2026-11-10T12:00:00+05:30");
  const known = {
    availablePaise: 1_000_00n,
    overdraftLimitPaise: 0n,
    transfers: 10,
    takenPaise: 4_000_00n,
    hours: 40,
  };
  const paced = forecastFrom(known, now);
  assert.equal(paced.pacePaisePerHour, 100_00n);
  assert.equal(paced.runsOutAt!.getTime() - now.getTime(), 10 * 3_600_000);
  assert.equal(forecastFrom({ ...known, transfers: 2 }, now).runsOutAt, null);
  assert.equal(forecastFrom({ ...known, availablePaise: 0n }, now).runsOutAt!.getTime(), now.getTime());

  const merchant = await world.makePayer({ balancePaise: 10_000_00n });
  await pay(
    merchant,
    Array.from({ length: 6 }, () => order({ amountPaise: 500_00n })),
  );
  await settle(world, ctx, merchant);
  const forecast = await forecastRunOut(ctx, merchant.merchantId, "WALLET_1");
  const [sums] = await world.look<{ taken: string; balance: string }>(
    `select (select sum(amount_paise + fee_paise + tax_paise) from transfers.transfer where merchant_id = $1) as taken,
       (select balance_paise from ledger.account where merchant_id = $1 and account_no = 1000) as balance`,
    [merchant.merchantId],
  );
  assert.equal(forecast!.transfers, 6);
  assert.equal(forecast!.takenPaise, BigInt(sums!.taken));
  assert.equal(forecast!.availablePaise, BigInt(sums!.balance));
  assert.ok(forecast!.runsOutAt! > START);
  assert.equal(await forecastRunOut(ctx, merchant.merchantId, "TRANSIT_1"), null);
});
