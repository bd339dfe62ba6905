/** The SQL of each kind finds the past transfers that the same rule would have stopped as live orders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addRule, dryRunRule, RiskError, type GivenRule } from "#risk";
import { makeDice } from "#test/faults/dice";
import {
  DAY_MS,
  HOUR_MS,
  makeShieldWorld,
  MINUTE_MS,
  payeeOf,
  type Ordered,
  type ShieldMerchant,
} from "./test/shield-world.ts";

const world = await makeShieldWorld();
const { ctx } = world;
const SEED = "the past is judged as the present";
const STEPS = 18;

const RULES: readonly GivenRule[] = [
  { kind: "transfer_limit", parameters: { limitPaise: 700_00 }, effect: "block" },
  {
    kind: "transfer_limit",
    parameters: { limitPaise: 700_00 },
    scope: "rail",
    scopeId: "upi",
    effect: "review",
  },
  { kind: "trusted_amount", parameters: { upToPaise: 200_00 }, effect: "allow" },
  { kind: "daily_limit", parameters: { limitPaise: 9_000_00 }, effect: "block" },
  { kind: "daily_limit", parameters: { limitPaise: 2_000_00 }, scope: "beneficiary", effect: "block" },
  { kind: "daily_limit", parameters: { limitPaise: 4_000_00 }, scope: "rail", effect: "review" },
  { kind: "velocity", parameters: { transfers: 5, periodMinutes: 20 }, effect: "block" },
  {
    kind: "velocity",
    parameters: { transfers: 2, periodMinutes: 60 },
    scope: "beneficiary",
    effect: "block",
  },
  {
    kind: "velocity",
    parameters: { transfers: 6, periodMinutes: 30 },
    scope: "fund_source",
    effect: "review",
  },
  { kind: "duplicate", parameters: { periodMinutes: 20 }, effect: "block" },
  { kind: "duplicate", parameters: { periodMinutes: 45 }, scope: "rail", scopeId: "upi", effect: "block" },
  { kind: "duplicate", parameters: { periodMinutes: 600 }, effect: "review" },
  { kind: "new_payee", parameters: { abovePaise: 300_00, addedWithinHours: 5 }, effect: "block" },
  { kind: "new_payee", parameters: { abovePaise: 300_00, addedWithinHours: 0 }, effect: "review" },
  {
    kind: "unusual_amount",
    parameters: { times: 2, leastKnown: 3, direction: "either" },
    effect: "block",
  },
  {
    kind: "unusual_amount",
    parameters: { times: 3, leastKnown: 5, direction: "above" },
    effect: "review",
  },
];

interface StepOfPlay {
  readonly at: Date;
  readonly orders: readonly (Ordered & { readonly key: string })[];
  readonly ends: readonly { readonly key: string; readonly status: "succeeded" | "failed" | "reversed" }[];
}

/** Makes sets of orders at exact times, and ends of earlier ones. The same seed always makes the same ones. */
function makePlay(start: Date, { seed, payees }: { seed: string; payees: number }): StepOfPlay[] {
  const dice = makeDice(seed);
  const pick = <const T>(...choices: readonly T[]): T => choices[Math.floor(dice() * choices.length)]!;
  const open: string[] = [];
  let at = start.getTime();
  return Array.from({ length: STEPS }, (_, step) => {
    at += pick(7, 7, 11, 187) * MINUTE_MS;
    const orders = Array.from({ length: pick(1, 2, 3, 4, 5, 6, 7) }, (__, n) => ({
      key: `play_${step}_${n}`,
      rupees: pick(100, 100, 100, 150, 200, 600, 1_000, 3_000),
      payee: 1 + Math.floor(dice() * payees),
      mode: pick("imps", "imps", "upi"),
    }));
    const ends = open
      .filter(() => dice() < 0.3)
      .map((key) => ({ key, status: pick("succeeded", "succeeded", "failed") }));
    for (const { key } of ends) open.splice(open.indexOf(key), 1);
    open.push(...orders.map(({ key }) => key));
    return { at: new Date(at), orders, ends };
  });
}

