import assert from "node:assert/strict";
import { test } from "node:test";
import { setBusinessType, type BusinessType } from "#access";
import {
  chooseByShare,
  chooseSource,
  connectBank,
  FundSourceError,
  openBankAccount,
  readFundSources,
  setFundSourceActive,
  setRegisteredAccount,
  setShares,
  TRANSIT_ID,
  WALLET_ID,
  type FundSource,
} from "#fund-sources";
import { makeWorld, type TestMerchant } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const source = (sourceNo: number, changes: Partial<FundSource> = {}): FundSource => ({
  fundSourceId: sourceNo === 0 ? WALLET_ID : `BANK_${sourceNo}`,
  sourceNo,
  kind: sourceNo === 0 ? "wallet" : "bank_account",
  name: `Source ${sourceNo}`,
  accountLast4: "1234",
  ifsc: "HDFC0000001",
  bankId: sourceNo === 0 ? null : "bank-a",
  sharePercent: 0,
  lowBalanceThresholdPaise: 0n,
  notifyLowBalance: false,
  lastTopUpPaise: null,
  lastWithdrawalPaise: null,
  lastInternalTransferPaise: null,
  active: true,
  openedAt: new Date(0),
  ...changes,
});

const order = (transferKey: string, fundSourceId: string | null = null) => ({ transferKey, fundSourceId });
const keys = Array.from({ length: 10_000 }, (_, n) => `salary_${n}`);

test("without shares the wallet pays, or the only fund source there is", () => {
  const all = [source(1), source(0), source(2)];
  assert.equal(chooseSource(order("t"), all), all[1]);
  assert.equal(chooseSource(order("t"), [source(0, { active: false }), all[0]!]), all[0]);
  const twoBanks = chooseSource(order("t"), [source(0, { active: false }), source(1), source(2)]);
  assert.deepEqual(twoBanks, { code: "fund_source_ambiguous", details: {} });
  const none = chooseSource(order("t"), []);
  assert.deepEqual(none, { code: "fund_source_not_available", details: { fundSourceId: null } });
});

test("one that is named pays, whatever the shares, if it is active", () => {
  const all = [source(0, { sharePercent: 100 }), source(1), source(2, { active: false })];
  assert.equal(chooseSource(order("t", "BANK_1"), all), all[1]);
  for (const fundSourceId of ["BANK_2", "BANK_9", ""]) {
    const refused = { code: "fund_source_not_available", details: { fundSourceId } };
    assert.deepEqual(chooseSource(order("t", fundSourceId), all), refused);
  }
});

test("only our own orders are paid from transit", () => {
  const transit = source(3_000, { fundSourceId: TRANSIT_ID, kind: "transit" });
  const named = order("t", TRANSIT_ID);
  for (const originKind of [undefined, null, "batch", "link"]) {
    assert.ok("code" in chooseSource({ ...named, originKind }, [source(0), transit]));
  }
  for (const originKind of ["withdrawal", "refund"]) {
    assert.equal(chooseSource({ ...named, originKind }, [source(0), transit]), transit);
  }
  assert.ok("code" in chooseSource({ ...order("t"), originKind: "refund" }, [transit]));
});

test("only loans are paid from the intermediate ledger, and nothing from the parties' own", () => {
  const all = (["intermediate", "originator", "lender"] as const).map((kind, index) =>
    source(3_001 + index, { fundSourceId: `${kind.toUpperCase()}_1`, kind, bankId: null }),
  );
  for (const one of all) {
    for (const originKind of [undefined, "batch", "withdrawal", "loan"]) {
      const chosen = chooseSource({ ...order("t", one.fundSourceId), originKind }, [source(0), ...all]);
      if (one.kind === "intermediate" && originKind === "loan") assert.equal(chosen, one);
      else assert.ok("code" in chosen);
    }
  }
  assert.ok("code" in chooseSource(order("t"), all));
});

test("many orders part as the shares say, and each meets the same fund source again", () => {
  const all = [source(0, { sharePercent: 20 }), source(1, { sharePercent: 80 }), source(2)];
  const chosen = keys.map((key) => chooseSource(order(key), all));
  const ofWallet = chosen.filter((one) => one === all[0]).length;
  assert.ok(ofWallet > 1_800 && ofWallet < 2_200, `${ofWallet} of 10,000`);
  assert.equal(chosen.filter((one) => one === all[1]).length, keys.length - ofWallet);
  assert.deepEqual(
    keys.map((key) => chooseSource(order(key), all.toReversed())),
    chosen,
  );
});

test("a share of 100 takes all, one of 0 nothing, and switched-off ones leave theirs to the others", () => {
  const whole = [source(0), source(1, { sharePercent: 100 })];
  assert.ok(keys.every((key) => chooseSource(order(key), whole) === whole[1]));
  const half = [source(0, { sharePercent: 50 }), source(1, { sharePercent: 50, active: false })];
  assert.ok(keys.every((key) => chooseSource(order(key), half) === half[0]));
  assert.equal(chooseByShare("t", [source(0)]), undefined);
});

test("of those who share only one that can pay is chosen, while there is one", () => {
  const all = [source(0, { sharePercent: 10 }), source(1, { sharePercent: 90 })];
  const onlyWallet = (one: FundSource): boolean => one.kind === "wallet";
  assert.ok(keys.every((key) => chooseSource(order(key), all, onlyWallet) === all[0]));
  const nobody = keys.map((key) => chooseSource(order(key), all, () => false));
  assert.deepEqual(
    nobody,
    keys.map((key) => chooseSource(order(key), all)),
  );
});

