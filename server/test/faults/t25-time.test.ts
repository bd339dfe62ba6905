/**
 * The database's clock decides, whatever the worker's clock says; windows, holidays and ends of months are respected.
 */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { acceptTransfers, runtimeOf, workTransfers, type Transfer } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld({ start: new Date("2027-01-04T12:00:00+05:30") });

/** Times in India at which a NEFT order is placed, and at which it may be sent. Each is later than the one before. */
const ORDERS = [
  { at: "2027-01-09T12:00:00+05:30", why: "a 2nd Saturday", out: "2027-01-11T01:00:00+05:30" },
  { at: "2027-01-16T12:00:00+05:30", why: "a 3rd Saturday", out: null },
  { at: "2027-01-23T12:00:00+05:30", why: "a 4th Saturday", out: "2027-01-25T01:00:00+05:30" },
  { at: "2027-01-26T12:00:00+05:30", why: "Republic Day", out: "2027-01-27T01:00:00+05:30" },
  { at: "2027-01-30T12:00:00+05:30", why: "a 5th Saturday", out: null },
  {
    at: "2027-01-31T12:00:00+05:30",
    why: "a Sunday at the end of a month",
    out: "2027-02-01T01:00:00+05:30",
  },
  { at: "2027-03-02T00:59:00+05:30", why: "before the opening", out: "2027-03-02T01:00:00+05:30" },
  { at: "2027-03-03T01:00:01+05:30", why: "after the opening", out: null },
  { at: "2027-03-03T18:44:00+05:30", why: "before the closing", out: null },
  { at: "2027-03-03T18:45:01+05:30", why: "after the closing", out: "2027-03-04T01:00:00+05:30" },
  { at: "2027-12-31T20:00:00+05:30", why: "the last evening of a year", out: "2028-01-01T01:00:00+05:30" },
  { at: "2028-02-29T12:00:00+05:30", why: "29 February", out: null },
] as const;

test("a NEFT order goes out when NEFT runs, and not before", async (context) => {
  const merchant = await world.makePayer();
  for (const [n, { at, why, out }] of ORDERS.entries()) {
    await context.test(why, async () => {
      await advanceTo(merchant, new Date(at));
      const transfer = await accept(merchant, `neft_${n}`);
      assert.equal(transfer.status, out === null ? "sent" : "waiting");
      if (out === null) return;
      assert.equal(transfer.dueAt?.toISOString(), new Date(out).toISOString());
      // This is not just one second before, because the clock continues to run.
      await advanceTo(merchant, new Date(new Date(out).getTime() - 30_000));
      await workTransfers(world.ctx, merchant.merchantId);
      assert.equal((await read(merchant, `neft_${n}`)).status, "waiting");
      await advanceTo(merchant, new Date(new Date(out).getTime() + 1_000));
      await workTransfers(world.ctx, merchant.merchantId);
      await runtimeOf(world.ctx).idle();
      assert.notEqual((await read(merchant, `neft_${n}`)).status, "waiting");
    });
  }
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

test("what no one answers is asked for within the budget for 72 hours and then stands in review", async () => {
  const merchant = await world.makePayer();
  await acceptTransfers(world.ctx, merchant.merchantId, [
    orderTo("silent", { mode: "upi", vpa: "never@upi" }),
  ]);
  await runtimeOf(world.ctx).idle();
  await settle(world, world.ctx, merchant);
  const row = await read(merchant, "silent");
  assert.equal(row.status, "review");
  // For UPI there are three, then one every six hours, and the last one when the transfer is passed to a person.
  assert.ok(row.enquiries <= 3 + 11 + 1, `${row.enquiries} enquiries`);
  const hours = (row.now.getTime() - row.sentAt.getTime()) / 3_600_000;
  assert.ok(hours >= 72, `in review after ${hours} hours`);
  await assertSound(world, [merchant]);
});

for (const minutes of [-10, 10]) {
  test(`a worker whose clock is ${minutes} minutes off decides as the database does`, async () => {
    const merchant = await world.makePayer();
    mock.timers.enable({ apis: ["Date"], now: Date.now() + minutes * 60_000 });
    try {
      const transfer = await accept(merchant, "skewed");
      mock.timers.reset();
      const { now } = await read(merchant, "skewed");
      assert.ok(Math.abs(transfer.acceptedAt.getTime() - now.getTime()) < 60_000);
    } finally {
      mock.timers.reset();
    }
    await runtimeOf(world.ctx).idle();
    await settle(world, world.ctx, merchant);
    await assertSound(world, [merchant]);
  });
}

async function accept(merchant: Payer, key: string): Promise<Transfer> {
  const mode = key.startsWith("neft") ? "neft" : "imps";
  const [answer] = await acceptTransfers(world.ctx, merchant.merchantId, [orderTo(key, { mode })]);
  assert.ok(answer?.kind === "accepted");
  return answer.transfer;
}

interface Row {
  status: string;
  enquiries: number;
  sentAt: Date;
  now: Date;
}

async function read(merchant: Payer, key: string): Promise<Row> {
  const [row] = await world.look<Row>(
    `select status, enquiries, sent_at as "sentAt", lib.now_of(merchant_id) as now
     from transfers.transfer
     where merchant_id = $1
       and transfer_key = $2`,
    [merchant.merchantId, key],
  );
  return row!;
}

async function advanceTo(merchant: Payer, moment: Date): Promise<void> {
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
  await advance(world, merchant, moment.getTime() - clock!.now.getTime());
}
