import assert from "node:assert/strict";
import { test } from "node:test";
import {
  INTERMEDIATE_ID,
  makeInternalTransfer,
  openBankAccount,
  readBalance,
  readFundSources,
  revealFundSourceAccount,
  setFundSourceActive,
  setOverdraftLimit,
  openLendingLedgers,
  ORIGINATOR_ID,
  TRANSIT_ID,
  topUp,
  WALLET_ID,
  type InternalTransferOrder,
  type InternalTransferOutcome,
} from "#fund-sources";
import { setPolicies, type Policy, type ExemptWay as ExceptedWay } from "#approvals";
import type { Actor } from "#audit";
import { verifyLedger } from "#proof";
import { makeMembers } from "#test/make-members";
import { makeWorld, type TestMerchant } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const program = "api-key:test" as const;

const ACCOUNTS = ["11112222333", "11112222444", "11112222555"] as const;
/** BANK_1 and BANK_2 are at meghdoot, BANK_3 is at jugnu. */
const BANKS = ["meghdoot", "meghdoot", "jugnu"] as const;

/** Makes a merchant with 1,000.00 in the wallet, arrived at meghdoot, and three empty bank accounts. */
async function makeOwner(): Promise<TestMerchant> {
  const merchant = await world.makeMerchant({ balancePaise: 1_000_00n, bankIds: ["meghdoot", "jugnu"] });
  for (const [n, accountNumber] of ACCOUNTS.entries()) {
    const account = {
      bankId: BANKS[n]!,
      name: `Account ${n + 1}`,
      accountNumber,
      ifsc: "HDFC0000001",
      by: program,
    };
    await openBankAccount(ctx, merchant.merchantId, account);
  }
  return merchant;
}

interface Way {
  from?: string;
  to: string | { accountNumber: string };
  amountPaise?: bigint;
  key?: string | null;
  remarks?: string;
  by?: Actor;
}

const move = (
  { merchantId }: TestMerchant,
  { from = WALLET_ID, to, amountPaise = 100_00n, key = null, remarks = "", by = program }: Way,
): Promise<InternalTransferOutcome> => {
  const wanted: InternalTransferOrder["to"] = typeof to === "string" ? { fundSourceId: to } : to;
  const order = { transferKey: key, fromId: from, to: wanted, amountPaise, remarks, by };
  return makeInternalTransfer(ctx, merchantId, order);
};

/** Sets what payments from one fund source need, and from the others by further policies. */
const guard = (
  { merchantId }: TestMerchant,
  policies: readonly Partial<Policy>[],
  exceptWays: readonly ExceptedWay[] = [],
) =>
  setPolicies(ctx, merchantId, {
    subjectKind: "transfer",
    policies: policies.map((given, n) => ({
      ...{ name: `Policy ${n + 1}`, fromPaise: null, toPaise: null, rails: null, creators: null },
      ...{
        fundSourceIds: null,
        levels: [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }],
      },
      ...given,
    })),
    exceptWays,
    by: "system",
  });

test("money stays where payments need an approval that the other fund source does not ask for", async () => {
  const owner = await makeOwner();
  const isLeft = async (to = "BANK_1") => {
    const outcome = await move(owner, { to, amountPaise: 1n });
    return outcome.kind === "refused" ? outcome.policyName : null;
  };
  await guard(owner, [
    { fundSourceIds: [WALLET_ID], fromPaise: 50_000_00n, rails: ["rtgs"], creators: ["api"] },
  ]);
  assert.equal(await isLeft(), "Policy 1");
  await guard(owner, [{ fundSourceIds: [WALLET_ID, "BANK_1"] }]);
  assert.deepEqual([await isLeft(), await isLeft("BANK_2")], [null, "Policy 1"]);
  const two = [{ approvers: 2, permission: "approve_quick_transfer", memberIds: null }] as const;
  await guard(owner, [{ fundSourceIds: [WALLET_ID], levels: two }, {}]);
  assert.equal(await isLeft(), "Policy 1", "one approver is less than two");
  const one = { ...two[0], approvers: 1 };
  const ofOwner = { ...one, permission: "own_organization" } as const;
  await guard(owner, [{ fundSourceIds: [WALLET_ID], levels: [one, one] }, { levels: [one, ofOwner] }]);
  assert.equal(await isLeft(), "Policy 1", "one approver does not count for two");
  await guard(owner, [{ fundSourceIds: ["BANK_1"], levels: two }, {}]);
  assert.equal(await isLeft(), null, "the other fund source asks for more");
  await guard(owner, [{ fundSourceIds: ["BANK_1"], levels: [] }, { fromPaise: 2_00_000_00n }]);
  assert.equal(await isLeft(), "Policy 2", "an exemption is laxer");
  await guard(owner, []);
  assert.equal(await isLeft(), null);
});

