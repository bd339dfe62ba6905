import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readBalance,
  readFundSources,
  setOverdraftLimit,
  setRegisteredAccount,
  WALLET_ID,
} from "#fund-sources";
import { runtimeOf } from "#transfers";
import { changeMerchant } from "#access";
import { advance, assertSound, type Payer } from "#test/faults/fault-world";
import { makeWithdrawal, workWithdrawals, type WithdrawalOutcome } from "#withdrawals";
import { makeWithdrawalWorld, OWN, TRANSIT, WALLET } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const withdraw = (
  { merchantId }: Payer,
  withdrawalKey: string,
  { amountPaise = 100_00n, remarks = "Savings", of = ctx } = {},
): Promise<WithdrawalOutcome> => makeWithdrawal(of, merchantId, { withdrawalKey, amountPaise, remarks, by });

const refused = (code: string) => ({ kind: "refused", code });

interface OwnTransfer {
  status: string;
  rail: string;
  fees: string;
  events: number;
  ifsc: string;
  account_last4: string;
}

const transfersOf = ({ merchantId }: Payer): Promise<OwnTransfer[]> =>
  world.look(
    `select transfer.status, transfer.rail, (fee_paise + tax_paise)::text as fees, events, ifsc, account_last4
     from transfers.transfer
     join beneficiaries.beneficiary using (merchant_id, beneficiary_id)
     where merchant_id = $1
     order by transfer.reference_id`,
    [merchantId],
  );

test("a withdrawal leaves the wallet at once and is paid by NEFT, without a fee and without webhooks", async () => {
  const owner = await world.makeOwner();
  const outcome = await withdraw(owner, "W1");
  assert.ok(outcome.kind === "made" && !outcome.repeated);
  assert.equal(outcome.withdrawal.status, "processing");
  assert.equal(await world.balanceOf(owner, WALLET), 900_00n);
  const open = await ctx.db.inMerchant(owner.merchantId, (tx) => readBalance(tx, WALLET_ID));
  assert.partialDeepStrictEqual(open, {
    balancePaise: 1_000_00n,
    availablePaise: 900_00n,
    heldPaise: 100_00n,
  });
  await world.finish(owner);
  const [withdrawal] = await world.readWithdrawals(owner);
  assert.partialDeepStrictEqual(withdrawal, { status: "paid", reason: null, place: 1, day: "2026-12-01" });
  assert.match(withdrawal!.utr!, /^\S+$/);
  assert.deepEqual(await transfersOf(owner), [
    { status: "succeeded", rail: "neft", fees: "0", events: 0, ifsc: OWN.ifsc, account_last4: "0001" },
  ]);
  const told = await world.look(
    "select from webhooks.event where merchant_id = $1 and type like 'TRANSFER%'",
    [owner.merchantId],
  );
  assert.equal(told.length, 0);
  const paid = await ctx.db.inMerchant(owner.merchantId, (tx) => readBalance(tx, WALLET_ID));
  assert.partialDeepStrictEqual(paid, { balancePaise: 900_00n, heldPaise: 0n });
  const [wallet] = await ctx.db.inMerchant(owner.merchantId, readFundSources);
  assert.equal(wallet!.lastWithdrawalPaise, 100_00n);
  await assertSound(world, [owner]);
});

const HOURS = [
  { at: "2026-12-02T18:44:00+05:30", why: "before the closing", opens: null },
  { at: "2026-12-03T19:00:00+05:30", why: "7 in the evening", opens: "2026-12-04T08:00:00+05:30" },
  {
    at: "2026-12-07T03:00:00+05:30",
    why: "the small hours, with NEFT open",
    opens: "2026-12-07T08:00:00+05:30",
  },
  {
    at: "2026-12-11T18:45:01+05:30",
    why: "Friday evening, before a 2nd Saturday",
    opens: "2026-12-14T08:00:00+05:30",
  },
  { at: "2027-01-26T12:00:00+05:30", why: "Republic Day", opens: "2027-01-27T08:00:00+05:30" },
] as const;

