/** Two processes race for limits of ten transfers. Exactly ten are accepted, whatever the limit counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBankAccount, topUp } from "#fund-sources";
import { addRule, changeRule, type GivenRule } from "#risk";
import { acceptTransfer, acceptTransfers, registerTransfers, runtimeOf, type Acceptance } from "#transfers";
import { makeApprovers } from "#test/make-approvers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeShieldWorld, orderOf, wordOf, type Ordered, type ShieldMerchant } from "./test/shield-world.ts";

const RACERS = 50;
const WINNERS = 10;

await clearOfMidnight();
const world = await makeShieldWorld();

/** There are two processes, so that a queue in memory cannot be what separates their orders. */
const processes = [world.openContext(), world.openContext()];
for (const ctx of processes) runtimeOf(ctx).stopping = true;

function race(merchant: ShieldMerchant, orderNo: (n: number) => Ordered): Promise<Acceptance[]> {
  const racers = Array.from({ length: RACERS }, (_, n) =>
    acceptTransfer(processes[n % 2]!, merchant.merchantId, orderOf(orderNo(n))),
  );
  return Promise.all(racers);
}

const RULES: readonly (GivenRule & { readonly says: string; readonly orderNo?: (n: number) => Ordered })[] = [
  {
    says: "velocity of the merchant",
    kind: "velocity",
    parameters: { transfers: WINNERS, periodMinutes: 60 },
    effect: "block",
    orderNo: (n) => ({ payee: n }),
  },
  {
    says: "velocity of one beneficiary",
    kind: "velocity",
    parameters: { transfers: WINNERS, periodMinutes: 60 },
    scope: "beneficiary",
    effect: "block",
  },
  {
    says: "daily limit of the merchant",
    kind: "daily_limit",
    parameters: { limitPaise: 100_00 * WINNERS },
    effect: "block",
    orderNo: (n) => ({ payee: n }),
  },
  {
    says: "daily limit of the rail",
    kind: "daily_limit",
    parameters: { limitPaise: 100_00 * WINNERS },
    scope: "rail",
    effect: "block",
  },
];

for (const { says, orderNo = () => ({}), ...rule } of RULES) {
  test(`${RACERS} racers for ${WINNERS}: ${says}`, async () => {
    const merchant = await world.makeShielded();
    await addRule(world.ctx, merchant.merchantId, { ...rule, by: "system" });
    const words = (await race(merchant, orderNo)).map(wordOf);
    assert.equal(words.filter((word) => word === "accepted").length, WINNERS);
    const code = rule.scope === "beneficiary" ? "beneficiary_limit_exceeded" : "account_limit_exceeded";
    assert.equal(words.filter((word) => word === code).length, RACERS - WINNERS);
    const [kept] = await world.look<{ count: number }>(
      "select count(*)::integer as count from risk.verdict where merchant_id = $1",
      [merchant.merchantId],
    );
    assert.equal(kept?.count, RACERS - WINNERS);
  });
}

test(`of ${RACERS} equal payments at once one is no duplicate`, async () => {
  const merchant = await world.makeShielded();
  const duplicate = { kind: "duplicate", parameters: { periodMinutes: 60 }, effect: "block" };
  await addRule(world.ctx, merchant.merchantId, { ...duplicate, by: "system" });
  const words = (await race(merchant, () => ({}))).map(wordOf);
  assert.equal(words.filter((word) => word === "accepted").length, 1);
});

