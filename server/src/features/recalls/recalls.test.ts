import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { verifyLedger } from "#proof";
import {
  handOverRecall,
  listRecalls,
  readLetter,
  readRecall,
  refuseRecall,
  requestRecall,
  withdrawRecall,
  workRecalls,
  type RecallReason,
} from "#recalls";
import { acceptTransfers, readTransfers, runtimeOf, type TransferDetails } from "#transfers";
import { crashAt } from "#test/crash-at";
import { advance, makeFaultWorld, orderTo, settle } from "#test/faults/fault-world";
import type { TestMerchant } from "#test/world";

const START = new Date("2026-11-20T10:00:00+05:30");
const DAY_MS = 86_400_000;

const world = await makeFaultWorld({ start: START });
const { ctx } = world;
const other = world.openContext();

let made = 0;

async function pay(merchant: TestMerchant, changes: object = {}): Promise<TransferDetails> {
  const transferKey = `paid${(made += 1)}`;
  await acceptTransfers(ctx, merchant.merchantId, [{ ...orderTo(transferKey), ...changes }]);
  await runtimeOf(ctx).idle();
  return read(merchant, transferKey);
}

async function read({ merchantId }: TestMerchant, transferKey: string): Promise<TransferDetails> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  return transfer!;
}

const by = "system" as const;

const ask = ({ merchantId }: TestMerchant, { transferId }: TransferDetails, changes: object = {}) =>
  requestRecall(ctx, merchantId, {
    transferId,
    reason: "wrong_beneficiary",
    remarks: "Meant for a payee of the same name",
    by,
    ...changes,
  });

const statusOf = async ({ merchantId }: TestMerchant, recallId: string): Promise<string> =>
  (await readRecall(ctx, merchantId, { recallId }))!.status;

/** The bank returns a payment and reports it. */
async function giveBack(merchant: TestMerchant, transfer: TransferDetails): Promise<void> {
  const [attempt] = await world.look<{ reference: string; bank_id: string }>(
    "select reference, bank_id from transfers.attempt where merchant_id = $1 and transfer_id = $2",
    [merchant.merchantId, transfer.transferId],
  );
  await world.simulator.control("POST", `/sim/payments/${attempt!.reference}/force`, {
    outcome: "return",
    bankId: attempt!.bank_id,
  });
  await settle(world, ctx, merchant);
  assert.equal((await read(merchant, transfer.transferKey)).status, "reversed");
}

const work = ({ merchantId }: TestMerchant): Promise<unknown> =>
  Promise.all([workRecalls(ctx, merchantId), workRecalls(other, merchantId)]);

test("a recall goes to the bank; when the money is back it is returned, and only the return moved money", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const transfer = await pay(merchant);
  const balance = async (): Promise<unknown> =>
    world.look("select account_no, balance_paise from ledger.account where merchant_id = $1 order by 1", [
      merchantId,
    ]);
  const before = await balance();
  const { recallId } = await ask(merchant, transfer);
  await handOverRecall(ctx, merchantId, { recallId, bankReference: "MGD/7", by });
  await assert.rejects(handOverRecall(ctx, merchantId, { recallId, bankReference: null, by }), {
    name: "recalls.already_with_bank",
  });
  await work(merchant);
  assert.equal(await statusOf(merchant, recallId), "with_bank");
  assert.deepEqual(await balance(), before);

  await giveBack(merchant, transfer);
  await work(merchant);
  await work(merchant);
  const recall = await readRecall(ctx, merchantId, { transferId: transfer.transferId });
  assert.deepEqual([recall!.status, recall!.bankReference, recall!.dueAt], ["returned", "MGD/7", null]);
  assert.deepEqual(
    recall!.history.map(({ to }) => to),
    ["requested", "with_bank", "returned"],
  );
  await assert.rejects(refuseRecall(ctx, merchantId, { recallId, because: "no", by }), {
    name: "recalls.already_over",
  });
  const audited = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1 and action like 'recalls.%' order by seq",
    [merchantId],
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["recalls.recall_requested", "recalls.recall_with_bank", "recalls.recall_returned"],
  );
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("it may be asked for on the 45th day after the payment, and not on the day after", async () => {
  const merchant = await world.makePayer();
  const [early, late] = [await pay(merchant), await pay(merchant)];
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
  const lastDay = Date.parse("2027-01-04T23:59:00+05:30");
  await advance(world, merchant, lastDay - clock!.now.getTime());
  assert.equal((await ask(merchant, early)).status, "requested");
  await advance(world, merchant, 60_000);
  await assert.rejects(ask(merchant, late), { name: "recalls.too_old" });
});

test("only what was paid is recalled: nothing that failed, waits, is another's or not there", async () => {
  const [merchant, neighbour] = [await world.makePayer(), await world.makePayer()];
  const failed = await pay(merchant, {
    payee: { inline: { name: "Asha Rao", accountNumber: "909090909002", ifsc: "HDFC0000001" } },
  });
  assert.equal(failed.status, "failed");
  await assert.rejects(ask(merchant, failed), { name: "recalls.not_paid" });
  const transfer = await pay(merchant);
  await assert.rejects(ask(neighbour, transfer), { name: "recalls.transfer_not_found" });
  const { recallId } = await ask(merchant, transfer);
  const { merchantId } = neighbour;
  assert.equal(await readRecall(ctx, merchantId, { recallId }), undefined);
  assert.deepEqual(await listRecalls(ctx, merchantId, { limit: 10 }), []);
  for (const act of [
    () => refuseRecall(ctx, merchantId, { recallId, because: "no", by }),
    () => handOverRecall(ctx, merchantId, { recallId, bankReference: null, by }),
    () => withdrawRecall(ctx, merchantId, { recallId, by }),
    () => readLetter(ctx, merchantId, { recallId }),
  ])
    await assert.rejects(act(), { name: "recalls.not_found" });
  assert.equal(await statusOf(merchant, recallId), "requested");
});

