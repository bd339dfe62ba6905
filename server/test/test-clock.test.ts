/**
 * The long waits of the product, with the test clock: days of queuing, weekends, 72 hours of enquiries, a night. Each
 * is exact to the second, and takes seconds.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { enquirySlots, POLLING_MS, type Rail } from "#rails";
import { acceptTransfers, runtimeOf, setQueuingTime, workTransfers, type TransferOrder } from "#transfers";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import { assertSound, orderTo, type Payer } from "./faults/fault-world.ts";
import { makeWithdrawalWorld, TRANSIT } from "./withdrawal-world.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

const world = await makeWithdrawalWorld();
const { ctx } = world;

interface Row {
  readonly transferId: string;
  readonly status: string;
  readonly reason: string | null;
  readonly enquiries: number;
  readonly dueAt: Date;
  readonly sentAt: Date;
  readonly finishedAt: Date | null;
  /** The merchant's clock when this was read. */
  readonly now: Date;
}

async function read({ merchantId }: Payer): Promise<Row> {
  const [row] = await world.look<Row>(
    `select transfer_id as "transferId", status, reason, enquiries, due_at as "dueAt", sent_at as "sentAt",
       finished_at as "finishedAt", lib.now_of(merchant_id) as now
     from transfers.transfer
     where merchant_id = $1`,
    [merchantId],
  );
  return row!;
}

async function order({ merchantId }: Payer, changes: Partial<TransferOrder> = {}): Promise<void> {
  const [answer] = await acceptTransfers(ctx, merchantId, [{ ...orderTo("the one"), ...changes }]);
  assert.ok(answer?.kind === "accepted", JSON.stringify(answer?.kind));
  await runtimeOf(ctx).idle();
}

/** Moves the clock to a time, processes everything that is due, and returns the state afterwards. */
async function workAt(merchant: Payer, moment: Date): Promise<Row> {
  await world.advanceTo(merchant, moment.toISOString());
  await workTransfers(ctx, merchant.merchantId);
  await runtimeOf(ctx).idle();
  return read(merchant);
}

const before = (moment: Date): Date => new Date(moment.getTime() - SECOND_MS);

/** Checks that nothing happened a second too early; a slow machine may have passed that time in the meantime. */
function stood(row: Row, status: string, until: Date): void {
  if (row.now < until) assert.equal(row.status, status, "a second before");
  else assert.ok(row.finishedAt === null || row.finishedAt >= until, "not before its time");
}

for (const hours of [1, 96, 240]) {
  test(`with the test clock: a transfer queued for ${hours} hours fails exactly after its time`, async () => {
    const merchant = await world.makePayer({ balancePaise: 1n });
    await setQueuingTime(ctx, merchant.merchantId, { hours, by: "system" });
    await order(merchant);
    const queued = await read(merchant);
    assert.equal(queued.status, "waiting");
    const until = queued.dueAt;
    assert.ok(Math.abs(until.getTime() - queued.now.getTime() - hours * HOUR_MS) < 60 * SECOND_MS);
    stood(await workAt(merchant, before(until)), "waiting", until);
    const ended = await workAt(merchant, until);
    assert.deepEqual([ended.status, ended.reason], ["failed", "INSUFFICIENT_BALANCE"]);
    assert.ok(ended.finishedAt! >= until);
    await assertSound(world, [merchant]);
  });
}

test("with the test clock: a NEFT order given on a 2nd Saturday goes out on Monday", async () => {
  const merchant = await world.makePayer();
  await world.advanceTo(merchant, "2026-12-12T11:00:00+05:30");
  await order(merchant, { mode: "neft" });
  const opens = new Date("2026-12-14T01:00:00+05:30");
  const given = await read(merchant);
  assert.deepEqual([given.status, given.dueAt], ["waiting", opens]);
  // Nothing is sent during the whole Sunday.
  for (const moment of [new Date("2026-12-13T12:00:00+05:30"), before(opens)])
    stood(await workAt(merchant, moment), "waiting", opens);
  const sent = await workAt(merchant, opens);
  assert.equal(sent.status, "sent");
  assert.ok(sent.sentAt >= opens);
  await world.finish(merchant);
  assert.equal((await read(merchant)).status, "succeeded");
  await assertSound(world, [merchant]);
});

