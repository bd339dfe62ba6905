import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FundSourceError,
  makeInternalTransfer,
  openBankAccount,
  readBalance,
  readStatement,
  TRANSIT_ID,
  topUp,
  WALLET_ID,
  type SourceStatement,
  type StatementPage,
} from "#fund-sources";
import { FEES, postEntries, sourceAccounts, TAX } from "#ledger";
import { newId } from "#lib/ids";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeWithdrawal, workWithdrawals } from "#withdrawals";
import { orderTo, type Payer } from "#test/faults/fault-world";
import { makeWithdrawalWorld, OWN } from "#test/withdrawal-world";

const world = await makeWithdrawalWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const ALWAYS = { from: new Date("2026-01-01"), to: new Date("2030-01-01"), page: 1, perPage: 1_000 };

const read = (
  { merchantId }: Payer,
  fundSourceId = WALLET_ID,
  page: Partial<StatementPage> = {},
): Promise<SourceStatement> =>
  ctx.db.inMerchant(merchantId, (tx) => readStatement(tx, fundSourceId, { ...ALWAYS, ...page }));

/** Each balance is the previous one plus the change; the first and the last are the ledger's. */
async function assertAddsUp(owner: Payer, fundSourceId = WALLET_ID): Promise<SourceStatement> {
  const statement = await read(owner, fundSourceId);
  let balance = statement.openingPaise;
  for (const entry of statement.entries) {
    balance += entry.changePaise;
    assert.equal(entry.balancePaise, balance, entry.kind);
  }
  assert.equal(statement.closingPaise, balance);
  assert.equal(statement.entryCount, statement.entries.length);
  const { availablePaise } = await ctx.db.inMerchant(owner.merchantId, (tx) => readBalance(tx, fundSourceId));
  assert.equal(availablePaise, balance);
  return statement;
}

