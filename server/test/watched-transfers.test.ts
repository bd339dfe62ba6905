/**
 * A transfer that was sent as it was accepted has no due time at first; if it has no outcome soon, the bank is asked.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBalance, WALLET_ID } from "#fund-sources";
import { verifyLedger } from "#proof";
import { enquirySlots } from "#rails";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./faults/fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;

interface Row {
  readonly key: string;
  readonly transferId: string;
  readonly status: string;
  readonly sentAt: Date;
  readonly dueAt: Date | null;
  readonly now: Date;
}

const read = ({ merchantId }: Payer): Promise<Row[]> =>
  world.look<Row>(
    `select transfer_key as key, transfer_id as "transferId", status, sent_at as "sentAt", due_at as "dueAt",
       lib.now_of(merchant_id) as now
     from transfers.transfer
     where merchant_id = $1
     order by reference_id`,
    [merchantId],
  );

const watchedTo = async ({ merchantId }: Payer): Promise<bigint> => {
  const sql = `select reference_id as "to" from transfers.watched where merchant_id = $1`;
  const [watched] = await world.look<{ to: bigint }>(sql, [merchantId]);
  return BigInt(watched?.to ?? 0);
};

async function heldOf({ merchantId }: Payer): Promise<bigint> {
  return (await ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID))).heldPaise;
}

/**
 * Makes a payer with two transfers that were sent as they were accepted: one was paid, and the bank is silent about the
 * other.
 */
async function sendBoth(): Promise<Payer> {
  const payer = await world.makePayer();
  const { merchantId, debitAccount } = payer;
  const take = async (key: string): Promise<void> => {
    const [answer] = await acceptTransfers(ctx, merchantId, [orderTo(key)]);
    assert.equal(answer?.kind, "accepted");
    await runtimeOf(ctx).idle();
  };
  await take("paid");
  const mishap = { kind: "pending", then: "never" };
  await world.simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap });
  await take("silent");
  return payer;
}

test("the one without an outcome is given its first enquiry's time, and its money is held all the while", async () => {
  const payer = await sendBoth();
  const held = await heldOf(payer);
  assert.ok(held > 0n);
  const young = await read(payer);
  assert.deepEqual(
    young.map(({ status, dueAt }) => [status, dueAt]),
    [
      ["succeeded", null],
      ["sent", null],
    ],
  );
  await workTransfers(ctx, payer.merchantId);
  // A slow machine may have let the five seconds pass.
  const [{ now, sentAt: first }] = (await read(payer)) as [Row, Row];
  if (now.getTime() - first.getTime() < 5_000) assert.equal(await watchedTo(payer), 0n, "too early to look");
  await advance(world, payer, 5_000);
  await workTransfers(ctx, payer.merchantId);
  const [paid, silent] = (await read(payer)) as [Row, Row];
  assert.equal(paid.dueAt, null);
  const [slot] = enquirySlots("imps", { sentAt: silent.sentAt, seed: silent.transferId });
  assert.deepEqual(silent.dueAt, slot);
  assert.equal(await heldOf(payer), held);
  await settle(world, ctx, payer);
  await assertSound(world, [payer]);
});

test("each is looked at once, also what came while others were", async () => {
  const payer = await sendBoth();
  await advance(world, payer, 5_000);
  const looks = [1, 2, 3].map(() => workTransfers(ctx, payer.merchantId));
  const more = acceptTransfers(ctx, payer.merchantId, [orderTo("meanwhile")]);
  await Promise.all([...looks, more]);
  await runtimeOf(ctx).idle();
  await advance(world, payer, 5_000);
  await workTransfers(ctx, payer.merchantId);
  const rows = await read(payer);
  const open = rows.filter(({ status }) => status === "sent");
  assert.ok(open.length > 0 && open.every(({ dueAt }) => dueAt !== null));
  const [last] = await world.look<{ id: bigint }>(
    "select max(reference_id) as id from transfers.transfer where merchant_id = $1",
    [payer.merchantId],
  );
  assert.equal(await watchedTo(payer), BigInt(last!.id));
});

test("one that was passed over is found by the proof", async () => {
  const payer = await sendBoth();
  await world.look(
    `insert into transfers.watched (merchant_id, reference_id)
     select merchant_id, max(reference_id) from transfers.transfer where merchant_id = $1 group by merchant_id`,
    [payer.merchantId],
  );
  const { findings } = await verifyLedger(ctx, payer.merchantId);
  assert.deepEqual(
    findings.map(({ check, detail }) => [check, detail]),
    [["nothing-is-forgotten", "sent, due never"]],
  );
});
