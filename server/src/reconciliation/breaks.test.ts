import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { istDate } from "#rails";
import {
  assignBreak,
  importStatement,
  listBreaks,
  matchBreak,
  matchLines,
  readBreak,
  readReconciliationFigures,
  resolveBreak,
  setStopLimit,
  undoBreak,
  undoMatch,
} from "#reconciliation";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { makeStatement, type HandLine } from "./test/make-statement.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const amountPaise = 100_00n;
const by = "system" as const;

async function state(merchant: Payer, lines: readonly HandLine[]): Promise<void> {
  const day = istDate(new Date());
  const statement = makeStatement({ debitAccount: merchant.debitAccount, day, kind: "intraday", lines });
  await importStatement(ctx, merchant.merchantId, { bankId: merchant.bankId, statement });
  await matchLines(ctx, merchant.merchantId);
}

async function send(merchant: Payer, key: string): Promise<{ referenceId: bigint; reference: string }> {
  await acceptTransfers(ctx, merchant.merchantId, [orderTo(key)]);
  await runtimeOf(ctx).idle();
  const [sent] = await world.look<{ referenceId: string; reference: string }>(
    `select reference_id as "referenceId", reference
     from transfers.transfer join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1 and transfer_key = $2`,
    [merchant.merchantId, key],
  );
  return { ...sent!, referenceId: BigInt(sent!.referenceId) };
}

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

test("an unknown debit above the merchant's limit stops the bank, one at it does not", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  await setStopLimit(ctx, merchantId, { stopAbovePaise: 50_00n, by });
  const isOn = async (): Promise<unknown> =>
    (
      await world.look(
        "select enabled, stopped_because is not null as said from fund_sources.bank_connection where merchant_id = $1",
        [merchantId],
      )
    )[0];
  await state(merchant, [{ side: "debit", amountPaise: 50_00n, reference: "A" }]);
  assert.deepEqual(await isOn(), { enabled: true, said: false });
  await state(merchant, [
    { side: "debit", amountPaise: 50_00n, reference: "A" },
    { side: "debit", amountPaise: 50_01n, reference: "B" },
  ]);
  assert.deepEqual(await isOn(), { enabled: false, said: true });
});

test("the figures say what share was reconciled in time", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const { reference } = await send(merchant, "ONE");
  await state(merchant, [{ side: "debit", amountPaise, reference }]);
  const { fromPayment, fromStatement, openBreaks } = await readReconciliationFigures(ctx, merchantId, {
    days: 7,
  });
  const one = { reconciled: 1, total: 1 };
  const all = { fiveMinutes: one, oneHour: one, oneDay: one };
  assert.deepEqual([fromPayment, fromStatement, openBreaks], [all, all, 0]);
});
