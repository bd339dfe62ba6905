import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tx } from "#lib/db";
import { addRule, readRiskFacts, readVerdicts, type RuleToAdd } from "#risk";
import { acceptTransfers, cancelTransfers } from "#transfers";
import { setOfOrders } from "./test/set-of-orders.ts";
import { HOUR_MS, makeShieldWorld, MINUTE_MS, orderOf } from "./test/shield-world.ts";

const world = await makeShieldWorld();

const TAKEN = "accepted";
const ACCOUNT = "account_limit_exceeded";
const PAYEE = "beneficiary_limit_exceeded";
const NOT_ALLOWED = "beneficiary_not_allowed";

const perTransfer = { kind: "transfer_limit", parameters: { limitPaise: 500_00 }, effect: "block" };
const perDay = { kind: "daily_limit", parameters: { limitPaise: 500_00 }, effect: "block" };

test("a limit per transfer is kept for the merchant and for one beneficiary or rail", async () => {
  const all = await world.makeShielded(perTransfer);
  assert.deepEqual(await all.order({ rupees: 499.99 }, { rupees: 500 }, { rupees: 500.01 }), [
    TAKEN,
    TAKEN,
    ACCOUNT,
  ]);
  const upi = await world.makeShielded({ ...perTransfer, scope: "rail", scopeId: "upi" });
  assert.deepEqual(await upi.order({ rupees: 501, mode: "upi" }, { rupees: 501 }), [ACCOUNT, TAKEN]);
  const one = await world.makeShielded();
  const [first] = await one.accept({ payee: 1 });
  assert.ok(first?.kind === "accepted");
  const scoped = { ...perTransfer, scope: "beneficiary", scopeId: first.transfer.beneficiaryId };
  await addRule(world.ctx, one.merchantId, { ...scoped, by: "system" });
  assert.deepEqual(await one.order({ rupees: 501, payee: 1 }, { rupees: 501, payee: 2 }), [PAYEE, TAKEN]);
});

test("a limit per day counts what was released on the day, and begins anew at midnight", async () => {
  const merchant = await world.makeShielded(perDay);
  assert.deepEqual(await merchant.order({ rupees: 300 }, { rupees: 200.01 }, { rupees: 200 }), [
    TAKEN,
    ACCOUNT,
    TAKEN,
  ]);
  assert.deepEqual(await merchant.order({ rupees: 1 }), [ACCOUNT]);
  await merchant.advance(11.9 * HOUR_MS);
  assert.deepEqual(await merchant.order({ rupees: 1 }), [ACCOUNT]);
  await merchant.advance(0.2 * HOUR_MS);
  assert.deepEqual(await merchant.order({ rupees: 500 }, { rupees: 1 }), [TAKEN, ACCOUNT]);
});

test("limits per day are kept for each beneficiary, fund source and rail apart", async () => {
  const payees = await world.makeShielded({ ...perDay, scope: "beneficiary" });
  assert.deepEqual(
    await payees.order({ rupees: 500, payee: 1 }, { rupees: 500, payee: 2 }, { rupees: 1, payee: 1 }),
    [TAKEN, TAKEN, PAYEE],
  );
  const rails = await world.makeShielded({ ...perDay, scope: "rail" });
  assert.deepEqual(
    await rails.order(
      { rupees: 500, mode: "imps" },
      { rupees: 500, mode: "upi" },
      { rupees: 1, mode: "upi" },
    ),
    [TAKEN, TAKEN, ACCOUNT],
  );
  const source = await world.makeShielded({ ...perDay, scope: "fund_source", scopeId: "WALLET_1" });
  assert.deepEqual(await source.order({ rupees: 500 }, { rupees: 1 }), [TAKEN, ACCOUNT]);
  const other = await world.makeShielded({ ...perDay, scope: "fund_source", scopeId: "BANK_9" });
  assert.deepEqual(await other.order({ rupees: 500 }, { rupees: 1 }), [TAKEN, TAKEN]);
});

