/** One member tried to stop the bank of a live merchant so that no Owner can pay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBalance, WALLET_ID } from "#fund-sources";
import { istDate } from "#lib/ist";
import type { BankStatementKind } from "#banks";
import { verifyLedger } from "#proof";
import {
  importStatement,
  matchBreak,
  matchLines,
  resolveBreak,
  undoBreak,
  undoMatch,
  writeStopLimit,
} from "#reconciliation";
import { runtimeOf } from "#transfers";
import { crashAt } from "#test/crash-at";
import { makeFaultWorld } from "#test/faults/fault-world";
import { openFourEyes } from "#test/four-eyes";
import { type HandLine, makeStatement } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { linesOf, breaksOf } = makeScene(world);
const { dashboard, orderOf, approve, queueOf, stateGap, stateCredit } = openFourEyes(world);

/** A live merchant with a bank, an Owner and a clerk who may manage settings. */
async function makeLive() {
  const merchant = await world.makeMerchant({
    mode: "live",
    balancePaise: 1_00_00_000_00n,
    bankIds: ["meghdoot"],
    simulator: world.simulator,
  });
  const { merchantId, organizationId } = merchant;
  const owner = await dashboard.logIn(organizationId, "owner");
  const clerk = await dashboard.logIn(organizationId, {
    permissions: ["access_transfers", "manage_settings", "approve_changes"],
  });
  const isOn = async () => {
    const [bank] = await world.look<{ enabled: boolean }>(
      "select enabled from fund_sources.bank_connection where merchant_id = $1",
      [merchantId],
    );
    return bank!.enabled;
  };
  const stateAs = async (kind: BankStatementKind, lines: readonly HandLine[]) => {
    const day = istDate(new Date());
    const statement = makeStatement({ debitAccount: merchant.debitAccount!, day, kind, lines });
    await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
    await matchLines(ctx, merchantId);
  };
  const state = (...lines: HandLine[]) => stateAs("intraday", lines);
  const pay = async (amount: string) => {
    const order = orderOf(amount);
    await owner.ask("createTransfer", { merchantId, ...order });
    await runtimeOf(ctx).idle();
    return order.transferKey;
  };
  const topUps = async () => {
    await matchLines(ctx, merchantId);
    const rows = await world.look<{ utr: string }>(
      `select utr from fund_sources.top_up
       where merchant_id = $1 and utr not like 'OPENING-%' order by utr`,
      [merchantId],
    );
    return rows.map(({ utr }) => utr);
  };
  return { merchant, merchantId, owner, clerk, isOn, state, stateAs, pay, topUps };
}

const chargeOf = (amountPaise: bigint): HandLine => ({
  side: "debit",
  amountPaise,
  kind: "charge",
  utr: `CHG${amountPaise}`,
  narration: "FEE",
});

/** Returns the names of a payment, at its bank and here. */
async function namesOf(merchantId: string, transferKey: string) {
  const [names] = await world.look<{ reference: string; referenceId: string }>(
    `select reference, reference_id as "referenceId"
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1
       and transfer_key = $2`,
    [merchantId, transferKey],
  );
  return { reference: names!.reference, referenceId: BigInt(names!.referenceId) };
}

const LARGE = 20_000_00n;
const stopAbove = (merchantId: string, stopAbovePaise: bigint) =>
  ctx.db.inMerchant(merchantId, (tx) => writeStopLimit(tx, { stopAbovePaise, by: "system" }));