test("a withdrawal is processed in its hours, and waits for them with its money set aside", async (context) => {
  const owner = await world.makeOwner();
  for (const [n, { at, why, opens }] of HOURS.entries()) {
    await context.test(why, async () => {
      await world.advanceTo(owner, at);
      const before = await world.balanceOf(owner, WALLET);
      const outcome = await withdraw(owner, `W${n}`);
      assert.ok(outcome.kind === "made");
      assert.equal(await world.balanceOf(owner, WALLET), before - 100_00n);
      assert.equal(outcome.withdrawal.status, opens === null ? "processing" : "waiting");
      if (opens !== null) {
        assert.equal(outcome.withdrawal.dueAt?.toISOString(), new Date(opens).toISOString());
        await world.advanceTo(owner, new Date(Date.parse(opens) - 2_000).toISOString());
        await workWithdrawals(ctx, owner.merchantId);
        assert.equal((await world.readWithdrawals(owner)).at(-1)!.status, "waiting");
        assert.equal(await world.balanceOf(owner, TRANSIT), 100_00n);
        await world.advanceTo(owner, new Date(Date.parse(opens) + 1_000).toISOString());
        await workWithdrawals(ctx, owner.merchantId);
        await runtimeOf(ctx).idle();
        assert.equal((await transfersOf(owner)).at(-1)!.status, "sent");
      }
      assert.equal((await world.readWithdrawals(owner)).at(-1)!.status, "processing");
      await world.finish(owner);
      assert.equal((await world.readWithdrawals(owner)).at(-1)!.status, "paid");
    });
  }
  await assertSound(world, [owner]);
});

test("a worker that was away over the hours waits for the next ones", async () => {
  const owner = await world.makeOwner();
  await world.advanceTo(owner, "2026-12-02T07:59:00+05:30");
  await withdraw(owner, "W1");
  await world.advanceTo(owner, "2026-12-02T23:00:00+05:30");
  await workWithdrawals(ctx, owner.merchantId);
  assert.equal((await transfersOf(owner)).length, 0);
  await world.advanceTo(owner, "2026-12-03T08:00:01+05:30");
  await workWithdrawals(ctx, owner.merchantId);
  assert.equal((await transfersOf(owner)).length, 1);
});

test("three are made on a day in India, the fourth is refused, and after midnight there are three again", async () => {
  const owner = await world.makeOwner();
  await world.advanceTo(owner, "2026-12-02T23:50:00+05:30");
  for (const key of ["A1", "A2", "A3"]) assert.equal((await withdraw(owner, key)).kind, "made");
  assert.deepEqual(await withdraw(owner, "A4"), refused("too_many"));
  await world.advanceTo(owner, "2026-12-02T23:59:58+05:30");
  assert.deepEqual(await withdraw(owner, "A4"), refused("too_many"));
  await world.advanceTo(owner, "2026-12-03T00:00:01+05:30");
  for (const key of ["A4", "B2", "B3"]) assert.equal((await withdraw(owner, key)).kind, "made");
  assert.deepEqual(await withdraw(owner, "B4"), refused("too_many"));
  await world.finish(owner);
  assert.ok((await world.readWithdrawals(owner)).every(({ status }) => status === "paid"));
  await assertSound(world, [owner]);
});

test("of fifty racing withdrawals three are made at most, and never more than there is", async () => {
  for (const { balancePaise, made } of [
    { balancePaise: 10_000_00n, made: 3 },
    { balancePaise: 299_99n, made: 2 },
    { balancePaise: 100_00n, made: 1 },
    { balancePaise: 99_99n, made: 0 },
  ]) {
    const owner = await world.makeOwner({ balancePaise });
    // The database alone keeps two processes apart.
    const processes = [world.openContext(), world.openContext()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => withdraw(owner, `R${n}`, { of: processes[n % 2]! })),
    );
    assert.equal(outcomes.filter(({ kind }) => kind === "made").length, made);
    const codes = new Set(outcomes.flatMap((one) => (one.kind === "refused" ? [one.code] : [])));
    assert.deepEqual([...codes], [made === 3 ? "too_many" : "insufficient_balance"]);
    assert.equal(await world.balanceOf(owner, WALLET), balancePaise - BigInt(made) * 100_00n);
    await world.finish(owner);
    assert.equal((await world.readWithdrawals(owner)).filter(({ status }) => status === "paid").length, made);
    await assertSound(world, [owner]);
  }
});

