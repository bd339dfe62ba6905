/** Tests the amounts that lending takes from each party, why it is declined, and that an ID stands for one loan. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findRequests, requestKeyScope, setPolicies } from "#approvals";
import { FundSourceError, INTERMEDIATE_ID, readFundSources, setFundSourceActive, topUp } from "#fund-sources";
import { acceptTransfer, runtimeOf } from "#transfers";
import { endAgreement, lend, LendingError, setAgreement, type LoanOutcome } from "#lending";
import { assertSound, orderTo, type Payer } from "#test/faults/fault-world";
import {
  arrive,
  borrowerAt,
  INTERMEDIATE,
  lendTo as lendAs,
  loanOf,
  makeLendingWorld,
  WALLET,
} from "#test/lending-world";

const world = await makeLendingWorld();
const { ctx } = world;

const lendTo = (merchant: Payer, loanKey: string, changes: Parameters<typeof loanOf>[1] = {}) =>
  lendAs(ctx, merchant, loanKey, changes);

const kindOf = (outcome: LoanOutcome): string =>
  outcome.kind === "not_lent" || outcome.kind === "refused" ? outcome.code : outcome.kind;

test("the example: 10,000 requested, 9,900 disbursed, fee 100, 20% and 80%", async () => {
  const merchant = await world.makeOriginator();
  const before = await world.balanceOf(merchant, WALLET);
  const outcome = await lendTo(merchant, "L1");
  assert.ok(outcome.kind === "accepted");
  assert.equal(outcome.transfer.amountPaise, 9_900_00n);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 0n, 100_00n]);
  await runtimeOf(ctx).idle();
  const [loan] = await world.readLoans(merchant);
  assert.deepEqual(
    [loan!.status, loan!.lenderPaise, loan!.originatorPaise, loan!.disbursalPaise, loan!.givenBackAt],
    ["disbursed", 8_000_00n, 2_000_00n, 9_900_00n, null],
  );
  // The charges wait until the end of the day.
  assert.equal(loan!.dueAt!.toISOString(), "2026-12-01T18:30:00.000Z");
  await assertSound(world, [merchant]);
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 100_00n, 0n]);
  const { feePaise, taxPaise } = outcome.transfer;
  assert.ok(feePaise > 0n);
  assert.equal(await world.balanceOf(merchant, WALLET), before - feePaise - taxPaise);
  await assertSound(world, [merchant]);
});

test("a charge named after the lender is the lender's", async () => {
  const merchant = await world.makeOriginator();
  const charges = [
    { name: "LENDER", amountPaise: 60_01n },
    { name: "insurance", amountPaise: 10_00n },
    { name: "lender", amountPaise: 1n },
    { name: "nothing", amountPaise: 0n },
  ];
  await lendTo(merchant, "L1", { charges });
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [60_02n, 10_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("a loan without charges is over with its transfer", async () => {
  const merchant = await world.makeOriginator();
  await lendTo(merchant, "L1", { charges: [] });
  await runtimeOf(ctx).idle();
  const [loan] = await world.readLoans(merchant);
  assert.deepEqual([loan!.status, loan!.dueAt], ["disbursed", null]);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 0n, 0n]);
  await assertSound(world, [merchant]);
});

test("policies and the limit of a key judge a loan by its whole amount, not by what its charges leave", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 16_000_00n, originatorPaise: 4_000_00n });
  const { merchantId, clientId } = merchant;
  const any = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }] as const;
  const policies = [{ name: "Large", ...any, fromPaise: 5_000_00n, levels: [...levels] }];
  await setPolicies(ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  const charges = [{ name: "processingFee", amountPaise: 9_999_00n }];
  const outcome = await lendTo(merchant, "L1", { charges });
  assert.ok(outcome.kind === "accepted");
  assert.deepEqual([outcome.transfer.amountPaise, outcome.transfer.status], [1_00n, "awaiting_approval"]);
  const { transferId } = outcome.transfer;
  const requests = await ctx.db.inMerchant(merchantId, (tx) => findRequests(tx, "transfer", [transferId]));
  assert.equal(requests.get(transferId)!.amountPaise, 10_000_00n);
  await requestKeyScope(ctx, merchantId, { dayLimitPaise: 5_000_00n });
  assert.equal(
    kindOf(await lendTo(merchant, "L2", { charges, by: `api-key:${clientId}` })),
    "key_limit_exceeded",
  );
});

test("a policy for the fund source that pays loans applies to them", async () => {
  const merchant = await world.makeOriginator();
  const any = { fromPaise: null, toPaise: null, rails: null, creators: null };
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }] as const;
  const policies = [{ name: "Loans", ...any, fundSourceIds: [INTERMEDIATE_ID], levels: [...levels] }];
  await setPolicies(ctx, merchant.merchantId, { subjectKind: "transfer", policies, by: "system" });
  const outcome = await lendTo(merchant, "L1");
  assert.ok(outcome.kind === "accepted");
  assert.equal(outcome.transfer.status, "awaiting_approval");
});

test("a ledger that is short by a paisa declines the loan, and neither is touched", async () => {
  const short: [Parameters<typeof world.makeOriginator>[0], string][] = [
    [{ lenderPaise: 7_999_99n }, "lender_short"],
    [{ originatorPaise: 1_999_99n }, "account_short"],
    [{ lenderPaise: 0n, originatorPaise: 0n }, "lender_short"],
    // The platform's own charges are not part of the loan: the wallet pays them.
    [{ walletPaise: 1_00n }, "account_short"],
  ];
  for (const [options, code] of short) {
    const merchant = await world.makeOriginator(options);
    const before = await world.ledgersOf(merchant);
    assert.equal(kindOf(await lendTo(merchant, "L1")), code);
    assert.deepEqual(await world.ledgersOf(merchant), before);
    assert.deepEqual(await world.readLoans(merchant), []);
    await assertSound(world, [merchant]);
  }
});

test("what was declined leaves its id free", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 7_999_99n });
  await lendTo(merchant, "L1");
  await arrive(world, merchant, { party: "lender", amountPaise: 1n });
  assert.equal(
    kindOf(await lendTo(merchant, "L1", { payee: { beneId: "nobody" } })),
    "beneficiary_not_found",
  );
  assert.deepEqual(await world.ledgersOf(merchant), [8_000_00n, 2_000_00n, 0n]);
  assert.equal(kindOf(await lendTo(merchant, "L1")), "accepted");
  await assertSound(world, [merchant]);
});

test("charges must leave something to disburse", async () => {
  const merchant = await world.makeOriginator();
  const fee = (amountPaise: bigint) => ({ charges: [{ name: "fee", amountPaise }] });
  assert.equal(kindOf(await lendTo(merchant, "L1", fee(10_000_01n))), "charges_exceed_amount");
  assert.equal(kindOf(await lendTo(merchant, "L1", fee(10_000_00n))), "charges_exceed_amount");
  assert.equal(kindOf(await lendTo(merchant, "L1", fee(9_999_01n))), "amount_below_minimum");
  assert.equal(kindOf(await lendTo(merchant, "L1", fee(9_999_00n))), "accepted");
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [0n, 9_999_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("uneven paise: shares are the amount, whatever the split", async () => {
  for (const [lenderPercent, amountPaise, lenderPaise] of [
    [80, 1_01n, 80n],
    [33, 1_00_01n, 33_00n],
    [67, 9_99_99n, 6_69_99n],
    [1, 1_99n, 1n],
    [0, 5_55n, 0n],
    [100, 5_55n, 5_55n],
  ] as const) {
    const merchant = await world.makeOriginator({ lenderPercent });
    const outcome = await lendTo(merchant, "L1", { amountPaise, charges: [] });
    assert.equal(outcome.kind, "accepted");
    const [loan] = await world.readLoans(merchant);
    assert.equal(loan!.lenderPaise, lenderPaise);
    assert.equal(loan!.lenderPaise + loan!.originatorPaise, amountPaise);
    await world.finish(merchant);
    await assertSound(world, [merchant]);
  }
});

test("the same id again is the same loan, and another loan under it is noticed", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 80_000_00n, originatorPaise: 20_000_00n });
  const first = await lendTo(merchant, "L1");
  assert.ok(first.kind === "accepted");
  const changes: [Parameters<typeof loanOf>[1], boolean][] = [
    [{}, true],
    [{ charges: [{ name: "otherFee", amountPaise: 100_00n }] }, false],
    [{ amountPaise: 10_100_00n, charges: [{ name: "processingFee", amountPaise: 200_00n }] }, false],
    [{ amountPaise: 10_001_00n }, false],
    [{ payee: borrowerAt("026291800001192") }, false],
  ];
  for (const [change, sameContent] of changes) {
    const again = await lendTo(merchant, "L1", change);
    assert.ok(again.kind === "repeated" && again.sameContent === sameContent, JSON.stringify(again.kind));
    assert.equal(again.transfer.transferId, first.transfer.transferId);
  }
  // The ID of an ordinary transfer is taken, too.
  await acceptTransfer(ctx, merchant.merchantId, { ...orderTo("T1"), amountPaise: 1_00n });
  const taken = await lendTo(merchant, "T1");
  assert.ok(taken.kind === "repeated" && !taken.sameContent);
  await world.finish(merchant);
  assert.equal((await world.readLoans(merchant)).length, 1);
  await assertSound(world, [merchant]);
});

test("no agreement, no loan; an ended one makes no new loans and ends no old ones", async () => {
  const stranger = await world.makePayer();
  assert.equal(kindOf(await lend(ctx, stranger.merchantId, loanOf("L1"))), "not_agreed");
  const { merchantId } = stranger;
  await assert.rejects(endAgreement(ctx, merchantId, { by: "system" }), (error) =>
    LendingError.is(error, "not_agreed"),
  );
  const merchant = await world.makeOriginator();
  await lendTo(merchant, "L1", { amountPaise: 1_000_00n });
  await endAgreement(ctx, merchant.merchantId, { by: "system" });
  assert.equal(kindOf(await lendTo(merchant, "L2", { amountPaise: 1_000_00n })), "not_agreed");
  assert.equal(kindOf(await lendTo(merchant, "L1", { amountPaise: 1_000_00n })), "repeated");
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [7_200_00n, 1_900_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("shares total 100%, and loans keep the split they were made by", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 80_000_00n, originatorPaise: 20_000_00n });
  const agree = (lenderPercent: number, originatorPercent: number, lenderName = "Sahayak") =>
    setAgreement(ctx, merchant.merchantId, { lenderName, lenderPercent, originatorPercent, by: "system" });
  for (const [lender, originator] of [
    [80, 19],
    [80, 21],
    [101, -1],
    [79.5, 20.5],
    [Number.NaN, 20],
  ] as const)
    await assert.rejects(agree(lender, originator), (error) => LendingError.is(error, "split_not_whole"));
  for (const name of ["", " ", "x".repeat(101)])
    await assert.rejects(agree(80, 20, name), (error) => LendingError.is(error, "lender_name_invalid"));
  await lendTo(merchant, "L1");
  const { version } = await agree(50, 50);
  assert.equal(version, 2);
  await lendTo(merchant, "L2");
  const shares = (await world.readLoans(merchant)).map((loan) => [loan.agreementVersion, loan.lenderPaise]);
  assert.deepEqual(shares, [
    [2, 5_000_00n],
    [1, 8_000_00n],
  ]);
  await world.finish(merchant);
  await assertSound(world, [merchant]);
});

test("two loans at once cannot both have the last rupee", async () => {
  const merchant = await world.makeOriginator();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => lendAs(n % 2 === 0 ? ctx : { ...ctx }, merchant, `L${n}`)),
  );
  const kinds = outcomes.map(kindOf).toSorted();
  assert.deepEqual(kinds, ["accepted", ...Array<string>(7).fill("lender_short")]);
  await world.finish(merchant);
  assert.equal((await world.readLoans(merchant)).length, 1);
  await assertSound(world, [merchant]);
});

test("one id at once from many sides is one loan", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 80_000_00n, originatorPaise: 20_000_00n });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => lendTo(merchant, "L1")));
  assert.equal(outcomes.filter(({ kind }) => kind === "accepted").length, 1);
  assert.ok(outcomes.every((one) => one.kind === "accepted" || (one.kind === "repeated" && one.sameContent)));
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [72_000_00n, 18_100_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("loans and usual transfers go on beside one another", async () => {
  const merchant = await world.makeOriginator({ lenderPaise: 8_000_00n, walletPaise: 10_000_00n });
  const { merchantId } = merchant;
  const work = Array.from({ length: 20 }, (_, n) => [
    acceptTransfer(ctx, merchantId, { ...orderTo(`T${n}`), amountPaise: 10_00n }),
    lendTo(merchant, `L${n}`, { amountPaise: 100_00n, charges: [{ name: "fee", amountPaise: 1_00n }] }),
  ]).flat();
  const kinds = (await Promise.all(work)).map(({ kind }) => kind);
  assert.ok(kinds.every((kind) => kind === "accepted"));
  await world.finish(merchant);
  assert.deepEqual(await world.ledgersOf(merchant), [6_400_00n, 1_620_00n, 0n]);
  await assertSound(world, [merchant]);
});

test("no order of the merchant is paid from the ledgers, and no one tops up what only lies between", async () => {
  const merchant = await world.makeOriginator({ walletPaise: 0n });
  const { merchantId, bankId } = merchant;
  const sources = await ctx.db.inMerchant(merchantId, readFundSources);
  assert.deepEqual(
    sources.map(({ fundSourceId }) => fundSourceId),
    ["WALLET_1", "INTERMEDIATE_1", "ORIGINATOR_1", "LENDER_1"],
  );
  for (const fundSourceId of ["LENDER_1", "ORIGINATOR_1", "INTERMEDIATE_1"]) {
    const order = { ...orderTo(`T_${fundSourceId}`), fundSourceId };
    const refused = await acceptTransfer(ctx, merchantId, order);
    assert.ok(refused.kind === "refused" && refused.code === "fund_source_not_available");
    const off = { fundSourceId, active: false, by: "system" } as const;
    await assert.rejects(setFundSourceActive(ctx, merchantId, off), (error) =>
      FundSourceError.is(error, "not_found"),
    );
  }
  const unnamed = await acceptTransfer(ctx, merchantId, orderTo("T"));
  assert.ok(unnamed.kind === "failed" && unnamed.code === "insufficient_balance");
  const credit = { bankId, utr: "BETWEEN", amountPaise: 1_00n, fundSourceId: "INTERMEDIATE_1" };
  await assert.rejects(topUp(ctx, merchantId, credit), (error) => FundSourceError.is(error, "not_found"));
  assert.equal(await world.balanceOf(merchant, INTERMEDIATE), 0n);
});
