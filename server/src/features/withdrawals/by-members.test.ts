/** Withdrawals of a live merchant's members: approved like their payments, and no member uses up those of a day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setRegisteredAccount } from "#fund-sources";
import { verifyLedger } from "#proof";
import { nextOpening } from "#rails";
import { cancelTransfers, runtimeOf, workTransfers } from "#transfers";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWithdrawalWorld, OWN, TRANSIT, WALLET } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const { makeOffice, queueOf } = openFourEyes(world);

const LAKH = 1_00_000_00n;
const CRORE = 100n * LAKH;

/** An office in the hours of withdrawals, whose payments from ₹2,00,000 on take another person. */
async function makeBusiness() {
  const office = await makeOffice({ admin: "admin", other: "admin", owner: "owner", vik: "initiator" });
  const { merchantId } = office;
  const pass = (ms: number) =>
    world.look(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
       on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchantId, ms],
    );
  const passHours = (hours: number) => pass(hours * 3_600_000);
  const toOpening = async () => {
    const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
    const ahead = nextOpening("withdrawal", clock!.now).getTime() - clock!.now.getTime();
    if (ahead > 0) await pass(ahead + 60_000);
  };
  await toOpening();
  await setRegisteredAccount(ctx, merchantId, { ...OWN, by: "system" });
  const { admin, other, owner, vik } = office.browsers as Record<
    "admin" | "other" | "owner" | "vik",
    Browser
  >;
  let made = 0;
  const withdraw = async (by: Browser, amount: string): Promise<string> => {
    const withdrawalId = `W${(made += 1)}`;
    const { status, body } = await by.call("withdraw", { merchantId, withdrawalId, amount });
    return status === 200 ? body.status : body.error.code;
  };
  const transfers = async () => {
    await workWithdrawals(ctx, merchantId);
    await runtimeOf(ctx).idle();
    const rows = await world.look<{ status: string }>(
      "select status from transfers.transfer where merchant_id = $1 order by reference_id",
      [merchantId],
    );
    return rows.map(({ status }) => status);
  };
  const decide = async (by: Browser, verdict: "approve" | "reject") => {
    const [one] = (await queueOf(by, merchantId, "transfer")) as [Json];
    const requests = [{ requestId: one.requestId, contentHash: one.contentHash }];
    const { items } = await by.ask("decideApprovals", { merchantId, requests, verdict, reason: "Salaries" });
    return items[0].code ?? items[0].outcome;
  };
  const balance = (accountNo: number) => world.balanceOf(office.merchant as never, accountNo);
  return { ...office, admin, other, owner, vik, withdraw, transfers, decide, balance, passHours, toOpening };
}

test("in live a member's large withdrawal waits for another person, who approves or rejects it", async () => {
  const { merchantId, admin, other, owner, ...business } = await makeBusiness();
  assert.equal(await business.withdraw(admin, "10000000"), "awaiting_approval");
  assert.deepEqual(await business.transfers(), ["awaiting_approval"]);
  const [card] = (await queueOf(owner, merchantId, "transfer")) as [Json];
  const listed = async () => {
    const { items } = await owner.ask("listWithdrawals", { merchantId });
    return [items[0].status, items[0].requestId];
  };
  assert.deepEqual(await listed(), ["awaiting_approval", card.requestId]);
  assert.deepEqual(
    [card.transfer.origin, card.transfer.fundSourceName, card.transfer.balanceAfter],
    ["withdrawal", "Wallet", "0.00"],
  );
  assert.equal(await business.decide(admin, "approve"), "own_request");
  assert.equal(await business.decide(owner, "reject"), "rejected");
  assert.deepEqual(await business.transfers(), ["rejected"]);
  assert.deepEqual(await listed(), ["failed", null]);
  assert.deepEqual([await business.balance(WALLET), await business.balance(TRANSIT)], [CRORE, 0n]);
  assert.equal(await business.withdraw(other, "300000"), "awaiting_approval");
  assert.equal(await business.decide(owner, "approve"), "approved");
  const [, approved] = await business.transfers();
  assert.ok(approved !== "awaiting_approval" && approved !== "rejected", approved);
  assert.equal(await business.balance(WALLET), 97n * LAKH);
});

test("a member's withdrawal outside its hours can be rejected at once, and else is paid when they begin", async () => {
  const { merchantId, merchant, admin, owner, ...business } = await makeBusiness();
  await business.passHours(11);
  assert.equal(await business.withdraw(admin, "9000000"), "awaiting_approval");
  assert.deepEqual(await business.transfers(), ["awaiting_approval"]);
  assert.equal(await business.decide(owner, "reject"), "rejected");
  await business.transfers();
  assert.equal(await business.balance(WALLET), CRORE);
  assert.equal(await business.withdraw(admin, "100000"), "waiting");
  const order = { withdrawalKey: "P1", amountPaise: LAKH, remarks: "" };
  const by = `api-key:${merchant.clientId}` as const;
  const made = await makeWithdrawal(ctx, merchantId, { ...order, by });
  assert.equal(made.kind === "made" && made.withdrawal.status, "waiting");
  assert.deepEqual(await business.transfers(), ["rejected", "waiting"]);
  await business.toOpening();
  await workTransfers(ctx, merchantId);
  const [, ...paid] = await business.transfers();
  assert.equal(paid.length, 2);
  assert.ok(!paid.includes("waiting") && !paid.includes("rejected"), paid.join());
});

