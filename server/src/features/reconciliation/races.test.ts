import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { longStatement } from "#banks";
import type { Context } from "#lib/context";
import { verifyLedger } from "#proof";
import { istDate } from "#lib/ist";
import { importStatement, matchLines, startReconciliation, workReconciliation } from "#reconciliation";
import { recordNews } from "#transfers";
import { makeFaultWorld } from "#test/faults/fault-world";
import { makeStatement } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { send, linesOf, statusOf } = makeScene(world);
const amountPaise = 100_00n;

/** Makes an engine in which something else happens before the transaction with this number. */
function interrupt(number: number, by: () => Promise<unknown>): Context {
  let seen = 0;
  const inMerchant: Context["db"]["inMerchant"] = async (...given) => {
    seen += 1;
    if (seen === number) await by();
    return ctx.db.inMerchant(...given);
  };
  return { ...ctx, db: { ...ctx.db, inMerchant } };
}

test("a payment told while its lines are decided about: what undid the debit is its return", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId, debitAccount } = merchant;
  await world.simulator.control("POST", "/sim/script", {
    match: { debitAccount },
    mishap: { kind: "cut-answer" },
  });
  const sent = await send(merchant, "RACE");
  const { reference, transferId } = sent;
  const statement = makeStatement({
    debitAccount,
    day: istDate(new Date()),
    kind: "intraday",
    lines: [
      { side: "debit", amountPaise, reference },
      { side: "credit", amountPaise, reference, kind: "reversal" },
    ],
  });
  await importStatement(ctx, merchantId, { bankId, statement });
  const words = { code: "", text: "told by callback", utr: "632512345678", credited: false };
  const outcome = { kind: "succeeded", ...words } as const;
  const tell = () => recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
  // Transactions: tie suspense, tie the day, find attempts, decide; the fifth records the decision.
  await matchLines(interrupt(5, tell), merchantId);
  const [raised] = await world.look("select kind from transfers.contradiction where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual(raised, { kind: "failed_after_success" }, "the race took place");
  await matchLines(ctx, merchantId);
  assert.equal(await statusOf(merchant, sent), "reversed");
  assert.deepEqual(await linesOf(merchant), ["debit matched reference", "credit matched reference"]);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

/** Returns true if the bank was asked for a statement. */
async function isAsked(debitAccount: string): Promise<boolean> {
  const path = `/sim/log?debitAccount=${debitAccount}`;
  const { lines } = await world.simulator.control<{ lines: { operation: string }[] }>("GET", path);
  return lines.some(({ operation }) => operation === "statement");
}

test("a worker that stops waits for no bank, and the next asks at once what was not answered", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  await send(merchant, "STOPPED");
  const match = { operation: "statement", debitAccount };
  await world.simulator.control("POST", "/sim/script", { match, mishap: { kind: "timeout" }, times: 1 });
  const working = startReconciliation(ctx, { everyMs: 20 });
  while (!(await isAsked(debitAccount))) await sleep(20);
  await working.stop();
  assert.deepEqual(await linesOf(merchant), [], "the bank never answered");
  await workReconciliation(ctx, merchantId);
  assert.deepEqual(await linesOf(merchant), ["debit matched reference"]);
});

test("a long statement is left whole when the worker stops between two of its sets", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId, debitAccount } = merchant;
  const lines = Array.from(
    { length: 1_500 },
    (_, at) => ({ side: "credit", amountPaise, utr: `UTR${at}` }) as const,
  );
  const day = istDate(new Date());
  const statement = longStatement(makeStatement({ debitAccount, day, kind: "intraday", lines }));
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopsAfterOneSet = {
    ...statement,
    async *sets() {
      for await (const set of statement.sets()) {
        yield set;
        stopping.abort();
      }
    },
  };
  const isItsReason = (error: unknown): boolean => error === signal.reason;
  await assert.rejects(
    importStatement(ctx, merchantId, { bankId, statement: stopsAfterOneSet, signal }),
    isItsReason,
  );
  assert.deepEqual(await linesOf(merchant), []);
  await importStatement(ctx, merchantId, { bankId, statement });
  await assert.rejects(matchLines(ctx, merchantId, signal), isItsReason);
  await matchLines(ctx, merchantId);
  assert.deepEqual(
    await linesOf(merchant),
    lines.map(() => "credit matched arrival"),
  );
});