const pay = async (owner: Payer, key: string, accountNumber = "026291800001191"): Promise<void> => {
  const inline = { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" };
  await acceptTransfers(ctx, owner.merchantId, [
    { ...orderTo(key), payee: { inline }, remarks: "Invoice 7" },
  ]);
  await runtimeOf(ctx).idle();
};

const withdraw = (owner: Payer, withdrawalKey: string) =>
  makeWithdrawal(ctx, owner.merchantId, { withdrawalKey, amountPaise: 50_00n, remarks: "Savings", by });

test("a statement lists everything that happened, and its balances add up", async () => {
  const owner = await world.makeOwner();
  const account = { bankId: "meghdoot", name: "Current account", accountNumber: "11112222333" };
  await openBankAccount(ctx, owner.merchantId, { ...account, ifsc: "HDFC0000001", by });
  const credit = { bankId: "meghdoot", fundSourceId: WALLET_ID };
  await topUp(ctx, owner.merchantId, { ...credit, utr: "OWN1", amountPaise: 200_00n, from: OWN });
  await pay(owner, "paid");
  await pay(owner, "refused", "909090909008");
  const stranger = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  await topUp(ctx, owner.merchantId, { ...credit, utr: "STRANGER1", amountPaise: 70_00n, from: stranger });
  await workWithdrawals(ctx, owner.merchantId);
  await runtimeOf(ctx).idle();
  await withdraw(owner, "W1");
  await makeInternalTransfer(ctx, owner.merchantId, {
    transferKey: "moved",
    fromId: WALLET_ID,
    to: { fundSourceId: "BANK_1" },
    amountPaise: 30_00n,
    remarks: "",
    by,
  });
  await ctx.db.inMerchant(owner.merchantId, (tx) =>
    postEntries(tx, [
      {
        causeId: newId(),
        kind: "verification",
        lines: [
          { debit: sourceAccounts(0).available, credit: FEES, amountPaise: 1_00n },
          { debit: sourceAccounts(0).available, credit: TAX, amountPaise: 18n },
        ],
      },
    ]),
  );
  const { entries, openingPaise } = await assertAddsUp(owner);
  assert.equal(openingPaise, 0n);
  const shown = entries.map((one) => [one.kind, one.amountPaise, one.changePaise, one.chargesPaise, one.key]);
  assert.deepEqual(shown, [
    ["credit", 1_000_00n, 1_000_00n, 0n, null],
    ["credit", 200_00n, 200_00n, 0n, null],
    ["transfer", 100_00n, -107_08n, 7_08n, "paid"],
    ["transfer", 100_00n, -107_08n, 7_08n, "refused"],
    ["reversal", 100_00n, 107_08n, 7_08n, "refused"],
    ["unregistered_credit", 70_00n, 0n, 0n, null],
    ["refund", 70_00n, 0n, 0n, null],
    ["withdrawal", 50_00n, -50_00n, 0n, "W1"],
    ["internal_transfer", 30_00n, -30_00n, 0n, "moved"],
    ["verification", 1_18n, -1_18n, 0n, null],
  ]);
  assert.deepEqual(
    entries.map((one) => one.utr === null),
    [false, false, false, true, true, false, false, true, true, true],
  );
  assert.equal(entries[1]!.utr, "OWN1");
  assert.deepEqual([entries[2]!.remarks, entries[7]!.remarks], ["Invoice 7", "Savings"]);
  assert.deepEqual([entries[2]!.referenceId, entries[8]!.referenceId], [10_001n, 100_001n]);
  const other = await assertAddsUp(owner, "BANK_1");
  assert.deepEqual(
    other.entries.map(({ kind, changePaise }) => [kind, changePaise]),
    [["internal_transfer", 30_00n]],
  );
});

test("money that comes back is a reversal: of a transfer and of a withdrawal", async () => {
  const owner = await world.makeOwner({ accountNumber: "909090909008" });
  await pay(owner, "returned", "909090909022");
  await withdraw(owner, "W1");
  await world.finish(owner);
  const { entries } = await assertAddsUp(owner);
  assert.deepEqual(
    entries.map(({ kind, key }) => [kind, key]).toSorted(),
    [
      ["credit", null],
      ["reversal", "W1"],
      ["reversal", "returned"],
      ["transfer", "returned"],
      ["withdrawal", "W1"],
    ].toSorted(),
  );
  assert.equal(entries.at(-1)!.balancePaise, 1_000_00n);
});

test("any part of a statement fits the whole: pages, and times at their ends", async () => {
  const owner = await world.makeOwner({ balancePaise: 2_000_00n });
  for (let day = 2; day <= 6; day += 1) {
    await world.advanceTo(owner, `2026-12-0${day}T12:00:00+05:30`);
    await Promise.all([pay(owner, `a${day}`), pay(owner, `b${day}`)]);
  }
  const whole = await assertAddsUp(owner);
  assert.equal(whole.entryCount, 11);
  for (const perPage of [1, 3, 4, 11, 12]) {
    const pages: SourceStatement[] = [];
    for (let page = 1; page <= Math.ceil(11 / perPage); page += 1) {
      pages.push(await read(owner, WALLET_ID, { page, perPage }));
    }
    assert.deepEqual(
      pages.flatMap(({ entries }) => entries),
      whole.entries,
    );
    assert.ok(pages.every(({ entryCount }) => entryCount === 11));
  }
  const beyond = await read(owner, WALLET_ID, { page: 12, perPage: 1 });
  assert.deepEqual([beyond.entries, beyond.entryCount], [[], 11]);
  const third = whole.entries[3]!.at;
  const rest = await read(owner, WALLET_ID, { from: third });
  assert.deepEqual(rest.entries, whole.entries.slice(3));
  assert.equal(rest.openingPaise, whole.entries[2]!.balancePaise);
  const begin = await read(owner, WALLET_ID, { to: third });
  assert.deepEqual(begin.entries, whole.entries.slice(0, 3));
  assert.equal(begin.closingPaise, rest.openingPaise);
  const nothing = await read(owner, WALLET_ID, { from: third, to: third });
  assert.deepEqual([nothing.entries.length, nothing.openingPaise], [0, rest.openingPaise]);
});

test("racing transfers are listed with balances that add up", async () => {
  const owner = await world.makeOwner({ balancePaise: 100_000_00n });
  const processes = [world.openContext(), world.openContext(), ctx];
  await Promise.all(
    processes.flatMap((of, process) =>
      Array.from({ length: 4 }, async (_, lane) => {
        for (let n = 0; n < 10; n += 1) {
          await acceptTransfers(of, owner.merchantId, [orderTo(`race_${process}_${lane}_${n}`)]);
          if (n % 5 === lane) await assertAddsUpNow(owner);
        }
      }),
    ),
  );
  for (const of of processes) await runtimeOf(of).idle();
  assert.equal((await assertAddsUp(owner)).entryCount, 121);
});

/** Checks one reading while other work continues: it must be consistent by itself. */
async function assertAddsUpNow(owner: Payer): Promise<void> {
  const { openingPaise, closingPaise, entries } = await read(owner);
  const changed = entries.reduce((sum, { changePaise }) => sum + changePaise, 0n);
  assert.equal(closingPaise, openingPaise + changed);
  assert.equal(entries.at(-1)!.balancePaise, closingPaise);
}

test("there is no statement of transit, of an unknown fund source, or of another merchant's", async () => {
  const [owner, other] = await Promise.all([world.makeOwner(), world.makeOwner()]);
  for (const fundSourceId of [TRANSIT_ID, "BANK_9", ""]) {
    await assert.rejects(read(owner, fundSourceId), (error) => FundSourceError.is(error, "not_found"));
  }
  await pay(other, "theirs");
  assert.equal((await read(owner)).entryCount, 1);
});