for (const rule of RULES.slice(0, 3)) {
  test(`orders and approvals of what has waited race for ${WINNERS}: ${rule.says}`, async () => {
    registerTransfers();
    const merchant = await world.makeShielded(rule);
    const { merchantId } = merchant;
    const [organization] = await world.look<{ organizationId: string }>(
      `select organization_id as "organizationId" from access.merchant where merchant_id = $1`,
      [merchantId],
    );
    // Orders and approvals use two fund sources, so that a lock of an account cannot be what separates them.
    const other = { bankId: "meghdoot", name: "Other account", accountNumber: "11112222333" };
    await openBankAccount(world.ctx, merchantId, { ...other, ifsc: "HDFC0000001", by: "system" });
    const credit = { bankId: "meghdoot", utr: `R${merchantId.slice(-12)}`, amountPaise: 1_000_000_00n };
    await topUp(world.ctx, merchantId, { ...credit, fundSourceId: "BANK_1" });
    const { decide } = await makeApprovers(world, { merchantId, ...organization! }, "transfer");
    const orderNo = rule.orderNo ?? (() => ({}));
    const drafts = Array.from({ length: WINNERS * 2 }, (_, n) => ({
      ...orderOf({ ...orderNo(n), fundSourceId: "BANK_1" }),
      drafted: "a draft",
    }));
    const waiting = await acceptTransfers(world.ctx, merchantId, drafts);
    assert.deepEqual(new Set(waiting.map(wordOf)), new Set(["accepted"]));
    const [answers] = await Promise.all([
      race(merchant, orderNo),
      ...waiting.map(async (one) => "transfer" in one && decide(one.transfer.transferId, "asha")),
    ]);
    const accepted = answers.filter(({ kind }) => kind === "accepted");
    const released = await world.look(
      "select from transfers.transfer where merchant_id = $1 and released_at is not null",
      [merchantId],
    );
    assert.equal(accepted.length + released.length, WINNERS);
  });
}

/** Looks until a transaction of this database waits for a lock of another one, or until the test is over. */
async function findWaiting(isOver: () => boolean): Promise<"waits" | undefined> {
  while (!isOver()) {
    const waiting = await world.look(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (waiting.length > 0) return "waits";
  }
  return undefined;
}

test("an approval waits for orders that are being accepted", async () => {
  registerTransfers();
  const merchant = await world.makeShielded(RULES[0]!);
  const { merchantId } = merchant;
  const [organization] = await world.look<{ organizationId: string }>(
    `select organization_id as "organizationId" from access.merchant where merchant_id = $1`,
    [merchantId],
  );
  const { decide } = await makeApprovers(world, { merchantId, ...organization! }, "transfer");
  const [waiting] = await acceptTransfers(world.ctx, merchantId, [{ ...orderOf({}), drafted: "a draft" }]);
  assert.ok(waiting !== undefined && "transfer" in waiting);
  const { transferId } = waiting.transfer;
  let isDecided = false;
  let deciding: Promise<unknown> | undefined;
  await world.ctx.db.inMerchant(merchantId, async (tx) => {
    await tx.query("select from transfers.counter where merchant_id = $1 for update", [merchantId]);
    deciding = decide(transferId, "asha").then(() => {
      isDecided = true;
    });
    assert.equal(await findWaiting(() => isDecided), "waits", "the approval was decided at once");
  });
  await deciding;
  assert.ok(isDecided);
});

test("a limit set in the middle of a race counts all that came before it", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  // The first order creates the row of numbers, so that there is something to wait for.
  await merchant.order({});
  const limit = { kind: "daily_limit", parameters: { limitPaise: 0 }, effect: "block" };
  const { ruleId } = await addRule(world.ctx, merchantId, { ...limit, active: false, by: "system" });
  const racing = race(merchant, (n) => ({ payee: n }));
  await changeRule(world.ctx, merchantId, {
    ruleId,
    active: true,
    parameters: { limitPaise: 1_000_000_00 },
    by: "system",
  });
  await racing;
  const [sums] = await world.look<{ used: string; accepted: string }>(
    `select (select paise::text from risk.usage where merchant_id = $1 and span = 'day') as used,
       (select sum(amount_paise)::text from transfers.transfer where merchant_id = $1) as accepted`,
    [merchantId],
  );
  assert.equal(sums?.used, sums?.accepted);
});
