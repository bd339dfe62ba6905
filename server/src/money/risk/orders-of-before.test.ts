/** One member tightens the risk rules or a setting alone: what was ordered before waits instead of ending. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { addRule, blockPayee, requestRule, undoBlock, undoRule } from "#risk";
import { changeSettings } from "#settings";
import { readStory } from "#stories";
import { makeApprovers } from "#test/make-approvers";
import { makeMembers } from "#test/make-members";
import {
  acceptTransfers,
  admitTransfers,
  cancelTransfers,
  dispatchTransfers,
  registerTransfers,
  runtimeOf,
} from "#transfers";
import { DAY_MS, HOUR_MS, makeShieldWorld, orderOf, type Ordered } from "./test/shield-world.ts";

const world = await makeShieldWorld();
const { ctx } = world;
const engine = world.openContext();
registerTransfers();

const BANK = { payee: { kind: "bank", bankCode: "YESB" }, because: "Fraud" } as const;

async function makeOffice() {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const [row] = await world.look<{ id: string }>(
    "select organization_id as id from access.merchant where merchant_id = $1",
    [merchantId],
  );
  const { owner, admin } = await makeMembers(ctx, row!.id, { owner: "owner", admin: "admin" });
  return {
    ...merchant,
    organizationId: row!.id,
    owner: `member:${owner}` as const,
    admin: `member:${admin}` as const,
    dispatch: async () => {
      await dispatchTransfers(engine, merchantId);
      await runtimeOf(engine).idle();
    },
    /** Returns a word for each transfer: what it waits for, why it ended, or that a bank was instructed. */
    look: async () => {
      const rows = await world.look<{ word: string }>(
        `select coalesce(waiting_for, reason, case when attempt > 0 then 'instructed' else status end) as word
         from transfers.transfer where merchant_id = $1 order by reference_id`,
        [merchantId],
      );
      return rows.map(({ word }) => word);
    },
    verdicts: async () =>
      (
        await world.look("select from risk.verdict where merchant_id = $1 and stage = 'dispatch'", [
          merchantId,
        ])
      ).length,
  };
}

test("a block that one member sets alone holds what was ordered before, until an Owner undoes it", async () => {
  const office = await makeOffice();
  const { merchantId, owner, admin } = office;
  await office.order({ key: "rent" });
  await office.advance(HOUR_MS);
  const { blockId } = await blockPayee(ctx, merchantId, { ...BANK, by: admin });
  await office.dispatch();
  assert.deepEqual(await office.look(), ["downtime"]);
  assert.deepEqual(
    await office.order({ key: "later" }),
    ["beneficiary_not_allowed"],
    "what is ordered after it",
  );
  await office.advance(HOUR_MS);
  await office.dispatch();
  assert.deepEqual(await office.look(), ["downtime", "BENEFICIARY_BLACKLISTED"]);
  const { explanation, timeline } = await readStory(ctx, merchantId, { transferKey: "rent" });
  assert.deepEqual(
    [explanation.where.code, explanation.next.code, explanation.failsAt !== null],
    ["where_queued_for_block", "next_queued_for_block", true],
  );
  const waits = timeline.filter(({ sentence }) => sentence.code === "ev_waiting_block");
  assert.equal(waits.length, 1, "the timeline says once why it waits");
  assert.equal(await office.verdicts(), 0, "a verdict is kept about what ends");
  await undoBlock(ctx, merchantId, { blockId, by: owner });
  await office.advance(HOUR_MS);
  await office.dispatch();
  assert.deepEqual(await office.look(), ["instructed", "BENEFICIARY_BLACKLISTED"]);
});

