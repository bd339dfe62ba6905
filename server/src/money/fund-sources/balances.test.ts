import assert from "node:assert/strict";
import { test } from "node:test";
import {
  alertLowBalances,
  bookTopUps,
  connectBank,
  findLowBalances,
  FundSourceError,
  openWallet,
  readBalance,
  readFundSources,
  revealFundSourceAccount,
  setLowBalanceThreshold,
  setOverdraftLimit,
  topUp,
  WALLET_ID,
} from "#fund-sources";
import { LedgerError, postEntries, SUSPENSE, sourceAccounts } from "#ledger";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;
const { available, heldIn } = sourceAccounts(0);

/** Makes a merchant with an empty wallet and two banks. */
async function makePayer(): Promise<string> {
  const { merchantId } = await world.makeMerchant();
  await openWallet(ctx, merchantId);
  for (const bankId of ["bank-a", "bank-b"]) {
    const secrets = { apiKey: "key", callbackSecret: "secret", debitAccount: "918273645546372" };
    const address = { adapter: "host-to-host", baseUrl: "http://127.0.0.1:1/" };
    await connectBank(ctx, merchantId, { bankId, ...address, ...secrets, simulated: true });
  }
  return merchantId;
}

const credit = (utr: string, amountPaise: bigint) => ({
  bankId: "bank-a",
  utr,
  amountPaise,
  fundSourceId: WALLET_ID,
});

const balanceOf = (merchantId: string) => ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));

const spend = (merchantId: string, amountPaise: bigint, to: number = SUSPENSE) =>
  ctx.db.inMerchant(merchantId, (tx) =>
    postEntries(tx, [
      { causeId: newId(), kind: "hold", lines: [{ debit: available, credit: to, amountPaise }] },
    ]),
  );

const eventsOf = (merchantId: string, type: string) =>
  world.look<{ subject_id: string; data: Record<string, string> }>(
    "select subject_id, data from webhooks.event where merchant_id = $1 and type = $2 order by subject_id",
    [merchantId, type],
  );

const refusedAs = (code: Parameters<typeof FundSourceError.is>[1]) => (error: unknown) =>
  FundSourceError.is(error, code);

test("money that arrives is credited and announced in one transaction", async () => {
  const merchantId = await makePayer();
  const { topUpId, repeated } = await topUp(ctx, merchantId, credit("N123", 1_500_50n));
  assert.equal(repeated, false);
  assert.equal((await balanceOf(merchantId)).balancePaise, 1_500_50n);
  const events = await eventsOf(merchantId, "CREDIT_CONFIRMATION");
  assert.deepEqual(events, [
    { subject_id: topUpId, data: { ledgerBalance: "1500.50", amount: "1500.50", utr: "N123" } },
  ]);
  const [wallet] = await ctx.db.inMerchant(merchantId, readFundSources);
  assert.equal(wallet!.lastTopUpPaise, 1_500_50n);
});

test("fifty messages of one UTR at the same moment credit once and announce once", async () => {
  const merchantId = await makePayer();
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      topUp(ctx, merchantId, credit(index % 2 === 0 ? "SBIN326001" : " sbin326001 ", 700_00n)),
    ),
  );
  assert.equal(results.filter(({ repeated }) => !repeated).length, 1);
  assert.equal(new Set(results.map(({ topUpId }) => topUpId)).size, 1);
  assert.equal((await balanceOf(merchantId)).availablePaise, 700_00n);
  assert.equal((await eventsOf(merchantId, "CREDIT_CONFIRMATION")).length, 1);
});

test("the same UTR with another amount is a contradiction; at another bank it is another", async () => {
  const merchantId = await makePayer();
  await topUp(ctx, merchantId, credit("UTR1", 100_00n));
  await assert.rejects(topUp(ctx, merchantId, credit("UTR1", 100_01n)), refusedAs("top_up_contradiction"));
  assert.equal((await balanceOf(merchantId)).balancePaise, 100_00n);
  await topUp(ctx, merchantId, { ...credit("UTR1", 100_01n), bankId: "bank-b" });
  assert.equal((await balanceOf(merchantId)).balancePaise, 200_01n);
});

