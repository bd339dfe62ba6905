import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#rails";
import { importStatement, matchLines } from "#reconciliation";
import { makeFaultWorld } from "#test/faults/fault-world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeFaultWorld();
const { run, fail } = makeOperator(world);

test("an operator sees what does not agree, ends it, and lets a stopped bank go on", async () => {
  const { merchantId: merchant, debitAccount, bankId } = await world.makePayer();
  const day = istDate(new Date());
  const line = {
    lineId: "L1",
    side: "debit",
    amountPaise: 20_000_00n,
    bookedAt: new Date(),
    kind: "payment",
    reference: "UNKNOWN",
    utr: null,
    narration: "",
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  } as const;
  const statement = {
    statementId: "S1",
    kind: "intraday",
    sequenceNo: null,
    debitAccount,
    day,
    openingPaise: 0n,
    closingPaise: -20_000_00n,
    lines: [line],
  } as const;
  await importStatement(world.ctx, merchant, { bankId, statement });
  await matchLines(world.ctx, merchant);
  const [found] = (await run("list-breaks", { merchant })) as { breakId: string; kind: string }[];
  assert.equal(found?.kind, "unknown_debit");
  const { banks } = (await run("list-statements", { merchant })) as { banks: { enabled: boolean }[] };
  assert.equal(banks[0]?.enabled, false);
  const about = { merchant, break: found.breakId };
  await run("resolve-break", { ...about, resolution: "bank_corrected", note: "refunded by the branch" });
  assert.deepEqual(await run("list-breaks", { merchant }), []);
  await run("undo-break", { ...about, note: "not refunded after all" });
  const shown = (await run("show-break", about)) as { history: { action: string }[] };
  assert.deepEqual(
    shown.history.map(({ action }) => action),
    ["opened", "resolved", "undone"],
  );
  await run("switch-bank", { merchant, bank: bankId, to: "on" });
  assert.match(await fail("resolve-break", { ...about, resolution: "sorry", note: "x" }), /one of explained/);
});

test("an operator holds sending back after a restore, and can let a bank go on", async () => {
  const { merchantId: merchant, bankId: bank } = await world.makePayer();
  const since = new Date(Date.now() - 60_000).toISOString();
  assert.deepEqual(await run("recover", { merchant, since }), { bankIds: [bank] });
  await run("end-recovery", { merchant, bank, because: "the bank's own list" });
  assert.match(await fail("end-recovery", { merchant, bank, because: "again" }), /not held back/);
  const all = (await run("recover", { since })) as { merchantId: string }[];
  assert.equal(all.length, 2);
});