test("the table itself refuses a fourth", async () => {
  const owner = await world.makeOwner();
  await withdraw(owner, "W1");
  const copy = (place: number) =>
    world.look(
      `insert into withdrawals.withdrawal
       select (jsonb_populate_record(w, jsonb_build_object(
         'withdrawal_id', gen_random_uuid(), 'withdrawal_key', $2::text, 'transfer_key', $2::text, 'place', $3::int
       ))).*
       from withdrawals.withdrawal as w where merchant_id = $1 and withdrawal_key = 'W1'`,
      [owner.merchantId, `copy_${place}`, place],
    );
  await assert.rejects(copy(1), { constraint: "three_withdrawals_a_day" });
  await assert.rejects(copy(4), { constraint: "place_is_one_of_three" });
});

test("one id is one withdrawal, however many ask at once; with other words it is refused", async () => {
  const owner = await world.makeOwner();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => withdraw(owner, "SAME")));
  assert.equal(outcomes.filter((one) => one.kind === "made" && !one.repeated).length, 1);
  assert.equal(outcomes.filter((one) => one.kind === "made" && one.repeated).length, 49);
  assert.equal(await world.balanceOf(owner, WALLET), 900_00n);
  assert.deepEqual(await withdraw(owner, "SAME", { amountPaise: 1_00n }), refused("withdrawal_id_exists"));
  assert.deepEqual(await withdraw(owner, "SAME", { remarks: "" }), refused("withdrawal_id_exists"));
  await world.finish(owner);
  const again = await withdraw(owner, "SAME");
  assert.ok(again.kind === "made" && again.repeated && again.withdrawal.status === "paid");
  await assertSound(world, [owner]);
});

test("nothing is withdrawn without a registered account, and nothing that is only overdrawn", async () => {
  const owner = await world.makePayer({ balancePaise: 100_00n });
  assert.deepEqual(await withdraw(owner, "W1"), refused("not_configured"));
  await setRegisteredAccount(ctx, owner.merchantId, { ...OWN, by });
  await setOverdraftLimit(ctx, owner.merchantId, { fundSourceId: WALLET_ID, limitPaise: 500_00n, by });
  assert.deepEqual(await withdraw(owner, "W1", { amountPaise: 100_01n }), refused("insufficient_balance"));
  // The id stayed free.
  assert.equal((await withdraw(owner, "W1", { amountPaise: 100_00n })).kind, "made");
  await world.finish(owner);
  await assertSound(world, [owner]);
});

test("it goes to the account that was registered when it was made", async () => {
  const owner = await world.makeOwner();
  await world.advanceTo(owner, "2026-12-01T20:00:00+05:30");
  await withdraw(owner, "OLD");
  const other = { ...OWN, accountNumber: "50100000000777", by };
  await setRegisteredAccount(ctx, owner.merchantId, other);
  await withdraw(owner, "NEW");
  await world.finish(owner);
  const accounts = (await transfersOf(owner)).map((one) => one.account_last4);
  assert.deepEqual(accounts.toSorted(), ["0001", "0777"]);
});

test("while payouts are switched off a withdrawal waits with its money set aside, and is paid afterwards", async () => {
  const owner = await world.makeOwner();
  const switchPayouts = (payoutsEnabled: boolean): Promise<unknown> =>
    changeMerchant(ctx, owner.merchantId, { settings: { payoutsEnabled } });
  await switchPayouts(false);
  await withdraw(owner, "W1");
  for (const aheadMs of [0, 3_600_000, 3 * 86_400_000]) {
    await advance(world, owner, aheadMs);
    await workWithdrawals(ctx, owner.merchantId);
    assert.equal((await world.readWithdrawals(owner))[0]!.status, "waiting");
  }
  assert.deepEqual(
    [await world.balanceOf(owner, WALLET), await world.balanceOf(owner, TRANSIT)],
    [900_00n, 100_00n],
  );
  assert.deepEqual(await transfersOf(owner), []);
  await switchPayouts(true);
  await world.finish(owner);
  assert.equal((await world.readWithdrawals(owner))[0]!.status, "paid");
  await assertSound(world, [owner]);
});