test("a credit finds its fund source by the virtual account too", async () => {
  const merchantId = await makePayer();
  const account = await revealFundSourceAccount(ctx, merchantId, WALLET_ID);
  await topUp(ctx, merchantId, { bankId: "bank-a", utr: "UTR1", amountPaise: 5_00n, account });
  assert.equal((await balanceOf(merchantId)).balancePaise, 5_00n);
  const { accountNumber } = account;
  await topUp(ctx, merchantId, {
    bankId: "bank-a",
    utr: "UTR3",
    amountPaise: 2_00n,
    account: { accountNumber },
  });
  assert.equal((await balanceOf(merchantId)).balancePaise, 7_00n);
  const other = { accountNumber: "770011112222", ifsc: account.ifsc };
  const strayed = topUp(ctx, merchantId, {
    bankId: "bank-a",
    utr: "UTR2",
    amountPaise: 5_00n,
    account: other,
  });
  await assert.rejects(strayed, refusedAs("not_found"));
});

test("impossible credits are refused and leave nothing behind", async () => {
  const merchantId = await makePayer();
  await assert.rejects(topUp(ctx, merchantId, credit("UTR1", 0n)), refusedAs("amount_invalid"));
  await assert.rejects(topUp(ctx, merchantId, credit("UTR1", -1n)), refusedAs("amount_invalid"));
  await assert.rejects(topUp(ctx, merchantId, credit(" ", 1n)), refusedAs("utr_invalid"));
  await assert.rejects(topUp(ctx, merchantId, credit("A".repeat(36), 1n)), refusedAs("utr_invalid"));
  await assert.rejects(
    topUp(ctx, merchantId, { ...credit("U", 1n), bankId: "x" }),
    refusedAs("bank_not_connected"),
  );
  await assert.rejects(
    topUp(ctx, merchantId, { ...credit("U", 1n), fundSourceId: "x" }),
    refusedAs("not_found"),
  );
  assert.equal(
    (await world.look("select from fund_sources.top_up where merchant_id = $1", [merchantId])).length,
    0,
  );
});

test("of hundreds of arrivals each confirmation shows the balance after its own credit", async () => {
  const merchantId = await makePayer();
  await topUp(ctx, merchantId, credit("UTR0", 1_00n));
  const credits = Array.from({ length: 300 }, (_, index) => credit(`UTR${index}`, 1_00n));
  const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
    bookTopUps(tx, ctx.vault, [...credits, credit("UTR7", 1_00n), credit("UTR8", 2_00n)]),
  );
  assert.equal(outcomes[0]!.kind, "known");
  assert.ok(outcomes.slice(1, 300).every(({ kind }) => kind === "booked"));
  assert.deepEqual(
    outcomes.slice(300).map(({ kind }) => kind),
    ["known", "contradiction"],
  );
  assert.equal((await balanceOf(merchantId)).balancePaise, 300_00n);
  const told = await eventsOf(merchantId, "CREDIT_CONFIRMATION");
  assert.deepEqual(
    told.map(({ data }) => data.ledgerBalance),
    Array.from({ length: 300 }, (_, index) => `${index + 1}.00`),
  );
});

test("held money is in the balance and not available", async () => {
  const merchantId = await makePayer();
  await topUp(ctx, merchantId, credit("UTR1", 1_000_00n));
  await spend(merchantId, 300_00n, heldIn);
  assert.deepEqual(await balanceOf(merchantId), {
    balancePaise: 1_000_00n,
    availablePaise: 700_00n,
    heldPaise: 300_00n,
    overdraftLimitPaise: 0n,
    spendablePaise: 700_00n,
  });
  const unknown = ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, "WALLET_9"));
  await assert.rejects(unknown, refusedAs("not_found"));
});

test("an overdraft limit lowered below its use undoes nothing and stops new debits", async () => {
  const merchantId = await makePayer();
  const set = (limitPaise: bigint) =>
    setOverdraftLimit(ctx, merchantId, { fundSourceId: WALLET_ID, limitPaise, by });
  assert.deepEqual(await set(500_00n), { overdraftLimitPaise: 500_00n });
  await spend(merchantId, 400_00n);
  assert.deepEqual(await set(100_00n), { overdraftLimitPaise: 400_00n });
  const tooMuch = (error: unknown) => LedgerError.is(error, "insufficient_funds");
  await assert.rejects(spend(merchantId, 1n), tooMuch);
  await topUp(ctx, merchantId, credit("UTR1", 250_00n));
  const { availablePaise, overdraftLimitPaise, spendablePaise } = await balanceOf(merchantId);
  assert.equal(overdraftLimitPaise, 150_00n);
  assert.equal(spendablePaise, availablePaise + 150_00n);
  await assert.rejects(spend(merchantId, 1n), tooMuch);
  await topUp(ctx, merchantId, credit("UTR2", 100_00n));
  assert.equal((await balanceOf(merchantId)).overdraftLimitPaise, 100_00n);
  await spend(merchantId, 50_00n);
  await assert.rejects(spend(merchantId, 1n), tooMuch);
  assert.equal((await balanceOf(merchantId)).availablePaise, -100_00n);
});