const SILENT: Readonly<Record<"imps" | "upi" | "neft" | "rtgs", bigint>> = {
  imps: 100_00n,
  upi: 100_00n,
  neft: 100_00n,
  rtgs: 3_00_000_00n,
};

for (const [rail, amountPaise] of Object.entries(SILENT) as [Rail & keyof typeof SILENT, bigint][]) {
  test(`with the test clock: a pending ${rail} one is polled within budget for 72 hours, then in review`, async () => {
    const merchant = await world.makePayer({ balancePaise: 10_00_000_00n });
    const { debitAccount } = merchant;
    const mishap = { kind: "pending", then: "never" };
    await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });
    const payee =
      rail === "upi" ? orderTo("x", { mode: "upi", vpa: "success@upi" }).payee : orderTo("x").payee;
    await order(merchant, { mode: rail, amountPaise, payee });
    const sent = await read(merchant);
    assert.equal(sent.status, "sent");
    const ends = new Date(sent.sentAt.getTime() + POLLING_MS);
    const slots = enquirySlots(rail, { sentAt: sent.sentAt, seed: sent.transferId });
    for (const [n, slot] of slots.filter((one) => one < ends).entries()) {
      stood(await workAt(merchant, before(slot)), "sent", ends);
      const asked = await workAt(merchant, slot);
      stood(asked, "sent", ends);
      assert.equal(asked.enquiries, n + 1, `${asked.enquiries} enquiries after the moment for ${n + 1}`);
    }
    stood(await workAt(merchant, before(ends)), "sent", ends);
    const ended = await workAt(merchant, ends);
    assert.deepEqual([ended.status, ended.finishedAt], ["review", null]);
    // The last enquiry is made when the transfer is passed to a person.
    assert.ok(ended.enquiries <= slots.length + 1, `${ended.enquiries} enquiries of ${slots.length}`);
    const log = await world.simulator.control<{ lines: { operation?: string }[] }>(
      "GET",
      `/sim/log?debitAccount=${debitAccount}`,
    );
    const atBank = log.lines.filter(({ operation }) => operation === "enquire").length;
    assert.ok(atBank > 0 && atBank <= slots.length + 1, `the bank was asked ${atBank} times`);
    // A week later it is unchanged, and no one has enquired again.
    const later = await workAt(merchant, new Date(ends.getTime() + 7 * 24 * HOUR_MS));
    assert.deepEqual([later.status, later.enquiries], ["review", ended.enquiries]);
    await assertSound(world, [merchant]);
  });
}

const EVENINGS = [
  { at: "2026-12-03T19:00:00+05:30", opens: "2026-12-04T08:00:00+05:30", why: "a Thursday" },
  { at: "2026-12-11T19:00:00+05:30", opens: "2026-12-14T08:00:00+05:30", why: "before a 2nd Saturday" },
] as const;

for (const { at, opens, why } of EVENINGS) {
  test(`with the test clock: a withdrawal at 7 PM waits until 8 AM of the next NEFT day (${why})`, async () => {
    const owner = await world.makeOwner();
    await world.advanceTo(owner, at);
    const wanted = { withdrawalKey: "W1", amountPaise: 100_00n, remarks: "Savings", by: "system" } as const;
    const outcome = await makeWithdrawal(ctx, owner.merchantId, wanted);
    assert.ok(outcome.kind === "made");
    assert.equal(outcome.withdrawal.dueAt?.toISOString(), new Date(opens).toISOString());
    await world.advanceTo(owner, before(new Date(opens)).toISOString());
    await workWithdrawals(ctx, owner.merchantId);
    const [made] = await world.readWithdrawals(owner);
    assert.equal(await world.balanceOf(owner, TRANSIT), 100_00n);
    const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [owner.merchantId]);
    if (clock!.now < new Date(opens)) assert.equal(made!.status, "waiting");
    await world.advanceTo(owner, opens);
    await workWithdrawals(ctx, owner.merchantId);
    await runtimeOf(ctx).idle();
    assert.ok((await read(owner)).sentAt >= new Date(opens));
    await world.finish(owner);
    assert.equal((await world.readWithdrawals(owner)).at(-1)!.status, "paid");
    await assertSound(world, [owner]);
  });
}
