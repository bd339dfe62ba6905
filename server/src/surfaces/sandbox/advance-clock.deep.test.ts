/** Days on the test clock: everything that becomes due in them happens in order and on time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setRegisteredAccount } from "#fund-sources";
import { CrashError, setCrashHook } from "#lib/crash-points";
import { createLink, registerLinks } from "#links";
import { listMessages } from "#messages";
import { setRecipients } from "#notifications";
import { istText } from "#lib/ist";
import { listStatements } from "#reconciliation";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { makeWithdrawal } from "#withdrawals";
import { assertSound, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { advanceClock } from "./advance-clock.ts";
import { readClock } from "./move-clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The evening before a fourth Saturday; the Tuesday after it is Republic Day. */
const FRIDAY = new Date("2027-01-22T18:50:00+05:30");
const on = (text: string): Date => new Date(`2027-01-${text.replace(" ", "T")}:00+05:30`);

const world = await makeFaultWorld({ start: FRIDAY });
const { ctx } = world;
registerLinks();

const moveOf = ({ debitAccount }: Payer, advanceMs: number) => ({
  advanceMs,
  debitAccount,
  simulatorUrl: world.simulator.url,
});

async function accept({ merchantId }: Payer, ...orders: TransferOrder[]): Promise<void> {
  const answers = await acceptTransfers(ctx, merchantId, orders);
  for (const answer of answers) assert.equal(answer.kind, "accepted", JSON.stringify(answer, String));
  await runtimeOf(ctx).idle();
}

test("five days over a weekend and a holiday bring everything in its order", async () => {
  const payer = await world.makePayer();
  const { merchantId } = payer;
  await setRegisteredAccount(ctx, merchantId, {
    holderName: "Demo Traders",
    accountNumber: "50100000000001",
    ifsc: "HDFC0000001",
    by: "system",
  });
  const recipients = "asha@example.com";
  await setRecipients(ctx, merchantId, { category: "transfer_failed", recipients, by: "system" });
  const wanted = { withdrawalKey: "W1", amountPaise: 100_00n, remarks: "", by: "system" } as const;
  assert.equal((await makeWithdrawal(ctx, merchantId, wanted)).kind, "made");
  await createLink(ctx, merchantId, {
    linkKey: "link",
    amountPaise: 500_00n,
    name: "Asha Rao",
    phone: "9876543210",
    expiry: "2027/01/24",
    notifyPayee: false,
    checkName: false,
    remarks: "",
    by: "system",
  });
  const fails = (day: number): TransferOrder => ({
    ...orderTo(`fails on ${day}`, { vpa: "failure@upi", mode: "upi" }),
    processOn: on(`${day} 11:00`),
  });
  await accept(
    payer,
    orderTo("neft", { mode: "neft" }),
    {
      ...orderTo("rtgs on a holiday", { mode: "rtgs" }),
      amountPaise: 3_00_000_00n,
      processOn: on("26 09:00"),
    },
    { ...orderTo("sunday"), processOn: on("24 10:00") },
    ...[23, 24, 25, 26, 27].map(fails),
  );

  const moved = await advanceClock(ctx, merchantId, moveOf(payer, 5 * DAY_MS));

  assert.deepEqual(await readOrder(payer), [
    "2027-01-23 11:00 fails on 23",
    "2027-01-24 10:00 sunday",
    "2027-01-24 11:00 fails on 24",
    "2027-01-25 00:00 the link ends",
    "2027-01-25 01:00 neft",
    "2027-01-25 08:00 withdrawal",
    "2027-01-25 11:00 fails on 25",
    "2027-01-26 11:00 fails on 26",
    "2027-01-27 01:00 rtgs on a holiday",
    "2027-01-27 11:00 fails on 27",
  ]);
  assert.equal(moved.arrived, true);
  assert.ok(moved.now.getTime() >= FRIDAY.getTime() + 5 * DAY_MS);
  const at = moved.stops.map((stop) => stop.at.getTime());
  assert.deepEqual(
    at,
    at.toSorted((one, other) => one - other),
  );
  const { transfers, withdrawals, flowgrams } = moved.due;
  assert.deepEqual({ transfers, withdrawals, flowgrams }, { transfers: 9, withdrawals: 1, flowgrams: 1 });
  assert.equal(moved.happened.find(({ type }) => type === "TRANSFER_FAILED")?.events, 5);
  const mails = await listMessages(ctx, merchantId, { limit: 100 });
  assert.deepEqual(
    mails.map(({ queuedAt }) => istText(queuedAt).slice(0, 16)).toReversed(),
    [23, 24, 25, 26, 27].map((day) => `2027-01-${day} 11:00`),
  );
  const { statements } = await listStatements(ctx, merchantId, { limit: 20 });
  const whole = statements.filter((statement) => statement.whole && statement.state === "imported");
  assert.deepEqual(
    whole.map(({ day, lines }) => `${day} ${lines.settled} ${lines.suspense + lines.waiting}`).toReversed(),
    ["2027-01-22 0 0", "2027-01-23 0 0", "2027-01-24 1 0", "2027-01-25 2 0", "2027-01-26 0 0"],
  );
  await assertSound(world, [payer]);
});