test("a debit matched by hand gives way to the payment's own line and stops no bank, whatever the amount", async () => {
  const { merchant, merchantId, owner, clerk, isOn, state, pay } = await makeLive();
  await stopAbove(merchantId, LARGE);
  const match = { debitAccount: merchant.debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "cut-answer" } });
  const transferKey = await pay("20000.00");
  await state(chargeOf(LARGE));
  await stopAbove(merchantId, 0n);
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  const said = { merchantId, breakId: items[0].breakId, note: "this one" };
  await clerk.ask("matchBreak", { ...said, transferKey });
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  await matchLines(ctx, merchantId);
  const { reference } = await namesOf(merchantId, transferKey);
  await state(chargeOf(LARGE), { side: "debit", amountPaise: LARGE, reference });
  assert.equal(await isOn(), true);
  const left = await clerk.ask("listBreaks", { merchantId, open: true });
  assert.deepEqual(
    left.items.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail]),
    [["bank_charge", "a person had matched it to a payment, whose own line has come"]],
  );
  assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched reference"]);
  // The payment has its UTR from this line, but that does not tie the line to it again.
  await matchLines(ctx, merchantId);
  assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched reference"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("one debit takes money for no payment that is not known to be made, without a second person", async () => {
  const { merchant, merchantId, owner, clerk, state, pay } = await makeLive();
  const match = { debitAccount: merchant.debitAccount };
  const refuse = { match, mishap: { kind: "fail", code: "M5" }, times: 2 };
  await world.simulator.control("POST", "/sim/script", refuse);
  const failed = [await pay("118.00"), await pay("118.00")];
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "cut-answer" } });
  const unanswered = await pay("118.00");
  await state(chargeOf(118_00n));
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  const { breakId } = items.find(({ kind }: { kind: string }) => kind === "bank_charge");
  const matchWith = (transferKey: string) =>
    clerk.ask("matchBreak", { merchantId, breakId, note: "this one", transferKey });
  const readWallet = () => ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));
  const before = await readWallet();
  for (const transferKey of [...failed, unanswered]) {
    const { waits } = await matchWith(transferKey);
    assert.notEqual(waits, null);
    await matchLines(ctx, merchantId);
    assert.deepEqual(await readWallet(), before);
    const { items: requests } = await clerk.ask("listApprovals", { merchantId, kinds: ["credit"] });
    assert.equal(requests[0].proposal.effect, "payment");
    await clerk.ask("withdrawRequest", { merchantId, requestId: requests[0].requestId });
  }
  await matchWith(failed[0]!);
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  await matchLines(ctx, merchantId);
  const taken = await readWallet();
  assert.notDeepEqual(taken, before);
  await clerk.ask("undoBreak", { merchantId, breakId, note: "another one" });
  assert.notEqual((await matchWith(failed[1]!)).waits, null);
  await matchLines(ctx, merchantId);
  assert.deepEqual(await readWallet(), taken);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("a debit that gave way waits for its reversal again, and is paired with it", async () => {
  const { merchant, merchantId, owner, clerk, isOn, state, pay } = await makeLive();
  const match = { debitAccount: merchant.debitAccount };
  const refuse = { match, mishap: { kind: "fail", code: "M5" }, times: 1 };
  await world.simulator.control("POST", "/sim/script", refuse);
  const [refused, paid] = [await pay("20000.00"), await pay("20000.00")];
  const debitOf = async (transferKey: string): Promise<HandLine> => ({
    side: "debit",
    amountPaise: LARGE,
    reference: (await namesOf(merchantId, transferKey)).reference,
  });
  const [its, own] = [await debitOf(refused), await debitOf(paid)];
  await state(its);
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  assert.deepEqual([items.length, items[0].kind], [1, "awaits_reversal"]);
  const said = { merchantId, breakId: items[0].breakId, note: "this one" };
  // The bank names another payment, so one person does not take the debit from that one.
  assert.notEqual((await clerk.ask("matchBreak", { ...said, transferKey: paid })).waits, null);
  assert.deepEqual(await linesOf(merchant), ["debit suspense reference"]);
  const [request] = await queueOf(owner, merchantId, "credit");
  assert.deepEqual([request!.proposal.effect, request!.proposal.takenFrom], ["debit", refused]);
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  await matchLines(ctx, merchantId);
  assert.deepEqual(await linesOf(merchant), ["debit matched by_hand"]);
  await state(its, own);
  assert.equal(await isOn(), true);
  assert.deepEqual(await linesOf(merchant), ["debit suspense reference", "debit matched reference"]);
  await state(its, own, { ...its, side: "credit", kind: "reversal" });
  assert.deepEqual(await linesOf(merchant), [
    "debit paired reference",
    "debit matched reference",
    "credit paired reference",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["awaits_reversal bank_corrected"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("a payment's own line that comes while another is being matched to it by hand stops no bank", async () => {
  for (const mishap of [null, { kind: "cut-answer" }]) {
    const { merchant, merchantId, clerk, isOn, state, pay } = await makeLive();
    const match = { debitAccount: merchant.debitAccount };
    if (mishap !== null) await world.simulator.control("POST", "/sim/script", { match, mishap });
    const transferKey = await pay("118.00");
    await state(chargeOf(118_00n));
    const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
    const { breakId } = items[0];
    const { reference, referenceId } = await namesOf(merchantId, transferKey);
    const byHand = { breakId, referenceId, note: "this one", by: "system" } as const;
    await crashAt(world, "reconciliation.by_hand.tied", () => matchBreak(ctx, merchantId, byHand));
    await state(chargeOf(118_00n), { side: "debit", amountPaise: 118_00n, reference });
    assert.equal(await isOn(), true);
    assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched reference"]);
    assert.deepEqual(await breaksOf(merchant), ["bank_charge"]);
    assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  }
});

test("a charge matched by hand gives way to a payment's own line that is known only by its likeness", async () => {
  const { merchant, merchantId, clerk, isOn, state, stateAs, pay } = await makeLive();
  const transferKey = await pay("118.00");
  await state(chargeOf(118_00n));
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  await clerk.ask("matchBreak", { merchantId, breakId: items[0].breakId, note: "this one", transferKey });
  await stopAbove(merchantId, 0n);
  const [payee] = await world.look<{ last4: string }>(
    "select account_last4 as last4 from beneficiaries.beneficiary where merchant_id = $1",
    [merchantId],
  );
  const counterparty = { name: null, accountNumber: `XXXX${payee!.last4}`, ifsc: null };
  await stateAs("end_of_day", [chargeOf(118_00n), { side: "debit", amountPaise: 118_00n, counterparty }]);
  assert.equal(await isOn(), true);
  assert.deepEqual(await linesOf(merchant), ["debit suspense", "debit matched likeness"]);
});

test("a reference that was debited twice stops the bank, also if the first debit was matched by hand", async () => {
  const { merchant, merchantId, clerk, isOn, state, pay } = await makeLive();
  const transferKey = await pay("118.00");
  const { reference } = await namesOf(merchantId, transferKey);
  const own: HandLine = { side: "debit", amountPaise: 118_00n, reference };
  await state(own);
  const [line] = await world.look<{ lineId: string }>(
    `select line_id as "lineId" from reconciliation.line where merchant_id = $1`,
    [merchantId],
  );
  await undoMatch(ctx, merchantId, { lineId: line!.lineId, note: "another one", by: "system" });
  const { items } = await clerk.ask("listBreaks", { merchantId, open: true });
  const said = { merchantId, breakId: items[0].breakId, note: "it is this one" };
  await clerk.ask("matchBreak", { ...said, transferKey });
  assert.deepEqual(await linesOf(merchant), ["debit matched by_hand"]);
  await state(own, own);
  assert.equal(await isOn(), false);
  assert.deepEqual(await linesOf(merchant), ["debit matched by_hand", "debit suspense reference"]);
});

test("a bank that a lower stop limit stopped goes on when the limit is given back", async () => {
  const { merchantId, owner, clerk, isOn, state } = await makeLive();
  const setLimit = (by: typeof owner, stopAbove: string) => by.ask("setStopLimit", { merchantId, stopAbove });
  await setLimit(clerk, "0.00");
  await state(chargeOf(5_90n));
  assert.equal(await isOn(), false);
  await setLimit(owner, "10000.00");
  assert.equal(await isOn(), true);
  await setLimit(clerk, "0.00");
  await state(chargeOf(5_90n), chargeOf(6_90n));
  await state(chargeOf(5_90n), chargeOf(6_90n), chargeOf(10_001_00n));
  await setLimit(owner, "10000.00");
  assert.equal(await isOn(), false, "it was stopped by more than the limit that was given back");
});

/** The Owner and the clerk accept a gap between two statements, whose second credit then reaches the wallet. */
async function makeAccepted() {
  const live = await makeLive();
  const { merchant, merchantId, owner, clerk } = live;
  await stateGap(merchant, ["ONE", "TWO"]);
  const { items } = await owner.ask("listBreaks", { merchantId, open: true });
  const said = { merchantId, breakId: items[0].breakId as string, note: "the letter of the bank" };
  await clerk.ask("resolveBreak", { ...said, resolution: "explained" });
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  assert.deepEqual(await live.topUps(), ["ONE", "TWO"]);
  const resolve = (by: typeof owner, resolution = "explained") =>
    by.ask("resolveBreak", { ...said, resolution });
  const undo = (by: typeof owner) => by.ask("undoBreak", said);
  return { ...live, resolve, undo, breakId: said.breakId };
}

test("an Owner restores at once the end of a gap that a member undid, and the Owners hear of both", async () => {
  const { merchant, merchantId, breakId, owner, clerk, topUps, resolve, undo } = await makeAccepted();
  await undo(clerk);
  await stateCredit(merchant, { utr: "THREE", daysAgo: 1, openingPaise: 100_070_00n });
  assert.deepEqual(await topUps(), ["ONE", "TWO"], "credits wait again");
  // A request of the member who undid it does not stand in the way, and no one else is offered the same.
  assert.notEqual((await resolve(clerk)).waits, null);
  assert.equal((await clerk.ask("getBreak", { merchantId, breakId })).undone, null);
  assert.equal((await owner.ask("getBreak", { merchantId, breakId })).undone.resolution, "explained");
  assert.equal((await resolve(owner)).resolution, "explained");
  assert.deepEqual(await topUps(), ["ONE", "THREE", "TWO"]);
  const announced = await world.look<{ action: string }>(
    `select action from audit.record
     where merchant_id = $1
       and action in ('approvals.tightening_undone', 'reconciliation.accepted_gap_undone')
     order by seq`,
    [merchantId],
  );
  assert.deepEqual(
    announced.map(({ action }) => action),
    ["reconciliation.accepted_gap_undone", "approvals.tightening_undone"],
  );
});

test("an Owner releases no credits alone after an own undoing, in another way, or after a week", async () => {
  const { owner, clerk, merchantId, resolve, undo } = await makeAccepted();
  await undo(clerk);
  assert.notEqual((await resolve(owner, "written_off")).waits, null);
  assert.equal(await approve(clerk, merchantId, "credit"), "approved");
  await undo(owner);
  assert.notEqual((await resolve(owner)).waits, null);
  assert.equal(await approve(clerk, merchantId, "credit"), "approved");
  await undo(clerk);
  await world.look("update approvals.tightened set at = at - interval '8 days' where merchant_id = $1", [
    merchantId,
  ]);
  assert.notEqual((await resolve(owner)).waits, null);
});

test("an Owner restores no end of a gap past what the operator said since, but past what a member said", async () => {
  const { owner, clerk, merchantId, breakId, resolve, undo } = await makeAccepted();
  await undo(clerk);
  await resolve(clerk, "not_ours");
  await undo(owner);
  assert.equal((await resolve(owner)).resolution, "explained");
  await undo(clerk);
  await resolve(clerk, "not_ours");
  await undoBreak(ctx, merchantId, { breakId, note: "it must be looked at again", by: "system" });
  assert.notEqual((await resolve(owner)).waits, null, "the operator said that it is open");
  assert.equal(await approve(clerk, merchantId, "credit"), "approved");
  await undo(clerk);
  const note = "the bank says it is another account";
  await resolveBreak(ctx, merchantId, { breakId, resolution: "not_ours", note, by: "system" });
  await undo(owner);
  assert.notEqual((await resolve(owner)).waits, null);
});