test("money reaches and leaves the originator's ledger only as the policies for loans allow", async () => {
  const owner = await makeOwner();
  const { merchantId } = owner;
  await ctx.db.inMerchant(merchantId, (tx) => openLendingLedgers(tx, ctx.vault));
  const share = { bankId: "meghdoot", utr: "ORIGINATOR1", amountPaise: 500_00n, fundSourceId: ORIGINATOR_ID };
  await topUp(ctx, merchantId, share);
  const isLeft = async (from: string, to: string) => {
    const outcome = await move(owner, { from, to, amountPaise: 1n });
    return outcome.kind === "refused" ? (outcome.policyName ?? outcome.code) : null;
  };
  const into = () => isLeft(WALLET_ID, ORIGINATOR_ID);
  const out = () => isLeft(ORIGINATOR_ID, WALLET_ID);
  await guard(owner, [{ fundSourceIds: [INTERMEDIATE_ID] }]);
  assert.deepEqual([await into(), await out()], [null, "Policy 1"], "loans ask for more");
  await guard(owner, [{ fundSourceIds: [INTERMEDIATE_ID], levels: [] }, {}]);
  assert.deepEqual([await into(), await out()], ["Policy 2", null], "loans ask for nothing");
  await guard(owner, [{}], ["loan"]);
  assert.deepEqual([await into(), await out()], ["Policy 1", null], "loans are excepted");
  await guard(owner, [{ fundSourceIds: [INTERMEDIATE_ID] }], ["loan"]);
  assert.deepEqual([await into(), await out()], [null, null]);
  await guard(owner, [{}]);
  assert.deepEqual([await into(), await out()], [null, null], "one policy holds for both");
});

test("an Owner moves back what others moved under a stricter policy in seven days, and no more", async () => {
  const merchant = await makeOwner();
  const { merchantId, organizationId } = merchant;
  const people = await makeMembers(ctx, organizationId, { owner: "owner", other: "owner", admin: "admin" });
  const as = (name: keyof typeof people): Actor => `member:${people[name]}`;
  const lock = async (by: Actor, rupees: bigint, to = "BANK_1") =>
    assert.equal((await move(merchant, { to, amountPaise: rupees * 100n, by })).kind, "moved");
  const back = async (by: Actor, rupees: bigint) => {
    const outcome = await move(merchant, { from: "BANK_1", to: WALLET_ID, amountPaise: rupees * 100n, by });
    return outcome.kind === "moved" ? "moved" : outcome.code;
  };
  await guard(merchant, [{ fundSourceIds: ["BANK_1"] }]);
  await lock(as("admin"), 300n);
  await lock(program, 100n);
  await lock(as("owner"), 50n);
  assert.equal(await back(as("admin"), 1n), "leaves_policy", "an Admin is no Owner");
  assert.equal(await back(program, 1n), "leaves_policy", "a program is no Owner");
  assert.equal(await back(as("owner"), 401n), "leaves_policy", "the Owner's own move waits for others");
  assert.equal(await back(as("owner"), 150n), "moved");
  assert.equal(await back(as("other"), 301n), "leaves_policy");
  assert.equal(await back(as("other"), 300n), "moved", "what any Owner moved back is gone");
  assert.equal(await back(as("owner"), 1n), "leaves_policy");
  await lock(as("admin"), 20n);
  await lock(as("admin"), 20n, "BANK_2");
  assert.equal(await back(as("owner"), 21n), "leaves_policy", "the other fund source had it");
  assert.equal(await back(as("owner"), 20n), "moved");
  const told = await world.look<{ subject: string; count: string }>(
    `select subject, count(*) from audit.record
     where merchant_id = $1 and action = 'approvals.tightening_undone' and actor = $2 group by subject`,
    [merchantId, as("owner")],
  );
  assert.deepEqual(told, [{ subject: as("admin"), count: "2" }], "members are told, programs are not");
  await lock(as("admin"), 40n);
  await guard(merchant, [{ fundSourceIds: ["BANK_1"] }]);
  assert.equal(await back(as("owner"), 40n), "leaves_policy", "the policies were set anew");
  await lock(as("admin"), 40n);
  await passDays(merchant, 7);
  assert.equal(await back(as("owner"), 40n), "leaves_policy", "a week has passed");
  await lock(as("admin"), 30n);
  await passDays(merchant, 6);
  assert.equal(await back(as("owner"), 30n), "moved");
  await passDays(merchant, 2);
  await lock(as("admin"), 30n);
  assert.equal(await back(as("owner"), 30n), "moved", "what was moved back before does not count");
});