const refusedAs =
  (code: Parameters<typeof FundSourceError.is>[1], details: Record<string, unknown> = {}) =>
  (error: unknown): boolean => {
    assert.ok(FundSourceError.is(error, code), String(error));
    assert.partialDeepStrictEqual(error.details, details);
    return true;
  };

async function open(merchant: TestMerchant, bankId: string, accountNumber: string): Promise<FundSource> {
  const secrets = { apiKey: "key", callbackSecret: "secret", debitAccount: "918273645546372" };
  const address = { adapter: "json-h2h", baseUrl: "http://127.0.0.1:9/" };
  await connectBank(ctx, merchant.merchantId, { bankId, ...address, ...secrets, simulated: true });
  const account = { bankId, name: "Current account", accountNumber, ifsc: "HDFC0000001" };
  return openBankAccount(ctx, merchant.merchantId, { ...account, by });
}

test("shares total exactly 100, or the sum is named", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId } = merchant;
  await open(merchant, "meghdoot", "11112222333");
  const set = (...percents: number[]): Promise<FundSource[]> =>
    setShares(ctx, merchantId, {
      shares: percents.map((percent, n) => ({ fundSourceId: n === 0 ? WALLET_ID : `BANK_${n}`, percent })),
      by,
    });
  const sharesOf = (sources: readonly FundSource[]): number[] => sources.map((one) => one.sharePercent);
  assert.deepEqual(sharesOf(await set(30, 70)), [30, 70]);
  await assert.rejects(set(30, 69), refusedAs("shares_not_whole", { totalPercent: 99 }));
  await assert.rejects(set(30, 71), refusedAs("shares_not_whole", { totalPercent: 101 }));
  await assert.rejects(set(0, 0), refusedAs("shares_not_whole", { totalPercent: 0 }));
  await assert.rejects(set(-1, 101), refusedAs("share_invalid"));
  await assert.rejects(set(50.5, 49.5), refusedAs("share_invalid"));
  await assert.rejects(set(50, 25, 25), refusedAs("not_found", { fundSourceId: "BANK_2" }));
  const twice = [50, 50].map((percent) => ({ fundSourceId: WALLET_ID, percent }));
  await assert.rejects(setShares(ctx, merchantId, { shares: twice, by }), refusedAs("share_invalid"));
  assert.deepEqual(sharesOf(await ctx.db.inMerchant(merchantId, readFundSources)), [30, 70]);
  assert.deepEqual(sharesOf(await set(100)), [100, 0]);
  assert.deepEqual(sharesOf(await set()), [0, 0]);
  await set(0, 100);
  const off = { fundSourceId: "BANK_1", active: false, by };
  await assert.rejects(
    setFundSourceActive(ctx, merchantId, off),
    refusedAs("share_in_use", { percent: 100 }),
  );
  await set(100);
  await setFundSourceActive(ctx, merchantId, off);
  await assert.rejects(set(0, 100), refusedAs("not_found", { fundSourceId: "BANK_1" }));
  await setFundSourceActive(ctx, merchantId, { ...off, active: true });
  assert.deepEqual(sharesOf(await set(1, 99)), [1, 99]);
  const wallet = { ...off, fundSourceId: WALLET_ID };
  await assert.rejects(setFundSourceActive(ctx, merchantId, wallet), refusedAs("wallet_stays"));
});

test("shares set by many at once are those of one of them", async () => {
  const merchant = await world.makeMerchant();
  await open(merchant, "meghdoot", "11112222333");
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      setShares(ctx, merchant.merchantId, {
        shares: [
          { fundSourceId: WALLET_ID, percent: n },
          { fundSourceId: "BANK_1", percent: 100 - n },
        ],
        by,
      }),
    ),
  );
  const sources = await ctx.db.inMerchant(merchant.merchantId, readFundSources);
  assert.equal(sources[0]!.sharePercent + sources[1]!.sharePercent, 100);
});

test("transit has no share, no balance and no account to show, and takes no number", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId } = merchant;
  const account = { holderName: "Demo Traders", accountNumber: "50100000000001", ifsc: "MGDT0000001" };
  await setRegisteredAccount(ctx, merchantId, { ...account, by });
  const shares = [{ fundSourceId: TRANSIT_ID, percent: 100 }];
  await assert.rejects(setShares(ctx, merchantId, { shares, by }), refusedAs("not_found"));
  const off = { fundSourceId: TRANSIT_ID, active: false, by };
  await assert.rejects(setFundSourceActive(ctx, merchantId, off), refusedAs("not_found"));
  assert.equal((await open(merchant, "meghdoot", "11112222333")).fundSourceId, "BANK_1");
});

test("one bank's accounts are fund sources of private limited and partnership businesses only", async () => {
  const attempt = async (businessType: BusinessType | null, bankId = "himshikhar"): Promise<string> => {
    const merchant = await world.makeMerchant();
    if (businessType !== null) await setBusinessType(ctx, merchant.organizationId, { businessType, by });
    try {
      return (await open(merchant, bankId, "11112222333")).fundSourceId;
    } catch (error) {
      assert.ok(FundSourceError.is(error), String(error));
      assert.equal((await ctx.db.inMerchant(merchant.merchantId, readFundSources)).length, 1);
      return error.code;
    }
  };
  assert.equal(await attempt("private_limited"), "BANK_1");
  assert.equal(await attempt("partnership"), "BANK_1");
  assert.equal(await attempt(null), "business_type_unknown");
  for (const type of ["public_limited", "proprietorship", "trust", "society"] as const) {
    assert.equal(await attempt(type), "business_type_not_served");
    for (const bankId of ["meghdoot", "purvasagar", "jugnu"])
      assert.equal(await attempt(type, bankId), "BANK_1");
  }
});
