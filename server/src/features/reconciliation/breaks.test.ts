import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import {
  assignBreak,
  listBreaks,
  matchBreak,
  matchLines,
  readBreak,
  readReconciliationFigures,
  resolveBreak,
  undoBreak,
  undoMatch,
} from "#reconciliation";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const amountPaise = 100_00n;
const by = "system" as const;

const scene = makeScene(world);
const { send } = scene;
const state = (merchant: Payer, lines: readonly HandLine[]) =>
  scene.state(merchant, lines, { kind: "intraday" });

async function assertSound({ merchantId }: Payer): Promise<void> {
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
}

const listOpen = (merchant: Payer) => listBreaks(ctx, merchant.merchantId, { open: true, limit: 50 });

test("a break is assigned, resolved with words, opened again, and matched by hand; all of it is history", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const { asha, ravi } = await makeMembers(ctx, organizationId, { asha: "admin", ravi: "viewer" });
  const { referenceId } = await send(merchant, "ONE");
  await state(merchant, [{ side: "debit", amountPaise, reference: "OTHER" }]);
  const [{ breakId, kind } = assert.fail()] = await listOpen(merchant);
  assert.equal(kind, "unknown_debit");
  const actor = `member:${asha}` as const;
  await assert.rejects(assignBreak(ctx, merchantId, { breakId, ownerId: asha!, by: `member:${ravi}` }), {
    name: "access.not_permitted",
  });
  await assignBreak(ctx, merchantId, { breakId, ownerId: asha!, by: actor });
  const resolved = {
    breakId,
    resolution: "explained",
    note: "the bank's letter of today",
    by: actor,
  } as const;
  await resolveBreak(ctx, merchantId, resolved);
  await assert.rejects(resolveBreak(ctx, merchantId, resolved), { name: "reconciliation.break_closed" });
  assert.deepEqual(await listOpen(merchant), []);
  await undoBreak(ctx, merchantId, { breakId, note: "that was another one", by: actor });
  await assertSound(merchant);
  await assert.rejects(matchBreak(ctx, merchantId, { breakId, referenceId: 1n, note: "x", by: actor }), {
    name: "reconciliation.transfer_not_found",
  });
  const matched = await matchBreak(ctx, merchantId, { breakId, referenceId, note: "same payee", by: actor });
  assert.equal(matched.resolution, "matched");
  const audited = await world.look(
    `select actor, detail ->> 'note' as note from audit.record
     where merchant_id = $1 and action = 'reconciliation.break_matched'`,
    [merchantId],
  );
  assert.deepEqual(audited, [{ actor, note: "same payee" }]);
  await assertSound(merchant);
  await undoBreak(ctx, merchantId, { breakId, note: "no, it is not", by: actor });
  await matchLines(ctx, merchantId);
  await assertSound(merchant);
  const { history, ownerName, line } = await readBreak(ctx, merchantId, breakId);
  assert.equal(line?.state, "suspense");
  assert.ok(ownerName !== null);
  assert.deepEqual(
    history.map(({ action }) => action),
    ["opened", "assigned", "resolved", "undone", "matched", "undone"],
  );
});

test("a rule's match that is undone stays undone, and what it alone had proved is a break", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  const match = { debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "cut-answer" } });
  const { reference } = await send(merchant, "SILENT");
  await state(merchant, [{ side: "debit", amountPaise, reference }]);
  const [line] = await world.look<{ lineId: string; state: string }>(
    `select line_id as "lineId", state from reconciliation.line where merchant_id = $1`,
    [merchantId],
  );
  assert.equal(line?.state, "matched");
  await undoMatch(ctx, merchantId, { lineId: line.lineId, note: "a mistake of the bank", by });
  await matchLines(ctx, merchantId);
  await assertSound(merchant);
  const kinds = (await listOpen(merchant)).map(({ kind }) => kind).sort();
  assert.deepEqual(kinds, ["evidence_withdrawn", "unknown_debit"]);
});

test("only what fits is matched by hand", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  await state(merchant, [
    { side: "debit", amountPaise, reference: one.reference },
    { side: "debit", amountPaise: 99_00n, reference: "A" },
    { side: "debit", amountPaise, reference: "B" },
    { side: "credit", amountPaise: 7_00n, kind: "return", reference: "C" },
  ]);
  const breaks = await listOpen(merchant);
  const refuse = async (paise: bigint, side: bigint, name: string): Promise<void> => {
    const { breakId } = breaks.find((one) => one.amountPaise === paise)!;
    const match = { breakId, referenceId: side, note: "by hand", by };
    await assert.rejects(matchBreak(ctx, merchantId, match), { name: `reconciliation.${name}` });
  };
  await refuse(99_00n, two.referenceId, "amount_differs");
  await refuse(amountPaise, one.referenceId, "already_matched");
  await refuse(7_00n, two.referenceId, "amount_differs");
  for (const note of [" ", "x".repeat(501), "a\u202eb"])
    await assert.rejects(
      resolveBreak(ctx, merchantId, { breakId: breaks[0]!.breakId, resolution: "not_ours", note, by }),
      { name: "reconciliation.note_invalid" },
    );
  await assertSound(merchant);
});

test("a line with the UTR of a recharge cannot be matched to a payment, and is not said to be credited", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId, debitAccount } = merchant;
  const { referenceId } = await send(merchant, "ONE");
  const credit = { bankId, account: debitAccount, amount: "7.00", utr: "RECHARGE1" };
  await world.simulator.control("POST", "/sim/credits", credit);
  await state(merchant, [{ side: "credit", amountPaise, utr: "RECHARGE1", kind: "return" }]);
  const [{ breakId, kind } = assert.fail()] = await listOpen(merchant);
  assert.equal(kind, "top_up_contradiction");
  await assert.rejects(matchBreak(ctx, merchantId, { breakId, referenceId, note: "returned", by }), {
    name: "reconciliation.is_recharge",
    message: /^A recharge has the UTR of this line/,
  });
  assert.equal((await readBreak(ctx, merchantId, breakId)).closedAt, null);
});

test("the figures say what share was reconciled in time", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const { reference } = await send(merchant, "ONE");
  await state(merchant, [{ side: "debit", amountPaise, reference }]);
  const { fromPayment, fromStatement, openBreaks, ...byDay } = await readReconciliationFigures(
    ctx,
    merchantId,
    {
      days: 7,
    },
  );
  const one = { reconciled: 1, total: 1 };
  const all = { fiveMinutes: one, oneHour: one, oneDay: one };
  assert.deepEqual([fromPayment, fromStatement, openBreaks], [all, all, 0]);
  const days = [byDay.fromPaymentByDay, byDay.fromStatementByDay];
  for (const found of days)
    assert.deepEqual(
      found.map(({ ages }) => ages),
      [all],
    );
});