const passDays = ({ merchantId }: TestMerchant, days: number) =>
  world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, days * 86_400_000],
  );

const refused = (code: string, missingPaise: bigint | null = null) => ({
  kind: "refused",
  code,
  missingPaise,
});

async function assertBalances({ merchantId }: TestMerchant, rupees: readonly number[]): Promise<void> {
  const found = await ctx.db.inMerchant(merchantId, async (tx) => {
    const balances: number[] = [];
    for (const { fundSourceId } of await readFundSources(tx)) {
      if (fundSourceId === TRANSIT_ID) continue;
      balances.push(Number((await readBalance(tx, fundSourceId)).availablePaise) / 100);
    }
    return balances;
  });
  assert.deepEqual(found, rupees);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
}

test("money moves from the wallet to a bank account by one entry, and both remember it", async () => {
  const merchant = await makeOwner();
  const outcome = await move(merchant, { to: { accountNumber: ACCOUNTS[0] }, key: "move_1", remarks: "May" });
  assert.ok(outcome.kind === "moved" && !outcome.repeated);
  assert.deepEqual(outcome.transfer, {
    transferKey: "move_1",
    referenceId: 100_001n,
    fromId: WALLET_ID,
    toId: "BANK_1",
    amountPaise: 100_00n,
    remarks: "May",
  });
  const sources = await ctx.db.inMerchant(merchant.merchantId, readFundSources);
  assert.deepEqual(
    sources.map((one) => one.lastInternalTransferPaise),
    [100_00n, 100_00n, null, null],
  );
  const postings = await world.look(
    "select from ledger.posting where merchant_id = $1 and kind = 'internal_transfer'",
    [merchant.merchantId],
  );
  assert.equal(postings.length, 1);
  await assertBalances(merchant, [900, 100, 0, 0]);
});

test("the wallet's own number is a recharge account as well", async () => {
  const merchant = await makeOwner();
  await move(merchant, { to: "BANK_1" });
  const { accountNumber } = await revealFundSourceAccount(ctx, merchant.merchantId, WALLET_ID);
  const back = await move(merchant, { from: "BANK_1", to: { accountNumber }, amountPaise: 40_00n });
  assert.equal(back.kind, "moved");
  await assertBalances(merchant, [940, 60, 0, 0]);
});

test("money moves only where it stands at the bank that will pay it", async () => {
  const merchant = await makeOwner();
  // All of it arrived at meghdoot; a bank account at jugnu would need a payment to jugnu.
  assert.deepEqual(await move(merchant, { to: "BANK_3" }), refused("not_movable", 100_00n));
  assert.equal((await move(merchant, { to: "BANK_1", amountPaise: 600_00n })).kind, "moved");
  // Money moves between two accounts at one bank, and back to the wallet from any bank.
  assert.equal((await move(merchant, { from: "BANK_1", to: "BANK_2", amountPaise: 200_00n })).kind, "moved");
  assert.equal((await move(merchant, { from: "BANK_2", to: WALLET_ID })).kind, "moved");
  assert.deepEqual(await move(merchant, { from: "BANK_1", to: "BANK_3" }), refused("not_movable", 100_00n));
  await assertBalances(merchant, [500, 400, 100, 0]);
  // The wallet gets money at jugnu; exactly that much may move to an account there.
  await topUp(ctx, merchant.merchantId, {
    bankId: "jugnu",
    utr: "JUGNU1",
    amountPaise: 50_00n,
    fundSourceId: WALLET_ID,
  });
  assert.deepEqual(await move(merchant, { to: "BANK_3", amountPaise: 50_01n }), refused("not_movable", 1n));
  assert.equal((await move(merchant, { from: "BANK_1", to: "BANK_3", amountPaise: 20_00n })).kind, "moved");
  assert.deepEqual(await move(merchant, { to: "BANK_3", amountPaise: 30_01n }), refused("not_movable", 1n));
  assert.equal((await move(merchant, { to: "BANK_3", amountPaise: 30_00n })).kind, "moved");
  await assertBalances(merchant, [520, 380, 100, 50]);
});