/** Plays the steps with one merchant, and returns the keys of the orders that were accepted. Only those can end. */
async function playWith(merchant: ShieldMerchant, play: readonly StepOfPlay[]): Promise<Set<string>> {
  const accepted = new Set<string>();
  for (const { at, orders, ends } of play) {
    await merchant.moveTo(at);
    for (const { key, status } of ends) if (accepted.has(key)) await merchant.end(status, key);
    const answers = await merchant.accept(...orders);
    answers.forEach(({ kind }, n) => kind === "accepted" && accepted.add(orders[n]!.key));
  }
  return accepted;
}

async function keysSaid(merchantId: string): Promise<string[]> {
  const rows = await world.look<{ key: string }>(
    `select transfer_key as key
     from risk.verdict
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1
     order by reference_id`,
    [merchantId],
  );
  return rows.map(({ key }) => key);
}

// The start is half a minute past a full minute, so that the milliseconds of a run never change the result.
const startOf = async (merchant: ShieldMerchant): Promise<Date> =>
  new Date(Math.ceil((await merchant.now()).getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2);

const free = await world.makeShielded();
const start = await startOf(free);
const play = makePlay(start, { seed: SEED, payees: 4 });
const range = { from: new Date(start.getTime() - HOUR_MS), to: new Date(start.getTime() + 20 * DAY_MS) };
await playWith(free, play);

for (const rule of RULES) {
  const { kind, scope = "merchant", effect } = rule;
  test(`${kind} of ${scope}, ${effect}: the past is judged as the present`, async () => {
    const ruled = await world.makeShielded();
    const { ruleId } = await addRule(ctx, ruled.merchantId, { ...rule, by: "system" });
    await playWith(ruled, play);
    const tried = await dryRunRule(ctx, free.merchantId, rule, range);
    const stopped = tried.first.map(({ transferKey }) => transferKey);
    const total = play.flatMap(({ orders }) => orders).length;
    assert.equal(tried.judged.count, scope === "rail" && rule.scopeId ? tried.judged.count : total);
    assert.equal(tried.stopped.count, stopped.length);
    assert.ok(stopped.length > 0 && stopped.length < total, `${stopped.length} of ${total} stopped`);
    if (effect !== "allow") assert.deepEqual(stopped, await keysSaid(ruled.merchantId));
    // When the rule is tried on its own past, it stops what it stopped then.
    const again = await dryRunRule(ctx, ruled.merchantId, { ...rule, ruleId }, range);
    assert.deepEqual(
      again.first.map(({ transferKey }) => transferKey),
      stopped,
    );
  });
}

test("the newest thirty are known, however many came before", async () => {
  const [one, ruled] = [await world.makeShielded(), await world.makeShielded()];
  const long = makePlay(start, { seed: `${SEED} of one payee`, payees: 1 });
  const rule = {
    kind: "unusual_amount",
    parameters: { times: 20, leastKnown: 3, direction: "above" },
    effect: "block",
  };
  await addRule(ctx, ruled.merchantId, { ...rule, by: "system" });
  const accepted = [await playWith(one, long), await playWith(ruled, long)];
  assert.ok(accepted[1]!.size > 35, `${accepted[1]!.size} accepted`);
  const { first } = await dryRunRule(ctx, one.merchantId, rule, range);
  assert.ok(first.length > 0);
  assert.deepEqual(
    first.map(({ transferKey }) => transferKey),
    await keysSaid(ruled.merchantId),
  );
});

test("a try tells how many, how much and which first", async () => {
  const merchant = await world.makeShielded();
  const from = await merchant.now();
  await merchant.order(...Array.from({ length: 130 }, (_, n) => ({ rupees: 10 + n, payee: n })));
  const rule = { kind: "transfer_limit", parameters: { limitPaise: 29_00 }, effect: "block" };
  const to = new Date(from.getTime() + HOUR_MS);
  const tried = await dryRunRule(ctx, merchant.merchantId, rule, { from, to });
  assert.deepEqual(tried.judged, { count: 130, sumPaise: 9_685_00n });
  assert.deepEqual(tried.stopped, { count: 110, sumPaise: 9_295_00n });
  assert.equal(tried.first.length, 100);
  assert.equal(tried.first[0]?.amountPaise, 30_00n);
  const later = await dryRunRule(ctx, merchant.merchantId, rule, {
    from: to,
    to: new Date(to.getTime() + DAY_MS),
  });
  assert.deepEqual([later.judged.count, later.stopped.count, later.first], [0, 0, []]);
});

test("what came before the range counts, and is not judged", async () => {
  const merchant = await world.makeShielded();
  await merchant.order({ rupees: 300 });
  await merchant.advance(MINUTE_MS);
  const from = await merchant.now();
  await merchant.order(
    { rupees: 150, key: "within" },
    { rupees: 100, key: "above" },
    { rupees: 50, key: "exact" },
  );
  const rule = { kind: "daily_limit", parameters: { limitPaise: 500_00 }, effect: "block" };
  const to = new Date(from.getTime() + DAY_MS);
  const { first } = await dryRunRule(ctx, merchant.merchantId, rule, { from, to });
  assert.deepEqual(
    first.map(({ transferKey }) => transferKey),
    ["above"],
  );
});

test("a block is tried too", async () => {
  const { accountNumber, ifsc, vpa, phone } = payeeOf(2);
  const paid = play.flatMap(({ orders }) => orders).filter(({ payee }) => payee === 2).length;
  for (const payee of [
    { kind: "account", accountNumber, ifsc },
    { kind: "vpa", vpa },
    { kind: "phone", phone },
  ] as const) {
    const tried = await dryRunRule(ctx, free.merchantId, { kind: "block_list", payee }, range);
    assert.equal(tried.stopped.count, paid, payee.kind);
  }
  const bank = { kind: "bank", bankCode: "YESB" } as const;
  const all = await dryRunRule(ctx, free.merchantId, { kind: "block_list", payee: bank }, range);
  assert.equal(all.stopped.count, all.judged.count);
});

test("a try waits for no one, writes nothing and sees no other merchant", async () => {
  const rule = { kind: "daily_limit", parameters: { limitPaise: 0 }, effect: "block" };
  const tried = await ctx.db.inMerchant(free.merchantId, async (tx) => {
    await tx.query("select from transfers.transfer where merchant_id = $1 for update", [free.merchantId]);
    await tx.query("select from transfers.counter where merchant_id = $1 for update", [free.merchantId]);
    return dryRunRule(ctx, free.merchantId, rule, range);
  });
  assert.ok(tried.stopped.count > 0);
  await ctx.db.inMerchant(free.merchantId, async (tx) => {
    // Another trial is under way.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `risk.trial:${free.merchantId}`,
    ]);
    await assert.rejects(dryRunRule(ctx, free.merchantId, rule, range), (error) =>
      RiskError.is(error, "trial_under_way"),
    );
  });
  const other = await world.makeShielded();
  const empty = await dryRunRule(ctx, other.merchantId, rule, range);
  assert.equal(empty.judged.count, 0);
});

test("a range is some days at most a month, and the rule must be one", async () => {
  const rule = { kind: "daily_limit", parameters: { limitPaise: 0 }, effect: "block" };
  const { from } = range;
  for (const to of [
    from,
    new Date(from.getTime() - 1),
    new Date(from.getTime() + 31 * DAY_MS + 1),
    new Date(NaN),
  ]) {
    await assert.rejects(dryRunRule(ctx, free.merchantId, rule, { from, to }), (error) =>
      RiskError.is(error, "range_invalid"),
    );
  }
  await dryRunRule(ctx, free.merchantId, rule, { from, to: new Date(from.getTime() + 31 * DAY_MS) });
  await assert.rejects(dryRunRule(ctx, free.merchantId, { ...rule, kind: "astrology" }, range), (error) =>
    RiskError.is(error, "kind_unknown"),
  );
  const nobody = { kind: "block_list", payee: { kind: "vpa", vpa: "asha" } } as const;
  await assert.rejects(dryRunRule(ctx, free.merchantId, nobody, range), (error) =>
    RiskError.is(error, "payee_invalid"),
  );
});