test("a limit lowered while debits race is never overdrawn", async () => {
  const merchantId = await makePayer();
  await setOverdraftLimit(ctx, merchantId, { fundSourceId: WALLET_ID, limitPaise: 2_000n, by });
  const results = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => spend(merchantId, 40n)),
    setOverdraftLimit(ctx, merchantId, { fundSourceId: WALLET_ID, limitPaise: 300n, by }),
    ...Array.from({ length: 20 }, () => spend(merchantId, 40n)),
  ]);
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  assert.ok(refused.every((error) => LedgerError.is(error, "insufficient_funds")));
  const { availablePaise, overdraftLimitPaise } = await balanceOf(merchantId);
  assert.equal(availablePaise, -40n * BigInt(40 - refused.length));
  // If more than the new limit was in use when it was set, no further debit fits.
  if (overdraftLimitPaise > 300n) assert.equal(availablePaise, -overdraftLimitPaise);
  else assert.ok(availablePaise >= -300n);
});

test("limits and thresholds below zero, and those of unknown fund sources, are refused", async () => {
  const merchantId = await makePayer();
  const limit = { fundSourceId: WALLET_ID, limitPaise: -1n, by };
  await assert.rejects(setOverdraftLimit(ctx, merchantId, limit), refusedAs("limit_invalid"));
  const nowhere = { fundSourceId: "X", limitPaise: 1n, by };
  await assert.rejects(setOverdraftLimit(ctx, merchantId, nowhere), refusedAs("not_found"));
  await assert.rejects(openWallet(ctx, merchantId, { overdraftLimitPaise: -1n }), refusedAs("limit_invalid"));
  const threshold = { fundSourceId: WALLET_ID, thresholdPaise: -1n, notify: true, by };
  await assert.rejects(setLowBalanceThreshold(ctx, merchantId, threshold), refusedAs("threshold_invalid"));
  const unknown = { ...threshold, fundSourceId: "X", thresholdPaise: 1n };
  await assert.rejects(setLowBalanceThreshold(ctx, merchantId, unknown), refusedAs("not_found"));
});

test("a balance below the threshold is announced once, and once more after it has recovered", async () => {
  const merchantId = await makePayer();
  const isDue = async (): Promise<boolean> =>
    (await ctx.db.sweep((read) => findLowBalances(read))).includes(merchantId);
  await topUp(ctx, merchantId, credit("UTR1", 100_00n));
  await setLowBalanceThreshold(ctx, merchantId, {
    fundSourceId: WALLET_ID,
    thresholdPaise: 50_00n,
    notify: true,
    by,
  });
  assert.equal(await isDue(), false);
  assert.equal(await alertLowBalances(ctx, merchantId), 0);
  await spend(merchantId, 60_00n);
  assert.equal(await isDue(), true);
  const told = await Promise.all(Array.from({ length: 10 }, () => alertLowBalances(ctx, merchantId)));
  assert.deepEqual(told.toSorted(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  assert.equal(await isDue(), false);
  const [event] = await eventsOf(merchantId, "LOW_BALANCE_ALERT");
  assert.equal(event!.data.currentBalance, "40.00");
  assert.match(event!.data.alertTime!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  await topUp(ctx, merchantId, credit("UTR2", 20_00n));
  assert.equal(await isDue(), true);
  assert.equal(await alertLowBalances(ctx, merchantId), 0);
  assert.equal(await isDue(), false);
  await spend(merchantId, 30_00n);
  assert.equal(await alertLowBalances(ctx, merchantId), 1);
  await setLowBalanceThreshold(ctx, merchantId, {
    fundSourceId: WALLET_ID,
    thresholdPaise: 50_00n,
    notify: false,
    by,
  });
  assert.equal(await isDue(), false);
});
