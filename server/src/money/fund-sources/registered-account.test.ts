import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countSuspended,
  FundSourceError,
  openBankAccount,
  openRegisteredAccounts,
  openSenders,
  readBalance,
  readFundSources,
  readRegisteredAccount,
  setRegisteredAccount,
  TRANSIT_ID,
  topUp,
  WALLET_ID,
  type AccountToRegister,
  type Sender,
} from "#fund-sources";
import { verifyLedger } from "#proof";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const OWN = { holderName: "Demo Traders", accountNumber: "50100000000001", ifsc: "MGDT0000001" };
const STRANGER = { name: "Asha Rao", accountNumber: "50100000000002", ifsc: "MGDT0000001" };

const register = (merchantId: string, account: Partial<AccountToRegister> = {}) =>
  setRegisteredAccount(ctx, merchantId, { ...OWN, by, ...account });

let utrs = 0;
const arrive = (merchantId: string, from: Sender | undefined, changes: object = {}) =>
  topUp(ctx, merchantId, {
    bankId: "meghdoot",
    utr: `ARRIVAL${(utrs += 1)}`,
    amountPaise: 100_00n,
    fundSourceId: WALLET_ID,
    ...(from === undefined ? {} : { from }),
    ...changes,
  });

const balanceOf = async (merchantId: string, fundSourceId = WALLET_ID): Promise<bigint> =>
  (await ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, fundSourceId))).balancePaise;

const transitOf = async (merchantId: string): Promise<bigint> => {
  const [row] = await world.look<{ balance: string }>(
    "select balance_paise::text as balance from ledger.account where merchant_id = $1 and account_no = 31000",
    [merchantId],
  );
  return BigInt(row?.balance ?? 0);
};

const confirmationsOf = (merchantId: string) =>
  world.look("select from webhooks.event where merchant_id = $1 and type = 'CREDIT_CONFIRMATION'", [
    merchantId,
  ]);

test("a registered account is kept sealed, shows four digits, and another one takes its place", async () => {
  const { merchantId } = await world.makeMerchant();
  const read = () => ctx.db.inMerchant(merchantId, readRegisteredAccount);
  assert.equal(await read(), null);
  const first = await register(merchantId, { ifsc: " mgdt0000001 " });
  assert.partialDeepStrictEqual(first, { version: 1, accountLast4: "0001", ifsc: "MGDT0000001" });
  const second = await register(merchantId, { accountNumber: "50100000000009" });
  assert.partialDeepStrictEqual(second, { version: 2, accountLast4: "0009" });
  assert.deepEqual(await read(), second);
  const clear = await ctx.db.inMerchant(merchantId, (tx) => openRegisteredAccounts(tx, ctx.vault, [1, 2]));
  assert.deepEqual([...clear.values()].map((one) => one.accountNumber).toSorted(), [
    "50100000000001",
    "50100000000009",
  ]);
  const rows = await world.look<{ row: string }>(
    "select registered_account::text as row from fund_sources.registered_account where merchant_id = $1",
    [merchantId],
  );
  assert.ok(rows.every(({ row }) => !row.includes("5010000000000")));
  const audits = await world.look<{ detail: object }>(
    "select detail from audit.record where merchant_id = $1 and action = 'fund-sources.account_registered'",
    [merchantId],
  );
  assert.deepEqual(
    audits.map(({ detail }) => detail),
    [
      { version: 1, accountLast4: "0001", ifsc: "MGDT0000001" },
      { version: 2, accountLast4: "0009", ifsc: "MGDT0000001" },
    ],
  );
});

test("what is no bank account is not registered", async () => {
  const { merchantId } = await world.makeMerchant();
  for (const [wrong, code, says] of [
    [{ accountNumber: "12345" }, "account_invalid", /6 to 40 letters and digits/],
    [{ accountNumber: "1".repeat(41) }, "account_invalid", /6 to 40 letters and digits/],
    [{ accountNumber: "12 34 56" }, "account_invalid", /without blanks/],
    [
      { ifsc: "MGDT1000001" },
      "ifsc_invalid",
      /^An IFSC has four letters, a zero and six letters or digits\.$/,
    ],
    [
      { ifsc: "SBIN0031816" },
      "ifsc_invalid",
      /^IFSC SBIN0031816 is not on our list of .*Or ask the operator to add it\.$/,
    ],
    [{ ifsc: "SBINO008752" }, "ifsc_invalid", /Our list has SBIN0008752\.$/],
    [{ holderName: " " }, "holder_invalid", /1 to 100 characters/],
    [{ holderName: "x".repeat(101) }, "holder_invalid", /1 to 100 characters/],
  ] as const) {
    await assert.rejects(register(merchantId, wrong), (error) => {
      assert.match((error as Error).message, says);
      return FundSourceError.is(error, code);
    });
  }
  await register(merchantId, { accountNumber: "123456" });
  await register(merchantId, { accountNumber: "1".repeat(40), holderName: "x".repeat(100) });
});

