/** Steps that members take at the same time: an Owner gives all of them back, in whichever order they took effect. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { requestKeyScope } from "#approvals";
import { addRule, blockPayee, listBlocked, requestRule, undoBlock, undoRule } from "#risk";
import type { Browser } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";
import { changeSettings, SETTINGS, type SettingName } from "./index.ts";

const world = await makeWorld();
const { ctx } = world;
const { makeOffice } = openFourEyes(world);
const DAY_MS = 86_400_000;
const system = { by: "system" } as const;

/** Two Admins and an Owner of a live merchant. */
async function makePeople() {
  const { merchantId, browsers } = await makeOffice({ slow: "admin", quick: "admin", owner: "owner" });
  const by = (name: string) => `member:${(browsers[name] as Browser).memberId}` as const;
  return { merchantId, slow: by("slow"), quick: by("quick"), owner: by("owner") };
}

/** Lets calls of one member begin at once, and another member's call take effect before any of them. */
async function race(
  { slow }: { readonly slow: `member:${string}` },
  calls: readonly (() => Promise<unknown>)[],
  first: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>[]> {
  const holder = new pg.Client({ connectionString: world.ownerUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from access.member where member_id = $1 for update", [slow.slice(7)]);
  const racing = Promise.allSettled(calls.map((call) => call()));
  for (let waiting = 0; waiting < calls.length; await sleep(20)) {
    const [row] = await world.look<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = row!.count;
  }
  await first();
  await holder.query("commit");
  await holder.end();
  return racing;
}

/** Each row goes from a loose value to tighter ones. The first of these takes effect first. */
const TIGHTER: readonly (readonly [SettingName, loose: unknown, tighter: readonly unknown[]])[] = [
  ["waitingMinutes", 30, [60, 120, 240, 480, 1_440]],
  ["queuingHours", 96, [48, 24, 12, 6, 1]],
  ["stopAbove", "10000.00", ["5000.00", "400.00", "30.00", "2.00", "0.01"]],
  ["ipAllowlist", "10.0.0.0/8", ["10.0.0.0/12", "10.0.0.0/16", "10.0.0.0/20", "10.0.0.0/24", "10.0.0.1/32"]],
];

for (const [setting, loose, [first, ...rest]] of TIGHTER)
  test(`an Owner gives ${setting} back after members tightened it at once`, async () => {
    const people = await makePeople();
    const { merchantId, quick, slow, owner } = people;
    const set = (value: unknown, by: typeof owner | "system") =>
      changeSettings(ctx, merchantId, { [setting]: value, by } as never);
    await set(loose, "system");
    const calls = rest.map((value) => () => set(value, slow));
    await race(people, calls, () => set(first, quick));
    assert.deepEqual(await set(loose, owner), []);
    const now = await ctx.db.inMerchant(merchantId, (tx) => SETTINGS[setting].read(tx) as Promise<unknown>);
    assert.equal(now, loose);
  });

test("an Owner gives the keys back after members took scope, sources and limit from them at once", async () => {
  const people = await makePeople();
  const { merchantId, quick, slow, owner } = people;
  const terms = { scope: "pay", fundSourceIds: null, dayLimitPaise: 9_000_00n } as const;
  await requestKeyScope(ctx, merchantId, terms);
  const changes = [
    { scope: "draft" },
    { fundSourceIds: ["WALLET_1"] },
    { dayLimitPaise: 1_00n },
    { scope: "read" },
  ] as const;
  const calls = changes.map((change) => () => requestKeyScope(ctx, merchantId, { ...change, by: slow }));
  await race(people, calls, () => requestKeyScope(ctx, merchantId, { dayLimitPaise: 100_00n, by: quick }));
  const back = await requestKeyScope(ctx, merchantId, { ...terms, by: owner });
  assert.deepEqual([back.requestId, back.terms], [null, terms]);
});

test("an Owner ends a block after members set and renewed it at once, before the first order", async () => {
  const people = await makePeople();
  const { merchantId, quick, slow, owner } = people;
  await world.look("delete from transfers.counter where merchant_id = $1", [merchantId]);
  const block = (days: number, by: typeof owner) =>
    blockPayee(ctx, merchantId, {
      payee: { kind: "bank", bankCode: "ICIC" },
      because: "Fraud",
      expiresAt: new Date(Date.now() + days * DAY_MS),
      by,
    });
  const calls = [2, 3, 4, 5].map((days) => () => block(days, slow));
  await race(people, calls, () => block(1, quick));
  const [set] = await listBlocked(ctx, merchantId);
  await undoBlock(ctx, merchantId, { blockId: set!.blockId, by: owner });
  assert.deepEqual(await listBlocked(ctx, merchantId), []);
});

test("rules that stood beside removed trust are known by the order in which changes took effect", async () => {
  const people = await makePeople();
  const { merchantId, quick, slow, owner } = people;
  const blocking = { kind: "duplicate", parameters: { periodMinutes: 60 }, effect: "block" };
  const before = await addRule(ctx, merchantId, { ...blocking, place: 1, ...system });
  const trusted = { kind: "trusted_amount", parameters: { upToPaise: 100_00 }, effect: "allow" };
  const { ruleId } = await addRule(ctx, merchantId, { ...trusted, place: 5, ...system });
  // The rule is moved behind the place of the trust once that is gone, by calls that began before it was removed.
  const moves = [9, 10, 11, 12].map((place) => () => {
    const change = { ruleId: before.ruleId, place };
    return requestRule(ctx, merchantId, { action: "change", change, by: slow });
  });
  const remove = () => requestRule(ctx, merchantId, { action: "remove", ruleId, by: quick });
  const moved = await race(people, moves, remove);
  assert.equal(moved.filter(({ status }) => status === "fulfilled").length, 1);
  await assert.rejects(undoRule(ctx, merchantId, { ruleId, by: owner }), { code: "undo_passes_more" });
  const back = await undoRule(ctx, merchantId, { ruleId: before.ruleId, by: owner });
  assert.equal(back?.place, 1);
  const { place, parameters } = (await undoRule(ctx, merchantId, { ruleId, by: owner }))!;
  assert.deepEqual([place, parameters], [5, { upToPaise: 100_00n }]);
});

test("changes of one rule at once leave steps that fit together", async () => {
  const people = await makePeople();
  const { merchantId, quick, slow, owner } = people;
  const limit = { kind: "transfer_limit", effect: "block" };
  const { ruleId } = await addRule(ctx, merchantId, {
    ...limit,
    parameters: { limitPaise: 9_00 },
    ...system,
  });
  const change = (limitPaise: number, by: typeof owner) =>
    requestRule(ctx, merchantId, { action: "change", change: { ruleId, parameters: { limitPaise } }, by });
  for (const paise of [800, 600, 400])
    await race(
      people,
      [1, 2, 3, 4].map((less) => () => change(paise - less, slow)),
      () => change(paise, quick),
    );
  const back = await undoRule(ctx, merchantId, { ruleId, by: owner });
  assert.deepEqual(back?.parameters, { limitPaise: 9_00n });
});

test("a member's blocks at once are no more than its blocks of a week", async () => {
  const people = await makePeople();
  const { merchantId, quick, slow } = people;
  await world.look("delete from transfers.counter where merchant_id = $1", [merchantId]);
  const block = (nth: number, by: typeof slow) => {
    const bankCode = `AB${String.fromCodePoint(65 + Math.floor(nth / 26), 65 + (nth % 26))}`;
    return blockPayee(ctx, merchantId, { payee: { kind: "bank", bankCode }, because: "Fraud", by });
  };
  for (let nth = 0; nth < 48; nth += 1) await block(nth, slow);
  const calls = [50, 51, 52, 53, 54].map((nth) => () => block(nth, slow));
  const set = await race(people, calls, () => block(60, quick));
  assert.equal(set.filter(({ status }) => status === "fulfilled").length, 2);
});