test("what is not there, not active or the same is refused, and nothing happens", async () => {
  const merchant = await makeOwner();
  assert.deepEqual(
    await move(merchant, { to: { accountNumber: "99" } }),
    refused("recharge_account_not_found"),
  );
  for (const way of [{ to: "BANK_9" }, { from: "BANK_9", to: "BANK_1" }, { to: TRANSIT_ID }]) {
    assert.deepEqual(await move(merchant, way), refused("fund_source_not_available"));
  }
  assert.deepEqual(await move(merchant, { to: WALLET_ID }), refused("not_movable"));
  assert.deepEqual(
    await move(merchant, { to: "BANK_1", amountPaise: 1_000_01n }),
    refused("insufficient_balance", 1n),
  );
  await setFundSourceActive(ctx, merchant.merchantId, { fundSourceId: "BANK_1", active: false, by: program });
  assert.deepEqual(await move(merchant, { to: "BANK_1" }), refused("fund_source_not_available"));
  await assertBalances(merchant, [1_000, 0, 0, 0]);
});

test("what may only be overdrawn cannot be moved", async () => {
  const merchant = await makeOwner();
  const limit = { fundSourceId: WALLET_ID, limitPaise: 500_00n, by: program };
  await setOverdraftLimit(ctx, merchant.merchantId, limit);
  assert.deepEqual(
    await move(merchant, { to: "BANK_1", amountPaise: 1_000_01n }),
    refused("insufficient_balance", 1n),
  );
  assert.equal((await move(merchant, { to: "BANK_1", amountPaise: 1_000_00n })).kind, "moved");
});

test("one id is always one internal transfer, however often it is sent and however many come at once", async () => {
  const merchant = await makeOwner();
  const way = { to: "BANK_1", key: "once", remarks: "rent" };
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => move(merchant, way)));
  const moved = outcomes.map((outcome) => (outcome.kind === "moved" ? outcome : assert.fail(outcome.code)));
  assert.equal(moved.filter(({ repeated }) => !repeated).length, 1);
  assert.equal(new Set(moved.map(({ transfer }) => transfer.referenceId)).size, 1);
  for (const other of [{ amountPaise: 1n }, { to: "BANK_2" }, { remarks: "" }, { from: "BANK_2" }]) {
    assert.deepEqual(await move(merchant, { ...way, ...other }), refused("transfer_id_exists"));
  }
  await setFundSourceActive(ctx, merchant.merchantId, { fundSourceId: "BANK_1", active: false, by: program });
  assert.equal((await move(merchant, way)).kind, "moved");
  await assertBalances(merchant, [900, 100, 0, 0]);
});

test("racing internal transfers never take more than there is, and each has a number of its own", async () => {
  const merchant = await makeOwner();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => move(merchant, { to: n % 2 === 0 ? "BANK_1" : "BANK_2" })),
  );
  const moved = outcomes.flatMap((outcome) => (outcome.kind === "moved" ? [outcome.transfer] : []));
  assert.equal(moved.length, 10);
  assert.equal(new Set(moved.map(({ referenceId }) => referenceId)).size, 10);
  assert.equal(new Set(moved.map(({ transferKey }) => transferKey)).size, 10);
  assert.ok(moved.every(({ transferKey }) => /^[A-Za-z0-9_]{1,40}$/.test(transferKey)));
  const there = Number(moved.filter(({ toId }) => toId === "BANK_1").length) * 100;
  await assertBalances(merchant, [0, there, 1_000 - there, 0]);
});