/** Lists the events of payments and links in order, with their times in India. */
async function readOrder({ merchantId }: Payer): Promise<string[]> {
  const rows = await world.look<{ what: string; at: Date }>(
    `select case when origin_kind is null then transfer_key else origin_kind end as what, sent_at as at
     from transfers.transfer
     where merchant_id = $1
     union all
     select 'the link ends', ended_at from links.link where merchant_id = $1
     order by at`,
    [merchantId],
  );
  return rows.map(({ what, at }) => `${istText(at).slice(0, 16)} ${what}`);
}

test("two moves of one clock take turns", async () => {
  const payer = await world.makePayer();
  const before = await readClock(ctx, payer.merchantId);
  const [one, other] = await Promise.all(
    [2, 3].map((hours) => advanceClock(ctx, payer.merchantId, moveOf(payer, hours * HOUR_MS))),
  );
  const [first, second] = one!.from < other!.from ? [one!, other!] : [other!, one!];
  assert.ok(second.from >= first.now);
  assert.equal(second.offsetMs - before.offsetMs, 5 * HOUR_MS);
});

test("a move that ends half-way leaves the clock at a stop, and the next one goes on from there", async () => {
  const payer = await world.makePayer();
  const { merchantId } = payer;
  await accept(
    payer,
    ...[23, 24, 25].map((day) => ({ ...orderTo(`on ${day}`), processOn: on(`${day} 10:00`) })),
  );
  let stops = 0;
  setCrashHook((point) => {
    if (point !== "sandbox.clock.shifted") return;
    stops += 1;
    if (stops === 3) throw new CrashError(point);
  });
  await assert.rejects(advanceClock(ctx, merchantId, moveOf(payer, 4 * DAY_MS)), CrashError);
  setCrashHook(null);
  const stood = await readClock(ctx, merchantId);
  assert.ok(stood.now > FRIDAY && stood.now.getTime() < FRIDAY.getTime() + 3 * DAY_MS);
  // A process that was killed has left its turn behind, which counts until it is no longer renewed.
  await world.look(
    `update lib.merchant_clock
     set mover = uuidv7(), target_ms = offset_ms, leased_until = now() - interval '1 second'
     where merchant_id = $1`,
    [merchantId],
  );
  assert.equal((await readClock(ctx, merchantId)).movingTo, null);
  const moved = await advanceClock(ctx, merchantId, moveOf(payer, 3 * DAY_MS));
  assert.ok(moved.from >= stood.now);
  const order = await readOrder(payer);
  assert.deepEqual(
    order.map((line) => line.slice(0, 10)),
    ["2027-01-23", "2027-01-24", "2027-01-25"],
  );
  await assertSound(world, [payer]);
});