test("what a member withdraws who is disabled before its hours waits for another person", async () => {
  const { merchantId, merchant, admin, other, owner, ...business } = await makeBusiness();
  await business.passHours(11);
  assert.equal(await business.withdraw(admin, "1000"), "waiting");
  assert.equal(await business.withdraw(other, "1000"), "waiting");
  const by = `api-key:${merchant.clientId}` as const;
  await makeWithdrawal(ctx, merchantId, { withdrawalKey: "P1", amountPaise: 100_00n, remarks: "", by });
  // This one has not been handed over yet, as if the process had died.
  await world.look(
    "update withdrawals.withdrawal set made_by = $2 where merchant_id = $1 and withdrawal_key = 'P1'",
    [merchantId, `member:${admin.memberId}`],
  );
  assert.deepEqual(await business.transfers(), ["waiting", "waiting"]);
  await owner.ask("disableMember", { memberId: admin.memberId });
  await business.toOpening();
  await workTransfers(ctx, merchantId);
  const [first, second, third] = await business.transfers();
  assert.deepEqual([first, third], ["awaiting_approval", "awaiting_approval"]);
  assert.ok(second !== "awaiting_approval" && second !== "waiting", second);
  const [{ policy }] = (await queueOf(owner, merchantId, "transfer")) as [Json];
  assert.match(policy, /, who ordered this, may no longer pay$/);
  assert.equal(await business.decide(owner, "reject"), "rejected");
  assert.equal(await business.decide(owner, "approve"), "approved");
  const [rejected, , approved] = await business.transfers();
  assert.equal(rejected, "rejected");
  assert.ok(approved !== "awaiting_approval", approved);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("a withdrawal that waits for approval is cancelled by its maker, approvers and Owners only", async () => {
  const { merchantId, merchant, admin, other, owner, vik, ...business } = await makeBusiness();
  const newest = async () => {
    const rows = await world.look<{ id: string }>(
      "select transfer_id as id from transfers.transfer where merchant_id = $1 order by reference_id desc limit 1",
      [merchantId],
    );
    return rows[0]!.id;
  };
  const cancelByKey = async () => {
    const by = `api-key:${merchant.clientId}` as const;
    return cancelTransfers(ctx, merchantId, { transferIds: [await newest()], because: "a test", by });
  };
  const cancel = async (by: Browser) => {
    const id = await newest();
    const { status, body } = await by.call("cancelTransfers", { merchantId, transferIds: [id] });
    return status === 200 ? "cancelled" : body.error.code;
  };
  for (const [maker, by] of [
    [admin, admin],
    [owner, other],
    [admin, owner],
  ] as const) {
    assert.equal(await business.withdraw(maker, "10000000"), "awaiting_approval");
    assert.equal((await business.transfers()).at(-1), "awaiting_approval");
    assert.equal(await cancel(vik), "not_permitted");
    await assert.rejects(cancelByKey(), { code: "not_cancellable" });
    assert.equal(await cancel(by), "cancelled");
    assert.equal((await business.transfers()).at(-1), "cancelled");
    assert.deepEqual([await business.balance(WALLET), await business.balance(TRANSIT)], [CRORE, 0n]);
  }
});

test("small withdrawals of a day add up, and those of programs ask no one", async () => {
  const { merchantId, merchant, admin, ...business } = await makeBusiness();
  assert.equal(await business.withdraw(admin, "150000"), "processing");
  assert.equal(await business.withdraw(admin, "150000"), "awaiting_approval");
  const order = { withdrawalKey: "P1", amountPaise: 5n * LAKH, remarks: "" };
  const by = `api-key:${merchant.clientId}` as const;
  assert.equal((await makeWithdrawal(ctx, merchantId, { ...order, by })).kind, "made");
  const waiting = (await business.transfers()).map((status) => status === "awaiting_approval");
  assert.deepEqual(waiting, [false, true, false]);
});

test("in live one member makes two of the three withdrawals of a day, and an Owner all", async () => {
  const { admin, other, owner, withdraw } = await makeBusiness();
  for (const outcome of ["processing", "processing", "too_many_of_member"])
    assert.equal(await withdraw(admin, "1.00"), outcome);
  assert.equal(await withdraw(other, "1.00"), "processing");
  assert.equal(await withdraw(owner, "1.00"), "too_many");
  const alone = await makeBusiness();
  for (const outcome of ["processing", "processing", "processing", "too_many"])
    assert.equal(await alone.withdraw(alone.owner, "1.00"), outcome);
});