test("so many transfers in a time, and others once the time is over", async () => {
  const velocity = { kind: "velocity", parameters: { transfers: 3, periodMinutes: 10 }, effect: "block" };
  const merchant = await world.makeShielded(velocity);
  assert.deepEqual(await merchant.order({}, {}), [TAKEN, TAKEN]);
  assert.deepEqual(await merchant.order({}, {}), [TAKEN, ACCOUNT]);
  await merchant.advance(9 * MINUTE_MS);
  assert.deepEqual(await merchant.order({}), [ACCOUNT]);
  await merchant.advance(2 * MINUTE_MS);
  assert.deepEqual(await merchant.order({}, {}, {}, {}), [TAKEN, TAKEN, TAKEN, ACCOUNT]);
  const payees = await world.makeShielded({ ...velocity, scope: "beneficiary" });
  const orders = [1, 1, 1, 2, 1].map((payee) => ({ payee }));
  assert.deepEqual(await payees.order(...orders), [TAKEN, TAKEN, TAKEN, TAKEN, PAYEE]);
});

test("rules are asked in their places: a block speaks over a review, and trust ends the asking", async () => {
  const trust = { kind: "trusted_amount", parameters: { upToPaise: 50_00 }, effect: "allow" };
  const look = { kind: "transfer_limit", parameters: { limitPaise: 10_00 }, effect: "review" };
  const stop = { kind: "transfer_limit", parameters: { limitPaise: 200_00 }, effect: "block" };
  const merchant = await world.makeShielded(
    { ...stop, place: 30 },
    { ...look, place: 20 },
    { ...trust, place: 10 },
  );
  const answers = await merchant.accept({ rupees: 50 }, { rupees: 51 }, { rupees: 201 });
  const ids = answers.map((answer) => ("transfer" in answer ? answer.transfer.transferId : ""));
  const kept = await world.ctx.db.inMerchant(merchant.merchantId, (tx) => readVerdicts(tx, ids));
  assert.deepEqual(
    kept.map(({ transferId, effect, stage, rule }) => [transferId, effect, stage, rule.parameters]),
    [
      [ids[1], "review", "accept", { limitPaise: 10_00 }],
      [ids[2], "block", "accept", { limitPaise: 200_00 }],
    ],
  );
});

test("a verdict names the rule that spoke, its version and what had been counted", async () => {
  const merchant = await world.makeShielded();
  const rule = await addRule(world.ctx, merchant.merchantId, { ...perDay, scope: "rail", by: "system" });
  const [, stopped] = await merchant.accept({ rupees: 300 }, { rupees: 201 });
  assert.ok(stopped?.kind === "rejected");
  const { transferId } = stopped.transfer;
  const [verdict] = await world.ctx.db.inMerchant(merchant.merchantId, (tx) =>
    readVerdicts(tx, [transferId]),
  );
  assert.deepEqual(verdict?.rule, {
    kind: "daily_limit",
    ruleId: rule.ruleId,
    version: 1,
    scope: "rail",
    scopeId: null,
    parameters: { limitPaise: 500_00 },
    counted: { amountPaise: 201_00, usedPaise: 300_00 },
  });
  assert.equal(verdict?.reason, "SUSPECTED_TRANSFER");
});

test("a rule counts what was accepted before it was there", async () => {
  const merchant = await world.makeShielded();
  await merchant.order({ rupees: 200 }, { rupees: 200, payee: 2 }, { rupees: 99.99 });
  const { merchantId } = merchant;
  const add = (rule: Omit<RuleToAdd, "by">) => addRule(world.ctx, merchantId, { ...rule, by: "system" });
  await add(perDay);
  assert.deepEqual(await merchant.order({ rupees: 1, payee: 3 }), [ACCOUNT]);
  await add({ kind: "velocity", parameters: { transfers: 3, periodMinutes: 60 }, effect: "block", place: 0 });
  const [answer] = await merchant.accept({ rupees: 1, payee: 3 });
  assert.ok(answer?.kind === "rejected");
  const [verdict] = await world.ctx.db.inMerchant(merchantId, (tx) =>
    readVerdicts(tx, [answer.transfer.transferId]),
  );
  assert.deepEqual(verdict?.rule.counted, { taken: 3 });
  const same = await world.makeShielded();
  await same.order({ rupees: 200 });
  const { merchantId: sameId } = same;
  await addRule(world.ctx, sameId, {
    kind: "duplicate",
    parameters: { periodMinutes: 60 },
    effect: "block",
    by: "system",
  });
  assert.deepEqual(await same.order({ rupees: 200 }, { rupees: 201 }), [NOT_ALLOWED, TAKEN]);
});

