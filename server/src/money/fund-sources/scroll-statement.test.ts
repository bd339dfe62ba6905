import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readStatement,
  scrollStatement,
  sumStatement,
  topUp,
  TRANSIT_ID,
  WALLET_ID,
  type PlacedEntry,
  type StatementKind,
} from "#fund-sources";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import { orderTo, type Payer } from "#test/faults/fault-world";
import { makeWithdrawalWorld, OWN } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
const { ctx } = world;

const ALWAYS = { from: new Date("2026-01-01"), to: new Date("2030-01-01") };
const HOUR_MS = 3_600_000;

async function scrollAll(
  { merchantId }: Payer,
  { limit, kinds }: { limit: number; kinds?: readonly StatementKind[] },
): Promise<PlacedEntry[]> {
  const all: PlacedEntry[] = [];
  for (;;) {
    const before = all.at(-1)?.position;
    const page = await ctx.db.inMerchant(merchantId, (tx) =>
      scrollStatement(tx, WALLET_ID, { ...ALWAYS, before, limit, kinds }),
    );
    all.push(...page);
    if (page.length < limit) return all;
  }
}

/** Makes a merchant with payments, one refusal, a stranger's refund and a withdrawal in two months. */
async function makeBusyOwner(): Promise<Payer> {
  const owner = await world.makeOwner();
  const { merchantId } = owner;
  const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const credit = { bankId: "meghdoot", fundSourceId: WALLET_ID };
  for (const [index, days] of [0, 3, 20, 37].entries()) {
    await world.advanceTo(
      owner,
      new Date(Date.parse("2026-12-01T11:00:00+05:30") + days * 24 * HOUR_MS).toISOString(),
    );
    const orders = ["a", "b", "c"].map((name) => ({ ...orderTo(`${name}${index}`), payee: { inline } }));
    await acceptTransfers(
      ctx,
      merchantId,
      orders.map((order) => ({ ...order, amountPaise: 10_00n })),
    );
    await runtimeOf(ctx).idle();
    await topUp(ctx, merchantId, { ...credit, utr: `OWN${index}`, amountPaise: 75_00n, from: OWN });
  }
  const refused = { inline: { ...inline, accountNumber: "909090909008" } };
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("refused"), payee: refused }]);
  await runtimeOf(ctx).idle();
  const stranger = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  await topUp(ctx, merchantId, { ...credit, utr: "STRANGER1", amountPaise: 70_00n, from: stranger });
  await workWithdrawals(ctx, merchantId);
  const withdrawal = { withdrawalKey: "W1", amountPaise: 50_00n, remarks: "", by: "system" } as const;
  await makeWithdrawal(ctx, merchantId, withdrawal);
  await world.finish(owner);
  return owner;
}

const owner = await makeBusyOwner();

test("scrolled backwards, page by page, a statement is the one that is read forwards", async () => {
  const whole = await ctx.db.inMerchant(owner.merchantId, (tx) =>
    readStatement(tx, WALLET_ID, { ...ALWAYS, page: 1, perPage: 1_000 }),
  );
  assert.ok(whole.entryCount > 15);
  for (const limit of [1, 2, 7, 500]) {
    const scrolled = await scrollAll(owner, { limit });
    const entries = scrolled.map(({ position: _position, ...entry }) => entry);
    assert.deepEqual(entries.toReversed(), whole.entries);
  }
});

test("of some kinds alone, balances are those of the whole", async () => {
  const all = await scrollAll(owner, { limit: 500 });
  for (const kind of [
    "transfer",
    "credit",
    "reversal",
    "withdrawal",
    "unregistered_credit",
    "refund",
  ] as const) {
    const expected = all.filter((entry) => entry.kind === kind);
    assert.ok(expected.length > 0, kind);
    assert.deepEqual(await scrollAll(owner, { limit: 2, kinds: [kind] }), expected);
  }
});

test("what is booked after a page was read does not change the pages before it", async () => {
  const scroll = (limit: number, before?: PlacedEntry["position"]) =>
    ctx.db.inMerchant(owner.merchantId, (tx) => scrollStatement(tx, WALLET_ID, { ...ALWAYS, limit, before }));
  const earlier = await scroll(6);
  const credit = { bankId: "meghdoot", fundSourceId: WALLET_ID, utr: "LATE1", amountPaise: 5_00n, from: OWN };
  await topUp(ctx, owner.merchantId, credit);
  assert.deepEqual(await scroll(3, earlier[2]!.position), earlier.slice(3));
});

test("totals are those of the entries", async () => {
  const entries = await scrollAll(owner, { limit: 500 });
  const sum = (changes: readonly bigint[]): bigint => changes.reduce((total, change) => total + change, 0n);
  const totals = await ctx.db.inMerchant(owner.merchantId, (tx) => sumStatement(tx, WALLET_ID, ALWAYS));
  assert.deepEqual(totals, {
    openingPaise: 0n,
    closingPaise: entries[0]!.balancePaise,
    creditedPaise: sum(entries.flatMap(({ changePaise }) => (changePaise > 0n ? [changePaise] : []))),
    debitedPaise: -sum(entries.flatMap(({ changePaise }) => (changePaise < 0n ? [changePaise] : []))),
  });
  const { position } = entries[4]!;
  const part = await ctx.db.inMerchant(owner.merchantId, (tx) =>
    sumStatement(tx, WALLET_ID, { from: position.at, to: ALWAYS.to }),
  );
  const first = entries.findLast(({ at }) => at >= position.at)!;
  assert.equal(part.openingPaise, first.balancePaise - first.changePaise);
});

test("a fund source that does not exist, and transit, have no statement", async () => {
  for (const id of ["BANK_9", TRANSIT_ID]) {
    await assert.rejects(
      ctx.db.inMerchant(owner.merchantId, (tx) => scrollStatement(tx, id, { ...ALWAYS, limit: 1 })),
      { code: "not_found" },
    );
    await assert.rejects(
      ctx.db.inMerchant(owner.merchantId, (tx) => sumStatement(tx, id, ALWAYS)),
      { code: "not_found" },
    );
  }
});