test("of requests at once one is taken; after its end there may be another, five altogether", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const transfer = await pay(merchant);
  for (let place = 1; place <= 5; place += 1) {
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => ask(merchant, transfer)));
    const taken = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.deepEqual(
      taken.map((one) => one.place),
      [place],
    );
    const refused = asked.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).name] : []));
    assert.deepEqual(new Set(refused), new Set(["recalls.already_open"]));
    const { recallId } = taken[0]!;
    const ended = await Promise.allSettled([
      withdrawRecall(ctx, merchantId, { recallId, by }),
      refuseRecall(other, merchantId, { recallId, because: "no", by }),
    ]);
    assert.equal(ended.filter(({ status }) => status === "fulfilled").length, 1);
  }
  await assert.rejects(ask(merchant, transfer), { name: "recalls.too_many" });
});

test("money that comes while the bank refuses counts for more", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const [one, two, three] = [await pay(merchant), await pay(merchant), await pay(merchant)];
  const recalls = [await ask(merchant, one), await ask(merchant, two), await ask(merchant, three)];
  const [first, second, third] = recalls.map(({ recallId }) => recallId) as [string, string, string];
  // The money came first, so the refusal is not accepted.
  await giveBack(merchant, one);
  await assert.rejects(refuseRecall(ctx, merchantId, { recallId: first, because: "no", by }), {
    name: "recalls.money_is_back",
  });
  // The refusal came first: it is corrected, and stays in the history.
  await refuseRecall(ctx, merchantId, { recallId: second, because: "no consent", by });
  await giveBack(merchant, two);
  // Both come at the same moment: it ends as returned, no matter which is first.
  await Promise.all([
    giveBack(merchant, three),
    refuseRecall(other, merchantId, { recallId: third, because: "no", by }).catch((error: Error) =>
      assert.equal(error.name, "recalls.money_is_back"),
    ),
    workRecalls(other, merchantId),
  ]);
  await work(merchant);
  for (const recallId of [first, second, third]) assert.equal(await statusOf(merchant, recallId), "returned");
  const { history, refusal } = (await readRecall(ctx, merchantId, { recallId: second }))!;
  assert.deepEqual(
    history.map(({ to }) => to),
    ["requested", "refused", "returned"],
  );
  assert.equal(refusal, "no consent");
});

test("of several recalls of a transfer the newest is returned", async () => {
  const merchant = await world.makePayer();
  const transfer = await pay(merchant);
  const { recallId: earlier } = await ask(merchant, transfer);
  await withdrawRecall(ctx, merchant.merchantId, { recallId: earlier, by });
  const { recallId: newer } = await ask(merchant, transfer);
  await giveBack(merchant, transfer);
  await work(merchant);
  assert.equal(await statusOf(merchant, earlier), "withdrawn");
  assert.equal(await statusOf(merchant, newer), "returned");
  await assert.rejects(ask(merchant, transfer), { name: "recalls.not_paid" });
});

test("thirty days without an answer end it; money is noted for half a year after the request", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const [soon, late] = [await pay(merchant), await pay(merchant)];
  const [{ recallId }, { recallId: forgotten }] = [await ask(merchant, soon), await ask(merchant, late)];
  await advance(world, merchant, 30 * DAY_MS - 60_000);
  await work(merchant);
  assert.equal(await statusOf(merchant, recallId), "requested");
  await advance(world, merchant, 60_000);
  await work(merchant);
  await work(merchant);
  assert.equal(await statusOf(merchant, recallId), "expired");
  await assert.rejects(withdrawRecall(ctx, merchantId, { recallId, by }), { name: "recalls.already_over" });
  await giveBack(merchant, soon);
  await work(merchant);
  assert.equal(await statusOf(merchant, recallId), "returned");
  await advance(world, merchant, 150 * DAY_MS);
  await giveBack(merchant, late);
  await work(merchant);
  assert.equal(await statusOf(merchant, forgotten), "expired");
});

test("a crash before the commit leaves all as it was, and the work is found again", async () => {
  const merchant = await world.makePayer();
  const transfer = await pay(merchant);
  const { recallId } = await ask(merchant, transfer);
  await giveBack(merchant, transfer);
  assert.ok(
    await crashAt(world, "recalls.return.before_commit", () => workRecalls(ctx, merchant.merchantId)),
  );
  assert.equal(await statusOf(merchant, recallId), "requested");
  await work(merchant);
  assert.equal(await statusOf(merchant, recallId), "returned");
});

test("texts at, below and above their limits", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const name = (code: string) => ({ name: `recalls.${code}` });
  const transfer = await pay(merchant);
  for (const remarks of ["x".repeat(251), "a\nb", "a\u202eb", "a\u0000b"])
    await assert.rejects(ask(merchant, transfer, { remarks }), name("remarks_invalid"));
  const reason = "sorry" as RecallReason;
  await assert.rejects(ask(merchant, transfer, { reason }), name("reason_invalid"));
  const { recallId } = await ask(merchant, transfer, { remarks: "x".repeat(250) });
  for (const because of ["", " ", "x".repeat(251), "a\tb"])
    await assert.rejects(refuseRecall(ctx, merchantId, { recallId, because, by }), name("words_invalid"));
  for (const bankReference of ["", "x".repeat(251)])
    await assert.rejects(
      handOverRecall(ctx, merchantId, { recallId, bankReference, by }),
      name("words_invalid"),
    );
  await refuseRecall(ctx, merchantId, { recallId, because: "x".repeat(250), by });
  const again = await ask(merchant, transfer, { remarks: "" });
  assert.equal(again.remarks, "");
});