test("what is rejected counts for nothing", async () => {
  const merchant = await world.makeShielded(perTransfer, perDay, {
    kind: "velocity",
    parameters: { transfers: 1, periodMinutes: 60 },
    effect: "block",
  });
  assert.deepEqual(await merchant.order({ rupees: 501 }, { rupees: 501 }, { rupees: 500 }), [
    ACCOUNT,
    ACCOUNT,
    TAKEN,
  ]);
});

test("what ends before a bank has it is given back, on the day on which it was counted", async () => {
  const velocity = { kind: "velocity", parameters: { transfers: 2, periodMinutes: 60 }, effect: "block" };
  const merchant = await world.makeShielded(perDay, { ...velocity, scope: "beneficiary" });
  const { merchantId } = merchant;
  const processOn = new Date((await merchant.now()).getTime() + 3 * HOUR_MS);
  const order = { ...orderOf({ rupees: 400 }), processOn };
  const [scheduled] = await acceptTransfers(world.ctx, merchantId, [order]);
  assert.ok(scheduled?.kind === "accepted");
  assert.deepEqual(await merchant.order({ rupees: 60 }, { rupees: 30 }), [TAKEN, PAYEE]);
  assert.deepEqual(await merchant.order({ rupees: 50, payee: 2 }), [ACCOUNT]);
  const transferIds = [scheduled.transfer.transferId];
  await cancelTransfers(world.ctx, merchantId, { transferIds, because: "ordered by mistake" });
  assert.deepEqual(await merchant.order({ rupees: 441 }, { rupees: 440, key: "paid" }), [ACCOUNT, TAKEN]);
  // Each payment that reached a bank counts, even if it failed.
  await merchant.end("failed", "paid");
  assert.deepEqual(await merchant.order({ rupees: 1, payee: 2 }), [ACCOUNT]);
});

test("judging costs a merchant without rules one statement, each kind of rule one more", async () => {
  const set = setOfOrders(50);
  const count = async (merchantId: string): Promise<number> => {
    let statements = 0;
    await world.ctx.db.inMerchant(merchantId, async (tx) => {
      const counting: Tx = {
        ...tx,
        query: (text, values) => ((statements += 1), tx.query(text, values)),
        execute: (text, values) => ((statements += 1), tx.execute(text, values)),
      };
      const facts = await readRiskFacts(counting, set);
      await facts.write();
    });
    return statements;
  };
  const { merchantId } = await world.makeShielded();
  assert.equal(await count(merchantId), 1);
  const add = (rule: Omit<RuleToAdd, "by">) => addRule(world.ctx, merchantId, { ...rule, by: "system" });
  await add(perTransfer);
  assert.equal(await count(merchantId), 1);
  for (const scope of ["merchant", "rail"]) await add({ ...perDay, scope });
  assert.equal(await count(merchantId), 2);
  await add({ ...perDay, scope: "beneficiary" });
  assert.equal(await count(merchantId), 3, "what else is the same account");
  await add({ kind: "velocity", parameters: { transfers: 9, periodMinutes: 9 }, effect: "block" });
  await add({ kind: "velocity", parameters: { transfers: 9, periodMinutes: 5 }, effect: "block" });
  assert.equal(await count(merchantId), 4);
  await add({ kind: "duplicate", parameters: { periodMinutes: 9 }, effect: "review" });
  await add({ kind: "new_payee", parameters: { abovePaise: 0, addedWithinHours: 1 }, effect: "review" });
  const unusual = { times: 9, leastKnown: 3, direction: "either" };
  await add({ kind: "unusual_amount", parameters: unusual, effect: "review" });
  assert.equal(await count(merchantId), 7);
});