test("what waits for the end of a block can be cancelled, and goes on when the block expires", async () => {
  const office = await makeOffice();
  const { merchantId, admin } = office;
  const [first] = await office.accept({ payee: 1 }, { payee: 2 });
  assert.ok(first?.kind === "accepted");
  await office.advance(HOUR_MS);
  const expiresAt = new Date((await office.now()).getTime() + DAY_MS);
  await blockPayee(ctx, merchantId, { ...BANK, expiresAt, by: admin });
  await office.dispatch();
  assert.deepEqual(await office.look(), ["downtime", "downtime"]);
  const { transferId } = first.transfer;
  await cancelTransfers(ctx, merchantId, { transferIds: [transferId], because: "Not needed", by: admin });
  await office.advance(DAY_MS + HOUR_MS);
  await office.dispatch();
  assert.deepEqual(await office.look(), ["CANCELLED", "instructed"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("what waits for the end of a block fails after seven days, even if members renew the block", async () => {
  const office = await makeOffice();
  const { merchantId, owner, admin } = office;
  await office.order({});
  await office.advance(HOUR_MS);
  await blockPayee(ctx, merchantId, { ...BANK, by: admin });
  await office.dispatch();
  await office.advance(6.5 * DAY_MS);
  await blockPayee(ctx, merchantId, { ...BANK, by: owner });
  await office.dispatch();
  assert.deepEqual(await office.look(), ["downtime"]);
  await office.advance(DAY_MS);
  await office.dispatch();
  assert.deepEqual(await office.look(), ["BENEFICIARY_BLACKLISTED"]);
  assert.equal(await office.verdicts(), 1);
});

test("a block ends what was ordered before if the operator sets it, or renews the one of a member", async () => {
  for (const steps of [["system"], ["admin", "system"]] as const) {
    const office = await makeOffice();
    await office.order({});
    await office.advance(HOUR_MS);
    for (const by of steps)
      await blockPayee(ctx, office.merchantId, { ...BANK, by: by === "admin" ? office.admin : by });
    await office.dispatch();
    assert.deepEqual(await office.look(), ["BENEFICIARY_BLACKLISTED"]);
    assert.equal(await office.verdicts(), 1);
  }
});

test("a bank that is down when a block ends has its own 72 hours", async () => {
  const office = await makeOffice();
  const { merchantId, owner, admin } = office;
  await office.order({});
  await office.advance(HOUR_MS);
  const { blockId } = await blockPayee(ctx, merchantId, { ...BANK, by: admin });
  await office.dispatch();
  await office.advance(4 * DAY_MS);
  await undoBlock(ctx, merchantId, { blockId, by: owner });
  await world.look("update fund_sources.bank_connection set enabled = false where merchant_id = $1", [
    merchantId,
  ]);
  await office.dispatch();
  assert.deepEqual(await office.look(), ["downtime"]);
  const steps = await world.look<{ because: string }>(
    "select because from transfers.step where merchant_id = $1 order by step",
    [merchantId],
  );
  assert.deepEqual(
    steps.map(({ because }) => because),
    ["accepted, funds held", "waits for the end of a block", "the block is over", "waits for downtime"],
  );
});

const ONE_RUPEE = { kind: "transfer_limit", parameters: { limitPaise: 100 }, effect: "block" } as const;

/** Makes a merchant whose transfers need an approval, with one that waits. */
async function makeWaiting(ordered: Ordered = {}) {
  const office = await makeOffice();
  const approvers = await makeApprovers(world, office, "transfer");
  await approvers.require(1);
  const [order] = await office.accept(ordered);
  assert.ok(order?.kind === "accepted" && order.transfer.status === "awaiting_approval");
  await office.advance(HOUR_MS);
  const { transferId } = order.transfer;
  return { ...office, ...approvers, transferId, approve: () => approvers.decide(transferId, "asha") };
}

test("a rule that one member adds alone stops no approved order for good: approvers are asked again", async () => {
  const office = await makeWaiting();
  const { merchantId, owner, admin, transferId } = office;
  const first = (await office.find(transferId))!;
  const made = await requestRule(ctx, merchantId, { action: "add", rule: ONE_RUPEE, by: admin });
  assert.ok(made.kind === "made" && made.rule !== null);
  assert.deepEqual(await office.order({}), ["account_limit_exceeded"], "what is ordered after it");
  for (const time of [1, 2]) {
    assert.equal(await office.approve(), "approved");
    assert.deepEqual(
      await office.look(),
      ["awaiting_approval", "SUSPECTED_TRANSFER"],
      `approved ${time} times`,
    );
    await office.advance(HOUR_MS);
  }
  const again = (await office.find(transferId))!;
  assert.deepEqual(
    [again.status, again.levels, again.makerIds, again.policyVersion],
    ["pending", first.levels, first.makerIds, first.policyVersion],
  );
  assert.equal(again.policyName, `${first.policyName} (again: a new risk rule stops it)`);
  assert.equal(
    again.expiresAt.getTime() - again.openedAt.getTime(),
    first.expiresAt.getTime() - first.openedAt.getTime(),
  );
  assert.equal(await office.verdicts(), 0);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  await undoRule(ctx, merchantId, { ruleId: made.rule.ruleId, by: owner });
  assert.equal(await office.approve(), "approved");
  assert.deepEqual(await office.look(), ["ready", "SUSPECTED_TRANSFER"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("approvers are asked again if a member takes away the trust that passed an order", async () => {
  const office = await makeWaiting();
  const { merchantId, admin } = office;
  await addRule(ctx, merchantId, { ...ONE_RUPEE, by: "system" });
  const trusted = {
    kind: "trusted_amount",
    parameters: { upToPaise: 1_000_00 },
    effect: "allow",
    place: 0,
  } as const;
  const { ruleId } = await addRule(ctx, merchantId, { ...trusted, by: "system" });
  await requestRule(ctx, merchantId, { action: "remove", ruleId, by: admin });
  assert.equal(await office.approve(), "approved");
  assert.deepEqual(await office.look(), ["awaiting_approval"]);
});

test("trust that did not pass an order does not keep it when a member takes that trust away", async () => {
  for (const trust of [
    { parameters: { upToPaise: 50 } },
    { parameters: { upToPaise: 1_000_00 }, scope: "rail", scopeId: "card" },
  ] as const) {
    const office = await makeWaiting();
    const { merchantId, admin } = office;
    await addRule(ctx, merchantId, { ...ONE_RUPEE, by: "system" });
    const rule = { kind: "trusted_amount", effect: "allow", place: 0, ...trust, by: "system" } as const;
    const { ruleId } = await addRule(ctx, merchantId, rule);
    await requestRule(ctx, merchantId, { action: "remove", ruleId, by: admin });
    assert.equal(await office.approve(), "approved");
    assert.deepEqual(await office.look(), ["SUSPECTED_TRANSFER"]);
  }
});

test("an approved order is rejected by the operator's rule, and by a member's of more than a week ago", async () => {
  for (const days of [0, 8]) {
    const office = await makeWaiting();
    const { merchantId, admin } = office;
    if (days === 0) await addRule(ctx, merchantId, { ...ONE_RUPEE, by: "system" });
    else {
      await world.look(
        "update approvals.request set expires_at = expires_at + interval '30 days' where merchant_id = $1",
        [merchantId],
      );
      await requestRule(ctx, merchantId, { action: "add", rule: ONE_RUPEE, by: admin });
      await office.advance(days * DAY_MS);
    }
    assert.equal(await office.approve(), "approved");
    assert.deepEqual(await office.look(), ["SUSPECTED_TRANSFER"]);
    assert.equal(await office.verdicts(), 1);
  }
});

/** An order that no balance covers. */
const COSTLY = { rupees: 20_000_000_000, mode: "rtgs" } as const;

test("orders keep the queuing time of their acceptance if one member alone shortens it or ends it", async () => {
  for (const [hours, isOfBefore] of [
    [null, true],
    [1, true],
    [null, false],
  ] as const) {
    const { merchantId, ...office } = await makeWaiting(COSTLY);
    await changeSettings(ctx, merchantId, { queuingHours: 96, by: "system" });
    const processOn = new Date((await office.now()).getTime() + HOUR_MS);
    await office.require(0);
    await acceptTransfers(ctx, merchantId, [{ ...orderOf(COSTLY), processOn }]);
    await office.advance(HOUR_MS / 2);
    for (const queuingHours of [48, hours])
      await changeSettings(ctx, merchantId, { queuingHours, by: isOfBefore ? office.admin : "system" });
    await office.advance(HOUR_MS);
    await admitTransfers(engine, merchantId);
    assert.equal(await office.approve(), "approved");
    const waits = isOfBefore ? "funds" : "INSUFFICIENT_BALANCE";
    assert.deepEqual(await office.look(), [waits, waits], `${hours} hours`);
    if (!isOfBefore) continue;
    await acceptTransfers(ctx, merchantId, [orderOf(COSTLY)]);
    await office.advance(95 * HOUR_MS);
    await admitTransfers(engine, merchantId);
    assert.deepEqual(await office.look(), ["funds", "funds", "INSUFFICIENT_BALANCE"]);
    await office.advance(2 * HOUR_MS);
    await admitTransfers(engine, merchantId);
    assert.deepEqual((await office.look()).slice(0, 2), ["INSUFFICIENT_BALANCE", "INSUFFICIENT_BALANCE"]);
  }
});