test("without a registered account everybody's money counts", async () => {
  const { merchantId } = await world.makeMerchant();
  assert.equal((await arrive(merchantId, STRANGER)).suspended, false);
  assert.equal((await arrive(merchantId, undefined)).suspended, false);
  assert.equal(await balanceOf(merchantId), 200_00n);
});

test("with one, only its money counts; the rest lies in transit unannounced", async () => {
  const { merchantId } = await world.makeMerchant();
  await register(merchantId);
  const own = { accountNumber: OWN.accountNumber, ifsc: OWN.ifsc };
  assert.equal((await arrive(merchantId, { name: "Anybody", ...own })).suspended, false);
  // The number alone, as some banks report it, and other spellings of it.
  assert.equal((await arrive(merchantId, { accountNumber: OWN.accountNumber })).suspended, false);
  assert.equal((await arrive(merchantId, { ...own, ifsc: "mgdt0000001" })).suspended, false);
  assert.equal((await arrive(merchantId, { ...own, ifsc: "" })).suspended, false);
  for (const from of [
    STRANGER,
    { ...own, ifsc: "HDFC0000001" },
    { name: "Demo Traders" },
    { accountNumber: "" },
    undefined,
  ]) {
    assert.equal((await arrive(merchantId, from)).suspended, true);
  }
  assert.equal(await balanceOf(merchantId), 400_00n);
  assert.equal(await transitOf(merchantId), 500_00n);
  assert.equal((await confirmationsOf(merchantId)).length, 4);
  const [wallet] = await ctx.db.inMerchant(merchantId, readFundSources);
  assert.equal(wallet!.lastTopUpPaise, 100_00n);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("the same UTR is judged once, also when another account was registered since", async () => {
  const { merchantId } = await world.makeMerchant();
  await register(merchantId);
  const utr = { utr: "SAME1" };
  const first = await arrive(merchantId, STRANGER, utr);
  await register(merchantId, { accountNumber: STRANGER.accountNumber });
  const again = await Promise.all(Array.from({ length: 20 }, () => arrive(merchantId, STRANGER, utr)));
  for (const one of again) assert.deepEqual(one, { ...first, repeated: true });
  assert.equal(await transitOf(merchantId), 100_00n);
  assert.equal((await arrive(merchantId, STRANGER)).suspended, false);
  const other = arrive(merchantId, STRANGER, { ...utr, amountPaise: 1n });
  await assert.rejects(other, (error) => FundSourceError.is(error, "top_up_contradiction"));
});

test("what arrives on a connected bank account counts, from any sender", async () => {
  const { merchantId } = await world.makeMerchant();
  await register(merchantId);
  const account = { bankId: "meghdoot", name: "Current account", accountNumber: "11112222333" };
  const { fundSourceId } = await openBankAccount(ctx, merchantId, { ...account, ifsc: "HDFC0000001", by });
  assert.equal((await arrive(merchantId, STRANGER, { fundSourceId })).suspended, false);
  assert.equal(await balanceOf(merchantId, fundSourceId), 100_00n);
});

test("transit cannot be topped up, asked for its balance or named", async () => {
  const { merchantId } = await world.makeMerchant();
  await register(merchantId);
  const notFound = (error: unknown): boolean => FundSourceError.is(error, "not_found");
  await assert.rejects(arrive(merchantId, STRANGER, { fundSourceId: TRANSIT_ID }), notFound);
  await assert.rejects(balanceOf(merchantId, TRANSIT_ID), notFound);
});

test("suspended money counts once when a person says so, and the merchant is notified", async () => {
  const { merchantId } = await world.makeMerchant();
  await register(merchantId);
  const { topUpId } = await arrive(merchantId, STRANGER);
  const senders = await ctx.db.inMerchant(merchantId, (tx) => openSenders(tx, ctx.vault, [topUpId]));
  assert.deepEqual(senders.get(topUpId), STRANGER);
  const count = () => ctx.db.inMerchant(merchantId, (tx) => countSuspended(tx, topUpId));
  const results = await Promise.allSettled(Array.from({ length: 10 }, count));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal(await balanceOf(merchantId), 100_00n);
  assert.equal(await transitOf(merchantId), 0n);
  assert.equal((await confirmationsOf(merchantId)).length, 1);
  const counted = await arrive(merchantId, { ...OWN });
  await assert.rejects(
    ctx.db.inMerchant(merchantId, (tx) => countSuspended(tx, counted.topUpId)),
    (error) => FundSourceError.is(error, "top_up_not_suspended"),
  );
});
